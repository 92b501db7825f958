//! Manifests lie over what the authors wrote.

#![allow(clippy::unwrap_used, clippy::panic)]

use kitbag_catalog::{Catalog, Manifest, ReadOptions, Resolution, Root, Scope, Skill};
use kitbag_testkit::{Tree, generate};
use serde_json::{Value, json};

fn read(tree: &Tree) -> Catalog {
    let root = Root::open(tree.root(), Scope::Project).unwrap();
    Catalog::read(&[root], Vec::new(), &ReadOptions { threads: 2, ..ReadOptions::default() }, None)
}

fn manifest(skills: &Value) -> String {
    json!({
        "_meta": {"schemaVersion": "2.1.0"},
        "dispatch_matrix": {"by_task_type": {"research": "papers"}, "by_keyword": {"find|look": "papers"}},
        "skills": skills,
    })
    .to_string()
}

// D-71
#[test]
fn every_field_of_an_entry_is_read_and_what_is_not_known_is_kept() {
    let entry = json!({
        "name": "papers", "version": "2.0.0", "description": "Finds papers", "path": "skills/papers", "tags": ["science"], "status": "active",
        "tier": 2, "token_budget": 8000, "model": "small", "references": ["skills/papers/SKILL.md"],
        "capabilities": {"inputs": ["TASK_ID"], "outputs": ["report"], "dependencies": ["other"], "dispatch_triggers": ["find papers"], "chains_to": ["x"]},
        "constraints": {"max_context_tokens": 100}, "loomStage": "research",
    });
    let tree = Tree::new()
        .with("papers/SKILL.md", "# Papers\n")
        .with_skill("other", "O")
        .with("manifest.json", manifest(&json!([entry])));
    let catalog = read(&tree);
    let skill = catalog.find_skill("papers").found().unwrap();
    let known = skill.manifest.as_deref().unwrap();
    assert_eq!((known.tier, known.token_budget, known.is_active()), (Some(2), Some(8000), true));
    assert_eq!(
        (known.capabilities.inputs.as_slice(), known.capabilities.outputs.as_slice()),
        (&["TASK_ID".to_owned()][..], &["report".to_owned()][..])
    );
    assert_eq!(
        (known.path.as_str(), known.references.as_slice()),
        ("skills/papers", &["skills/papers/SKILL.md".to_owned()][..])
    );
    assert_eq!(
        (known.constraints["max_context_tokens"].as_u64(), skill.card.model.as_deref()),
        (Some(100), Some("small"))
    );
    assert_eq!(skill.card.tags, ["science"]);
    assert_eq!(
        (&known.extra["loomStage"], &known.capabilities.extra["chains_to"]),
        (&json!("research"), &json!(["x"]))
    );
    assert_eq!(skill.card.description, "Finds papers");
    assert_eq!(skill.card.version.as_deref(), Some("2.0.0"));
    assert_eq!(skill.card.dependencies, ["other"]);
    assert_eq!(skill.card.routing_keywords, ["find papers"]);
    assert!(skill.diagnostics.iter().all(|d| d.code != "description-missing"), "the manifest gives one");
    assert_eq!(catalog.manifests()[0].dispatch.by_keyword, [("find|look".to_owned(), "papers".to_owned())]);
}

#[test]
fn where_manifest_and_frontmatter_differ_the_manifest_counts_and_it_is_said() {
    let tree = Tree::new()
        .with("a/SKILL.md", "---\nname: a\nversion: 1.0.0\ndescription: Written\n---\n")
        .with("manifest.json", manifest(&json!([{"name": "a", "version": "2.0.0", "description": "Written", "path": "a"}, {"name": "gone", "path": "x/gone"}])));
    let catalog = read(&tree);
    assert_eq!(catalog.skills()[0].card.version.as_deref(), Some("2.0.0"));
    let found: Vec<&str> = catalog.diagnostics().iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        found,
        [
            "`version` of `a` is \"2.0.0\" here and \"1.0.0\" in its SKILL.md",
            "the manifest lists `gone`, and there is no such skill"
        ]
    );
}

#[test]
fn an_edit_after_an_export_gets_into_the_next_one() {
    let tree = Tree::new().with_skill("a", "First");
    let export = |catalog: &Catalog| {
        Manifest::export(catalog.skills().iter().map(|skill| -> &Skill { skill }), catalog.manifests())
    };
    tree.write("manifest.json", export(&read(&tree)).to_string());
    tree.write("a/SKILL.md", "---\nname: a\ndescription: Second\n---\n");
    let catalog = read(&tree);
    assert_eq!(catalog.skills()[0].card.description, "First", "the manifest counts until it is written anew");
    assert_eq!(catalog.diagnostics()[0].code, "manifest-conflict");
    assert_eq!(export(&catalog)["skills"][0]["description"], "Second");
}

