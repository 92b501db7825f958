//! A hit: an entry that answers a query, how well, and why.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use crate::document::{Document, EntryKind, Field};
use crate::text::for_each_term;

/// An entry that answers a query.
///
/// Hits are ordered by score, then id, so there are no ties.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// The entry's id.
    pub id: String,
    /// What it is.
    pub kind: EntryKind,
    /// Its name.
    pub name: String,
    /// Between 0 and 1: the share of what a document could score at the most that holds every word of the query, rare words counting
    /// more. Comparable between queries; not a probability.
    #[serde(serialize_with = "rounded")]
    pub score: f32,
    /// Why.
    pub reasons: Reasons,
}

/// Why an entry answers a query.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Reasons {
    /// The words of the query, as they were written, that occur, by field, in the query's order.
    pub words: BTreeMap<Field, Vec<String>>,
    /// The words of the query that occur nowhere in the entry.
    pub missing: Vec<String>,
}

/// How many words are listed of each field.
const MAX_WORDS: usize = 64;

impl Reasons {
    /// Every word that matched, each once, in alphabetical order.
    pub fn matched(&self) -> Vec<&str> {
        let words: BTreeSet<&str> = self.words.values().flatten().map(String::as_str).collect();
        words.into_iter().collect()
    }

    /// Compares a query with a document, word by word.
    pub(crate) fn of(query: &str, document: &Document) -> Self {
        let mut positions: HashMap<String, usize> = HashMap::new();
        let mut wanted: Vec<(String, bool)> = Vec::new();
        for_each_term(query, |term| {
            if !positions.contains_key(term.text) {
                positions.insert(term.text.to_owned(), wanted.len());
                wanted.push((term.word.to_owned(), term.is_whole));
            }
        });
        let mut reasons = Self::default();
        let mut found = vec![false; wanted.len()];
        for (field, text) in document.fields() {
            let mut here = vec![false; wanted.len()];
            for_each_term(text, |term| {
                if let Some(position) = positions.get(term.text) {
                    here[*position] = true;
                }
            });
            found.iter_mut().zip(&here).for_each(|(found, here)| *found |= here);
            let words: Vec<String> = wanted
                .iter()
                .zip(&here)
                .filter(|(_, here)| **here)
                .map(|((word, _), _)| word.clone())
                .take(MAX_WORDS)
                .collect();
            if !words.is_empty() {
                reasons.words.insert(field, words);
            }
        }
        let missing = wanted.into_iter().zip(found).filter(|((_, is_whole), found)| !found && !is_whole);
        reasons.missing = missing.map(|((word, _), _)| word).take(MAX_WORDS).collect();
        reasons
    }
}

/// Serialises a score to four digits after the point: more is noise, and differs between machines.
pub fn rounded<S: serde::Serializer>(score: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((f64::from(*score) * 10_000.0).round() / 10_000.0)
}
