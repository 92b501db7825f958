//! Text in, ranked entries out.
//!
//! ```text
//! Skill, Tool ──Document──▶ weighted fields ──text──▶ terms ──Lexical──▶ scores ──Index──▶ Hit, with reasons
//! ```
//!
//! So far this is the lexical half: one projection from entry to document, one tokenizer, BM25 in memory. The same input gives the same
//! ranking to the last tie; nothing here reads a file, a clock or the environment.

mod document;
mod evaluation;
mod hit;
mod index;
mod lexical;
mod text;

pub use document::{Document, EntryKind, Field, collect_parameters};
pub use evaluation::{Answers, Quality};
pub use hit::{Hit, Reasons, rounded};
pub use index::Index;
pub use text::{Term, for_each_term, terms};
