//! Ghost tools and merging.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use kitbag_catalog::{Catalog, ReadOptions, Resolution, Root, Scope};
use kitbag_index::{EntryKind, Index};
use kitbag_router::{Router, ToolDefinition, merge};
use kitbag_testkit::Tree;
use serde_json::json;

fn bundled() -> Catalog {
    Catalog::read(&[], Vec::new(), &ReadOptions { bundled: true, ..ReadOptions::default() }, None)
}

fn names(tools: &[ToolDefinition]) -> Vec<&str> {
    tools.iter().map(|tool| tool.name.as_str()).collect()
}

fn excluding(names: &[&str]) -> HashSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

// A-03, A-13, A-14, A-19
#[test]
fn ghosts_come_in_the_order_of_the_search_and_are_called_by_their_names() {
    let catalog = bundled();
    let index = Index::of_catalog(&catalog);
    let ghosts = Router::new(&catalog, &index).ghosts("show the git log", 5, &HashSet::new());
    let hits = index.search("show the git log", Some(EntryKind::Tool), 5);
    assert_eq!(ghosts.len(), 5);
    for (ghost, hit) in ghosts.iter().zip(&hits) {
        let Resolution::Found(id) = catalog.names().tool(&ghost.name) else { panic!("{} means nothing", ghost.name) };
        assert_eq!(id.to_string(), hit.id);
        assert_eq!(ghost.attributes.unwrap().score, hit.score);
        assert!(ghost.attributes.unwrap().ghost);
    }
}

// A-16, A-17
#[test]
fn a_ghost_says_that_it_is_one_and_has_the_real_schema() {
    let catalog = bundled();
    let index = Index::of_catalog(&catalog);
    let ghost = Router::new(&catalog, &index).ghosts("commit staged changes", 1, &HashSet::new()).remove(0);
    let tool = catalog.tool(&catalog.names().tool("git.commit").found().unwrap()).unwrap();
    assert_eq!(ghost.name, "git__commit");
    assert_eq!(ghost.description, format!("[GHOST] {} (Auto-loads on use)", tool.description));
    assert_eq!(ghost.input_schema, tool.input_schema);
    assert_eq!(serde_json::to_value(&ghost).unwrap()["attributes"]["ghost"], json!(true));
}

// A-16, A-18
#[test]
fn a_missing_description_is_empty_and_a_broken_schema_is_the_empty_one() {
    let tree = Tree::new()
        .with_skill("s", "S")
        .with("s/tools.json", r#"[{"name": "frobnicate", "run": ["x"], "inputSchema": "{broken"}]"#);
    let catalog =
        Catalog::read(&[Root::open(tree.root(), Scope::Project).unwrap()], Vec::new(), &ReadOptions::default(), None);
    let index = Index::of_catalog(&catalog);
    let ghost = Router::new(&catalog, &index).ghosts("frobnicate", 1, &HashSet::new()).remove(0);
    assert_eq!(ghost.description, "[GHOST]  (Auto-loads on use)");
    assert_eq!(ghost.input_schema, json!({"type": "object", "properties": {}}));
}

// A-11, A-20, A-21, R-12
#[test]
fn excluding_the_best_fills_the_list_from_lower_ranks_without_repeating_any() {
    let catalog = bundled();
    let index = Index::of_catalog(&catalog);
    let router = Router::new(&catalog, &index);
    let all = router.ghosts("git branch commit log", 8, &HashSet::new());
    let loaded = excluding(&names(&all)[..4]);
    let rest = router.ghosts("git branch commit log", 4, &loaded);
    assert_eq!(names(&rest), names(&all)[4..], "the next best, in order");
    assert_eq!(rest.iter().map(|ghost| &ghost.name).collect::<HashSet<_>>().len(), 4);
    assert!(rest.iter().all(|ghost| !loaded.contains(&ghost.name)));
}

// A-22, A-23
#[test]
fn merging_puts_loaded_tools_first_drops_their_ghosts_and_changes_neither_list() {
    let catalog = bundled();
    let index = Index::of_catalog(&catalog);
    let router = Router::new(&catalog, &index);
    let ghosts = router.ghosts("git commit", 5, &HashSet::new());
    let tool = |name: &str| catalog.tool(&catalog.names().tool(name).found().unwrap()).unwrap();
    let loaded = [
        ToolDefinition::loaded(&catalog, tool("writer.outline")),
        ToolDefinition::loaded(&catalog, tool(&ghosts[1].name)),
    ];
    let (loaded_before, ghosts_before) = (loaded.clone(), ghosts.clone());
    let merged = merge(&loaded, &ghosts);
    assert_eq!(merged.len(), 2 + 4);
    assert_eq!(merged[..2], loaded);
    assert!(merged[1].attributes.is_none(), "the loaded one stays, its ghost goes");
    assert_eq!((loaded, ghosts), (loaded_before.clone(), ghosts_before.clone()));
}
