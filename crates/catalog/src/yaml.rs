//! YAML as a tree in which every node knows its line.
//!
//! Scalars stay text (`name: no` is the text `no`), because frontmatter is mostly prose; whoever wants a number asks for
//! one. Built on parser events rather than serde, because diagnostics need lines. `docs/decisions/0003-yaml.md` has the
//! comparison. The strict validator does not use this: it has a YAML of its own.
//!
//! Depth is bounded by the parser (255) and size by [`MAX_NODES`], aliases expanded, so a hostile file costs little.

mod mend;

use std::collections::HashMap;

use granit_parser::{Event, Marker, Parser, ScalarStyle, Span};
use serde_json::Value as Json;

pub use mend::{Mended, parse_leniently};

/// The most nodes and bytes of text that one document may have, counted after aliases are expanded.
pub const MAX_NODES: usize = 50_000;
/// Four times what is read of a file, so only aliases can reach it.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// One node and the line (from 1, within the parsed text) on which it starts.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What the node holds.
    pub kind: Kind,
    /// Where it starts.
    pub line: usize,
}

/// What a node holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Text; `plain` tells that it was written without quotes and may mean a number, a truth value or nothing.
    Scalar {
        /// The text after unescaping and folding.
        text: String,
        /// Written without quotes.
        plain: bool,
    },
    /// A list.
    Sequence(Vec<Node>),
    /// A mapping in source order. Keys may repeat; [`Node::get`] returns the last.
    Mapping(Vec<(Node, Node)>),
}

/// Why a text is not YAML.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} at line {line}, column {column}")]
pub struct YamlError {
    /// What the parser says.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

/// Parses the only document of `text`; an empty one is `None`.
pub fn parse(text: &str) -> Result<Option<Node>, YamlError> {
    parse_within(text, &mut Budget::default())
}

/// What may still be spent. Shared by the pieces of a document that is read in pieces, because otherwise each piece could
/// be as large as the whole may be.
struct Budget {
    nodes: usize,
    bytes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { nodes: MAX_NODES, bytes: MAX_BYTES }
    }
}

fn parse_within(text: &str, budget: &mut Budget) -> Result<Option<Node>, YamlError> {
    Builder { events: Parser::new_from_str(text), lines: Lines::of(text), anchors: HashMap::new(), budget }.document()
}

impl Node {
    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The value of a key in a mapping; the last one where a key repeats.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries().iter().rev().find(|(k, _)| k.text() == Some(key)).map(|(_, value)| value)
    }

    /// The pairs of a mapping; empty for anything else.
    pub fn entries(&self) -> &[(Node, Node)] {
        match &self.kind {
            Kind::Mapping(pairs) => pairs,
            _ => &[],
        }
    }

    /// Written as nothing: an empty plain scalar, `~` or `null`.
    pub fn is_null(&self) -> bool {
        matches!(&self.kind, Kind::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// The node as JSON, for keeping unknown fields verbatim.
    ///
    /// A plain scalar becomes a number only if the number prints as the same text, because `version: 1.10` is not 1.1.
    pub fn to_json(&self) -> Json {
        match &self.kind {
            Kind::Scalar { text, plain: false } => Json::from(text.as_str()),
            Kind::Scalar { text, plain: true } => plain_to_json(text),
            Kind::Sequence(items) => items.iter().map(Self::to_json).collect(),
            Kind::Mapping(pairs) => {
                Json::Object(pairs.iter().map(|(key, value)| (key.as_key(), value.to_json())).collect())
            }
        }
    }

    fn as_key(&self) -> String {
        self.text().map_or_else(|| self.to_json().to_string(), str::to_owned)
    }
}

fn plain_to_json(text: &str) -> Json {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Json::Null,
        "true" | "True" | "TRUE" => return Json::Bool(true),
        "false" | "False" | "FALSE" => return Json::Bool(false),
        _ => {}
    }
    let number = text.parse::<i64>().map(Json::from).ok().or_else(|| text.parse::<f64>().ok().map(Json::from));
    number.filter(|number| format!("{number}") == text).unwrap_or_else(|| Json::from(text))
}

struct Builder<'a, 'b, I: Iterator<Item = Result<(Event<'a>, Span), granit_parser::ScanError>>> {
    events: I,
    lines: Lines,
    anchors: HashMap<usize, Node>,
    budget: &'b mut Budget,
}

