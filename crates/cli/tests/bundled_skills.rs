//! The bundled skills: valid, described, and with tools that do what they say.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

fn checkout() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

#[test]
fn the_python_tests_of_the_bundled_tools_pass() {
    let output = Command::new("python3")
        .current_dir(checkout())
        .args(["-B", "-m", "unittest", "discover", "-s", "tests/bundled"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("Ran 0 tests"));
}

#[test]
fn every_bundled_skill_passes_the_check_but_for_the_underscore_of_note_taker() {
    let output = Command::new(cargo_bin!("kitbag"))
        .current_dir(checkout())
        .args(["check", "skills", "--json"])
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings: Vec<(&str, &str)> = report["skills"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|skill| {
            skill["diagnostics"]
                .as_array()
                .unwrap()
                .iter()
                .map(|finding| (skill["id"].as_str().unwrap(), finding["code"].as_str().unwrap()))
        })
        .collect();
    assert_eq!(findings, [("note_taker", "name-form")], "other systems pin it under that name");
}
