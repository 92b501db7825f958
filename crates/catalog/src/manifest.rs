//! `manifest.json`: a list of skills that lies over what their authors wrote.
//!
//! Where both say something about the same field and differ, the manifest counts and the difference is reported. The list is
//! matched by directory: the last segment of `path`, or the name. Fields that are not known are kept.

mod export;
mod overlay;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::diagnostic::Diagnostic;
use crate::tools_json::line_of;

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
            let mut report = |problem: Diagnostic, fix: &str| diagnostics.push(problem.at(line).fix(fix));
            match ManifestEntry::read(entry) {
                Err(problem) => {
                    let message = format!("entry {} {problem}", index + 1);
                    report(Diagnostic::error("manifest-entry", file, message), "write {\"name\": …, \"path\": …}");
                }
                Ok((entry, _))
                    if manifest.entries.iter().any(|other| other.name == entry.name && other.path == entry.path) =>
                {
                    let message = format!("`{}` is listed twice; the first entry counts", entry.name);
                    report(Diagnostic::warning("manifest-entry", file, message), "remove one of them");
                }
                Ok((entry, misshapen)) => {
                    if !misshapen.is_empty() {
                        let message = format!(
                            "fields of `{}` have the wrong shape and are ignored: {}",
                            entry.name,
                            misshapen.join(", ")
                        );
                        report(Diagnostic::warning("manifest-field", file, message), "correct them");
                    }
                    manifest.entries.push(Arc::new(entry));
                }
            }
        }
        Some(manifest)
    }
}

impl ManifestEntry {
    /// Reads an entry leniently: a field of the wrong shape is left out and named, the others stay.
    fn read(entry: &Json) -> Result<(Self, Vec<String>), String> {
        let object = entry.as_object().ok_or("is not an object")?;
        let name = object.get("name").and_then(Json::as_str).map(str::trim).filter(|name| !name.is_empty());
        let name = name.ok_or("has no name")?;
        let mut kept = Map::new();
        let mut misshapen = Vec::new();
        for (key, value) in object {
            // A version may be written as a number, a single tag as a text.
            let value = match (key.as_str(), value) {
                ("version" | "model", Json::Number(number)) => Json::from(number.to_string()),
                ("tags" | "references", Json::String(text)) => Json::from(vec![text.as_str()]),
                (_, other) => other.clone(),
            };
            let alone = Json::Object(Map::from_iter([("name".to_owned(), name.into()), (key.clone(), value.clone())]));
            if Self::deserialize(&alone).is_ok() {
                kept.insert(key.clone(), value);
            } else {
                misshapen.push(format!("`{key}`"));
            }
        }
        let entry = Self::deserialize(&Json::Object(kept)).map_err(|error| format!("cannot be read: {error}"))?;
        Ok((Self { name: name.to_owned(), ..entry }, misshapen))
    }

    /// The directory that the entry speaks of.
    pub fn directory(&self) -> &str {
        self.path.trim_end_matches('/').rsplit('/').next().filter(|segment| !segment.is_empty()).unwrap_or(&self.name)
    }

    /// Whether the skill may be used.
    pub fn is_active(&self) -> bool {
        self.status.as_deref().is_none_or(|status| status == "active")
    }
}
