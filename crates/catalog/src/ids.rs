//! Ids: the names by which everything else speaks of an entry.
//!
//! A skill's identity is its directory, as the path below its root (`git`, `bundles/discovery/papers`). What the author
//! wrote as `name` is an alias: two authors may write the same name, but two directories cannot be the same. The price is
//! that a nested skill has a long id; [`crate::Names`] resolves its last segment and its name wherever they are unique.

use std::borrow::Borrow;
use std::fmt::{self, Write as _};
use std::path::{Component, Path};
use std::sync::Arc;

use serde::{Serialize, Serializer};

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        // Hashes and compares like its text, so that maps by id can be asked with text.
        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }
    };
}

text_id! {
    /// A skill's id: its directory below the root, segments joined by `/`.
    ///
    /// Never empty, never absolute, no control characters; independent of how the root was spelled.
    SkillId
}

text_id! {
    /// An MCP server's id: its name in the configuration, or `skill/name` for a server that a skill brings along.
    ServerId
}

impl SkillId {
    /// The id of the directory at `relative` below a root called `root_name`.
    ///
    /// The root itself may be a skill; it is then called by its own directory's name. Characters that cannot be shown
    /// (control characters, invalid UTF-8) become `%XX`, so that different
    /// directories have different ids.
    pub fn from_relative(relative: &Path, root_name: &str) -> Self {
        let segments: Vec<String> = relative
            .components()
            .filter_map(|component| match component {
                Component::Normal(name) => Some(printable(name.as_encoded_bytes())),
                _ => None,
            })
            .collect();
        let id = if segments.is_empty() { printable(root_name.as_bytes()) } else { segments.join("/") };
        Self(if id.is_empty() { "skill".into() } else { id.into() })
    }

    /// The last segment: the name of the directory itself.
    pub fn directory(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }
}

impl ServerId {
    /// A server that the configuration names.
    pub fn configured(name: &str) -> Self {
        Self(printable(name.as_bytes()).into())
    }

    /// A server that a skill's own `mcp.json` names.
    pub fn of_skill(skill: &SkillId, name: &str) -> Self {
        Self(format!("{skill}/{}", printable(name.as_bytes())).into())
    }
}

/// A tool's id: its owner (a skill or a server) and its own name, written `owner.name`.
///
/// Ordered by owner, then name. The dotted form is for people; it is looked up, never split, because both halves may
/// contain dots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolId {
    owner: Arc<str>,
    name: Arc<str>,
}

impl ToolId {
    /// The tool `name` of `owner`.
    pub fn new(owner: &str, name: &str) -> Self {
        Self { owner: owner.into(), name: name.into() }
    }

    /// The id of the skill or server that the tool belongs to.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The tool's name within its owner.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for ToolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.owner, self.name)
    }
}

impl Serialize for ToolId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The candidates that look like a misspelling of `wanted`, best first, at most three.
///
/// Similarity is Jaro-Winkler over lower-cased text, at least 0.75, and 0.8 for a single slip (`gti`); ties are in
/// alphabetical order.
pub fn closest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = wanted.to_lowercase();
    let mut scored: Vec<(f64, &str)> = candidates
        .into_iter()
        .map(|candidate| (similarity(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(similarity, _)| *similarity >= 0.75)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored.into_iter().take(3).map(|(_, candidate)| candidate).collect()
}

fn similarity(wanted: &str, candidate: &str) -> f64 {
    let one_slip = candidate.chars().count() > 2 && strsim::osa_distance(wanted, candidate) <= 1;
    strsim::jaro_winkler(wanted, candidate).max(if one_slip { 0.8 } else { 0.0 })
}

/// Text in which every byte that cannot be shown is `%XX`.
fn printable(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let escape = |text: &mut String, bytes: &[u8]| {
        bytes.iter().for_each(|byte| {
            let _ = write!(text, "%{byte:02X}");
        });
    };
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() { escape(&mut text, c.encode_utf8(&mut [0; 4]).as_bytes()) } else { text.push(c) }
        }
        escape(&mut text, chunk.invalid());
    }
    text
}
