//! Writing a manifest of what was read.

use serde_json::{Map, Value as Json, json};

use super::{Dispatch, Manifest};
use crate::skill::Skill;

/// The version of the format that is written.
const SCHEMA_VERSION: &str = "2.1.0";

impl Manifest {
    /// The JSON of a manifest that lists these skills, in their order, and dispatches as `manifests` do, the first first.
    ///
    /// There is no `lastUpdated`, because the same skills must give the same bytes.
    pub fn export<'a>(skills: impl IntoIterator<Item = &'a Skill>, manifests: &[Self]) -> Json {
        let dispatch = |pairs: fn(&Dispatch) -> &Vec<(String, String)>| -> Map<String, Json> {
            let all = manifests.iter().rev().flat_map(|manifest| pairs(&manifest.dispatch));
            all.map(|(key, skill)| (key.clone(), skill.as_str().into())).collect()
        };
        let entries: Vec<Json> = skills.into_iter().map(entry_of).collect();
        json!({
            "_meta": {"schemaVersion": SCHEMA_VERSION, "totalSkills": entries.len()},
            "dispatch_matrix": {"by_task_type": dispatch(|d| &d.by_task_type), "by_keyword": dispatch(|d| &d.by_keyword)},
            "skills": entries,
        })
    }
}

fn entry_of(skill: &Skill) -> Json {
    let mut entry = skill.manifest.as_deref().cloned().unwrap_or_default();
    let card = &skill.card;
    entry.name = skill.id.directory().to_owned();
    // What the author wrote, not what an earlier export says of it: otherwise an edit would never get into the manifest.
    let (description, version) = skill.written.clone().unwrap_or_default();
    entry.version = version.or_else(|| card.version.clone());
    entry.description = Some(description.unwrap_or_else(|| card.description.clone()));
    entry.path = skill.id.to_string();
    entry.tags = card.tags.clone();
    entry.status = entry.status.or_else(|| Some("active".to_owned()));
    entry.model = card.model.clone();
    if entry.references.is_empty() {
        let references =
            skill.files.iter().filter(|file| file.path.starts_with("references/") && file.path.ends_with(".md"));
        entry.references = references.map(|file| format!("{}/{}", skill.id, file.path)).collect();
    }
    entry.capabilities.dependencies = card.dependencies.clone();
    entry.capabilities.dispatch_triggers = card.routing_keywords.clone();
    serde_json::to_value(&entry).unwrap_or(Json::Null)
}
