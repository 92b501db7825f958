//! What is found, in which order, and why.

#![allow(clippy::unwrap_used)]

use kitbag_catalog::{Catalog, ReadOptions};
use kitbag_index::{Document, EntryKind, Field, Index};
use proptest::prelude::{ProptestConfig, prop, proptest};
use proptest::prop_assert;

fn bundled() -> Index {
    Index::of_catalog(&Catalog::read(&[], Vec::new(), &ReadOptions { bundled: true, ..ReadOptions::default() }, None))
}

fn ids(index: &Index, query: &str, kind: Option<EntryKind>) -> Vec<String> {
    index.search(query, kind, 5).into_iter().map(|hit| hit.id).collect()
}

fn documents(texts: &[(&str, Field, &str)]) -> Index {
    Index::build(
        texts
            .iter()
            .map(|(id, field, text)| Document::new(*id, EntryKind::Skill, *id, vec![(*field, (*text).to_owned())]))
            .collect(),
    )
}

// B-05, B-20
#[test]
fn the_best_skill_comes_first_and_scores_fall() {
    let index = bundled();
    for (query, expected) in [
        ("commit changes to git", "git"),
        ("save my work to version history", "git"),
        ("remember this for later", "note_taker"),
        ("run the test suite", "terminal"),
        ("count the words of my draft", "writer"),
        ("find files by name", "filesystem"),
    ] {
        assert_eq!(ids(&index, query, Some(EntryKind::Skill))[0], expected, "{query}");
    }
    let hits = index.search("commit changes to git", None, 20);
    assert!(
        hits.windows(2).all(|pair| (pair[0].score, &pair[1].id) > (pair[1].score, &pair[0].id))
            && hits.iter().all(|hit| hit.score > 0.0 && hit.score <= 1.0)
    );
}

#[test]
fn whole_words_only_and_no_word_in_common_is_no_hit() {
    let index = bundled();
    assert!(!ids(&index, "digit recognition", None).iter().any(|id| id.starts_with("git")));
    for nothing in ["", "the of and", "🎉🎉", "\u{0}\u{1b}", "qwertyuiop zxcvbnm"] {
        assert_eq!(index.search(nothing, None, 5), [], "{nothing:?}");
    }
    assert!(
        index.search(&"commit ".repeat(200_000), None, 5)[0].id.starts_with("git"),
        "a megabyte of query is a query"
    );
}

#[test]
fn tools_are_found_by_their_own_words_and_parameters() {
    let index = bundled();
    assert_eq!(ids(&index, "create a new branch", Some(EntryKind::Tool))[0], "git.create_branch");
    assert_eq!(
        ids(&index, "regex search in text files with context", Some(EntryKind::Tool))[0],
        "filesystem.search_text"
    );
}

#[test]
fn a_word_counts_more_in_the_name_than_in_the_body() {
    let index = documents(&[
        ("in-body", Field::Body, "deploy the thing"),
        ("in-name", Field::Name, "deploy the thing"),
        ("other", Field::Body, "something else here"),
    ]);
    assert_eq!(ids(&index, "deploy", None), ["in-name", "in-body"]);
}

#[test]
fn a_word_written_together_scores_like_its_parts() {
    let index = bundled();
    let score = |query: &str| index.search(query, Some(EntryKind::Tool), 1)[0].score;
    assert!((score("readFile") - score("read file")).abs() < 0.05, "{} {}", score("readFile"), score("read file"));
    assert!((score("what's staged") - score("staged")).abs() < 0.05);
}

#[test]
fn the_body_is_searched() {
    let index = documents(&[
        ("a", Field::Body, "…and then rotate the API credentials"),
        ("b", Field::Body, "nothing of the kind"),
    ]);
    assert_eq!(ids(&index, "rotate credentials", None), ["a"]);
}

#[test]
fn equal_scores_are_in_order_of_id() {
    let index = documents(&[("c", Field::Name, "same"), ("a", Field::Name, "same"), ("b", Field::Name, "same")]);
    assert_eq!(ids(&index, "same", None), ["a", "b", "c"]);
}

#[test]
fn every_hit_says_which_words_matched_where_and_which_did_not() {
    let index = documents(&[("a", Field::Description, "Commits changes"), ("b", Field::Name, "unrelated")]);
    let hit = &index.search("committing my changes quickly", None, 1)[0];
    assert_eq!(
        hit.reasons.words.iter().collect::<Vec<_>>(),
        [(&Field::Description, &vec!["committing".to_owned(), "changes".to_owned()])]
    );
    assert_eq!(hit.reasons.missing, ["quickly"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn scores_stay_between_zero_and_one_and_every_hit_has_a_reason(
        texts in prop::collection::vec("[a-e ]{0,30}", 1..12), query in "[a-g ]{0,20}"
    ) {
        let documents = texts.iter().enumerate().map(|(n, text)| Document::new(n.to_string(), EntryKind::Skill, "x", vec![(Field::Body, text.clone())])).collect();
        for hit in Index::build(documents).search(&query, None, 50) {
            prop_assert!(hit.score > 0.0 && hit.score <= 1.0);
            prop_assert!(!hit.reasons.words.is_empty());
        }
    }
}
