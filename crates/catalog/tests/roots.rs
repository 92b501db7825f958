//! Which skills are found, under which ids, and who wins.

#![allow(clippy::unwrap_used, clippy::panic)]

use kitbag_catalog::{Catalog, ReadOptions, Resolution, Root, RootError, Scope, Server, ServerId};
use kitbag_testkit::Tree;

fn root(tree: &Tree, scope: Scope) -> Root {
    Root::open(tree.root(), scope).unwrap()
}

fn read(roots: &[Root]) -> Catalog {
    Catalog::read(roots, Vec::new(), &ReadOptions::default(), None)
}

fn ids(catalog: &Catalog) -> Vec<&str> {
    catalog.skills().iter().map(|skill| skill.id.as_str()).collect()
}

// B-17, D-73
#[test]
fn skills_are_found_at_any_depth_and_material_inside_a_skill_is_not_a_skill() {
    let tree = Tree::new()
        .with_skill("git", "G")
        .with_skill("bundles/discovery/papers", "P")
        .with_skill("git/assets/template", "T")
        .with_skill("git/extra", "E")
        .with_skill("node_modules/x", "N")
        .with("git/references/guide.md", "R")
        .with("git/scripts/run.py", "")
        .with("lower/skill.md", "---\nname: lower\ndescription: L\n---\n");
    let catalog = read(&[root(&tree, Scope::Project)]);
    assert_eq!(ids(&catalog), ["bundles/discovery/papers", "git", "git/extra", "lower"]);
    let git = catalog.find_skill("git").found().unwrap();
    let files: Vec<&str> = git.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        files,
        ["SKILL.md", "assets/template/SKILL.md", "references/guide.md", "scripts/run.py"],
        "a nested skill's files are its own, material is the skill's"
    );
}

#[test]
fn underscored_and_hidden_directories_are_left_out_unless_asked_for_and_never_if_given() {
    let tree = Tree::new()
        .with_skill("a", "A")
        .with_skill("_archived/old", "O")
        .with_skill(".hidden/h", "H")
        .with_skill("drafts/d", "D");
    let here = root(&tree, Scope::Project);
    let catalog = Catalog::read(
        std::slice::from_ref(&here),
        Vec::new(),
        &ReadOptions { exclude: vec!["drafts".into()], ..ReadOptions::default() },
        None,
    );
    assert_eq!(ids(&catalog), ["a"]);
    let told: Vec<(&str, bool)> = catalog
        .diagnostics()
        .iter()
        .map(|d| (d.code, d.file.ends_with("_archived") || d.file.ends_with("drafts")))
        .collect();
    assert_eq!(told, [("directory-excluded", true); 2], "what is hidden is said");
    let all =
        Catalog::read(&[here], Vec::new(), &ReadOptions { include_excluded: true, ..ReadOptions::default() }, None);
    assert_eq!(ids(&all), [".hidden/h", "_archived/old", "a", "drafts/d"]);
    let given = Root::open(&tree.path("_archived"), Scope::Project).unwrap();
    assert_eq!(ids(&read(&[given])), ["old"]);
}

#[test]
fn a_root_that_is_a_skill_is_called_by_its_directory() {
    let tree = Tree::new().with_skill("solo", "S");
    let catalog = read(&[Root::open(&tree.path("solo"), Scope::Project).unwrap()]);
    assert_eq!(ids(&catalog), ["solo"]);
}

// R-08
#[test]
fn the_project_wins_over_the_user_whatever_the_order_and_the_loser_is_reported() {
    let user = Tree::new().with_skill("git", "of the user").with_skill("only-user", "U");
    let project = Tree::new().with_skill("git", "of the project");
    let catalog = read(&[root(&user, Scope::User), root(&project, Scope::Project)]);
    assert_eq!(ids(&catalog), ["git", "only-user"]);
    assert_eq!(catalog.skills()[0].card.description, "of the project");
    let finding = &catalog.diagnostics()[0];
    assert_eq!(finding.code, "skill-overridden");
    assert!(finding.message.starts_with("`git` (user) is hidden by the one in "), "{}", finding.message);
}

#[test]
fn bundled_skills_come_last() {
    let project = Tree::new().with_skill("git", "mine");
    let options = ReadOptions { bundled: true, ..ReadOptions::default() };
    let catalog = Catalog::read(&[root(&project, Scope::Project)], Vec::new(), &options, None);
    assert_eq!(ids(&catalog), ["filesystem", "git", "note_taker", "terminal", "writer"]);
    assert_eq!(catalog.find_skill("git").found().unwrap().card.description, "mine");
}

// B-48, R-09
#[test]
fn two_skills_of_one_name_are_both_there_and_the_name_is_ambiguous() {
    let same = "---\nname: same\ndescription: D\n---\n";
    let tree = Tree::new().with("one/SKILL.md", same).with("two/SKILL.md", same);
    let catalog = read(&[root(&tree, Scope::Project)]);
    assert_eq!(ids(&catalog), ["one", "two"]);
    let found: Vec<&str> = catalog.diagnostics_of(&catalog.skills()[1]).map(|d| d.code).collect();
    assert_eq!(found, ["name-mismatch", "name-duplicate"]);
    assert!(matches!(catalog.find_skill("same"), Resolution::Ambiguous(skills) if skills.len() == 2));
    assert_eq!(catalog.find_skill("two").found().unwrap().id.as_str(), "two");
}

