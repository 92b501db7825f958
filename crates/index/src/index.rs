//! The index: documents and what finds them.

use kitbag_catalog::Catalog;

use crate::document::{Document, EntryKind};
use crate::hit::{Hit, Reasons};
use crate::lexical::Lexical;

/// The longest query that is read; more is a document, not a question.
const MAX_QUERY: usize = 10_000;

/// Everything that can be found. Immutable: another generation of the catalog gives another index.
#[derive(Debug, Clone, Default)]
pub struct Index {
    documents: Vec<Document>,
    lexical: Lexical,
}

impl Index {
    /// An index of these documents.
    pub fn build(documents: Vec<Document>) -> Self {
        let lexical = Lexical::build(&documents);
        Self { documents, lexical }
    }

    /// An index of every skill and tool of a catalog.
    pub fn of_catalog(catalog: &Catalog) -> Self {
        let mut documents = Vec::new();
        for skill in catalog.skills() {
            documents.push(Document::of_skill(skill));
            documents.extend(skill.tools.iter().map(|tool| Document::of_tool(tool, skill)));
        }
        Self::build(documents)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The best entries for a query, best first; of one kind, if one is given. No word in common is no hit.
    pub fn search(&self, query: &str, kind: Option<EntryKind>, limit: usize) -> Vec<Hit> {
        let query = cut(query);
        let (positions, scores) = self.rank(query, kind, limit);
        let hit = |position: usize| {
            let document = &self.documents[position];
            Hit {
                id: document.id.clone(),
                kind: document.kind,
                name: document.name.clone(),
                score: scores[position],
                reasons: Reasons::of(query, document),
            }
        };
        positions.into_iter().map(hit).collect()
    }

    /// The ids of the best entries, best first, without reasons: cheap even for all of them.
    pub fn ranking(&self, query: &str, kind: Option<EntryKind>, limit: usize) -> Vec<String> {
        let (positions, _) = self.rank(cut(query), kind, limit);
        positions.into_iter().map(|position| self.documents[position].id.clone()).collect()
    }

    /// Positions of the best documents, best first, equal scores in order of id; and the scores of all.
    fn rank(&self, query: &str, kind: Option<EntryKind>, limit: usize) -> (Vec<usize>, Vec<f32>) {
        let scores = self.lexical.scores(query);
        let order = |a: &usize, b: &usize| {
            scores[*b].total_cmp(&scores[*a]).then_with(|| self.documents[*a].id.cmp(&self.documents[*b].id))
        };
        // Kept at twice the limit and cut back, because sorting all that score would cost more than scoring them.
        let room = limit.saturating_mul(2).max(16);
        let mut positions: Vec<usize> = Vec::new();
        let mut least = 0.0;
        for (position, score) in scores.iter().enumerate() {
            if *score < least || *score <= 0.0 || kind.is_some_and(|kind| self.documents[position].kind != kind) {
                continue;
            }
            positions.push(position);
            if positions.len() >= room {
                positions.sort_unstable_by(order);
                positions.truncate(limit);
                least = positions.last().map_or(0.0, |last| scores[*last]);
            }
        }
        positions.sort_unstable_by(order);
        positions.truncate(limit);
        (positions, scores)
    }
}

fn cut(query: &str) -> &str {
    query.char_indices().nth(MAX_QUERY).map_or(query, |(end, _)| &query[..end])
}
