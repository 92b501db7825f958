//! Fixture skills for tests and benchmarks. A dev-dependency only.
//!
//! A [`Tree`] is a directory of skills that disappears with the test. Methods panic with the path where the disk does not
//! cooperate, because a test that cannot write its fixtures has nothing to say.

#![allow(clippy::expect_used, clippy::panic)]

mod corpora;
mod library;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

pub use corpora::corpora;
pub use library::generate;

/// A temporary tree of files.
#[derive(Debug)]
pub struct Tree {
    directory: TempDir,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// An empty tree.
    pub fn new() -> Self {
        Self { directory: TempDir::new().expect("a temporary directory") }
    }

    /// The same tree with a file in it; directories are made as needed.
    #[must_use]
    pub fn with(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.write(path, content);
        self
    }

    /// The same tree with a minimal skill in it.
    #[must_use]
    pub fn with_skill(self, id: &str, description: &str) -> Self {
        let name = id.rsplit('/').next().unwrap_or(id);
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\nInstructions.\n");
        self.with(&format!("{id}/SKILL.md"), text)
    }

    /// Writes a file; directories are made as needed.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap_or(&path))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        fs::write(&path, content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// Removes a file or a directory with everything in it.
    pub fn remove(&self, path: &str) {
        let path = self.path(path);
        let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// The tree's own directory.
    pub fn root(&self) -> &Path {
        self.directory.path()
    }

    /// A path in the tree.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }
}
