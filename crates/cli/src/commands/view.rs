//! Views: entries as JSON. The shapes are part of the promise to scripts, so they are written out here and not derived.

use std::path::Path;

use kitbag_catalog::{Catalog, Diagnostic, Server, Skill, Tool};
use serde_json::{Value as Json, json};

/// A skill in a list.
pub(super) fn skill(catalog: &Catalog, skill: &Skill) -> Json {
    json!({
        "id": skill.id,
        "name": skill.name(),
        "description": skill.card.description,
        "source": {"scope": skill.source.scope, "root": text(&skill.source.root), "path": text(&skill.path)},
        "version": skill.card.version,
        "tools": skill.tools.iter().map(|one| tool(catalog, one)).collect::<Vec<_>>(),
        "requires": skill.card.required_tools,
        "diagnostics": diagnostics(catalog.diagnostics_of(skill)),
    })
}

/// A skill in full: everything the index and the author know of it.
pub(super) fn skill_in_full(catalog: &Catalog, one: &Skill) -> Json {
    let card = &one.card;
    let mut view = skill(catalog, one);
    view["routing_keywords"] = json!(card.routing_keywords);
    view["intents"] = json!(card.intents);
    view["module_path"] = json!(text(&one.path));
    view["metadata"] = json!(card.extra);
    view["authors"] = json!(card.authors);
    view["created"] = json!(card.created);
    view["license"] = json!(card.license);
    view["compatibility"] = json!(card.compatibility);
    view["dependencies"] = json!(card.dependencies);
    view["allowed_tools"] = json!(card.allowed_tools);
    view["tags"] = json!(card.tags);
    view["category"] = json!(card.category);
    view["model"] = json!(card.model);
    view["manifest"] = json!(one.manifest.as_deref());
    view["servers"] = one.servers.iter().map(server).collect();
    view["sections"] = one
        .sections
        .iter()
        .map(|s| json!({"level": s.level, "title": s.title, "line": one.line_of(s), "bytes": s.range.len()}))
        .collect();
    view["files"] = one.files.iter().map(|file| json!({"path": file.path, "size": file.size})).collect();
    view["digest"] = json!(one.digest);
    view
}

/// A tool, under the name a model calls it by.
pub(super) fn tool(catalog: &Catalog, tool: &Tool) -> Json {
    json!({
        "id": tool.id,
        "name": catalog.names().wire(&tool.id),
        "description": tool.description,
        "input_schema": tool.input_schema,
        "origin": tool.origin,
        "file": text(&tool.file),
        "line": tool.line,
    })
}

/// A server; the values of its variables and headers stay secret.
pub(super) fn server(server: &Server) -> Json {
    let mut view = json!(server);
    view["state"] = json!(if server.disabled { "disabled" } else { "configured" });
    view
}

/// Findings in the shape that scripts rely on.
pub(super) fn diagnostics<'a>(found: impl Iterator<Item = &'a Diagnostic>) -> Json {
    found.map(|diagnostic| json!(diagnostic)).collect()
}

/// A path as text. Serialising the path itself would fail where it is not UTF-8.
pub(super) fn text(path: &Path) -> String {
    path.display().to_string()
}
