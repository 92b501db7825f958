//! The YAML that the reference validator accepts, and nothing more.
//!
//! The reference forbids flow collections, anchors, tags and directives. What is left is small enough to be parsed by
//! columns straight from the text, without a general YAML library: `cursor` walks and skips, `token` looks ahead,
//! `scalar` and `literal` read texts, `block` builds the `tree`, `rules` says which trees are refused. The price is that
//! the reference's peculiarities are ours to keep, crashes included; `tests/strict` holds both against each other.

mod block;
mod cursor;
mod literal;
mod rules;
mod scalar;
#[cfg(test)]
mod tests;
mod token;
mod tree;

use tree::{Kind, Node};

/// One field of the frontmatter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    /// Its name.
    pub(super) key: String,
    /// The line of its name, from 1.
    pub(super) line: usize,
    /// What it holds.
    pub(super) value: Value,
}

/// The shape of a field's value; only texts are ever looked into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A text.
    Text(String),
    /// A bare `=` or `<<`, which the reference does not take for a text.
    NotText,
    /// A list.
    List,
    /// A mapping.
    Map,
}

/// Why the reference refuses a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    /// What is wrong.
    pub(super) message: String,
    /// Where, from 1.
    pub(super) line: usize,
    /// What to do about it.
    pub(super) fix: &'static str,
}

impl Problem {
    fn new(message: impl Into<String>, line: usize, fix: &'static str) -> Self {
        Self { message: message.into(), line, fix }
    }
}

/// The fields of the mapping that `text` is. Its lines must end in line feeds, and in nothing else.
pub(super) fn parse(text: &str) -> Result<Vec<Field>, Problem> {
    check_characters(text)?;
    let root = block::document(text)?;
    let (line, kind) = root.map_or((1, None), |root| (root.line, Some(root.kind)));
    let Some(Kind::Map(entries)) = kind else {
        return Err(Problem::new("the frontmatter is not a mapping", line, "write `key: value` lines"));
    };
    rules::check(&entries)?;
    // What `<<` brings in vanishes, because the reference copies it before it is filled: a bug that we follow.
    Ok(entries.into_iter().filter(|(key, _)| !key.is_merge()).filter_map(field).collect())
}

fn field((key, value): (Node, Node)) -> Option<Field> {
    let line = key.line;
    let Kind::Text { text: key, .. } = key.kind else { return None };
    let value = match value.kind {
        Kind::Text { text, plain: true } if text == "=" || text == "<<" => Value::NotText,
        Kind::Text { text, .. } => Value::Text(text),
        Kind::List(_) => Value::List,
        Kind::Map(_) => Value::Map,
    };
    Some(Field { key, line, value })
}

fn check_characters(text: &str) -> Result<(), Problem> {
    let mut line = 1;
    for c in text.chars() {
        match c {
            '\n' => line += 1,
            '\t' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'.. => {}
            _ => {
                let message = format!("the character U+{:04X} is not allowed", u32::from(c));
                return Err(Problem::new(message, line, "remove it"));
            }
        }
    }
    Ok(())
}
