//! Routing from the outside: real trees, limits from the configuration, thousands of skills.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use kitbag_testkit::{Tree, corpora, generate};
use serde_json::Value;

fn kitbag(directory: &Path, arguments: &[&str]) -> Value {
    let output = Command::new(cargo_bin!("kitbag"))
        .current_dir(directory)
        .env("HOME", directory)
        .args(arguments)
        .arg("--json")
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn length(value: &Value) -> usize {
    value.as_array().unwrap().len()
}

// B-37
#[test]
fn the_limits_of_the_configuration_hold_and_flags_are_stronger() {
    let tree = Tree::new().with("kitbag.toml", "[skill_loading]\nmax_tools = 2\ntop_k = 1\n");
    let selected = kitbag(tree.root(), &["route", "commit the changes"]);
    assert_eq!((length(&selected["skills"]), length(&selected["tools"])), (1, 2));
    let selected = kitbag(tree.root(), &["route", "commit the changes", "--max-tools", "4"]);
    assert_eq!(length(&selected["tools"]), 4);
}

#[test]
fn among_five_thousand_skills_a_task_gets_five_and_at_most_five_tools() {
    let tree = Tree::new();
    generate(&tree.path("skills"), 5_000).unwrap();
    let selected = kitbag(tree.root(), &["route", "compare a certificate", "--root", "skills"]);
    assert_eq!((length(&selected["skills"]), length(&selected["tools"])), (5, 5));
    for skill in selected["skills"].as_array().unwrap() {
        assert!(skill["id"].as_str().unwrap().starts_with("compare-certificate-"), "{skill}");
    }
}

#[test]
fn requests_find_their_skill_in_a_real_tree() {
    let Some(trees) = corpora() else { return };
    let place = |query: &str, id: &str| {
        let found = kitbag(&trees, &["search", query, "--kind", "skill", "--limit", "20", "--root", "omni-feb"]);
        found["hits"].as_array().unwrap().iter().position(|hit| hit["id"] == id).unwrap_or(99)
    };
    assert!(place("git commit", "git") < 3);
    assert!(place("find python files", "advanced_tools") < 3);
    assert!(place("commit changes to git", "git") == 0);
    assert!(place("digit recognition", "git") == 99, "whole words only");
    assert!(place("save my work to version history", "git") < 3);
}
