//! Tools and servers that a skill declares in JSON.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use kitbag_catalog::{Folder, Origin, Scope, Skill, SkillId, Source, Transport};
use serde_json::json;

fn read(file: &str, text: &str) -> Skill {
    let files = [("SKILL.md", "---\nname: demo\ndescription: D\n---\n"), (file, text)]
        .map(|(path, text)| (path, text.as_bytes()));
    let source = Source { scope: Scope::Project, root: "/skills".into() };
    Skill::read(&Folder::in_memory("/skills/demo", files), SkillId::from_relative(Path::new("demo"), "demo"), source)
}

fn codes(skill: &Skill) -> Vec<(&'static str, Option<usize>)> {
    skill.diagnostics.iter().map(|diagnostic| (diagnostic.code, diagnostic.line)).collect()
}

#[test]
fn executables_are_read_with_their_schema_and_command() {
    let skill = read(
        "tools.json",
        r#"{"tools": [
            {"name": "lint", "description": " Checks. ", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}},
             "run": ["bash", "lint.sh"], "annotations": {"readOnlyHint": true}}
        ]}"#,
    );
    let tool = &skill.tools[0];
    assert_eq!((tool.id.to_string().as_str(), tool.description.as_str(), tool.line), ("demo.lint", "Checks.", 2));
    assert_eq!(tool.origin, Origin::Executable { run: vec!["bash".into(), "lint.sh".into()] });
    assert_eq!(json!(tool.annotations), json!({"readOnlyHint": true}));
    assert_eq!(codes(&skill), []);
}

#[test]
fn a_schema_that_is_none_becomes_the_empty_one_and_is_reported() {
    let skill = read(
        "tools.json",
        r#"[{"name": "a", "description": "D", "run": ["x"], "inputSchema": "{broken"},
            {"name": "b", "description": "D", "run": ["x"], "inputSchema": {"type": "array"}},
            {"name": "c", "description": "D", "run": ["x"], "inputSchema": "{\"type\": \"object\", \"properties\": {\"q\": {}}}"},
            {"name": "d", "description": "D", "run": ["x"]}]"#,
    );
    let empty = json!({"type": "object", "properties": {}});
    let schemas: Vec<_> = skill.tools.iter().map(|tool| tool.input_schema.clone()).collect();
    assert_eq!(schemas, [empty.clone(), empty.clone(), json!({"type": "object", "properties": {"q": {}}}), empty]);
    assert_eq!(codes(&skill), [("schema-invalid", Some(1)), ("schema-invalid", Some(2))]);
}

#[test]
fn a_tool_that_cannot_run_is_left_out_and_the_others_stay() {
    let skill = read(
        "tools.json",
        r#"{"tools": [{"run": ["x"]}, {"name": "a"}, {"name": "b", "run": "x y"}, 7, {"name": "ok", "description": "D", "run": ["x"]}]}"#,
    );
    assert_eq!(skill.tools.len(), 1);
    assert!(codes(&skill).iter().all(|(code, _)| *code == "tool-unusable"), "{:?}", codes(&skill));
    assert_eq!(codes(&skill).len(), 4);
}

#[test]
fn broken_json_is_reported_with_its_line() {
    assert_eq!(codes(&read("tools.json", "{\n  \"tools\": [\n  oops\n")), [("tools-json-invalid", Some(3))]);
    assert_eq!(codes(&read("mcp.json", "{\n\n}}")), [("mcp-json-invalid", Some(3))]);
    assert_eq!(codes(&read("tools.json", "{}")), [("tools-json-shape", Some(1))]);
    assert_eq!(codes(&read("mcp.json", "[]")), [("mcp-json-shape", Some(1))]);
}

#[test]
fn servers_of_a_skill_belong_to_it_and_their_secrets_are_not_shown() {
    let skill = read(
        "mcp.json",
        r#"{"mcpServers": {
            "files": {"command": "npx", "args": ["-y", "server"], "env": {"TOKEN": "hunter2"}},
            "web": {"url": "https://example.org/mcp", "headers": {"Authorization": "Bearer hunter2"}},
            "off": {"command": "x", "disabled": true, "timeout": 5, "comand": "y"},
            "neither": {}, "both": {"command": "x", "url": "http://y"}, "odd": {"url": "ftp://x"}, "pigeon": {"command": "x", "type": "pigeon"},
            "secret": {"url": "https://u:hunter2@example.org/mcp?key=hunter2"}
        }}"#,
    );
    let ids: Vec<&str> = skill.servers.iter().map(|server| server.id.as_str()).collect();
    assert_eq!(ids, ["demo/files", "demo/web", "demo/off", "demo/secret"]);
    assert_eq!(skill.servers.iter().map(|server| server.disabled).collect::<Vec<_>>(), [false, false, true, false]);
    let Transport::Stdio { env, .. } = &skill.servers[0].transport else { panic!("not stdio") };
    assert_eq!(env.reveal()["TOKEN"], "hunter2", "the worker gets it");
    let shown = serde_json::to_string(&skill.servers).unwrap();
    assert!(!shown.contains("hunter2") && shown.contains("TOKEN") && shown.contains("Authorization"), "{shown}");
    let messages: Vec<&str> = skill.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "server `off` has an unknown setting `comand`; did you mean `command`?",
            "server `neither` has neither `command` nor `url`",
            "server `both` has both `command` and `url`; keep one",
            "server `odd` has the url `ftp://x`, which does not start with http:// or https://",
            "server `pigeon` has the type `pigeon`, which is none of stdio, http, streamable-http, streamableHttp, streamable_http, sse",
        ]
    );
}

#[test]
fn a_tool_without_description_or_with_a_program_that_is_not_there_is_reported() {
    let skill = read("tools.json", "\u{feff}[{\"name\": \"a\", \"run\": [\"bash\", \"scripts/none.sh\"]}]");
    assert_eq!(skill.tools.len(), 1);
    assert_eq!(codes(&skill), [("tool-undescribed", Some(1)), ("program-missing", Some(1))]);
}
