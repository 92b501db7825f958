//! What `kitbag new` writes works: its tools run, as plain Python and as a program.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::Write;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use kitbag_testkit::Tree;

fn create(tree: &Tree, name: &str, tool: &str) {
    let status = Command::new(cargo_bin!("kitbag"))
        .current_dir(tree.root())
        .args(["new", name, "--tool", tool])
        .output()
        .unwrap()
        .status;
    assert!(status.success());
}

#[test]
fn the_python_tool_of_a_new_skill_runs() {
    let tree = Tree::new();
    create(&tree, "hello", "python");
    let program = "import tools; [greet] = tools.get_tools(); print(greet('Ada', times=2))";
    let output = Command::new("python3").current_dir(tree.path("hello")).args(["-c", program]).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "Hello, Ada! Hello, Ada!\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_executable_tool_of_a_new_skill_runs_as_declared() {
    let tree = Tree::new();
    create(&tree, "hello", "executable");
    let declared: serde_json::Value =
        serde_json::from_slice(&std::fs::read(tree.path("hello/tools.json")).unwrap()).unwrap();
    let run: Vec<&str> =
        declared["tools"][0]["run"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let mut child = Command::new(run[0])
        .args(&run[1..])
        .current_dir(tree.path("hello"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(br#"{"name": "Ada"}"#).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, br#"{"greeting": "Hello, Ada!"}"#);
}

#[test]
fn a_failed_creation_leaves_nothing_behind() {
    let tree = Tree::new().with("hello", "a file is in the way");
    let output = Command::new(cargo_bin!("kitbag")).current_dir(tree.root()).args(["new", "hello"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(std::fs::read_dir(tree.root()).unwrap().count(), 1);
}
