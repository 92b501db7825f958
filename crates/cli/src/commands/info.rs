//! `kitbag info`: one skill, tool or server, from what was read; nothing is loaded or started.

use std::fmt::Write as _;

use kitbag_catalog::{Catalog, Resolution, Server, Skill, Tool, closest};
use serde_json::json;

use super::{read_catalog, view};
use crate::args::InfoArguments;
use crate::config::Config;
use crate::failure::{Complaint, Failure};
use crate::output::{Answer, Style, fit, near, printable};

pub(super) fn run(config: &Config, arguments: &InfoArguments, json: bool) -> Result<Answer, Failure> {
    let catalog = read_catalog(config)?;
    let style = Style::new(config.color());
    match find(&catalog, &arguments.id)? {
        Found::Skill(skill) if json => {
            let mut view = view::skill_in_full(&catalog, skill);
            if arguments.index {
                view["search_text"] = json!(skill.search_text());
            }
            if arguments.body {
                view["body"] = json!(skill.body());
            }
            Ok(Answer::json(&view))
        }
        Found::Skill(skill) => Ok(Answer::ok(show_skill(&catalog, skill, arguments, config, style))),
        Found::Tool(tool) if json => Ok(Answer::json(&view::tool(&catalog, tool))),
        Found::Tool(tool) => Ok(Answer::ok(show_tool(&catalog, tool, style))),
        Found::Server(server) if json => Ok(Answer::json(&view::server(server))),
        Found::Server(server) => Ok(Answer::ok(show_server(server, config, style))),
    }
}

enum Found<'a> {
    Skill(&'a Skill),
    Tool(&'a Tool),
    Server(&'a Server),
}

fn find<'a>(catalog: &'a Catalog, name: &str) -> Result<Found<'a>, Failure> {
    let ambiguous = |what: &str, ids: Vec<String>| {
        let complaint = Complaint::new(format!("`{name}` is the name of {} {what}", ids.len()));
        Failure::Input(complaint.alternatives(ids).fix("use the id of one of them"))
    };
    let near_skills = match catalog.find_skill(name) {
        Resolution::Found(skill) => return Ok(Found::Skill(skill)),
        Resolution::Ambiguous(skills) => {
            return Err(ambiguous("skills", skills.iter().map(|skill| skill.id.to_string()).collect()));
        }
        Resolution::Unknown(near) => near,
    };
    if let Some(server) = catalog.servers().find(|server| server.id.as_str() == name) {
        return Ok(Found::Server(server));
    }
    match catalog.names().tool(name) {
        Resolution::Found(id) => {
            let tool = catalog.tool(&id);
            tool.map(Found::Tool).ok_or_else(|| Failure::Other(Complaint::new(format!("the tool {id} has vanished"))))
        }
        Resolution::Ambiguous(ids) => Err(ambiguous("tools", ids.iter().map(ToString::to_string).collect())),
        Resolution::Unknown(near_tools) => {
            let servers: Vec<&str> = catalog.servers().map(|server| server.id.as_str()).collect();
            let by_end = servers.iter().filter(|id| id.rsplit('/').next() == name.rsplit('.').next()).copied();
            let near_servers = by_end.chain(closest(name, servers.iter().copied())).map(str::to_owned);
            let near = near_skills.into_iter().chain(near_tools).chain(near_servers).take(4);
            let complaint = Complaint::new(format!("there is no skill, tool or server `{}`", fit(name, Some(80))));
            Err(Failure::Input(complaint.alternatives(near).fix("`kitbag list` shows all of them")))
        }
    }
}

