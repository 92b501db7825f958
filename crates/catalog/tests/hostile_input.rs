//! Whatever lies in a folder, reading answers: entries and diagnostics, never a panic.

#![allow(clippy::unwrap_used, clippy::panic)]
// mkfifo has no other way in.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::path::Path;

use kitbag_catalog::{Catalog, Folder, ReadOptions, Root, Scope, Severity, Skill, SkillId, Source, split, yaml};
use kitbag_testkit::Tree;
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use proptest::{prop_assert, prop_assert_eq};

fn read(tree: &Tree) -> Catalog {
    let root = Root::open(tree.root(), Scope::Project).unwrap();
    Catalog::read(&[root], Vec::new(), &ReadOptions { threads: 2, ..ReadOptions::default() }, None)
}

fn read_folder(files: &[(&str, &[u8])]) -> Skill {
    let folder = Folder::in_memory("/skills/demo", files.iter().copied());
    let source = Source { scope: Scope::Project, root: "/skills".into() };
    Skill::read(&folder, SkillId::from_relative(Path::new("demo"), "demo"), source)
}

#[test]
fn fifty_megabytes_of_instructions_are_cut_after_a_whole_line_and_said_so() {
    let line = "x".repeat(1023) + "\n";
    let mut text = String::from("---\nname: big\ndescription: Big\n---\n");
    text.push_str(&line.repeat(50 * 1024));
    let tree = Tree::new().with("big/SKILL.md", text);
    let catalog = read(&tree);
    let skill = &catalog.skills()[0];
    assert_eq!(skill.card.description, "Big");
    assert!(skill.text().len() <= 1024 * 1024 && skill.text().ends_with("x\n"));
    let finding = &skill.diagnostics[0];
    assert_eq!((finding.severity, finding.code), (Severity::Error, "file-too-large"));
    assert!(finding.message.contains("52428835 bytes"), "{}", finding.message);
}

#[test]
fn ten_thousand_nested_directories_cost_one_diagnostic() {
    let tree = Tree::new().with_skill("shallow", "S");
    // Made from the inside, because the whole path is longer than the system takes.
    let deep = nest::Nest::new(tree.root());
    deep.dig(10_000);
    let catalog = read(&tree);
    assert_eq!(catalog.skills().len(), 1);
    let codes: Vec<&str> = catalog.diagnostics().iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["too-deep"]);
    deep.remove();
}

/// Digging deeper than a path can be long: rename what is there into a fresh parent, over and over.
mod nest {
    use std::fs;
    use std::path::{Path, PathBuf};

    pub(crate) struct Nest {
        root: PathBuf,
    }

    impl Nest {
        pub(crate) fn new(root: &Path) -> Self {
            Self { root: root.to_path_buf() }
        }

        pub(crate) fn dig(&self, levels: usize) {
            let (inner, outer) = (self.root.join("d"), self.root.join("e"));
            fs::create_dir(&inner).unwrap();
            for _ in 1..levels {
                fs::create_dir(&outer).unwrap();
                fs::rename(&inner, outer.join("d")).unwrap();
                fs::rename(&outer, &inner).unwrap();
            }
        }

