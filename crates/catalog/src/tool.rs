//! A tool: something callable with a JSON schema.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::ids::ToolId;

/// Something callable. The schema is always a JSON object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tool {
    /// `owner.name`.
    pub id: ToolId,
    /// What it does, for the model.
    pub description: String,
    /// JSON schema of its arguments.
    pub input_schema: Json,
    /// Behaviour hints in MCP's shape (`readOnlyHint` and the like), where declared.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub annotations: Map<String, Json>,
    /// How a worker would run it.
    pub origin: Origin,
    /// Where it is declared.
    #[serde(serialize_with = "crate::shown::path")]
    pub file: PathBuf,
    /// The line of the declaration, from 1.
    pub line: usize,
}

/// What a worker needs to run a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Origin {
    /// A function in one of the skill's Python files.
    Python {
        /// The file below the skill's directory.
        module: String,
        /// The function's name.
        function: String,
        /// `async def`.
        is_async: bool,
    },
    /// A program: JSON on standard input, JSON or text on standard output.
    Executable {
        /// The program and its arguments, run in the skill's directory.
        run: Vec<String>,
    },
    /// A tool of an MCP server.
    Server,
}

/// The schema of a tool without arguments, used too where a declared schema is not one.
pub fn empty_schema() -> Json {
    json!({"type": "object", "properties": {}})
}