#[test]
fn a_skill_is_found_by_id_directory_name_and_loosely_and_a_typo_is_corrected() {
    let tree = Tree::new().with("deep/note_taker/SKILL.md", "---\nname: Note Taker\ndescription: D\n---\n");
    let catalog = read(&[root(&tree, Scope::Project)]);
    for name in ["deep/note_taker", "note_taker", "note-taker", "Note Taker", "NOTE_TAKER", "/deep/note_taker/"] {
        assert!(matches!(catalog.find_skill(name), Resolution::Found(_)), "{name}");
    }
    assert!(matches!(catalog.find_skill("note_takr"), Resolution::Unknown(near) if near == ["deep/note_taker"]));
    assert!(matches!(catalog.find_skill("zzz"), Resolution::Unknown(near) if near.is_empty()));
}

#[test]
fn a_tree_given_twice_or_inside_another_is_read_once() {
    let tree = Tree::new().with_skill("sub/a", "A").with_skill("b", "B");
    let outer = root(&tree, Scope::Project);
    let inner = Root::open(&tree.path("sub"), Scope::Project).unwrap();
    let catalog = read(&[outer.clone(), inner, outer]);
    assert_eq!(ids(&catalog), ["b", "sub/a"]);
    assert_eq!(catalog.diagnostics(), []);
}

#[test]
fn a_root_that_cannot_be_read_says_why_and_what_to_do() {
    let tree = Tree::new().with_skill("a", "A");
    let missing = Root::open(&tree.path("nowhere"), Scope::Project).unwrap_err();
    assert!(matches!(missing, RootError::Missing(_)) && missing.to_string().ends_with("nowhere does not exist"));
    let file = Root::open(&tree.path("a/SKILL.md"), Scope::Project).unwrap_err();
    assert_eq!(file.fix(), "give the directory that holds the SKILL.md");
    assert!(matches!(Root::open(&tree.path("a/SKILL.md/x"), Scope::Project).unwrap_err(), RootError::NotADirectory(_)));
}

#[test]
fn what_a_skill_needs_and_nothing_provides_is_reported() {
    let tree = Tree::new()
        .with("user/SKILL.md", "---\nname: user\ndescription: D\ntools: [commit, git.status, git__log, gone]\ndependencies: [git, lost]\n---\n")
        .with_skill("git", "G")
        .with("git/tools.py", "def commit(): 'C'\ndef status(): 'S'\ndef log(): 'L'\ndef get_tools(): return [commit, status, log]\n");
    let catalog = read(&[root(&tree, Scope::Project)]);
    let user = catalog.find_skill("user").found().unwrap();
    let found: Vec<&str> = catalog.diagnostics_of(user).map(|d| d.message.as_str()).collect();
    assert_eq!(
        found,
        ["needs tools that are nowhere in the catalog: `gone`", "depends on skills that are not there: `lost`"]
    );
}

#[test]
fn tools_of_servers_and_of_the_company_are_not_missing() {
    let tree = Tree::new().with(
        "user/SKILL.md",
        "---\nname: user\ndescription: D\ntools: [files__read, files.write, user/own.x, commit]\ndependencies: [git]\n---\n",
    );
    tree.write("user/mcp.json", r#"{"mcpServers": {"own": {"command": "x"}}}"#);
    let server =
        Server::read(ServerId::configured("files"), &serde_json::json!({"command": "x"}), "kitbag.toml".into(), None)
            .unwrap();
    let alone = Catalog::read(&[root(&tree, Scope::Project)], vec![server], &ReadOptions::default(), None);
    let codes = |catalog: &Catalog| catalog.diagnostics_of(&catalog.skills()[0]).map(|d| d.code).collect::<Vec<_>>();
    assert_eq!(codes(&alone), ["tool-missing", "dependency-missing"]);
    let company = Catalog::read(&[], Vec::new(), &ReadOptions { bundled: true, ..ReadOptions::default() }, None);
    assert_eq!(codes(&alone.in_company(&company)), [""; 0]);
}

#[cfg(unix)]
#[test]
fn one_place_reached_by_two_links_is_one_skill_and_a_link_into_another_root_is_no_news() {
    use std::os::unix::fs::symlink;
    let tree = Tree::new().with_skill("a/_h/behind", "B").with_skill("shared/foo", "F");
    symlink(tree.path("a/_h"), tree.path("a/x")).unwrap();
    symlink(tree.path("a/_h/behind"), tree.path("a/reached")).unwrap();
    symlink(tree.path("shared/foo"), tree.path("a/foo")).unwrap();
    let roots = ["a", "shared"].map(|path| Root::open(&tree.path(path), Scope::Project).unwrap());
    let catalog = read(&roots);
    assert_eq!(ids(&catalog), ["foo", "reached"]);
    assert!(catalog.diagnostics().iter().all(|d| d.code != "link-outside"), "{:?}", catalog.diagnostics());
}
