//! A description for a skill whose author gave none.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Map, Value as Json};

use super::one_line;
use crate::diagnostic::Diagnostic;
use crate::ids::{SkillId, closest};
use crate::section::Section;

/// How much of a paragraph is taken.
const FROM_BODY: usize = 300;

/// A description taken from the body, the first heading or the id, in that order, and said so.
pub(super) fn describe(
    body: &str,
    sections: &[Section],
    id: &SkillId,
    file: &Path,
    lines: &HashMap<&'static str, usize>,
    extra: &Map<String, Json>,
    diagnostics: &mut Vec<Diagnostic>,
) -> String {
    let heading = sections
        .iter()
        .find(|section| section.level > 0)
        .map(|section| section.title.clone())
        .filter(|title| !title.is_empty());
    let body = body.replace("\r\n", "\n");
    let paragraph = body
        .split("\n\n")
        .map(str::trim)
        .find(|block| {
            block.chars().any(char::is_alphanumeric)
                && !block.starts_with(['#', '`', '|', '<', '-', '!'])
                && !block.starts_with("**")
        })
        .map(one_line)
        .map(|text| shorten(&text, FROM_BODY));
    let (description, from) = match (heading, paragraph) {
        (Some(heading), Some(paragraph)) => (format!("{heading}: {paragraph}"), "the first heading and paragraph"),
        (None, Some(paragraph)) => (paragraph, "the first paragraph"),
        (Some(heading), None) => (heading, "the first heading"),
        (None, None) => (id.to_string(), "its directory's name"),
    };
    diagnostics.push(
        Diagnostic::warning("description-missing", file, format!("no description; it is taken from {from}"))
            .at(lines.get("description").copied().unwrap_or(1))
            .fix(match closest("description", extra.keys().map(String::as_str)).first() {
                Some(near) => format!("rename `{near}` to `description`"),
                None => "add `description:` saying what the skill does and when to use it".to_owned(),
            }),
    );
    description
}

fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}
