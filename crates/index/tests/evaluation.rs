//! The measures agree with what can be computed by hand.

use kitbag_index::{Answers, Quality};

fn quality(ranking: &[&str], answers: &[(&str, u32)]) -> Quality {
    let ranking: Vec<String> = ranking.iter().map(|id| (*id).to_owned()).collect();
    let answers: Answers = answers.iter().map(|(id, grade)| ((*id).to_owned(), *grade)).collect();
    Quality::of([(ranking.as_slice(), &answers)])
}

#[test]
fn a_perfect_ranking_has_one_everywhere() {
    let perfect = quality(&["a", "x"], &[("a", 1)]);
    assert_eq!((perfect.recall_at_1, perfect.recall_at_10, perfect.ndcg_at_10, perfect.mrr), (1.0, 1.0, 1.0, 1.0));
}

#[test]
fn the_second_place_is_discounted() {
    let second = quality(&["x", "a"], &[("a", 1)]);
    assert_eq!((second.recall_at_1, second.recall_at_5, second.mrr), (0.0, 1.0, 0.5));
    assert!((second.ndcg_at_10 - 1.0 / 3.0_f64.log2()).abs() < 1e-9);
}

#[test]
fn grades_and_several_answers_count() {
    let graded = quality(&["b", "a"], &[("a", 3), ("b", 1), ("c", 1)]);
    let discount = |place: f64| 1.0 / (place + 2.0).log2();
    let ideal = 3.0 + discount(1.0) + discount(2.0);
    assert!((graded.ndcg_at_10 - (1.0 + 3.0 * discount(1.0)) / ideal).abs() < 1e-9);
    assert!((graded.recall_at_10 - 2.0 / 3.0).abs() < 1e-9);
}

#[test]
fn queries_without_answers_do_not_count() {
    let none = quality(&["a"], &[]);
    assert_eq!((none.queries, none.ndcg_at_10), (0, 0.0));
}
