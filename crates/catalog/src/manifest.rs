//! `manifest.json`: a list of skills that lies over what their authors wrote.
//!
//! Where both say something about the same field and differ, the manifest counts and the difference is reported. The list is
//! matched by directory: the last segment of `path`, or the name. Fields that are not known are kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::skill::Skill;
use crate::tools_json::line_of;

/// The version of the format that is written.
const SCHEMA_VERSION: &str = "2.1.0";

/// A manifest, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    /// Where it is.
    pub file: PathBuf,
    /// Which skill takes which task.
    pub dispatch: Dispatch,
    /// Its skills, in the order of the file, which breaks ties.
    pub entries: Vec<Arc<ManifestEntry>>,
}

/// Which skill takes which task, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Dispatch {
    /// Task type to skill.
    pub by_task_type: Vec<(String, String)>,
    /// Words separated by `|` to skill.
    pub by_keyword: Vec<(String, String)>,
}

/// What a manifest says about one skill.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ManifestEntry {
    /// Its name, which is also its directory's.
    pub name: String,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its directory; only the last segment counts, because manifests are written relative to other places.
    pub path: String,
    /// Labels that dispatch to it.
    pub tags: Vec<String>,
    /// `active`, or out of use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// 0 (always) to 3 (rarely).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<u8>,
    /// The most tokens a brief may spend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_budget: Option<u64>,
    /// The model it was written for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Files that belong to it.
    pub references: Vec<String>,
    /// What it takes and gives.
    pub capabilities: Capabilities,
    /// What it needs.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub constraints: Map<String, Json>,
    /// Everything else, verbatim.
    #[serde(flatten)]
    pub extra: Map<String, Json>,
}

/// What a skill takes and gives, as its manifest entry tells.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Capabilities {
    /// Placeholders that must be filled.
    pub inputs: Vec<String>,
    /// What it produces.
    pub outputs: Vec<String>,
    /// Skills it needs.
    pub dependencies: Vec<String>,
    /// Phrases that lead to it.
    pub dispatch_triggers: Vec<String>,
    /// Everything else, verbatim.
    #[serde(flatten)]
    pub extra: Map<String, Json>,
}

impl Manifest {
    /// Reads a manifest. A JSON file of the same name that holds no list of skills is none and gives `None`.
    pub(crate) fn read(file: &Path, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let json: Json = match serde_json::from_str(text) {
            Ok(json) => json,
            Err(error) => {
                let problem =
                    Diagnostic::error("manifest-invalid", file, format!("manifest.json is not JSON: {error}"));
                diagnostics.push(problem.at(error.line().max(1)).fix("mend the JSON; the skills are read without it"));
                return None;
            }
        };
        let list = json.get("skills")?.as_array()?;
        let pairs = |key: &str| -> Vec<(String, String)> {
            let map = json.pointer(&format!("/dispatch_matrix/{key}")).and_then(Json::as_object);
            map.into_iter().flatten().filter_map(|(k, v)| v.as_str().map(|v| (k.clone(), v.to_owned()))).collect()
        };
        let mut manifest = Self {
            file: file.to_path_buf(),
            dispatch: Dispatch { by_task_type: pairs("by_task_type"), by_keyword: pairs("by_keyword") },
            entries: Vec::new(),
        };
        for (index, entry) in list.iter().enumerate() {
            let line = entry.get("name").and_then(Json::as_str).and_then(|name| line_of(text, name)).unwrap_or(1);
            match ManifestEntry::deserialize(entry) {
                _ if !entry.is_object() => diagnostics.push(
                    Diagnostic::error("manifest-entry", file, format!("entry {} is not an object", index + 1))
                        .at(line)
                        .fix("write {\"name\": …, \"path\": …}"),
                ),
                Ok(entry) if manifest.entries.iter().any(|other: &Arc<ManifestEntry>| other.name == entry.name) => {
                    diagnostics.push(
                        Diagnostic::warning(
                            "manifest-entry",
                            file,
                            format!("`{}` is listed twice; the first entry counts", entry.name),
                        )
                        .at(line)
                        .fix("remove one of them"),
                    );
                }
                Ok(entry) if !entry.name.is_empty() => manifest.entries.push(Arc::new(entry)),
                Ok(_) => diagnostics.push(
                    Diagnostic::error("manifest-entry", file, format!("entry {} has no name", index + 1))
                        .fix("give it one"),
                ),
                Err(error) => diagnostics.push(
                    Diagnostic::error("manifest-entry", file, format!("entry {} cannot be read: {error}", index + 1))
                        .fix("mend it; the skill is read without it"),
                ),
            }
        }
        Some(manifest)
    }

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

impl ManifestEntry {
    /// The directory that the entry speaks of.
    pub fn directory(&self) -> &str {
        self.path.trim_end_matches('/').rsplit('/').next().filter(|segment| !segment.is_empty()).unwrap_or(&self.name)
    }

