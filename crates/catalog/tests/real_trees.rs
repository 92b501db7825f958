//! The real skill trees beside the checkout: messy on purpose. Counts only; their texts are other people's.

#![allow(clippy::unwrap_used, clippy::panic)]

use kitbag_catalog::{Catalog, ReadOptions, Root, Scope, Severity};
use kitbag_testkit::corpora;

const TREES: [(&str, usize); 7] = [
    ("cleo-jan", 16),
    ("cleo-now", 29),
    ("dak", 3),
    ("dak-provider", 1),
    ("omni-feb", 17),
    ("omni-jan", 18),
    ("thoth", 22),
];

fn read(tree: &str, include_excluded: bool) -> Option<Catalog> {
    let root = Root::open(&corpora()?.join(tree), Scope::Project).unwrap();
    let options = ReadOptions { include_excluded, threads: 2, ..ReadOptions::default() };
    Some(Catalog::read(&[root], Vec::new(), &options, None))
}

// B-47, R-10
#[test]
fn all_106_skills_are_read_and_each_has_an_id_and_a_description() {
    let mut total = 0;
    for (tree, expected) in TREES {
        let Some(catalog) = read(tree, true) else { return };
        assert_eq!(catalog.skills().len(), expected, "{tree}");
        for skill in catalog.skills() {
            assert!(!skill.id.as_str().is_empty() && !skill.card.description.trim().is_empty(), "{tree}/{}", skill.id);
            assert!(skill.body().trim().is_empty() || !skill.sections.is_empty(), "{tree}/{} has sections", skill.id);
        }
        total += catalog.skills().len();
    }
    assert_eq!(total, 106);
}

// B-47
#[test]
fn every_skill_of_the_january_tree_keeps_its_keywords() {
    let Some(catalog) = read("omni-jan", false) else { return };
    assert_eq!(catalog.skills().len(), 17, "_template is left out");
    for skill in catalog.skills() {
        assert!(!skill.card.routing_keywords.is_empty(), "{}", skill.id);
        assert!(skill.diagnostics.iter().all(|finding| finding.severity < Severity::Error), "{}", skill.id);
    }
}

//
#[test]
fn each_oddity_is_a_diagnostic() {
    let count = |tree: &str, code: &str| {
        let catalog = read(tree, true)?;
        let findings =
            catalog.skills().iter().flat_map(|skill| catalog.diagnostics_of(skill)).chain(catalog.diagnostics());
        Some(findings.filter(|finding| finding.code == code).count())
    };
    let Some(without_frontmatter) = count("cleo-jan", "frontmatter-missing") else { return };
    assert_eq!(without_frontmatter, 9);
    assert_eq!(count("omni-feb", "frontmatter-missing"), Some(1));
    assert_eq!(count("omni-feb", "frontmatter-yaml"), Some(1), "a description with a colon");
    assert_eq!(count("omni-feb", "name-mismatch"), Some(1));
    assert_eq!(count("omni-jan", "name-mismatch"), Some(1));
    assert_eq!(count("thoth", "name-form"), Some(2));
    assert_eq!(count("thoth", "directory-excluded"), Some(0), "nothing is left out when all is asked for");
}

// D-71
#[test]
fn both_real_manifests_are_accepted_and_lie_over_their_skills() {
    for (tree, entries) in [("cleo-jan", 15), ("cleo-now", 22)] {
        let Some(catalog) = read(tree, false) else { return };
        assert_eq!(catalog.manifests().len(), 1, "{tree}");
        assert_eq!(catalog.manifests()[0].entries.len(), entries);
        let covered = catalog.skills().iter().filter(|skill| skill.manifest.is_some()).count();
        assert_eq!(covered, entries, "{tree}: every entry finds its skill");
        assert!(
            catalog
                .skills()
                .iter()
                .filter_map(|skill| skill.manifest.as_ref())
                .all(|entry| entry.token_budget.is_some())
        );
        assert!(!catalog.manifests()[0].dispatch.by_task_type.is_empty());
    }
}

#[test]
fn the_whole_collection_is_one_tree_too_and_nothing_is_lost() {
    let Some(catalog) = read(".", true) else { return };
    assert_eq!(catalog.skills().len(), 106);
    assert_eq!(catalog.find_skill("omni-jan/git").found().unwrap().id.as_str(), "omni-jan/git");
}
