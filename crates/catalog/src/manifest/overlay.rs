//! Laying a manifest's entry over a skill.

use std::path::Path;
use std::sync::Arc;

use super::ManifestEntry;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::skill::Skill;

impl ManifestEntry {
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
