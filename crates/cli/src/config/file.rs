//! Configuration files: TOML, or YAML of the same shape, as one tree that knows its lines.

use std::path::Path;

use kitbag_catalog::yaml::{self, Kind, Node};
use toml::de::{DeTable, DeValue};

use crate::failure::{Complaint, Failure};

/// The largest configuration that is read.
const MAX_BYTES: u64 = 1024 * 1024;

/// Reads a configuration file; an empty one gives an empty mapping.
pub(crate) fn read(path: &Path) -> Result<Node, Failure> {
    let unusable = |problem: String| Failure::Configuration(Complaint::new(format!("{}: {problem}", path.display())));
    let metadata = std::fs::metadata(path).map_err(|error| unusable(format!("the file cannot be read: {error}")))?;
    if !metadata.is_file() {
        return Err(unusable("it is not a file".to_owned()));
    }
    let size = metadata.len();
    if size > MAX_BYTES {
        return Err(unusable(format!("the file has {size} bytes, more than {MAX_BYTES}")));
    }
    let bytes = std::fs::read(path).map_err(|error| unusable(format!("the file cannot be read: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| unusable("the file is not valid UTF-8".to_owned()))?;
    let is_yaml = path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    let parsed = if is_yaml {
        yaml::parse(&text).map_err(|error| (error.line, error.message))
    } else {
        from_toml(&text).map(Some)
    };
    let empty = Node { kind: Kind::Mapping(Vec::new()), line: 1 };
    match parsed {
        Ok(None) => Ok(empty),
        Ok(Some(node)) if node.is_null() => Ok(empty),
        Ok(Some(node @ Node { kind: Kind::Mapping(_), .. })) => Ok(node),
        Ok(Some(node)) => Err(at(path, node.line, "the file is not a table of settings")),
        Err((line, message)) => Err(at(path, line, &message)),
    }
}

/// A complaint about a line of a configuration file.
pub(crate) fn at(path: &Path, line: usize, message: &str) -> Failure {
    Failure::Configuration(Complaint::new(format!("{}:{line}: {message}", path.display())))
}

fn from_toml(text: &str) -> Result<Node, (usize, String)> {
    let line_of =
        |offset: usize| text.as_bytes()[..offset.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1;
    let table = DeTable::parse(text)
        .map_err(|error| (error.span().map_or(1, |span| line_of(span.start)), error.message().to_owned()))?;
    Ok(Node { kind: convert_table(table.get_ref(), &line_of), line: 1 })
}

fn convert_table(table: &DeTable<'_>, line_of: &impl Fn(usize) -> usize) -> Kind {
    let mut pairs: Vec<(usize, (Node, Node))> = table
        .iter()
        .map(|(key, value)| {
            let line = line_of(key.span().start);
            let name = Node { kind: Kind::Scalar { text: key.get_ref().to_string(), plain: false }, line };
            (key.span().start, (name, Node { kind: convert(value.get_ref(), line_of), line }))
        })
        .collect();
    // The parser sorts by name; people expect messages in the order of the file.
    pairs.sort_by_key(|(start, _)| *start);
    Kind::Mapping(pairs.into_iter().map(|(_, pair)| pair).collect())
}

fn convert(value: &DeValue<'_>, line_of: &impl Fn(usize) -> usize) -> Kind {
    let scalar = |text: String, plain: bool| Kind::Scalar { text, plain };
    match value {
        DeValue::String(text) => scalar(text.to_string(), false),
        DeValue::Integer(number) => {
            let parsed = i64::from_str_radix(number.as_str(), number.radix()).map(|n| n.to_string());
            scalar(parsed.unwrap_or_else(|_| number.as_str().to_owned()), true)
        }
        DeValue::Float(number) => scalar(number.as_str().to_owned(), true),
        DeValue::Boolean(truth) => scalar(truth.to_string(), true),
        DeValue::Datetime(time) => scalar(time.to_string(), false),
        DeValue::Array(items) => Kind::Sequence(
            items
                .iter()
                .map(|item| Node { kind: convert(item.get_ref(), line_of), line: line_of(item.span().start) })
                .collect(),
        ),
        DeValue::Table(table) => convert_table(table, line_of),
    }
}
