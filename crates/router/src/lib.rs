//! Which entries fit this task, and why.
//!
//! Stateless: a [`Router`] is a catalog and its index, seen together. [`Router::select`] chooses the skills for a task and the few tools a model should see;
//! [`Router::ghosts`] shows tools that are not loaded, in the form in which a model can call them; [`merge`] puts loaded tools and ghosts into one list.

mod definition;
mod ghost;
mod selection;

use kitbag_catalog::Catalog;
use kitbag_index::Index;

pub use definition::{Attributes, ToolDefinition, merge};
pub use selection::{ChosenSkill, Limits, Reason, Selection};

/// A catalog and its index, seen together. Both must be of the same generation.
#[derive(Debug, Clone, Copy)]
pub struct Router<'a> {
    catalog: &'a Catalog,
    index: &'a Index,
}

impl<'a> Router<'a> {
    /// A router over a catalog and the index that was made of it.
    pub fn new(catalog: &'a Catalog, index: &'a Index) -> Self {
        Self { catalog, index }
    }
}
