//! Libraries of any size, made up from a word list: the same number always gives the same skills.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

const VERBS: [&str; 16] = [
    "convert",
    "summarise",
    "schedule",
    "deploy",
    "translate",
    "measure",
    "archive",
    "review",
    "render",
    "migrate",
    "index",
    "encrypt",
    "compare",
    "profile",
    "publish",
    "restore",
];
const NOUNS: [&str; 20] = [
    "invoice",
    "spreadsheet",
    "container",
    "calendar",
    "photograph",
    "database",
    "transcript",
    "contract",
    "certificate",
    "playlist",
    "sensor",
    "ticket",
    "dashboard",
    "payroll",
    "manuscript",
    "route",
    "recipe",
    "shipment",
    "survey",
    "podcast",
];
const CONTEXTS: [&str; 12] = [
    "for a small team",
    "in the cloud",
    "on a laptop",
    "from an email",
    "with an audit trail",
    "under a deadline",
    "in several languages",
    "without a network",
    "at night",
    "for regulators",
    "for newcomers",
    "in bulk",
];

/// Writes `count` skills below `root`, each with instructions of some forty lines and every second one with a Python tool.
pub fn generate(root: &Path, count: usize) -> io::Result<()> {
    for number in 0..count {
        let verb = VERBS[number % VERBS.len()];
        let noun = NOUNS[(number / VERBS.len()) % NOUNS.len()];
        let context = CONTEXTS[(number / (VERBS.len() * NOUNS.len())) % CONTEXTS.len()];
        let name = format!("{verb}-{noun}-{number}");
        let directory = root.join(&name);
        fs::create_dir_all(&directory)?;
        fs::write(directory.join("SKILL.md"), definition(&name, verb, noun, context, number))?;
        if number % 2 == 0 {
            fs::write(directory.join("tools.py"), tools(verb, noun))?;
        }
    }
    Ok(())
}

fn definition(name: &str, verb: &str, noun: &str, context: &str, number: usize) -> String {
    let mut text = format!(
        "---\nname: {name}\ndescription: Use when you need to {verb} a {noun} {context}.\nmetadata:\n  version: \"1.{number}.0\"\n  routing_keywords:\n    - {verb}\n    - {noun}\n    - {verb} {noun}\n  intents:\n    - {verb} the {noun} {context}\n---\n\n# {verb} a {noun}\n\nThis skill helps to {verb} one {noun} at a time {context}.\n"
    );
    for (section, title) in ["When to use", "Rules", "Steps", "Pitfalls"].iter().enumerate() {
        let _ = write!(text, "\n## {title}\n\n");
        for line in 0..6 {
            let other = NOUNS[(number + section * 7 + line * 3) % NOUNS.len()];
            let _ = writeln!(
                text,
                "- Before you {verb} the {noun}, look at the {other} that belongs to it and note item {line}."
            );
        }
    }
    text
}

fn tools(verb: &str, noun: &str) -> String {
    format!(
        "\"\"\"Tools for the {noun}.\"\"\"\n\n\ndef {verb}_{noun}(source: str, limit: int = 10, tags: list[str] | None = None) -> dict:\n    \"\"\"{verb} the {noun} at a path.\n\n    Args:\n        source: Where the {noun} is.\n        limit: How many at the most.\n        tags: Labels to put on the result.\n    \"\"\"\n    return {{\"source\": source, \"limit\": limit, \"tags\": tags or []}}\n\n\ndef get_tools():\n    return [{verb}_{noun}]\n"
    )
}
