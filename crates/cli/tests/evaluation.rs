//! `kitbag eval`: a gate for one's own sets, and what it says of the public ones.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use kitbag_testkit::Tree;
use serde_json::Value;

fn eval(set: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(cargo_bin!("kitbag"));
    command.args(["eval", "--json"]).args(more);
    for (flag, file) in [("--corpus", "corpus.jsonl"), ("--queries", "queries.jsonl"), ("--qrels", "qrels.tsv")] {
        command.arg(flag).arg(set.join(file));
    }
    command.output().unwrap()
}

fn small() -> Tree {
    Tree::new()
        .with("corpus.jsonl", "{\"id\": \"a\", \"name\": \"a\", \"description\": \"water plants\"}\n{\"id\": \"b\", \"name\": \"b\", \"description\": \"water pipes\"}\n")
        .with("queries.jsonl", "{\"id\": \"1\", \"text\": \"pipes\"}\n{\"id\": \"2\", \"text\": \"water\"}\n")
        .with("qrels.tsv", "1\tb\t1\n2\tb\t1\n")
}

#[test]
fn the_report_has_the_promised_keys_and_the_right_numbers() {
    let report: Value = serde_json::from_slice(&eval(small().root(), &[]).stdout).unwrap();
    let keys: Vec<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["queries", "recall_at_1", "recall_at_5", "recall_at_10", "ndcg_at_10", "mrr", "p50_us", "p99_us"]
    );
    assert_eq!(
        (report["queries"].as_u64(), report["recall_at_1"].as_f64(), report["mrr"].as_f64()),
        (Some(2), Some(0.5), Some(0.75))
    );
}

#[test]
fn a_set_below_the_wanted_quality_fails() {
    let tree = small();
    assert_eq!(eval(tree.root(), &["--min-ndcg", "0.8"]).status.code(), Some(0));
    let failed = eval(tree.root(), &["--min-ndcg", "0.9"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&failed.stderr).contains("below 0.9"));
}

#[test]
fn a_set_that_measures_nothing_or_counts_twice_is_refused() {
    let stranger = small();
    stranger.write("qrels.tsv", "9\tb\t1\n1\tz\t1\n");
    let output = eval(stranger.root(), &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing to measure"));
    let twice = small();
    let corpus = std::fs::read_to_string(twice.path("corpus.jsonl")).unwrap();
    twice.write("corpus.jsonl", format!("{corpus}{corpus}"));
    assert_eq!(eval(twice.root(), &[]).status.code(), Some(2));
    let marked = small();
    marked.write("qrels.tsv", "\u{feff}1\tb\t1\n2\tb\t1\n");
    assert!(eval(marked.root(), &[]).status.success(), "a byte order mark costs nothing");
    for share in ["nan", "2", "-1", "x"] {
        assert_eq!(eval(marked.root(), &[&format!("--min-ndcg={share}")]).status.code(), Some(2), "{share}");
    }
}

//
#[test]
fn the_public_development_sets_are_answered_at_least_as_well_as_before() {
    let sets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/eval/dev");
    if !sets.exists() {
        eprintln!("skipped: the public sets (shared/eval beside the checkout) are not here");
        return;
    }
    for (set, least) in [("bfcl", 0.73), ("metatool", 0.59), ("skills", 0.655), ("tldr_cli", 0.41)] {
        let report: Value = serde_json::from_slice(&eval(&sets.join(set), &[]).stdout).unwrap();
        let reached = report["ndcg_at_10"].as_f64().unwrap();
        assert!(reached >= least, "{set}: nDCG@10 is {reached:.3}, it was at least {least}");
    }
}
