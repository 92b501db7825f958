//! Mending: YAML that does not parse, read as its author meant it.
//!
//! Real files contain `description: Use when: a repository changed`, which every YAML parser rejects. Such a document is read
//! field by field: each as it is; failing that, with its plain values quoted; failing that, as text. So one bad field
//! neither costs the others nor changes how they are read.

use super::{Budget, Kind, Node, YamlError, parse, parse_within};

/// A document that had to be mended, and what was wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Mended {
    /// What was read; `None` for an empty document.
    pub node: Option<Node>,
    /// The error of the unmended text, if it had one.
    pub error: Option<YamlError>,
    /// Fields whose value could not be parsed even so and was kept as plain text, with their lines.
    pub kept_as_text: Vec<(String, usize)>,
}

/// Parses `text`, mending it where it does not parse. Never fails; what was mended is told.
pub fn parse_leniently(text: &str) -> Mended {
    let error = match parse(text) {
        Ok(node) => return Mended { node, error: None, kept_as_text: Vec::new() },
        Err(error) => error,
    };
    let (node, kept_as_text) = field_by_field(text);
    Mended { node, error: Some(error), kept_as_text }
}

/// Puts double quotes around every value of a `key: value` line that is plain text.
///
/// Indented lines count too, so that nested metadata is mended as well; block scalars (`|`, `>`) and lines inside them are
/// left alone because their text needs no quotes.
fn quote_plain_values(text: &str) -> String {
    let mut mended = String::with_capacity(text.len() + 64);
    let mut block: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let indent = content.len() - content.trim_start_matches(' ').len();
        if let Some(outer) = block {
            if content.trim().is_empty() || indent > outer {
                mended.push_str(line);
                continue;
            }
            block = None;
        }
        match split_field(content) {
            Some((_, value)) if value.starts_with(['|', '>']) => {
                block = Some(indent);
                mended.push_str(line);
            }
            Some((key, value)) if is_plain(value) => {
                let quoted = value.replace('\\', "\\\\").replace('"', "\\\"");
                mended.push_str(&format!("{key}: \"{quoted}\"\n"));
            }
            _ => mended.push_str(&content.replace('\t', "  ")),
        }
        if line.ends_with('\n') && !mended.ends_with('\n') {
            mended.push('\n');
        }
    }
    mended
}

/// `  key: value` as (`  key`, `value`), where the key is one word.
fn split_field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let bare = key.trim_start_matches([' ', '-']);
    let is_word = !bare.is_empty() && bare.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let separated = value.is_empty() || value.starts_with([' ', '\t']);
    (is_word && separated).then(|| (key, value.trim()))
}

fn is_plain(value: &str) -> bool {
    !value.is_empty() && !value.starts_with(['"', '\'', '[', '{', '#'])
}

/// Reads each top-level field on its own.
fn field_by_field(text: &str) -> (Option<Node>, Vec<(String, usize)>) {
    let mut pairs = Vec::new();
    let mut kept = Vec::new();
    let mut budget = Budget::default();
    for (line, chunk) in top_level_fields(text) {
        let Some((key, _)) = chunk.lines().next().and_then(split_field) else { continue };
        let raw = chunk.split_once(':').map_or("", |(_, rest)| rest);
        let parsed = [chunk.clone(), quote_plain_values(&chunk)]
            .iter()
            .find_map(|candidate| parse_within(candidate, &mut budget).ok().flatten())
            .and_then(|node| node.get(key).cloned());
        let mut value = parsed.unwrap_or_else(|| {
            kept.push((key.to_owned(), line));
            let text = raw.split_whitespace().collect::<Vec<_>>().join(" ");
            Node { kind: Kind::Scalar { text: text.trim_matches(['"', '\'']).to_owned(), plain: false }, line: 1 }
        });
        shift(&mut value, line - 1);
        let key = Node { kind: Kind::Scalar { text: key.to_owned(), plain: true }, line };
        pairs.push((key, value));
    }
    let node = (!pairs.is_empty()).then_some(Node { kind: Kind::Mapping(pairs), line: 1 });
    (node, kept)
}

/// The text cut before every line that starts a top-level field, with the line each piece starts on.
fn top_level_fields(text: &str) -> Vec<(usize, String)> {
    let mut fields: Vec<(usize, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let starts = !line.starts_with([' ', '\t', '-', '#']) && split_field(line).is_some();
        match fields.last_mut() {
            Some((_, field)) if !starts => {
                field.push('\n');
                field.push_str(line);
            }
            _ if starts => fields.push((index + 1, line.to_owned())),
            _ => {}
        }
    }
    fields
}

fn shift(node: &mut Node, lines: usize) {
    node.line += lines;
    match &mut node.kind {
        Kind::Scalar { .. } => {}
        Kind::Sequence(items) => items.iter_mut().for_each(|item| shift(item, lines)),
        Kind::Mapping(pairs) => pairs.iter_mut().for_each(|(key, value)| {
            shift(key, lines);
            shift(value, lines);
        }),
    }
}
