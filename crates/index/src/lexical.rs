//! The lexical side: BM25 over weighted fields, in memory.
//!
//! A term's frequency in a document is the sum over fields of how often it occurs times the field's weight, so one posting serves all
//! fields. Postings lie flat, term after term, in order of document. The index is immutable once built, so everything that does not depend
//! on the query is worked out then: a posting holds what the term gives, and searching only multiplies and adds.

use std::collections::HashMap;

use crate::document::Document;
use crate::text::for_each_term;

/// How fast repetition stops counting.
const K1: f32 = 2.5;
/// How much long documents are held back: 0 not at all, 1 in full proportion.
const B: f32 = 0.5;

/// An inverted index over documents, which are known by their position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lexical {
    vocabulary: HashMap<Box<str>, u32>,
    /// Where each term's postings begin; one more than there are terms.
    starts: Vec<u32>,
    postings: Vec<Posting>,
    documents: usize,
}

#[derive(Debug, Clone, Copy)]
struct Posting {
    document: u32,
    /// From 0 to 1: the frequency, saturated and held against the document's length.
    impact: f32,
}

impl Lexical {
    /// Indexes the documents; each is known by its position from then on.
    pub(crate) fn build(documents: &[Document]) -> Self {
        let mut index = Self { documents: documents.len(), ..Self::default() };
        let mut rows: Vec<(u32, Posting)> = Vec::new();
        let mut lengths: Vec<f32> = Vec::with_capacity(documents.len());
        let mut frequencies: HashMap<u32, f32> = HashMap::new();
        for (position, document) in documents.iter().enumerate() {
            frequencies.clear();
            let mut length = 0.0;
            for (field, text) in document.fields() {
                let weight = field.weight();
                for_each_term(text, |term| {
                    *frequencies.entry(index.intern(term.text)).or_default() += weight;
                    length += weight;
                });
            }
            lengths.push(length);
            let document = u32::try_from(position).unwrap_or(u32::MAX);
            rows.extend(frequencies.iter().map(|(term, frequency)| (*term, Posting { document, impact: *frequency })));
        }
        let average = (lengths.iter().sum::<f32>() / documents.len().max(1) as f32).max(1.0);
        for (_, posting) in &mut rows {
            let saturation = K1 * (1.0 - B + B * lengths[posting.document as usize] / average);
            posting.impact /= posting.impact + saturation;
        }
        index.lay_out(&rows);
        index
    }

    /// How many documents there are.
    pub(crate) fn len(&self) -> usize {
        self.documents
    }

    /// The score of every document for a query, by position: the share, from 0 to 1, of what a document would score that had every
    /// term as often as can be. A term that occurs nowhere still counts towards that, so a query mostly of unknown words scores low.
    pub(crate) fn scores(&self, query: &str) -> Vec<f32> {
        let mut scores = vec![0.0; self.len()];
        let mut ceiling = 0.0;
        for Counted { term, count, is_whole } in counted(query) {
            // The root of how often a term is said, at most twice: saying a word again stresses it a little.
            let times = count.min(2.0).sqrt();
            let postings = self.vocabulary.get(term.as_str()).map_or(&[][..], |term| self.postings_of(*term));
            if is_whole && postings.is_empty() {
                // `readFile` that occurs nowhere is still `read` and `file`, which are counted by themselves.
                continue;
            }
            let weight = times * self.rarity(postings.len()) * (K1 + 1.0);
            ceiling += weight;
            for posting in postings {
                scores[posting.document as usize] += weight * posting.impact;
            }
        }
        if ceiling > 0.0 {
            scores.iter_mut().for_each(|score| *score = (*score / ceiling).min(1.0));
        }
        scores
    }

    fn intern(&mut self, term: &str) -> u32 {
        if let Some(id) = self.vocabulary.get(term) {
            return *id;
        }
        let id = u32::try_from(self.vocabulary.len()).unwrap_or(u32::MAX);
        self.vocabulary.insert(term.into(), id);
        id
    }

    /// Sorts rows by term without comparing them: count, then place.
    fn lay_out(&mut self, rows: &[(u32, Posting)]) {
        let mut starts = vec![0_u32; self.vocabulary.len() + 1];
        rows.iter().for_each(|(term, _)| starts[*term as usize + 1] += 1);
        for term in 1..starts.len() {
            starts[term] += starts[term - 1];
        }
        let mut next = starts.clone();
        self.postings = vec![Posting { document: 0, impact: 0.0 }; rows.len()];
        for (term, posting) in rows {
            let place = &mut next[*term as usize];
            self.postings[*place as usize] = *posting;
            *place += 1;
        }
        self.starts = starts;
    }

    fn postings_of(&self, term: u32) -> &[Posting] {
        &self.postings[self.starts[term as usize] as usize..self.starts[term as usize + 1] as usize]
    }

    /// How much a term that occurs in `count` documents tells.
    fn rarity(&self, count: usize) -> f32 {
        let (all, count) = (self.len() as f32, count as f32);
        (1.0 + (all - count + 0.5) / (count + 0.5)).ln()
    }
}

/// A term of a query and how often it is said.
struct Counted {
    term: String,
    count: f32,
    is_whole: bool,
}

/// The terms of a text, in order of first occurrence.
fn counted(text: &str) -> Vec<Counted> {
    let mut positions: HashMap<String, usize> = HashMap::new();
    let mut counts: Vec<Counted> = Vec::new();
    for_each_term(text, |term| match positions.get(term.text) {
        Some(position) => counts[*position].count += 1.0,
        None => {
            positions.insert(term.text.to_owned(), counts.len());
            counts.push(Counted { term: term.text.to_owned(), count: 1.0, is_whole: term.is_whole });
        }
    });
    counts
}