#[test]
fn a_conflict_shows_where_two_long_texts_differ() {
    let long = "x".repeat(60);
    let tree = Tree::new()
        .with_skill("a", &format!("{long} old"))
        .with("manifest.json", manifest(&json!([{"name": "a", "description": format!("{long} new")}])));
    let message = read(&tree).diagnostics()[0].message.clone();
    assert!(message.contains("xxxxx new\" here and ") && message.contains("xxxxx old\" in its"), "{message}");
}

#[test]
fn an_entry_is_laid_over_the_skill_of_its_path_not_of_its_last_segment() {
    let entry = |path: &str, version: &str| json!({"name": "setup", "path": path, "version": version});
    let tree = Tree::new()
        .with_skill("a/setup", "A")
        .with_skill("b/setup", "B")
        .with_skill("only", "O")
        .with("manifest.json", manifest(&json!([entry("skills/b/setup", "2"), entry("a/setup", "1"), entry("c/setup", "3"), {"name": "only", "version": 7}])));
    let catalog = read(&tree);
    let versions: Vec<Option<&str>> = catalog.skills().iter().map(|skill| skill.card.version.as_deref()).collect();
    assert_eq!(versions, [Some("1"), Some("2"), Some("7")]);
    let codes: Vec<&str> = catalog.diagnostics().iter().map(|d| d.code).collect();
    assert_eq!(codes, ["manifest-missing-skill"], "c/setup is neither of the two");
}

#[cfg(unix)]
#[test]
#[allow(clippy::disallowed_methods, clippy::disallowed_types)]
fn a_manifest_that_is_a_pipe_or_leads_out_of_the_root_is_reported_not_read() {
    let outside = Tree::new().with("m.json", manifest(&json!([{"name": "a", "version": "9"}])));
    let linked = Tree::new().with_skill("a", "A");
    std::os::unix::fs::symlink(outside.path("m.json"), linked.path("manifest.json")).unwrap();
    let piped = Tree::new().with_skill("a", "A");
    assert!(std::process::Command::new("mkfifo").arg(piped.path("manifest.json")).status().unwrap().success());
    for tree in [linked, piped] {
        let catalog = read(&tree);
        assert_eq!(catalog.skills()[0].card.version, None);
        assert_eq!(catalog.diagnostics()[0].code, "manifest-unreadable");
    }
}

#[test]
fn a_broken_manifest_costs_nothing_but_itself() {
    let tree = Tree::new().with_skill("a", "A").with("manifest.json", "{\n\"skills\": [\n");
    let catalog = read(&tree);
    assert_eq!(catalog.skills().len(), 1);
    let finding = &catalog.diagnostics()[0];
    assert_eq!((finding.code, finding.line), ("manifest-invalid", Some(3)));
    let odd = Tree::new()
        .with_skill("a", "A")
        .with("manifest.json", manifest(&json!([7, {"path": "a"}, {"name": "a", "tier": "high"}])));
    let codes: Vec<&str> = read(&odd).diagnostics().iter().map(|d| d.code).collect();
    assert_eq!(codes, ["manifest-entry", "manifest-entry", "manifest-field"]);
    let other = Tree::new().with_skill("a", "A").with("manifest.json", "{\"icons\": []}");
    assert_eq!(read(&other).diagnostics(), [], "a file of that name need not be ours");
}

#[test]
fn an_exported_manifest_read_again_agrees_with_everything() {
    let tree = Tree::new()
        .with("a/SKILL.md", "---\nname: a\nversion: 1.0.0\ndescription: One\ntags: [x]\ndependencies: [b/c]\nrouting_keywords: [k]\n---\n")
        .with("a/references/r.md", "R")
        .with_skill("b/c", "Two");
    let first = read(&tree);
    let export = |catalog: &Catalog| {
        format!("{:#}", Manifest::export(catalog.skills().iter().map(|skill| -> &Skill { skill }), catalog.manifests()))
    };
    let written = export(&first);
    tree.write("manifest.json", &written);
    let second = read(&tree);
    assert_eq!(second.diagnostics(), []);
    assert_eq!(export(&second), written, "the same skills give the same bytes");
    let entry: Value = serde_json::from_str::<Value>(&written).unwrap()["skills"][0].clone();
    assert_eq!((&entry["path"], &entry["references"]), (&json!("a"), &json!(["a/references/r.md"])));
}

// D-04
#[test]
fn ten_thousand_skills_are_each_found_by_id_and_by_name() {
    let tree = Tree::new();
    generate(tree.root(), 10_000).unwrap();
    let catalog = read(&tree);
    assert_eq!(catalog.skills().len(), 10_000);
    for skill in catalog.skills() {
        assert_eq!(catalog.skill(&skill.id).map(|found| &found.id), Some(&skill.id));
        assert!(matches!(catalog.find_skill(skill.name()), Resolution::Found(found) if found.id == skill.id));
    }
}
