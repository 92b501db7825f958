//! A selection: the skills for a task, what they need, and the few tools a model should see.

use std::collections::{HashMap, HashSet};

use kitbag_catalog::{Resolution, Skill, SkillId, ToolId};
use kitbag_index::{EntryKind, Reasons};
use serde::Serialize;

use crate::Router;

/// A skill that answers a task less than this share as well as the best does is not chosen: filling a list with what shares one common
/// word helps nobody.
const FLOOR: f32 = 0.25;

/// How much to select.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Skills chosen for the task, not counting what they depend on.
    pub top_k: usize,
    /// Tools of those skills.
    pub max_tools: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { top_k: 5, max_tools: 5 }
    }
}

/// The answer to a task.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Selection {
    /// Best first, each directly followed by what it depends on.
    pub skills: Vec<ChosenSkill>,
    /// Tools of the best skills first; within a skill, those that answer the task best.
    #[serde(serialize_with = "as_texts")]
    pub tools: Vec<ToolId>,
    /// Dependencies that are not in the catalog, as `skill needs name`.
    pub missing: Vec<String>,
}

/// A skill of a selection.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChosenSkill {
    /// Which.
    pub id: SkillId,
    /// How well it answers the task, from 0 to 1; 0 for a dependency that does not answer it at all.
    #[serde(serialize_with = "kitbag_index::rounded")]
    pub score: f32,
    /// Why it was chosen.
    pub reason: Reason,
}

/// Why a skill was chosen.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It answers the task, by these words.
    Matches(Reasons),
    /// A chosen skill depends on it.
    NeededBy(SkillId),
}

impl Router<'_> {
    /// Chooses skills and tools for a task. Nothing fitting is an answer: the selection is then empty.
    pub fn select(&self, task: &str, limits: Limits) -> Selection {
        let mut selection = Selection::default();
        let mut chosen = HashSet::new();
        let hits = self.index.search(task, Some(EntryKind::Skill), limits.top_k);
        let floor = hits.first().map_or(0.0, |best| best.score * FLOOR);
        for hit in hits.into_iter().filter(|hit| hit.score >= floor) {
            let Some(skill) = self.catalog.find_skill(&hit.id).found() else { continue };
            let reason = Reason::Matches(hit.reasons);
            if chosen.insert(skill.id.clone()) {
                selection.skills.push(ChosenSkill { id: skill.id.clone(), score: hit.score, reason });
            }
            self.add_dependencies(skill, &mut selection, &mut chosen);
        }
        selection.tools = self.tools_of(task, &selection.skills, limits.max_tools);
        selection
    }

    /// Everything a skill depends on, directly or not. A circle ends where it closes, because nothing is chosen twice.
    fn add_dependencies(&self, skill: &Skill, selection: &mut Selection, chosen: &mut HashSet<SkillId>) {
        let mut todo = vec![skill];
        while let Some(skill) = todo.pop() {
            for name in &skill.card.dependencies {
                match self.catalog.find_skill(name) {
                    Resolution::Found(needed) => {
                        if chosen.insert(needed.id.clone()) {
                            let reason = Reason::NeededBy(skill.id.clone());
                            selection.skills.push(ChosenSkill { id: needed.id.clone(), score: 0.0, reason });
                            todo.push(needed);
                        }
                    }
                    Resolution::Ambiguous(_) | Resolution::Unknown(_) => {
                        selection.missing.push(format!("{} needs {name}", skill.id));
                    }
                }
            }
        }
        selection.missing.dedup();
    }

    /// The tools to show: of the best skill those that answer the task, then of the next; then the rest in the same order.
    fn tools_of(&self, task: &str, skills: &[ChosenSkill], limit: usize) -> Vec<ToolId> {
        let best_first = self.index.ranking(task, Some(EntryKind::Tool), self.index.len());
        let rank: HashMap<&str, usize> = best_first.iter().enumerate().map(|(rank, id)| (id.as_str(), rank)).collect();
        let mut ranked: Vec<(usize, usize, ToolId)> = Vec::new();
        for (place, skill) in skills.iter().filter_map(|chosen| self.catalog.skill(&chosen.id)).enumerate() {
            let rank_of = |id: &ToolId| rank.get(id.to_string().as_str()).copied().unwrap_or(usize::MAX);
            ranked.extend(skill.tools.iter().map(|tool| (place, rank_of(&tool.id), tool.id.clone())));
        }
        ranked.sort();
        ranked.into_iter().map(|(_, _, id)| id).take(limit).collect()
    }
}

fn as_texts<S: serde::Serializer>(ids: &[ToolId], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(ids.iter().map(ToString::to_string))
}
