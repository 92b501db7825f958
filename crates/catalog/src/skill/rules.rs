//! What the Agent Skills format asks of a card, as warnings: reading is lenient.

use std::collections::HashMap;
use std::path::Path;

use crate::card::Card;
use crate::diagnostic::Diagnostic;
use crate::format::{MAX_COMPATIBILITY, MAX_DESCRIPTION, MAX_NAME, is_skill_name};
use crate::ids::SkillId;

/// Reports what the format would not accept. A skill without any frontmatter has been told so already.
pub(super) fn check(
    card: &Card,
    id: &SkillId,
    file: &Path,
    lines: &HashMap<&'static str, usize>,
    has_frontmatter: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut warn = |field: &str, code, message: String, fix: String| {
        let line = lines.get(field).copied().unwrap_or(1);
        diagnostics.push(Diagnostic::warning(code, file, message).at(line).fix(fix));
    };
    let directory = id.directory();
    match &card.name {
        // Without any frontmatter, a missing name is no news.
        None if !has_frontmatter => {}
        None => warn(
            "name",
            "name-missing",
            format!("no name; the directory's, `{directory}`, is used"),
            format!("add `name: {directory}`"),
        ),
        Some(name) => {
            let length = name.chars().count();
            if name != directory {
                let message = format!("the name `{name}` is not the directory's, `{directory}`");
                warn("name", "name-mismatch", message, "rename one of them; the directory is the id".into());
            }
            if length > MAX_NAME {
                let message = format!("the name has {length} characters, more than {MAX_NAME}");
                warn("name", "name-long", message, "shorten it".into());
            }
            if !is_skill_name(name) && length <= MAX_NAME {
                let message = format!("the name `{name}` is not in lower case letters, digits and single hyphens");
                warn("name", "name-form", message, "write it like `my-skill`".into());
            }
        }
    }
    let length = card.description.chars().count();
    if length > MAX_DESCRIPTION {
        let message = format!("the description has {length} characters, more than {MAX_DESCRIPTION}");
        warn("description", "description-long", message, "move details to the body".into());
    }
    let length = card.compatibility.as_deref().map_or(0, |text| text.chars().count());
    if length > MAX_COMPATIBILITY {
        let message = format!("`compatibility` has {length} characters, more than {MAX_COMPATIBILITY}");
        warn("compatibility", "compatibility-long", message, "shorten it".into());
    }
}
