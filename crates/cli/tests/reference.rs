//! The reference pages in docs/reference say what the program says.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

fn compare(page: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference").join(format!("{page}.md"));
    let output = Command::new(cargo_bin!("kitbag")).args(["reference", page]).output().unwrap();
    let generated = String::from_utf8(output.stdout).unwrap();
    if std::env::var_os("WRITE_REFERENCE").is_some() {
        std::fs::write(&file, &generated).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == generated,
        "docs/reference/{page}.md is out of date: WRITE_REFERENCE=1 cargo test -p kitbag-cli --test reference"
    );
}

#[test]
fn the_command_line_reference_is_current() {
    compare("cli");
}

#[test]
fn the_configuration_reference_is_current() {
    compare("config");
}
