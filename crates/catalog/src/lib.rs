//! What exists: skills and tools, where they came from, and what is wrong with them.
//!
//! This crate turns folders into a [`Catalog`]. Reading never fails as a whole: whatever is found becomes an entry, and
//! whatever is odd becomes a [`Diagnostic`] with a file, a line and a fix. Nothing that a stranger wrote is executed:
//! Python tools are read from their syntax tree.
//!
//! ```text
//! Root ──walk──▶ Folder ──Skill::read──▶ Skill ─┐
//! embedded files ─▶ Folder ────────────────────┼─▶ Catalog (one generation) ──changes──▶ Changes
//! configuration, mcp.json ──▶ Server ───────────┘
//! ```
//!
//! Only [`Catalog::read`], [`Root::open`] and [`validate`] touch the disk. Everything between a [`Folder`] and a [`Skill`] is a function
//! of its input, so that it can be fuzzed and replayed. There is no async, no network, no environment and no clock here.

mod bundled;
mod card;
mod catalog;
mod changes;
mod diagnostic;
mod digest;
mod disk;
mod folder;
pub mod format;
mod frontmatter;
mod ids;
mod manifest;
mod names;
mod parallel;
mod python;
mod root;
mod section;
mod server;
mod shown;
mod skill;
mod strict;
mod tool;
mod tools_json;
mod walk;
pub mod yaml;

pub use card::Card;
pub use catalog::{Catalog, ReadOptions};
pub use changes::Changes;
pub use diagnostic::{Diagnostic, Severity};
pub use digest::Digest;
pub use folder::{FileStamp, Folder};
pub use frontmatter::{Definition, Oddity, split};
pub use ids::{ServerId, SkillId, ToolId, closest};
pub use manifest::{Capabilities, Dispatch, Manifest, ManifestEntry};
pub use names::{Names, Resolution};
pub use root::{Root, RootError, Scope, Source};
pub use section::{Section, sections};
pub use server::{Secrets, Server, Transport};
pub use skill::Skill;
pub use strict::{Fault, Verdict, validate};
pub use tool::{Origin, Tool, empty_schema};
