//! `check` as a gate and `export` as a writer: nothing slips through, nothing is lost.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use kitbag_testkit::Tree;
use serde_json::Value;

fn kitbag(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("kitbag")).current_dir(directory).env("HOME", directory).args(arguments).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

// B-48
#[test]
fn every_given_path_is_checked_even_if_two_are_called_alike() {
    let tree = Tree::new().with_skill("good/one", "G").with("bad/one/SKILL.md", b"no frontmatter \xff");
    for arguments in [["check", "good/one", "bad/one"], ["check", "good", "bad"]] {
        let output = kitbag(tree.root(), &arguments);
        assert_eq!(output.status.code(), Some(6), "{}", text(&output));
        assert!(text(&output).ends_with("2 skills: 1 error, 2 warnings\n"), "{}", text(&output));
    }
    let twice = kitbag(tree.root(), &["check", "good", "good", "good/one/SKILL.md"]);
    assert_eq!(text(&twice), "1 skill: 0 errors, 0 warnings\n");
    let twice = kitbag(tree.root(), &["check", "--strict", "good", "good", "good/one/SKILL.md"]);
    assert!(text(&twice).ends_with("1 skill: 1 valid, 0 invalid\n"));
    let strict = kitbag(tree.root(), &["check", "--strict", "good", "bad"]);
    assert!(text(&strict).ends_with("2 skills: 1 valid, 1 invalid\n"));
}

#[test]
fn what_a_checked_skill_needs_may_be_among_the_configured_ones() {
    let needy = "---\nname: needy\ndescription: D\ntools: [files__read, commit]\ndependencies: [git]\n---\n";
    let tree = Tree::new().with("needy/SKILL.md", needy).with("kitbag.toml", "[servers.files]\ncommand = \"x\"\n");
    let output = kitbag(tree.root(), &["check", "--deny-warnings", "needy"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

#[cfg(unix)]
#[test]
fn a_tree_is_not_valid_if_one_of_its_definitions_cannot_be_read() {
    let tree = Tree::new().with_skill("x", "X").with("y/readme", "");
    std::os::unix::fs::symlink("nowhere", tree.path("y/SKILL.md")).unwrap();
    for arguments in [&["check", "."][..], &["check", "--strict", "."]] {
        assert_eq!(kitbag(tree.root(), arguments).status.code(), Some(6), "{arguments:?}");
    }
}

#[test]
fn excluded_directories_are_judged_when_all_are_asked_for() {
    let tree = Tree::new().with_skill(".agents/skills/a", "A").with(".agents/skills/_b/SKILL.md", "");
    assert_eq!(kitbag(tree.root(), &["check", "--strict"]).status.code(), Some(0));
    assert_eq!(kitbag(tree.root(), &["check", "--strict", "--all"]).status.code(), Some(6));
}

#[test]
fn an_exported_manifest_lists_what_has_files_and_pleases_the_check() {
    let tree = Tree::new().with_skill(".kitbag/skills/a", "A");
    let output = kitbag(tree.root(), &["export", "--json", "-o", ".kitbag/skills/manifest.json"]);
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["skills"], 1);
    let check = kitbag(tree.root(), &["check", "--deny-warnings"]);
    assert_eq!((check.status.code(), text(&check).as_str()), (Some(0), "1 skill: 0 errors, 0 warnings\n"));
}

#[cfg(unix)]
#[test]
fn exporting_follows_links_keeps_modes_and_writes_through_pipes() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let tree = Tree::new().with_skill("skills/a", "A").with("real.json", "old");
    let export = |target: &str| kitbag(tree.root(), &["export", "--root", "skills", "-o", target]);
    std::fs::set_permissions(tree.path("real.json"), std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.json", tree.path("link.json")).unwrap();
    assert!(export("link.json").status.success());
    assert!(tree.path("link.json").is_symlink());
    let real = std::fs::metadata(tree.path("real.json")).unwrap();
    assert_eq!((real.permissions().mode() & 0o777, real.len() > 100), (0o640, true));
    assert!(Command::new("mkfifo").arg(tree.path("pipe")).status().unwrap().success());
    let reader = Command::new("cat").arg(tree.path("pipe")).stdout(std::process::Stdio::piped()).spawn().unwrap();
    assert!(export("pipe").status.success());
    assert!(String::from_utf8_lossy(&reader.wait_with_output().unwrap().stdout).contains("\"schemaVersion\""));
    let standard = export("-");
    assert!(text(&standard).contains("\"schemaVersion\"") && !tree.path("-").exists());
    assert_eq!(export("skills").status.code(), Some(3));
    symlink("nowhere", tree.path("dangling")).unwrap();
    assert_eq!(export("dangling").status.code(), Some(3));
    assert!(tree.path("dangling").is_symlink());
    let left: Vec<_> = std::fs::read_dir(tree.root())
        .unwrap()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().contains(".tmp"))
        .collect();
    assert!(left.is_empty());
}

// B-13
#[test]
fn the_record_of_a_skill_has_its_six_parts() {
    let tree = Tree::new().with(
        "a/SKILL.md",
        "---\nname: a\ndescription: D\nrouting_keywords: [k]\nintents: [i]\ntier: 2\nmetadata:\n  source: s\n---\n",
    );
    let record: Value =
        serde_json::from_slice(&kitbag(tree.root(), &["info", "a", "--root", ".", "--json"]).stdout).unwrap();
    assert_eq!((&record["name"], &record["description"]), (&"a".into(), &"D".into()));
    assert_eq!((&record["routing_keywords"][0], &record["intents"][0]), (&"k".into(), &"i".into()));
    assert!(record["module_path"].as_str().unwrap().ends_with("/a"));
    assert_eq!(record["metadata"], serde_json::json!({"tier": 2, "metadata": {"source": "s"}}));
}

// D-71
#[test]
fn what_a_manifest_says_is_shown() {
    let tree = Tree::new()
        .with_skill("a", "A")
        .with("manifest.json", r#"{"skills": [{"name": "a", "tier": 2, "token_budget": 8000, "status": "active"}]}"#);
    let shown = text(&kitbag(tree.root(), &["info", "a", "--root", "."]));
    assert!(shown.contains("manifest      tier 2, token budget 8000, status active"), "{shown}");
}
