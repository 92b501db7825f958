//! Names on the wire fit every provider, are unique, and mean one tool.

#![allow(clippy::unwrap_used, clippy::panic)]

use kitbag_catalog::{Catalog, ReadOptions, Resolution, Root, Scope, ToolId};
use kitbag_testkit::Tree;
use proptest::prelude::{ProptestConfig, prop, proptest};
use proptest::{prop_assert, prop_assert_eq};

/// A catalog with one skill per pair, whose tools.json declares one tool.
fn catalog(pairs: &[(&str, &str)]) -> Catalog {
    let tree = Tree::new();
    let mut by_skill = std::collections::BTreeMap::<&str, Vec<&str>>::new();
    pairs.iter().for_each(|(skill, tool)| by_skill.entry(skill).or_default().push(tool));
    for (skill, tools) in by_skill {
        tree.write(&format!("{skill}/SKILL.md"), "---\nname: x\ndescription: D\n---\n");
        let tools: Vec<_> = tools.iter().map(|tool| serde_json::json!({"name": tool, "run": ["true"]})).collect();
        tree.write(&format!("{skill}/tools.json"), serde_json::to_string(&tools).unwrap());
    }
    Catalog::read(&[Root::open(tree.root(), Scope::Project).unwrap()], Vec::new(), &ReadOptions::default(), None)
}

fn wire(catalog: &Catalog, skill: &str, tool: &str) -> String {
    catalog.names().wire(&ToolId::new(skill, tool)).unwrap().to_owned()
}

#[test]
fn a_plain_name_is_owner_and_tool() {
    let catalog = catalog(&[("git", "commit"), ("bundles/papers", "find")]);
    assert_eq!(wire(&catalog, "git", "commit"), "git__commit");
    assert_eq!(wire(&catalog, "bundles/papers", "find"), "bundles--papers__find");
}

#[test]
fn a_name_depends_on_its_id_alone_whoever_else_is_there() {
    let odd = wire(&catalog(&[("a.b", "x")]), "a.b", "x");
    assert!(odd.starts_with("a-b__x_"), "what cannot be read back carries a digest even when alone: {odd}");
    let company = catalog(&[("a.b", "x"), ("a-b", "x"), ("a b", "x"), ("sub/git", "commit"), ("sub-git", "commit")]);
    assert_eq!(wire(&company, "a.b", "x"), odd);
    assert_eq!(wire(&company, "a-b", "x"), "a-b__x");
    assert_eq!(wire(&company, "sub/git", "commit"), "sub--git__commit");
    assert_eq!(wire(&company, "sub-git", "commit"), "sub-git__commit");
}

#[test]
fn a_tool_that_calls_itself_like_anothers_digest_does_not_take_its_name_over() {
    let taken = wire(&catalog(&[("a.b", "x")]), "a.b", "x");
    let (owner, thief) = taken.split_once("__").unwrap();
    let both = catalog(&[("a.b", "x"), (owner, thief)]);
    assert_eq!(wire(&both, owner, thief), taken, "it can be read back, so it is called so");
    assert_ne!(wire(&both, "a.b", "x"), taken);
    for id in [ToolId::new("a.b", "x"), ToolId::new(owner, thief)] {
        assert_eq!(both.names().tool(both.names().wire(&id).unwrap()), Resolution::Found(id));
    }
}

#[test]
fn separators_inside_names_cannot_make_two_tools_one() {
    let catalog = catalog(&[("a__b", "c"), ("a", "b__c"), ("x--y", "t"), ("x/y", "t"), ("u_", "v"), ("u", "_v")]);
    let mut names: Vec<String> = [("a__b", "c"), ("a", "b__c"), ("x--y", "t"), ("x/y", "t"), ("u_", "v"), ("u", "_v")]
        .map(|(s, t)| wire(&catalog, s, t))
        .into();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 6, "{names:?}");
}

#[test]
fn bare_dotted_and_prefixed_forms_resolve_where_they_are_unique() {
    let catalog = catalog(&[("git", "commit"), ("git", "log"), ("deep/audit", "log")]);
    let names = catalog.names();
    let found = |name: &str| names.tool(name).found().map(|id| id.to_string());
    for form in ["commit", "git.commit", "git__commit"] {
        assert_eq!(found(form).as_deref(), Some("git.commit"), "{form}");
    }
    for form in ["deep/audit.log", "audit.log", "audit__log", "deep--audit__log"] {
        assert_eq!(found(form).as_deref(), Some("deep/audit.log"), "{form}");
    }
    assert!(matches!(names.tool("log"), Resolution::Ambiguous(ids) if ids.len() == 2));
    assert!(matches!(names.tool("comit"), Resolution::Unknown(near) if near == ["git.commit"]));
}

#[test]
fn an_id_means_itself_also_where_it_is_the_short_form_of_another() {
    let catalog = catalog(&[("git", "log"), ("deep/git", "log")]);
    for id in ["git.log", "deep/git.log"] {
        assert_eq!(catalog.names().tool(id).found().map(|found| found.to_string()).as_deref(), Some(id));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn wire_names_fit_are_unique_and_lead_back(
        pairs in prop::collection::btree_set(("([a-c_-]{1,3}/)?[a-c_.é -]{1,3}x", "([a-b_./ -]{1,3}|é{30}|y{70}|_[0-9a-f]{8})"), 1..12)
    ) {
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(skill, tool)| (skill.as_str(), tool.trim())).filter(|(_, tool)| !tool.is_empty()).collect();
        let catalog = catalog(&pairs);
        let ids: Vec<ToolId> = catalog.skills().iter().flat_map(|skill| skill.tools.iter().map(|tool| tool.id.clone())).collect();
        let mut seen = std::collections::HashSet::new();
        for id in &ids {
            let wire = catalog.names().wire(id).unwrap();
            prop_assert!((1..=64).contains(&wire.len()) && wire.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-'), "{}", wire);
            prop_assert!(seen.insert(wire.to_owned()), "{} twice", wire);
            prop_assert_eq!(catalog.names().tool(wire), Resolution::Found(id.clone()));
        }
    }
}