    /// Whether the skill may be used.
    pub fn is_active(&self) -> bool {
        self.status.as_deref().is_none_or(|status| status == "active")
    }

    /// Lays the entry over a skill and tells where the two differ.
    pub(crate) fn overlay(self: &Arc<Self>, skill: &mut Skill, manifest: &Path) -> Vec<Diagnostic> {
        let mut conflicts = Vec::new();
        let mut lay = |field: &str, theirs: &Option<String>, ours: &mut Option<String>| {
            let Some(value) = theirs.as_deref().map(str::trim).filter(|value| !value.is_empty()) else { return };
            if let Some(previous) = ours.as_deref().filter(|previous| *previous != value) {
                conflicts.push(
                    Diagnostic::warning(
                        "manifest-conflict",
                        manifest,
                        format!(
                            "`{field}` of `{}` is {} here and {} in its {}",
                            skill.id,
                            differing(value, previous),
                            differing(previous, value),
                            skill.definition
                        ),
                    )
                    .fix("make them equal; the manifest counts"),
                );
            }
            *ours = Some(value.to_owned());
        };
        let written = (!skill.diagnostics.iter().any(|d| d.code == "description-missing"))
            .then(|| skill.card.description.clone());
        skill.written = Some((written.clone(), skill.card.version.clone()));
        let mut description = written;
        lay("version", &self.version, &mut skill.card.version);
        lay("description", &self.description, &mut description);
        lay("model", &self.model, &mut skill.card.model);
        if let Some(description) = description {
            skill.card.description = description;
            if self.description.is_some() {
                skill.diagnostics.retain(|diagnostic| diagnostic.code != "description-missing");
            }
        }
        extend(&mut skill.card.tags, &self.tags);
        extend(&mut skill.card.dependencies, &self.capabilities.dependencies);
        extend(&mut skill.card.routing_keywords, &self.capabilities.dispatch_triggers);
        let entry = serde_json::to_vec(self.as_ref()).unwrap_or_default();
        skill.digest = Digest::of([skill.digest.to_string().as_bytes(), &entry]);
        skill.manifest = Some(Arc::clone(self));
        conflicts
    }
}

fn extend(ours: &mut Vec<String>, theirs: &[String]) {
    for value in theirs {
        if !ours.contains(value) {
            ours.push(value.clone());
        }
    }
}

/// A text, cut to some forty characters from shortly before where it differs from the other.
fn differing(text: &str, other: &str) -> String {
    let same = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let start = if text.chars().count() > 40 { same.saturating_sub(10) } else { 0 };
    let piece: String = text.chars().skip(start).take(40).collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if start + piece.chars().count() < text.chars().count() { "…" } else { "" };
    format!("\"{before}{piece}{after}\"")
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
    entry.references = skill
        .files
        .iter()
        .filter(|file| file.path.starts_with("references/") && file.path.ends_with(".md"))
        .map(|file| format!("{}/{}", skill.id, file.path))
        .collect();
    entry.capabilities.dependencies = card.dependencies.clone();
    entry.capabilities.dispatch_triggers = card.routing_keywords.clone();
    serde_json::to_value(&entry).unwrap_or(Json::Null)
}
