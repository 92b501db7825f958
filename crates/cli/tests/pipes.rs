//! The binary among other programs: closed pipes, full disks, odd bytes, no home.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use kitbag_testkit::Tree;
use serde_json::Value;

fn kitbag(directory: &Path) -> Command {
    let mut command = Command::new(cargo_bin!("kitbag"));
    command.current_dir(directory).env_clear().env("HOME", directory).env("PATH", std::env::var_os("PATH").unwrap());
    command
}

fn json(output: &std::process::Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stdout)))
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let tree = Tree::new();
    kitbag_testkit::generate(tree.root(), 300).unwrap();
    let mut child = kitbag(tree.root())
        .args(["list", "--json", "--root", "."])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_that_says_so() {
    let tree = Tree::new().with_skill("a", "A");
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = kitbag(tree.root()).args(["list", "--root", "."]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("the answer could not be written: No space left on device")
    );
}

//
#[test]
fn standard_output_carries_nothing_but_the_payload() {
    let tree = Tree::new().with("bad/SKILL.md", "no frontmatter").with("_x/y/SKILL.md", "").with("kitbag.toml", "");
    let output =
        kitbag(tree.root()).args(["list", "--json", "-v", "--root", "."]).env("KITBAG_COLOUR", "x").output().unwrap();
    assert_eq!(json(&output)["skills"].as_array().unwrap().len(), 1);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(stderr, "warning: the variable KITBAG_COLOUR means nothing to kitbag; did you mean KITBAG_COLOR?\n");
    let failed = kitbag(tree.root()).args(["info", "nothing"]).output().unwrap();
    assert_eq!((failed.status.code(), failed.stdout.as_slice()), (Some(2), b"".as_slice()));
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf8_are_shown_as_well_as_can_be() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let tree = Tree::new();
    let odd = tree.root().join(OsStr::from_bytes(b"caf\xe9\x1b[31m"));
    std::fs::create_dir_all(odd.join("skill")).unwrap();
    std::fs::write(odd.join("skill/SKILL.md"), "---\nname: skill\ndescription: \"D\\e[31m\"\n---\n").unwrap();
    for arguments in [
        vec!["list"],
        vec!["list", "--json"],
        vec!["check"],
        vec!["check", "--strict", "--json"],
        vec!["config", "--json"],
    ] {
        let output = kitbag(tree.root()).args(&arguments).arg("--root").arg(&odd).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let list = kitbag(tree.root()).args(["list", "--root", "."]).output().unwrap();
    assert!(String::from_utf8_lossy(&list.stdout).contains("caf%E9%1B[31m/skill"));
}

#[cfg(unix)]
#[test]
fn no_control_character_of_a_stranger_reaches_the_terminal() {
    let hostile = "\u{1b}[31m\u{7}\u{202e}";
    let tree = Tree::new()
        .with(&format!("x{hostile}/a/SKILL.md"), format!("---\nname: a{hostile}\nversion: v{hostile}\ndescription: \"D\\e[31m\"\nodd{hostile}: 1\ntools: [t{hostile}]\n---\n# T{hostile}\n"))
        .with(&format!("x{hostile}/a/tools.json"), serde_json::json!([{"name": format!("t{hostile}"), "run": ["x"], "inputSchema": {"properties": {format!("p{hostile}"): {}}}}]).to_string())
        .with(&format!("x{hostile}/broken/SKILL.md"), format!("---\nname: [\n{hostile}---\n"));
    let root = tree.path(&format!("x{hostile}"));
    let missing = tree.path(&format!("no{hostile}"));
    let commands: [(&[&str], &Path); 8] = [
        (&["list", "-v", "--root"], &root),
        (&["check", "-v"], &root),
        (&["check", "--strict"], &root),
        (&["info", "a", "--body", "--index", "--root"], &root),
        (&["info", &format!("nothing{hostile}"), "--root"], &root),
        (&["config", "--root"], &root),
        (&["list", "--root"], &missing),
        (&["new"], Path::new(hostile)),
    ];
    for (arguments, path) in commands {
        let output = kitbag(tree.root()).args(arguments).arg(path).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(!said.contains(['\u{1b}', '\u{7}', '\u{202e}']) && !said.is_empty(), "{arguments:?}: {said:?}");
    }
}

#[test]
fn without_a_home_and_a_configuration_the_bundled_skills_are_there() {
    let tree = Tree::new();
    let output = kitbag(tree.root()).env_remove("HOME").args(["list", "--json"]).output().unwrap();
    let ids: Vec<String> = json(&output)["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skill| skill["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids, ["filesystem", "git", "note_taker", "terminal", "writer"]);
}

//
#[test]
fn info_about_a_skill_needs_no_python() {
    let tree = Tree::new();
    let output = kitbag(tree.root()).env("PATH", "/nowhere").args(["info", "git", "--json"]).output().unwrap();
    let tools = json(&output)["tools"].as_array().unwrap().clone();
    assert!(
        tools.len() >= 8
            && tools
                .iter()
                .all(|tool| tool["input_schema"]["type"] == "object"
                    && !tool["description"].as_str().unwrap().is_empty())
    );
}

//
#[test]
fn a_projects_skills_and_settings_win_over_the_users() {
    let tree = Tree::new()
        .with("home/.claude/skills/git/SKILL.md", "---\nname: git\ndescription: of the user\n---\n")
        .with("home/.config/kitbag/kitbag.toml", "[catalog]\nmax_depth = 3\nbundled = false\n")
        .with("work/.git/HEAD", "")
        .with("work/kitbag.yaml", "catalog:\n  max_depth: 5\n")
        .with("work/.agents/skills/git/SKILL.md", "---\nname: git\ndescription: of the project\n---\n")
        .with("work/deep/er/x", "");
    let run = |arguments: &[&str]| {
        kitbag(&tree.path("work/deep/er")).env("HOME", tree.path("home")).args(arguments).output().unwrap()
    };
    let skills = json(&run(&["list", "--json"]));
    assert_eq!(skills["skills"].as_array().unwrap().len(), 1);
    assert_eq!(skills["skills"][0]["description"], "of the project");
    assert_eq!(skills["diagnostics"][0]["code"], "skill-overridden");
    let values = json(&run(&["config", "--json"]));
    let value = |key: &str| {
        values["values"].as_array().unwrap().iter().find(|value| value["key"] == key).unwrap()["value"].clone()
    };
    assert_eq!((value("catalog.max_depth"), value("catalog.bundled")), (5.into(), false.into()));
}

#[test]
fn the_environment_is_stronger_than_files_and_weaker_than_flags() {
    let tree = Tree::new()
        .with("kitbag.toml", "color = \"never\"\n")
        .with_skill("from-env/a", "A")
        .with_skill("from-flag/b", "B");
    let run = |arguments: &[&str]| {
        let output = kitbag(tree.root())
            .env("KITBAG_CATALOG_ROOTS", "from-env")
            .env("KITBAG_COLOR", "always")
            .args(arguments)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run(&["list"]).contains("\na  ") && run(&["list"]).contains('\u{1b}'));
    let flags = run(&["list", "--root", "from-flag", "--color", "never"]);
    assert!(flags.contains('b') && !flags.contains("from-env") && !flags.contains('\u{1b}'), "{flags}");
    let bad = kitbag(tree.root()).env("KITBAG_CATALOG_MAX_DEPTH", "deep").arg("list").output().unwrap();
    assert_eq!(bad.status.code(), Some(8));
    assert!(
        String::from_utf8_lossy(&bad.stderr)
            .contains("KITBAG_CATALOG_MAX_DEPTH is \"deep\", expected a whole number from 1 to 64")
    );
}

#[test]
fn bad_usage_is_json_for_whoever_asked_for_json() {
    let tree = Tree::new();
    let output = kitbag(tree.root()).args(["--json", "lst"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), b"".as_slice()));
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"]["message"], "unrecognized subcommand 'lst'");
}

#[test]
fn a_configuration_that_is_not_a_file_is_an_error_and_an_empty_variable_is_none() {
    let tree = Tree::new().with("kitbag.toml/x", "");
    let output = kitbag(tree.root()).arg("list").output().unwrap();
    assert_eq!(output.status.code(), Some(8));
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is not a file"));
    let other = Tree::new();
    assert!(kitbag(other.root()).env("KITBAG_CONFIG", "").arg("list").output().unwrap().status.success());
    let twice = Tree::new().with("kitbag.yaml", "color: never\ncolor: always\n");
    assert!(
        String::from_utf8_lossy(&kitbag(twice.root()).arg("list").output().unwrap().stderr)
            .contains("kitbag.yaml:2: `color` is written twice")
    );
}
