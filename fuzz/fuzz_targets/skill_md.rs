//! Any bytes as a SKILL.md: a skill with a description comes out, sections tile the body, and nothing panics.

#![no_main]

use std::path::Path;

use kitbag_catalog::{Folder, Scope, Skill, SkillId, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let folder = Folder::in_memory("/skills/demo", [("SKILL.md", bytes)]);
    let source = Source { scope: Scope::Project, root: "/skills".into() };
    let skill = Skill::read(&folder, SkillId::from_relative(Path::new("demo"), "demo"), source);
    assert!(!skill.card.description.trim().is_empty());
    let covered: usize = skill.sections.iter().map(|section| section.range.len()).sum();
    assert!(skill.sections.is_empty() || covered == skill.body().len());
    let lines = skill.text().matches('\n').count() + 1;
    assert!(skill.diagnostics.iter().all(|finding| finding.line.is_none_or(|line| line <= lines)));
});
