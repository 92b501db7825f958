//! Any bytes as each of the files that declare tools: every tool that comes out has a name and an object schema.

#![no_main]

use std::path::Path;

use kitbag_catalog::{Folder, Scope, Skill, SkillId, Source};
use libfuzzer_sys::fuzz_target;

const DEFINITION: &[u8] = b"---\nname: demo\ndescription: D\n---\n";

fuzz_target!(|bytes: &[u8]| {
    for file in ["tools.py", "tools.json", "mcp.json"] {
        let folder = Folder::in_memory("/skills/demo", [("SKILL.md", DEFINITION), (file, bytes)]);
        let source = Source { scope: Scope::Project, root: "/skills".into() };
        let skill = Skill::read(&folder, SkillId::from_relative(Path::new("demo"), "demo"), source);
        assert!(skill.tools.iter().all(|tool| !tool.id.name().is_empty() && tool.input_schema["type"] == "object"));
    }
});
