//! Evaluation: how well a ranking answers queries whose right answers are known.
//!
//! Pure arithmetic over rankings, so that every ranker is measured alike. A query without a known answer in the corpus does not count.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

/// What a set of rankings is worth, each as a mean over queries between 0 and 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Quality {
    /// How many queries were counted.
    pub queries: usize,
    /// The share of right answers in first place.
    pub recall_at_1: f64,
    /// The share of right answers among the first five.
    pub recall_at_5: f64,
    /// The share of right answers among the first ten.
    pub recall_at_10: f64,
    /// How early right answers come among the first ten, discounted by the logarithm of the place.
    pub ndcg_at_10: f64,
    /// One over the place of the first right answer.
    pub mrr: f64,
}

/// The right answers of one query: entry and how right it is.
pub type Answers = HashMap<String, u32>;

impl Quality {
    /// Measures rankings, given with the answers of their queries.
    pub fn of<'a>(rankings: impl IntoIterator<Item = (&'a [String], &'a Answers)>) -> Self {
        let mut sum = Self::default();
        for (ranking, answers) in rankings.into_iter().filter(|(_, answers)| !answers.is_empty()) {
            sum.queries += 1;
            sum.recall_at_1 += recall(ranking, answers, 1);
            sum.recall_at_5 += recall(ranking, answers, 5);
            sum.recall_at_10 += recall(ranking, answers, 10);
            sum.ndcg_at_10 += ndcg(ranking, answers, 10);
            let first = ranking.iter().position(|id| answers.contains_key(id));
            sum.mrr += first.map_or(0.0, |place| 1.0 / (place as f64 + 1.0));
        }
        let mean = |total: f64| total / (sum.queries.max(1) as f64);
        Self {
            queries: sum.queries,
            recall_at_1: mean(sum.recall_at_1),
            recall_at_5: mean(sum.recall_at_5),
            recall_at_10: mean(sum.recall_at_10),
            ndcg_at_10: mean(sum.ndcg_at_10),
            mrr: mean(sum.mrr),
        }
    }
}

fn recall(ranking: &[String], answers: &Answers, depth: usize) -> f64 {
    let found: HashSet<&String> = ranking.iter().take(depth).filter(|id| answers.contains_key(*id)).collect();
    found.len() as f64 / answers.len() as f64
}

fn ndcg(ranking: &[String], answers: &Answers, depth: usize) -> f64 {
    let discount = |place: usize| 1.0 / (place as f64 + 2.0).log2();
    let gained: f64 = ranking
        .iter()
        .take(depth)
        .enumerate()
        .filter_map(|(place, id)| answers.get(id).map(|grade| f64::from(*grade) * discount(place)))
        .sum();
    let mut grades: Vec<u32> = answers.values().copied().collect();
    grades.sort_unstable_by(|a, b| b.cmp(a));
    let ideal: f64 =
        grades.iter().take(depth).enumerate().map(|(place, grade)| f64::from(*grade) * discount(place)).sum();
    if ideal > 0.0 { gained / ideal } else { 0.0 }
}
