//! A skill's card: what its author says about it.
//!
//! Fields are looked for at the top level and, failing that, under `metadata`, because both forms are in use. A field that
//! may be a list or a string is always a list here. Whatever is not known stays verbatim in `extra`.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::yaml::{Kind, Node};

/// What the frontmatter (or a manifest) says about a skill. Plain data; nothing is checked here.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Card {
    /// The author's name for it: an alias, not the id.
    pub name: Option<String>,
    /// What it does and when to use it.
    pub description: String,
    /// A version, as text: `1.10` is not `1.1`.
    pub version: Option<String>,
    /// Who wrote it (`authors` or `author`).
    pub authors: Vec<String>,
    /// When it was written, as the author wrote it.
    pub created: Option<String>,
    /// An SPDX name or a sentence.
    pub license: Option<String>,
    /// What it needs or works with.
    pub compatibility: Option<String>,
    /// Words that should lead to it (`routing_keywords`, `keywords` or `triggers`).
    pub routing_keywords: Vec<String>,
    /// What users want when they need it.
    pub intents: Vec<String>,
    /// Free labels; a manifest's dispatch compares them with a task's labels.
    pub tags: Vec<String>,
    /// Other skills that it needs.
    pub dependencies: Vec<String>,
    /// Tools found elsewhere in the catalog that it needs (`tools` or `required_tools`).
    pub required_tools: Vec<String>,
    /// Client tools it may use without asking, such as `Bash(git:*)`.
    pub allowed_tools: Vec<String>,
    /// A group that it belongs to.
    pub category: Option<String>,
    /// The model that it was written for.
    pub model: Option<String>,
    /// Every other field, verbatim.
    pub extra: Map<String, Json>,
}

/// Where each field of the card may stand, first match wins. A field in none of these lists goes to `extra`.
const KEYWORDS: &[&str] = &["routing_keywords", "routing-keywords", "keywords", "triggers"];
const AUTHORS: &[&str] = &["authors", "author"];
const TOOLS: &[&str] = &["tools", "required_tools", "required-tools"];
const ALLOWED: &[&str] = &["allowed-tools", "allowed_tools"];
const CREATED: &[&str] = &["created", "date"];

/// A field of the wrong shape: its key, its line, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Misshapen {
    pub(crate) key: &'static str,
    pub(crate) line: usize,
    pub(crate) expected: &'static str,
}

/// A card as read, with the line of each field that was found and the fields of the wrong shape.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) card: Card,
    /// The field's usual name to its line in the frontmatter.
    pub(crate) lines: HashMap<&'static str, usize>,
    pub(crate) misshapen: Vec<Misshapen>,
}

impl Card {
    /// Reads a card from parsed frontmatter.
    pub(crate) fn read(root: &Node) -> Reading {
        let mut reader = Reader {
            root,
            metadata: root.get("metadata"),
            used: Vec::new(),
            lines: HashMap::new(),
            misshapen: Vec::new(),
        };
        let mut card = Self {
            name: reader.text(&["name"]),
            description: reader.text(&["description"]).unwrap_or_default(),
            version: reader.text(&["version"]),
            authors: reader.list(AUTHORS),
            created: reader.text(CREATED),
            license: reader.text(&["license"]),
            compatibility: reader.joined(&["compatibility"]),
            routing_keywords: reader.list(KEYWORDS),
            intents: reader.list(&["intents"]),
            tags: reader.list(&["tags"]),
            dependencies: reader.list(&["dependencies"]),
            required_tools: reader.list(TOOLS),
            allowed_tools: reader.words(ALLOWED),
            category: reader.text(&["category"]),
            model: reader.text(&["model"]),
            extra: Map::new(),
        };
        card.extra = reader.rest();
        Reading { card, lines: reader.lines, misshapen: reader.misshapen }
    }
}

struct Reader<'a> {
    root: &'a Node,
    metadata: Option<&'a Node>,
    used: Vec<*const Node>,
    lines: HashMap<&'static str, usize>,
    misshapen: Vec<Misshapen>,
}

impl<'a> Reader<'a> {
    fn find(&mut self, keys: &[&'static str]) -> Option<(&'static str, &'a Node)> {
        let (key, node) = [Some(self.root), self.metadata]
            .into_iter()
            .flatten()
            .find_map(|place| keys.iter().find_map(|key| place.get(key).map(|node| (*key, node))))?;
        self.used.push(node);
        self.lines.insert(keys[0], node.line);
        (!node.is_null()).then_some((key, node))
    }

    fn text(&mut self, keys: &[&'static str]) -> Option<String> {
        let (key, node) = self.find(keys)?;
        match node.text() {
            Some(text) => non_empty(text),
            None => {
                self.complain(key, node, "a text");
                non_empty(&scalars(node).join(", "))
            }
        }
    }

    fn joined(&mut self, keys: &[&'static str]) -> Option<String> {
        let (_, node) = self.find(keys)?;
        non_empty(&scalars(node).join(", "))
    }

    /// A list, or a string with commas. A nested list or mapping inside is reported and flattened.
    fn list(&mut self, keys: &[&'static str]) -> Vec<String> {
        let Some((key, node)) = self.find(keys) else { return Vec::new() };
        match &node.kind {
            Kind::Scalar { text, .. } => text.split(',').filter_map(non_empty).collect(),
            Kind::Sequence(items) => {
                if items.iter().any(|item| item.text().is_none()) {
                    self.complain(key, node, "a list of texts");
                }
                scalars(node)
            }
            // `dependencies: {python: ">=3.8"}` names python.
            Kind::Mapping(pairs) => {
                self.complain(key, node, "a list of texts");
                pairs.iter().filter_map(|(key, _)| key.text().and_then(non_empty)).collect()
            }
        }
    }

    /// A list, or one string of words in which parentheses may hold spaces: `Bash(git commit:*) Read`.
    fn words(&mut self, keys: &[&'static str]) -> Vec<String> {
        let Some((_, node)) = self.find(keys) else { return Vec::new() };
        match node.text() {
            Some(text) => split_outside_parentheses(text),
            None => scalars(node),
        }
    }

    /// What no field used, with `metadata` reduced to what is left of it.
    fn rest(&self) -> Map<String, Json> {
        let unused = |place: &Node| -> Map<String, Json> {
            place
                .entries()
                .iter()
                .filter(|(_, value)| !self.used.contains(&std::ptr::from_ref(value)))
                .map(|(key, value)| {
                    (key.text().map_or_else(|| key.to_json().to_string(), str::to_owned), value.to_json())
                })
                .collect()
        };
        let mut rest = unused(self.root);
        if let Some(metadata) = self.metadata.filter(|node| matches!(node.kind, Kind::Mapping(_))) {
            let left = unused(metadata);
            rest.shift_remove("metadata");
            if !left.is_empty() {
                rest.insert("metadata".to_owned(), Json::Object(left));
            }
        }
        rest
    }

    fn complain(&mut self, key: &'static str, node: &Node, expected: &'static str) {
        self.misshapen.push(Misshapen { key, line: node.line, expected });
    }
}

/// Every scalar below a node, in order.
fn scalars(node: &Node) -> Vec<String> {
    match &node.kind {
        Kind::Scalar { text, .. } => non_empty(text).into_iter().collect(),
        Kind::Sequence(items) => items.iter().flat_map(scalars).collect(),
        Kind::Mapping(pairs) => pairs.iter().flat_map(|(_, value)| scalars(value)).collect(),
    }
}

fn non_empty(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn split_outside_parentheses(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match words.last_mut() {
            Some(word) if depth > 0 || !(c.is_whitespace() || c == ',') => word.push(c),
            _ => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
