//! Which skills and tools are chosen for a task.

#![allow(clippy::unwrap_used)]

use kitbag_catalog::{Catalog, ReadOptions, Root, Scope};
use kitbag_index::Index;
use kitbag_router::{Limits, Reason, Router, Selection};
use kitbag_testkit::Tree;

fn select(catalog: &Catalog, task: &str, limits: Limits) -> Selection {
    Router::new(catalog, &Index::of_catalog(catalog)).select(task, limits)
}

fn bundled() -> Catalog {
    Catalog::read(&[], Vec::new(), &ReadOptions { bundled: true, ..ReadOptions::default() }, None)
}

fn read(tree: &Tree) -> Catalog {
    Catalog::read(&[Root::open(tree.root(), Scope::Project).unwrap()], Vec::new(), &ReadOptions::default(), None)
}

fn ids(selection: &Selection) -> Vec<&str> {
    selection.skills.iter().map(|skill| skill.id.as_str()).collect()
}

// B-09, B-11, B-51, B-52
#[test]
fn committing_to_git_selects_git_and_its_tools_alone() {
    let selection = select(&bundled(), "commit changes to git", Limits::default());
    assert_eq!(ids(&selection), ["git"], "what shares a common word at best is not chosen");
    assert_eq!(selection.tools.len(), 5);
    assert!(selection.tools.iter().all(|tool| tool.owner() == "git"), "{:?}", selection.tools);
    assert_eq!(selection.tools[0].name(), "commit");
}

// B-37
#[test]
fn the_limits_limit() {
    let selection = select(&bundled(), "find text in files and commit", Limits { top_k: 2, max_tools: 3 });
    assert_eq!((selection.skills.len(), selection.tools.len()), (2, 3));
    assert_eq!(select(&bundled(), "commit", Limits { top_k: 0, max_tools: 0 }), Selection::default());
}

#[test]
fn nothing_fitting_is_an_answer() {
    assert_eq!(select(&bundled(), "qwertyuiop", Limits::default()), Selection::default());
}

#[test]
fn what_a_skill_depends_on_comes_with_it_circles_end_and_the_missing_is_named() {
    let skill = |name: &str, words: &str, dependencies: &str| {
        format!("---\nname: {name}\ndescription: {words}\ndependencies: [{dependencies}]\n---\n")
    };
    let tree = Tree::new()
        .with("deploy/SKILL.md", skill("deploy", "ships software to servers", "build, secrets"))
        .with("build/SKILL.md", skill("build", "compiles", "toolchain"))
        .with("toolchain/SKILL.md", skill("toolchain", "compilers", "build"))
        .with_skill("unrelated", "paints pictures");
    let selection = select(&read(&tree), "ship to the servers", Limits::default());
    assert_eq!(ids(&selection), ["deploy", "build", "toolchain"]);
    assert!(matches!(&selection.skills[2].reason, Reason::NeededBy(by) if by.as_str() == "build"));
    assert_eq!(selection.missing, ["deploy needs secrets"]);
}
