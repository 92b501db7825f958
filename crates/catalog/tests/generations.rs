//! Reading again: what changed, what did not, and what is carried over.

#![allow(clippy::unwrap_used, clippy::panic)]
// A test sets file times relative to now.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::fs::{self, File};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use kitbag_catalog::{Catalog, Changes, ReadOptions, Root, Scope};
use kitbag_testkit::Tree;

fn read(tree: &Tree, previous: Option<&Catalog>) -> Catalog {
    Catalog::read(&[Root::open(tree.root(), Scope::Project).unwrap()], Vec::new(), &ReadOptions::default(), previous)
}

fn counts(old: &Catalog, new: &Catalog) -> (usize, usize, usize) {
    let changes = Changes::between(old, new);
    (changes.added.len(), changes.modified.len(), changes.deleted.len())
}

fn library() -> Tree {
    Tree::new()
        .with_skill("a", "A")
        .with_skill("b", "B")
        .with_skill("c", "C")
        .with("b/tools.py", "@tool\ndef t():\n    'T.'\n")
}

// B-28, B-29
#[test]
fn one_added_one_edited_one_deleted_gives_one_of_each_and_then_nothing() {
    let tree = library();
    let first = read(&tree, None);
    tree.write("d/SKILL.md", "---\nname: d\ndescription: D\n---\n");
    tree.write("a/SKILL.md", "---\nname: a\ndescription: Another\n---\n");
    tree.remove("c");
    let second = read(&tree, Some(&first));
    assert_eq!(counts(&first, &second), (1, 1, 1));
    assert_eq!((first.generation(), second.generation()), (1, 2));
    let third = read(&tree, Some(&second));
    assert_eq!(counts(&second, &third), (0, 0, 0));
    assert_eq!(third.generation(), 2, "nothing changed, so it is the same generation");
}

//
#[test]
fn an_added_a_deleted_and_a_renamed_file_count_though_the_newest_time_stays() {
    let tree = library().with("b/references/x.md", "X");
    let future = SystemTime::now() + Duration::from_secs(1000);
    File::options().write(true).open(tree.path("b/SKILL.md")).unwrap().set_modified(future).unwrap();
    let mut last = read(&tree, None);
    let steps: [(&str, &dyn Fn()); 3] = [
        ("renamed", &|| fs::rename(tree.path("b/references/x.md"), tree.path("b/references/y.md")).unwrap()),
        ("added", &|| tree.write("b/assets/logo.svg", "<svg/>")),
        ("deleted", &|| tree.remove("b/tools.py")),
    ];
    for (step, change) in steps {
        change();
        let next = read(&tree, Some(&last));
        assert_eq!(counts(&last, &next), (0, 1, 0), "{step}");
        last = next;
    }
    assert!(last.find_skill("b").found().unwrap().tools.is_empty());
}

#[test]
fn a_touched_file_is_read_again_and_found_unchanged() {
    let tree = library();
    let first = read(&tree, None);
    File::options()
        .write(true)
        .open(tree.path("a/SKILL.md"))
        .unwrap()
        .set_modified(SystemTime::now() + Duration::from_secs(5))
        .unwrap();
    let second = read(&tree, Some(&first));
    assert_eq!(counts(&first, &second), (0, 0, 0));
    assert!(!Arc::ptr_eq(first.find_skill("a").found().unwrap(), second.find_skill("a").found().unwrap()));
}

//
#[cfg(unix)]
#[test]
fn an_edit_that_keeps_size_and_time_is_noticed() {
    let tree = library();
    let first = read(&tree, None);
    let modified = fs::metadata(tree.path("a/SKILL.md")).unwrap().modified().unwrap();
    let text = fs::read_to_string(tree.path("a/SKILL.md")).unwrap();
    // Kernels stamp changes by the tick of a coarse clock.
    std::thread::sleep(Duration::from_millis(20));
    tree.write("a/SKILL.md", text.replace("description: A", "description: Z"));
    File::options().write(true).open(tree.path("a/SKILL.md")).unwrap().set_modified(modified).unwrap();
    assert_eq!(counts(&first, &read(&tree, Some(&first))), (0, 1, 0));
}

#[test]
fn a_changed_dispatch_is_a_new_generation() {
    let dispatch =
        |skill: &str| format!("{{\"dispatch_matrix\": {{\"by_task_type\": {{\"x\": \"{skill}\"}}}}, \"skills\": []}}");
    let tree = library().with("manifest.json", dispatch("a"));
    let first = read(&tree, None);
    tree.write("manifest.json", dispatch("b"));
    assert_eq!(read(&tree, Some(&first)).generation(), 2);
}

#[test]
fn what_did_not_change_on_disk_is_carried_over_unread() {
    let tree = library();
    let first = read(&tree, None);
    tree.write("a/SKILL.md", "---\nname: a\ndescription: Another\n---\n");
    let second = read(&tree, Some(&first));
    let same = |id: &str| Arc::ptr_eq(first.find_skill(id).found().unwrap(), second.find_skill(id).found().unwrap());
    assert_eq!(["a", "b", "c"].map(same), [false, true, true]);
}

#[cfg(unix)]
#[test]
fn every_spelling_of_a_root_gives_the_same_state() {
    let tree = library();
    let link = Tree::new();
    std::os::unix::fs::symlink(tree.root(), link.path("link")).unwrap();
    let relative = tree.path("a/../../").join(tree.root().file_name().unwrap());
    let straight = read(&tree, None);
    for spelling in [link.path("link"), relative, tree.path("./.")] {
        let root = Root::open(&spelling, Scope::Project).unwrap();
        let other = Catalog::read(&[root], Vec::new(), &ReadOptions::default(), None);
        assert_eq!(counts(&straight, &other), (0, 0, 0), "{}", spelling.display());
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let tree = Tree::new();
    kitbag_testkit::generate(tree.root(), 60).unwrap();
    let with = |threads| {
        let root = Root::open(tree.root(), Scope::Project).unwrap();
        let catalog = Catalog::read(&[root], Vec::new(), &ReadOptions { threads, ..ReadOptions::default() }, None);
        catalog.skills().iter().map(|skill| (skill.id.clone(), skill.digest)).collect::<Vec<_>>()
    };
    assert_eq!(with(1), with(7));
}

#[test]
fn a_changed_manifest_entry_modifies_its_skill_alone() {
    let entry = |version: &str| format!("{{\"skills\": [{{\"name\": \"a\", \"version\": \"{version}\"}}]}}");
    let tree = library().with("manifest.json", entry("1"));
    let first = read(&tree, None);
    tree.write("manifest.json", entry("2"));
    let second = read(&tree, Some(&first));
    assert_eq!(Changes::between(&first, &second).modified.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a"]);
}