fn show_skill(catalog: &Catalog, skill: &Skill, arguments: &InfoArguments, config: &Config, style: Style) -> String {
    let card = &skill.card;
    let here = &config.places().here;
    let mut out = String::new();
    let version = card.version.as_ref().map(|version| format!(" {}", fit(version, None))).unwrap_or_default();
    let _ = writeln!(out, "{}{version}", style.bold(skill.id.as_str()));
    let _ = writeln!(out, "  {}", fit(&card.description, None));
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(out, "  {} {}", style.dim(&format!("{name:13}")), fit(value, None));
        }
    };
    let some = |text: &Option<String>| text.clone().unwrap_or_default();
    field("name", if skill.name() == skill.id.as_str() { "" } else { skill.name() });
    field("from", &format!("{} ({})", near(&skill.path, here), skill.source.scope));
    field("authors", &card.authors.join(", "));
    field("created", &some(&card.created));
    field("license", &some(&card.license));
    field("compatibility", &some(&card.compatibility));
    field("keywords", &card.routing_keywords.join(", "));
    field("intents", &card.intents.join("; "));
    field("tags", &card.tags.join(", "));
    field("depends on", &card.dependencies.join(", "));
    field("needs tools", &card.required_tools.join(", "));
    field("allowed tools", &card.allowed_tools.join(" "));
    field("files", &files(skill));
    if let Some(entry) = &skill.manifest {
        let part = |name: &str, value: Option<String>| value.map(|value| format!("{name} {value}"));
        let parts = [
            part("tier", entry.tier.map(|n| n.to_string())),
            part("token budget", entry.token_budget.map(|n| n.to_string())),
            part("status", entry.status.clone()),
        ];
        field("manifest", &parts.into_iter().flatten().collect::<Vec<_>>().join(", "));
    }
    if arguments.index {
        field("search text", &skill.search_text());
    }
    for (name, value) in &card.extra {
        field(name, &value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    }
    if !skill.tools.is_empty() {
        let _ = writeln!(out, "\n{}", style.bold("Tools"));
        for tool in &skill.tools {
            out.push_str(&show_tool(catalog, tool, style));
        }
    }
    for server in &skill.servers {
        let _ = write!(out, "\n{}", show_server(server, config, style));
    }
    let mut found = catalog.diagnostics_of(skill).peekable();
    if found.peek().is_some() {
        let _ = writeln!(out, "\n{}", style.bold("Findings"));
        found.for_each(|diagnostic| {
            let _ = writeln!(out, "  {}", style.diagnostic(diagnostic, here));
        });
    }
    if arguments.body {
        let _ = write!(out, "\n{}", printable(skill.body()));
        if !skill.body().ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

fn show_server(server: &Server, config: &Config, style: Style) -> String {
    let view = view::server(server);
    let text = |key: &str| match &view[key] {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) => {
            items.iter().map(|item| item.as_str().unwrap_or_default()).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    };
    let mut out = format!("{} {}\n", style.bold("Server"), style.bold(&fit(server.id.as_str(), None)));
    let from = near(&server.file, &config.places().here);
    let fields = [
        ("description", text("description")),
        ("state", text("state")),
        ("from", from),
        ("command", format!("{} {}", text("command"), text("args"))),
        ("url", text("url")),
        ("env", text("env")),
        ("headers", text("headers")),
        ("cwd", text("cwd")),
    ];
    for (name, value) in fields.iter().filter(|(_, value)| !value.trim().is_empty()) {
        let _ = writeln!(out, "  {} {}", style.dim(&format!("{name:13}")), fit(value, None));
    }
    out
}

fn files(skill: &Skill) -> String {
    let count = |prefix: &str| skill.files.iter().filter(|file| file.path.starts_with(prefix)).count();
    let bytes: u64 = skill.files.iter().map(|file| file.size).sum();
    let mut parts = vec![format!("{} ({} bytes)", skill.files.len(), bytes)];
    for place in ["references/", "scripts/", "assets/"] {
        if count(place) > 0 {
            parts.push(format!("{} in {place}", count(place)));
        }
    }
    parts.join(", ")
}

fn show_tool(catalog: &Catalog, tool: &Tool, style: Style) -> String {
    let mut out = String::new();
    let wire = catalog.names().wire(&tool.id).unwrap_or_default();
    let _ = writeln!(out, "  {}  {}", style.bold(wire), style.dim(&fit(&tool.id.to_string(), None)));
    if !tool.description.is_empty() {
        let _ = writeln!(out, "    {}", fit(&tool.description, None));
    }
    let required: Vec<&str> =
        tool.input_schema["required"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
    for (name, schema) in tool.input_schema["properties"].as_object().into_iter().flatten() {
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let kind = kind_of(schema);
        let default = schema.get("default").map(|value| format!(" = {value}")).unwrap_or_default();
        let about = schema.get("description").and_then(serde_json::Value::as_str).unwrap_or_default();
        let line = fit(&format!("{name}{mark}: {kind}{default}"), None);
        let about = fit(about, None);
        let gap = if about.is_empty() { "" } else { "  " };
        let _ = writeln!(out, "      {line}{gap}{}", style.dim(&about));
    }
    out
}

fn kind_of(schema: &serde_json::Value) -> String {
    if let Some(values) = schema.get("enum").and_then(serde_json::Value::as_array) {
        return values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(members) = schema.get("anyOf").and_then(serde_json::Value::as_array) {
        return members.iter().map(kind_of).collect::<Vec<_>>().join(" | ");
    }
    match (schema.get("type").and_then(serde_json::Value::as_str), schema.get("items")) {
        (Some("array"), Some(items)) => format!("{}[]", kind_of(items)),
        (Some(kind), _) => kind.to_owned(),
        (None, _) => "any".to_owned(),
    }
}
