//! Names: how a tool is called on the wire, and what a name that somebody wrote means.
//!
//! On the wire a tool is `owner__tool` in 1 to 64 characters of `[A-Za-z0-9_-]`, which is what every model provider takes.
//! A name that fits without loss is used as it is and never changes when others come or go. A name that does not fit gets a
//! short digest of its id, and so do all lossy names that would be the same; so names depend on ids alone, not on order.
//!
//! People and models write less than that: `commit`, `git.commit`, `git__commit`. Each form resolves where it is unique.

use std::collections::{BTreeMap, HashMap};

use crate::digest::Digest;
use crate::ids::{SkillId, ToolId, closest};
use crate::skill::Skill;

const MAX_WIRE: usize = 64;
const SEPARATOR: &str = "__";
const DIGEST_DIGITS: usize = 8;

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution<T> {
    /// Exactly one thing.
    Found(T),
    /// Several things; say which. Sorted.
    Ambiguous(Vec<T>),
    /// Nothing; perhaps one of these was meant. Best first.
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

/// The names of one catalog. Looking one up costs the same in a small and in a large catalog.
#[derive(Debug, Clone, Default)]
pub struct Names {
    wire: HashMap<ToolId, String>,
    by_wire: HashMap<String, ToolId>,
    tools: HashMap<String, Vec<ToolId>>,
    skills: HashMap<String, Vec<SkillId>>,
}

impl Names {
    /// The names of these skills and of their tools. Skills come in order of precedence, which decides between equal names.
    pub(crate) fn of<'a>(skills: impl Iterator<Item = &'a Skill> + Clone) -> Self {
        let mut names = Self::default();
        for skill in skills.clone() {
            names.add_skill(skill);
        }
        let ids: Vec<&ToolId> = skills.flat_map(|skill| skill.tools.iter().map(|tool| &tool.id)).collect();
        names.add_tools(&ids);
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
            Some(several) => Resolution::Ambiguous(several.to_vec()),
            None => Resolution::Unknown(similar(name, &self.tools)),
        }
    }

    /// The skill that a name means: its id, its directory or its author's name; then the same regardless of case and of
    /// `-` or `_`.
    pub fn skill(&self, name: &str) -> Resolution<SkillId> {
        let name = name.trim_matches('/');
        let direct = self.skills.get(name).or_else(|| self.skills.get(&fold(name)));
        match direct.map(Vec::as_slice) {
            Some([one]) => Resolution::Found(one.clone()),
            Some(several) => match several.iter().find(|id| id.as_str() == name) {
                Some(exact) => Resolution::Found(exact.clone()),
                None => Resolution::Ambiguous(several.to_vec()),
            },
            None => Resolution::Unknown(similar(&fold(name), &self.skills)),
        }
    }

    fn add_skill(&mut self, skill: &Skill) {
        let id = &skill.id;
        let exact = [id.as_str(), id.directory(), skill.name()];
        let folded = exact.map(fold);
        for key in exact.into_iter().chain(folded.iter().map(String::as_str)) {
            self.skills.entry(key.to_owned()).or_default().push(id.clone());
        }
    }

    fn add_tools(&mut self, ids: &[&ToolId]) {
        // BTreeMap, because the order in which names are handed out must not depend on hashing.
        let mut claims: BTreeMap<String, Vec<&ToolId>> = BTreeMap::new();
        for id in ids {
            claims.entry(plain(id)).or_default().push(id);
        }
        for (plain, mut claimants) in claims {
            claimants.sort();
            claimants.dedup();
            let lossless = claimants.iter().position(|id| is_lossless(id));
            for (index, id) in claimants.iter().enumerate() {
                let keeps = plain.len() <= MAX_WIRE
                    && (lossless == Some(index) || (lossless.is_none() && claimants.len() == 1));
                let wire = if keeps { plain.clone() } else { with_digest(&plain, id) };
                self.by_wire.insert(wire.clone(), (*id).clone());
                self.wire.insert((*id).clone(), wire);
            }
        }
        for id in ids {
            let directory = id.owner().rsplit('/').next().unwrap_or_default();
            let forms = [
                id.name().to_owned(),
                id.to_string(),
                format!("{}{SEPARATOR}{}", id.owner(), id.name()),
                format!("{directory}.{}", id.name()),
                format!("{directory}{SEPARATOR}{}", id.name()),
            ];
            for form in forms {
                self.tools.entry(form).or_default().push((*id).clone());
            }
        }
    }
}

/// `owner__tool` with every other character replaced by a hyphen.
fn plain(id: &ToolId) -> String {
    let clean = |text: &str| -> String { text.chars().map(|c| if is_wire(c) { c } else { '-' }).collect() };
    format!("{}{SEPARATOR}{}", clean(id.owner()), clean(id.name()))
}

/// Whether the id can be read back from its plain name: nothing was replaced, and the separator occurs once.
fn is_lossless(id: &ToolId) -> bool {
    let whole = |text: &str| !text.is_empty() && text.chars().all(is_wire) && !text.contains(SEPARATOR);
    whole(id.owner()) && whole(id.name()) && !id.owner().ends_with('_') && !id.name().starts_with('_')
}

fn is_wire(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// The plain name cut to fit, with a digest of the id that keeps it apart from all others.
fn with_digest(plain: &str, id: &ToolId) -> String {
    let digest = Digest::of([id.owner().as_bytes(), id.name().as_bytes()]).short(DIGEST_DIGITS);
    let room = MAX_WIRE - DIGEST_DIGITS - 1;
    format!("{}_{digest}", &plain[..plain.len().min(room)])
}

/// The ids behind the keys that look like a misspelling, each once, best first, at most three.
fn similar<T: ToString>(wanted: &str, meant: &HashMap<String, Vec<T>>) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for id in
        closest(wanted, meant.keys().map(String::as_str)).into_iter().flat_map(|key| &meant[key]).map(T::to_string)
    {
        if !ids.contains(&id) {
            ids.push(id);
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
