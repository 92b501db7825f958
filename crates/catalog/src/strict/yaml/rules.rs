//! Which trees the reference refuses: repeated keys, keys that are no texts, mappings out of line, and bad merges.

use std::collections::HashSet;

use super::Problem;
use super::tree::{Kind, Node};

type Entry = (Node, Node);

/// Checks the fields of the frontmatter and all that lies in them.
pub(super) fn check(fields: &[Entry]) -> Result<(), Problem> {
    map(fields, true, false)
}

/// `hidden` is all that a merge at the `top` brings in, because the reference checks less there.
fn map(entries: &[Entry], top: bool, hidden: bool) -> Result<(), Problem> {
    let mut seen = HashSet::new();
    let (mut merged, mut column) = (false, None);
    for (key, value) in entries {
        if key.is_merge() {
            if merged {
                return Err(Problem::new("the key `<<` is written twice", key.line, "remove one"));
            }
            merged = true;
            merge(value, hidden || top)?;
            continue;
        }
        if !seen.insert(name(key, hidden)?) {
            return Err(Problem::new(format!("the key `{}` is written twice", spelling(key)), key.line, "remove one"));
        }
        node(value, hidden)?;
        if matches!(value.kind, Kind::Map(_)) && *column.get_or_insert(value.column) != value.column {
            return Err(Problem::new("sibling mappings are indented differently", value.line, "indent them alike"));
        }
    }
    Ok(())
}

fn node(node: &Node, hidden: bool) -> Result<(), Problem> {
    match &node.kind {
        Kind::Text { .. } => Ok(()),
        Kind::List(items) => items.iter().try_for_each(|item| self::node(item, hidden)),
        Kind::Map(entries) => map(entries, false, hidden),
    }
}

fn merge(value: &Node, hidden: bool) -> Result<(), Problem> {
    let parts = match &value.kind {
        Kind::List(items) => items.as_slice(),
        _ => std::slice::from_ref(value),
    };
    parts.iter().try_for_each(|part| match &part.kind {
        Kind::Map(entries) => map(entries, false, hidden),
        _ => Err(Problem::new("`<<` needs a mapping or a list of mappings", part.line, "write the fields out")),
    })
}

/// What a key is compared by: its text, or the texts of a list, which only pass where nobody looks.
fn name(key: &Node, hidden: bool) -> Result<(bool, Vec<&str>), Problem> {
    match &key.kind {
        Kind::Text { text, .. } => Ok((false, vec![text])),
        Kind::List(items) if hidden => Ok((true, items.iter().map(part).collect::<Result<_, _>>()?)),
        _ => Err(Problem::new("a key must be a text", key.line, "write `key: value`")),
    }
}

fn part(item: &Node) -> Result<&str, Problem> {
    match &item.kind {
        Kind::Text { text, .. } => Ok(text),
        _ => Err(Problem::new("a key must be a text", item.line, "write `key: value`")),
    }
}

fn spelling(key: &Node) -> &str {
    part(key).unwrap_or("…")
}
