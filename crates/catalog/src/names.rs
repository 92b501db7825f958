//! Names: how a tool is called on the wire, and what a name that somebody wrote means.
//!
//! On the wire a tool is `owner__tool` in 1 to 64 characters of `[A-Za-z0-9_-]`, which is what every model provider takes; a `/` in the
//! owner is `--`. An id that can be read back from that form is called so, whoever else is there. Any other id (odd characters,
//! too long, separators in the wrong place) is cut to fit and gets a digest of itself, always: a name must not come to mean another tool
//! when a skill is added.
//!
//! People and models write less than that: `commit`, `git.commit`, `git__commit`. Each form resolves where it is unique.

use std::collections::HashMap;

use crate::digest::Digest;
use crate::ids::{SkillId, ToolId, closest};
use crate::skill::Skill;

const MAX_WIRE: usize = 64;
const SEPARATOR: &str = "__";
const NESTING: &str = "--";
const DIGEST_DIGITS: usize = 8;

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution<T> {
    /// Exactly one thing.
    Found(T),
    /// Several things; say which. Sorted.
    Ambiguous(Vec<T>),
    /// Nothing; perhaps one of these was meant. Best first, at most three.
    Unknown(Vec<String>),
}

impl<T> Resolution<T> {
    /// The one thing, if it is one.
    pub fn found(self) -> Option<T> {
        match self {
            Self::Found(thing) => Some(thing),
            _ => None,
        }
    }
}

/// The names of one catalog. Finding a name costs the same in a small and in a large catalog; suggestions for one that is
/// not there cost a look at all of them.
#[derive(Debug, Clone, Default)]
pub struct Names {
    wire: HashMap<ToolId, String>,
    by_wire: HashMap<String, ToolId>,
    tools: HashMap<String, Vec<ToolId>>,
    skills: HashMap<String, Vec<SkillId>>,
}

impl Names {
    /// The names of these skills and of their tools.
    pub(crate) fn of<'a>(skills: impl Iterator<Item = &'a Skill> + Clone) -> Self {
        let mut names = Self::default();
        for skill in skills.clone() {
            names.add_skill(skill);
        }
        let mut ids: Vec<&ToolId> = skills.flat_map(|skill| skill.tools.iter().map(|tool| &tool.id)).collect();
        ids.sort();
        ids.iter().for_each(|id| names.add_forms(id));
        // Names that can be read back first, so that nothing else can take theirs.
        let (plain, odd): (Vec<&ToolId>, Vec<&ToolId>) = ids.into_iter().partition(|id| reversible(id).is_some());
        plain.into_iter().chain(odd).for_each(|id| names.add_wire(id));
        // Once at the end, because ten thousand tools may share one bare name.
        names.skills.values_mut().for_each(sort_unique);
        names.tools.values_mut().for_each(sort_unique);
        names
    }

    /// The name of a tool on the wire.
    pub fn wire(&self, tool: &ToolId) -> Option<&str> {
        self.wire.get(tool).map(String::as_str)
    }

    /// The tool that a name means: on the wire, dotted, or bare where only one tool is called so.
    pub fn tool(&self, name: &str) -> Resolution<ToolId> {
        if let Some(id) = self.by_wire.get(name) {
            return Resolution::Found(id.clone());
        }
        match self.tools.get(name).map(Vec::as_slice) {
            Some([one]) => Resolution::Found(one.clone()),
            // An id means itself, also where it is the short form of another: `git.log` beside `deep/git.log`.
            Some(several) => match several.iter().find(|id| id.to_string() == name) {
                Some(exact) => Resolution::Found(exact.clone()),
                None => Resolution::Ambiguous(several.to_vec()),
            },
            None => Resolution::Unknown(similar(name, &self.tools)),
        }
    }

    /// The skill that a name means: its id, its directory or its author's name; then the same regardless of case and of
    /// `-` or `_`.
    pub fn skill(&self, name: &str) -> Resolution<SkillId> {
        let name = name.trim_matches('/');
        match self.skills_called(name) {
            Some([one]) => Resolution::Found(one.clone()),
            Some(several) => match several.iter().find(|id| id.as_str() == name) {
                Some(exact) => Resolution::Found(exact.clone()),
                None => Resolution::Ambiguous(several.to_vec()),
            },
            None => Resolution::Unknown(similar(&fold(name), &self.skills)),
        }
    }

    /// Whether any tool is called so, in any form.
    pub fn has_tool(&self, name: &str) -> bool {
        self.by_wire.contains_key(name) || self.tools.contains_key(name)
    }

    /// Whether any skill is called so.
    pub fn has_skill(&self, name: &str) -> bool {
        self.skills_called(name.trim_matches('/')).is_some()
    }

    fn skills_called(&self, name: &str) -> Option<&[SkillId]> {
        self.skills.get(name).or_else(|| self.skills.get(&fold(name))).map(Vec::as_slice)
    }

    fn add_skill(&mut self, skill: &Skill) {
        let id = &skill.id;
        let exact = [id.as_str(), id.directory(), skill.name()];
        let folded = exact.map(fold);
        for key in exact.into_iter().chain(folded.iter().map(String::as_str)) {
            self.skills.entry(key.to_owned()).or_default().push(id.clone());
        }
    }

    fn add_forms(&mut self, id: &ToolId) {
        let directory = id.owner().rsplit('/').next().unwrap_or_default();
        let forms = [
            id.name().to_owned(),
            id.to_string(),
            format!("{}{SEPARATOR}{}", id.owner(), id.name()),
            format!("{directory}.{}", id.name()),
            format!("{directory}{SEPARATOR}{}", id.name()),
        ];
        for form in forms {
            self.tools.entry(form).or_default().push(id.clone());
        }
    }

    fn add_wire(&mut self, id: &ToolId) {
        if self.wire.contains_key(id) {
            return;
        }
        let mut name = reversible(id).unwrap_or_else(|| with_digest(id, DIGEST_DIGITS));
        let mut digits = DIGEST_DIGITS;
        while self.by_wire.contains_key(&name) {
            digits += 4;
            name = with_digest(id, digits);
        }
        self.by_wire.insert(name.clone(), id.clone());
        self.wire.insert(id.clone(), name);
    }
}

