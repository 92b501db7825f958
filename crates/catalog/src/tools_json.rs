//! `tools.json`: executables that a skill declares, in MCP's tool shape plus `run`.
//!
//! ```json
//! {"tools": [{"name": "lint", "description": "…", "inputSchema": {"type": "object"}, "run": ["bash", "scripts/lint.sh"]}]}
//! ```
//!
//! A bare list is accepted. An entry that cannot be run is left out and reported; a schema that is none is replaced by the
//! empty one and reported, because a tool that can be called without arguments is better than none.

use std::path::Path;

use serde_json::{Map, Value as Json};

use crate::diagnostic::Diagnostic;
use crate::folder::Folder;
use crate::ids::{SkillId, ToolId};
use crate::tool::{Origin, Tool, empty_schema};

const FILE: &str = "tools.json";

/// The most tools that one file may declare.
const MAX_TOOLS: usize = 256;

/// Reads the tools that `tools.json` declares.
pub(crate) fn read(folder: &Folder, skill: &SkillId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Tool> {
    let Some(bytes) = folder.content(FILE) else { return Vec::new() };
    let file = folder.file(FILE);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let json: Json = match serde_json::from_slice(bytes) {
        Ok(json) => json,
        Err(error) => {
            diagnostics.push(
                Diagnostic::error("tools-json-invalid", &file, format!("tools.json is not JSON: {error}"))
                    .at(error.line().max(1))
                    .fix("mend the JSON; until then the skill has no executable tools"),
            );
            return Vec::new();
        }
    };
    let text = String::from_utf8_lossy(bytes);
    let Some(list) = json.as_array().or_else(|| json.get("tools").and_then(Json::as_array)) else {
        diagnostics.push(
            Diagnostic::error("tools-json-shape", &file, "tools.json holds no list of tools")
                .at(1)
                .fix("write {\"tools\": [{\"name\": …, \"description\": …, \"inputSchema\": {…}, \"run\": […]}]}"),
        );
        return Vec::new();
    };
    if list.len() > MAX_TOOLS {
        let message = format!("tools.json lists {} tools; only the first {MAX_TOOLS} are read", list.len());
        diagnostics.push(Diagnostic::error("too-many-tools", &file, message).at(1).fix("split the skill"));
    }
    let mut tools = Vec::new();
    for (index, entry) in list.iter().take(MAX_TOOLS).enumerate() {
        let line = entry.get("name").and_then(Json::as_str).and_then(|name| line_of(&text, name)).unwrap_or(1);
        match read_tool(entry, skill, &file, line) {
            Ok((tool, schema_problem)) => {
                let mut warn = |code, message: String, fix: &str| {
                    diagnostics.push(Diagnostic::warning(code, &file, message).at(line).fix(fix));
                };
                let name = tool.id.name();
                if let Some(problem) = schema_problem {
                    warn(
                        "schema-invalid",
                        format!("the inputSchema of `{name}` {problem}"),
                        "write a JSON schema object with \"type\": \"object\"; the empty schema is used instead",
                    );
                }
                if tool.description.is_empty() {
                    warn(
                        "tool-undescribed",
                        format!("tool `{name}` has no description"),
                        "add one: without it, nothing finds the tool",
                    );
                }
                if let Some(missing) = missing_file(&tool, folder) {
                    warn(
                        "program-missing",
                        format!("`{name}` runs `{missing}`, which is not in the skill's folder"),
                        "add the file, or correct \"run\"",
                    );
                }
                tools.push(tool);
            }
            Err(problem) => diagnostics.push(
                Diagnostic::error("tool-unusable", &file, format!("tool {} of tools.json {problem}", index + 1))
                    .at(line)
                    .fix("give every tool a \"name\" and a \"run\" list: the program and its arguments"),
            ),
        }
    }
    tools
}

fn read_tool(entry: &Json, skill: &SkillId, file: &Path, line: usize) -> Result<(Tool, Option<&'static str>), String> {
    let name = entry.get("name").and_then(Json::as_str).map(str::trim).filter(|name| !name.is_empty());
    let name = name.ok_or("has no name")?;
    let run: Option<Vec<String>> = entry
        .get("run")
        .and_then(Json::as_array)
        .and_then(|words| words.iter().map(|word| word.as_str().map(str::to_owned)).collect());
    let run = run.filter(|words| words.first().is_some_and(|program| !program.is_empty()));
    let run = run.ok_or_else(|| format!("(`{name}`) has no \"run\" list of texts"))?;
    let (input_schema, problem) = read_schema(entry);
    let tool = Tool {
        id: ToolId::new(skill.as_str(), name),
        description: entry.get("description").and_then(Json::as_str).unwrap_or_default().trim().to_owned(),
        input_schema,
        annotations: entry.get("annotations").and_then(Json::as_object).cloned().unwrap_or_else(Map::new),
        origin: Origin::Executable { run },
        file: file.to_path_buf(),
        line,
    };
    Ok((tool, problem))
}

/// The schema under any of its usual names; a text is parsed as JSON.
fn read_schema(entry: &Json) -> (Json, Option<&'static str>) {
    let declared = ["inputSchema", "input_schema", "parameters"].iter().find_map(|key| entry.get(*key));
    let parsed = match declared {
        None => return (empty_schema(), None),
        Some(Json::String(text)) => serde_json::from_str(text).unwrap_or(Json::Null),
        Some(other) => other.clone(),
    };
    match parsed.get("type") {
        _ if !parsed.is_object() => (empty_schema(), Some("is not a JSON object")),
        None => {
            let mut schema = parsed;
            schema["type"] = "object".into();
            (schema, None)
        }
        Some(Json::String(kind)) if kind == "object" => (parsed, None),
        Some(_) => (empty_schema(), Some("is not of type object")),
    }
}

/// The first word of the command that names a file of the skill and does not exist.
fn missing_file<'a>(tool: &'a Tool, folder: &Folder) -> Option<&'a str> {
    let Origin::Executable { run } = &tool.origin else { return None };
    let is_ours = |word: &&String| word.starts_with("scripts/") || word.starts_with("./") || word.starts_with("../");
    run.iter().filter(is_ours).map(String::as_str).find(|word| {
        let path = word.strip_prefix("./").unwrap_or(word);
        !folder.files.iter().any(|file| file.path == path)
    })
}

/// The line on which a name first stands as a key or as the value of `"name"`, from 1.
pub(crate) fn line_of(text: &str, name: &str) -> Option<usize> {
    let quoted = Json::from(name).to_string();
    let is_name = |at: usize| {
        let before = text[..at].trim_end();
        let after = text[at + quoted.len()..].trim_start();
        after.starts_with(':') || before.strip_suffix(':').is_some_and(|rest| rest.trim_end().ends_with("\"name\""))
    };
    let (at, _) = text.match_indices(&quoted).find(|(at, _)| is_name(*at))?;
    Some(text[..at].matches('\n').count() + 1)
}
