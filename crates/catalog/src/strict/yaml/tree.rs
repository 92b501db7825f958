//! What a text holds: texts, lists and mappings, and where each starts.

use super::scalar::Scalar;

/// A value and where it starts.
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// What a value is.
pub(super) enum Kind {
    /// Everything that is not a collection is a text, because the reference knows neither numbers nor null.
    Text {
        text: String,
        plain: bool,
    },
    List(Vec<Node>),
    /// Keys are nodes, because a list may stand as one.
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// A text read at `line` and `column`.
    pub(super) fn text((line, column): (usize, usize), scalar: Scalar) -> Self {
        Self { kind: Kind::Text { text: scalar.text, plain: scalar.plain }, line, column }
    }

    /// What stands where nothing is written.
    pub(super) fn empty((line, column): (usize, usize)) -> Self {
        Self { kind: Kind::Text { text: String::new(), plain: true }, line, column }
    }

    /// Whether this, as a key, merges another mapping into its own.
    pub(super) fn is_merge(&self) -> bool {
        matches!(&self.kind, Kind::Text { text, plain: true } if text == "<<")
    }
}