/// The wire name from which the id can be read back: the first `__` ends the owner, each `--` in it was a `/`.
fn reversible(id: &ToolId) -> Option<String> {
    let is_whole = |text: &str| !text.is_empty() && text.chars().all(is_wire);
    let is_segment = |text: &str| {
        is_whole(text)
            && !text.contains(NESTING)
            && !text.contains(SEPARATOR)
            && !text.starts_with('-')
            && !text.ends_with(['-', '_'])
    };
    let name = format!("{}{SEPARATOR}{}", id.owner().replace('/', NESTING), id.name());
    (id.owner().split('/').all(is_segment) && is_whole(id.name()) && name.len() <= MAX_WIRE).then_some(name)
}

fn is_wire(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// The name with every odd character replaced, cut to fit, and a digest of the id that keeps it apart from all others.
fn with_digest(id: &ToolId, digits: usize) -> String {
    let digest = Digest::of([id.owner().as_bytes(), id.name().as_bytes()]).short(digits.min(MAX_WIRE - 2));
    let clean = |c: char| if is_wire(c) { c } else { '-' };
    let plain: String =
        id.owner().chars().map(clean).chain(SEPARATOR.chars()).chain(id.name().chars().map(clean)).collect();
    format!("{}_{digest}", &plain[..plain.len().min(MAX_WIRE - digest.len() - 1)])
}

/// The ids behind the keys that look like a misspelling, each once, best first, at most three.
fn similar<T: ToString>(wanted: &str, meant: &HashMap<String, Vec<T>>) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for key in closest(wanted, meant.keys().map(String::as_str)) {
        for id in meant[key].iter().take(3).map(T::to_string) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    ids.truncate(3);
    ids
}

fn sort_unique<T: Ord>(items: &mut Vec<T>) {
    items.sort();
    items.dedup();
}

fn fold(name: &str) -> String {
    name.to_lowercase().replace(['_', ' '], "-")
}