impl<'a, I: Iterator<Item = Result<(Event<'a>, Span), granit_parser::ScanError>>> Builder<'a, '_, I> {
    fn document(&mut self) -> Result<Option<Node>, YamlError> {
        loop {
            match self.next()? {
                None | Some((Event::StreamEnd | Event::DocumentEnd, _)) => return Ok(None),
                Some((Event::StreamStart | Event::DocumentStart(..), _)) => {}
                Some((event, span)) => {
                    let node = self.node(event, span)?;
                    // The rest must be well-formed and nothing, because what is ignored silently looks like a fault of ours.
                    while let Some((event, span)) = self.next()? {
                        if !matches!(event, Event::DocumentEnd | Event::StreamEnd) {
                            return Err(self.problem("a second document begins", span));
                        }
                    }
                    return Ok(Some(node));
                }
            }
        }
    }

    fn next(&mut self) -> Result<Option<(Event<'a>, Span)>, YamlError> {
        match self.events.next() {
            None => Ok(None),
            Some(Ok(pair)) => Ok(Some(pair)),
            Some(Err(error)) => {
                let at = *error.marker();
                Err(YamlError {
                    message: error.kind().to_string(),
                    line: self.lines.of_marker(&at),
                    column: at.col() + 1,
                })
            }
        }
    }

    fn node(&mut self, event: Event<'a>, span: Span) -> Result<Node, YamlError> {
        let line = self.lines.of_marker(&span.start);
        let (kind, anchor) = match event {
            Event::Scalar(text, style, anchor, _) => {
                self.spend(0, text.len(), span)?;
                (Kind::Scalar { text: text.into_owned(), plain: style == ScalarStyle::Plain }, anchor)
            }
            Event::SequenceStart(_, anchor, _) => {
                self.spend(0, 0, span)?;
                (self.sequence()?, anchor)
            }
            Event::MappingStart(_, anchor, _) => {
                self.spend(0, 0, span)?;
                (self.mapping()?, anchor)
            }
            Event::Alias(id) => {
                let Some(target) = self.anchors.get(&id) else {
                    return Err(self.problem("alias inside its own anchor", span));
                };
                // Before the copy, because a thousand copies of a large text are the attack.
                let (nodes, bytes) = weight(target);
                self.spend(nodes, bytes, span)?;
                let target = self.anchors[&id].clone();
                return Ok(Node { line, ..target });
            }
            other => return Err(self.problem(&format!("unexpected {other:?}"), span)),
        };
        let node = Node { kind, line };
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn sequence(&mut self) -> Result<Kind, YamlError> {
        let mut items = Vec::new();
        while let Some((event, span)) = self.next()? {
            if matches!(event, Event::SequenceEnd) {
                break;
            }
            items.push(self.node(event, span)?);
        }
        Ok(Kind::Sequence(items))
    }

    fn mapping(&mut self) -> Result<Kind, YamlError> {
        let mut pairs = Vec::new();
        while let Some((event, span)) = self.next()? {
            if matches!(event, Event::MappingEnd) {
                break;
            }
            let key = self.node(event, span)?;
            let Some((event, span)) = self.next()? else { break };
            pairs.push((key, self.node(event, span)?));
        }
        Ok(Kind::Mapping(pairs))
    }

    fn spend(&mut self, nodes: usize, bytes: usize, span: Span) -> Result<(), YamlError> {
        match (self.budget.nodes.checked_sub(nodes + 1), self.budget.bytes.checked_sub(bytes)) {
            (Some(nodes), Some(bytes)) => {
                *self.budget = Budget { nodes, bytes };
                Ok(())
            }
            (None, _) => Err(self.problem(&format!("more than {MAX_NODES} values"), span)),
            (_, None) => Err(self.problem(&format!("more than {MAX_BYTES} bytes of text"), span)),
        }
    }

    fn problem(&self, message: &str, span: Span) -> YamlError {
        YamlError { message: message.to_owned(), line: self.lines.of_marker(&span.start), column: span.start.col() + 1 }
    }
}

/// Where lines start. The parser counts a lone carriage return as a line break; editors and the rest of this crate do not.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    fn of_marker(&self, marker: &Marker) -> usize {
        match marker.byte_offset() {
            Some(offset) => self.0.partition_point(|start| *start <= offset),
            None => marker.line().min(self.0.len()),
        }
    }
}

/// Nodes and bytes of text below and including a node.
fn weight(node: &Node) -> (usize, usize) {
    let sum = |children: &mut dyn Iterator<Item = &Node>| {
        children.map(weight).fold((1, 0), |(nodes, bytes), (n, b)| (nodes + n, bytes + b))
    };
    match &node.kind {
        Kind::Scalar { text, .. } => (1, text.len()),
        Kind::Sequence(items) => sum(&mut items.iter()),
        Kind::Mapping(pairs) => sum(&mut pairs.iter().flat_map(|(key, value)| [key, value])),
    }
}
