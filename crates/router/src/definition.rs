//! A tool definition: what a model is shown of a tool.

use std::collections::HashSet;

use kitbag_catalog::{Catalog, Tool};
use serde::Serialize;
use serde_json::Value as Json;

/// What a model is shown of a tool. The name is the one it calls.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToolDefinition {
    /// The name on the wire.
    pub name: String,
    /// What it does.
    pub description: String,
    /// JSON schema of its arguments; always an object.
    pub input_schema: Json,
    /// Set for a ghost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attributes: Option<Attributes>,
}

/// What tells a ghost from a loaded tool.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Attributes {
    /// Not loaded yet; calling it loads it.
    pub ghost: bool,
    /// How well it answers the query, from 0 to 1.
    #[serde(serialize_with = "kitbag_index::rounded")]
    pub score: f32,
}

impl ToolDefinition {
    /// A loaded tool of a catalog.
    pub fn loaded(catalog: &Catalog, tool: &Tool) -> Self {
        let name = catalog.names().wire(&tool.id).unwrap_or_default().to_owned();
        Self { name, description: tool.description.clone(), input_schema: tool.input_schema.clone(), attributes: None }
    }
}

/// Loaded tools and ghosts in one list: loaded ones first, and no name twice, the loaded one winning.
pub fn merge(loaded: &[ToolDefinition], ghosts: &[ToolDefinition]) -> Vec<ToolDefinition> {
    let mut names = HashSet::new();
    loaded.iter().chain(ghosts).filter(|tool| names.insert(tool.name.as_str())).cloned().collect()
}