        /// The other way round, because removing recursively needs the stack or the path length that is not there.
        pub(crate) fn remove(&self) {
            let (inner, outer) = (self.root.join("d"), self.root.join("e"));
            while inner.join("d").exists() {
                fs::rename(inner.join("d"), &outer).unwrap();
                fs::remove_dir(&inner).unwrap();
                fs::rename(&outer, &inner).unwrap();
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_end_and_links_out_of_the_root_are_refused() {
    use std::os::unix::fs::symlink;
    let outside = Tree::new().with_skill("secret", "S");
    let tree = Tree::new().with_skill("a/inner", "I").with_skill("_hidden/behind", "B");
    symlink(tree.root(), tree.path("a/loop")).unwrap();
    symlink(tree.path("a"), tree.path("a/self")).unwrap();
    symlink(tree.path("nowhere"), tree.path("dangling")).unwrap();
    symlink(outside.path("secret"), tree.path("leak")).unwrap();
    symlink(tree.path("_hidden/behind"), tree.path("reached")).unwrap();
    let catalog = read(&tree);
    let ids: Vec<&str> = catalog.skills().iter().map(|skill| skill.id.as_str()).collect();
    assert_eq!(ids, ["a/inner", "reached"], "inside the root a link reaches what the walk does not");
    let leak = catalog.diagnostics().iter().find(|diagnostic| diagnostic.code == "link-outside").unwrap();
    assert!(leak.file.ends_with("leak"));
}

#[cfg(unix)]
#[test]
fn a_definition_that_is_a_directory_a_pipe_or_a_link_to_the_outside_is_reported_and_hides_nothing() {
    use std::os::unix::fs::symlink;
    let outside = Tree::new().with("passwords.txt", "---\nname: p\ndescription: secret\n---\n");
    let tree = Tree::new().with_skill("good", "G").with("directory/SKILL.md/x", "");
    std::fs::create_dir(tree.path("pipe")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(tree.path("pipe/SKILL.md")).status().unwrap().success());
    std::fs::create_dir(tree.path("leak")).unwrap();
    symlink(outside.path("passwords.txt"), tree.path("leak/SKILL.md")).unwrap();
    let catalog = read(&tree);
    assert_eq!(catalog.skills().len(), 1);
    let found: Vec<(&str, &str)> = catalog.diagnostics().iter().map(|d| (d.code, d.message.as_str())).collect();
    assert_eq!(
        found,
        [
            ("definition-unreadable", "SKILL.md is not a file"),
            ("definition-unreadable", "SKILL.md is a link that leads out of the root"),
            ("definition-unreadable", "SKILL.md is not a file"),
        ]
    );
}

#[test]
fn python_that_nests_as_deep_as_its_size_allows_is_survived() {
    // Less for f-strings, because the parser takes quadratic time for them.
    let deep = |unit: &str| unit.repeat(if unit.starts_with('f') { 8 } else { 120 } * 1024 / unit.len());
    for source in [
        "(",
        "[",
        "{",
        "-",
        "not ",
        "lambda:",
        "x[",
        "f'{",
        "(x for x in ",
        "await ",
        "a if b else ",
        "{1:",
        "x.y",
        "1+",
        "@a\n",
        "(a:=",
    ]
    .map(deep)
    {
        let skill =
            read_folder(&[("SKILL.md", b"---\nname: demo\ndescription: D\n---\n"), ("tools.py", source.as_bytes())]);
        assert_eq!(skill.card.description, "D");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn any_bytes_give_a_skill_with_a_description(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let skill = read_folder(&[("SKILL.md", &bytes)]);
        prop_assert!(!skill.card.description.trim().is_empty());
    }

    #[test]
    fn any_frontmatter_gives_a_skill_with_a_description(
        lines in prop::collection::vec("[ -]{0,4}(name|description|tools|metadata|x)?(:|: )?([\\[\\]{}&*!|>'\"%@`#,a-z0-9\t-]{0,8}|---|é: ü)", 0..12)
    ) {
        let text = format!("---\n{}\n---\nbody\n", lines.join("\n"));
        let skill = read_folder(&[("SKILL.md", text.as_bytes())]);
        prop_assert!(!skill.card.description.trim().is_empty());
        prop_assert!(skill.diagnostics.iter().all(|finding| finding.line.is_none_or(|line| line >= 1 && line <= lines.len() + 4)));
    }

    #[test]
    fn what_is_valid_yaml_is_never_mended(text in "([a-z]{1,4}: ([a-z0-9]{0,5}|'[a-z: ]{0,6}'|\\[a, b\\])\n){0,6}") {
        let mended = yaml::parse_leniently(&text);
        prop_assert_eq!(mended.error, None);
        prop_assert_eq!(mended.node, yaml::parse(&text).unwrap());
    }

    #[test]
    fn splitting_loses_nothing_after_the_fences(text in "(---|\\.\\.\\.|a: b|# h|\n|\r\n| |\u{feff}|é){0,20}") {
        let document = split(&text);
        prop_assert_eq!(document.body.end, text.len());
        prop_assert!(text.is_char_boundary(document.body.start));
        prop_assert_eq!(document.body_line, text[..document.body.start].matches('\n').count() + 1);
    }

    #[test]
    fn any_text_in_any_defining_file_is_survived(text in "\\PC{0,200}", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for file in ["tools.py", "tools.json", "mcp.json", "scripts/a.py", "references/x.md"] {
            let definition: &[u8] = b"---\nname: demo\ndescription: D\n---\n";
            read_folder(&[("SKILL.md", definition), (file, text.as_bytes())]);
            read_folder(&[("SKILL.md", definition), (file, &bytes)]);
        }
    }
}
