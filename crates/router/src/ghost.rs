//! Ghosts: tools that are not loaded, shown so that a model can call them.

use std::collections::HashSet;

use kitbag_catalog::{Catalog, Tool};
use kitbag_index::EntryKind;

use crate::Router;
use crate::definition::{Attributes, ToolDefinition};

/// What stands around a ghost's description, so that a model knows what it sees.
const PREFIX: &str = "[GHOST] ";
const SUFFIX: &str = " (Auto-loads on use)";

impl Router<'_> {
    /// The tools that answer a query best, as ghosts, best first; none whose wire name is excluded.
    ///
    /// As many more are looked at as there are exclusions, so the list is full wherever enough tools fit: excluding the best
    /// must not leave a model without the next best.
    pub fn ghosts(&self, query: &str, limit: usize, exclude: &HashSet<String>) -> Vec<ToolDefinition> {
        let hits = self.index.search(query, Some(EntryKind::Tool), limit.saturating_add(exclude.len()));
        hits.iter()
            .filter_map(|hit| Some((self.catalog.names().tool(&hit.id).found()?, hit.score)))
            .filter_map(|(id, score)| {
                self.catalog.tool(&id).map(|tool| ToolDefinition::ghost(self.catalog, tool, score))
            })
            .filter(|ghost| !exclude.contains(&ghost.name))
            .take(limit)
            .collect()
    }
}

impl ToolDefinition {
    /// A tool of a catalog that is not loaded.
    pub fn ghost(catalog: &Catalog, tool: &Tool, score: f32) -> Self {
        let definition = Self::loaded(catalog, tool);
        Self {
            description: format!("{PREFIX}{}{SUFFIX}", definition.description),
            attributes: Some(Attributes { ghost: true, score }),
            ..definition
        }
    }
}
