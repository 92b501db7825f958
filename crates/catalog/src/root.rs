//! Roots: the trees that skills are read from, and who wins when two say the same.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// Whose skills they are. A project's win over the user's, the user's over the bundled ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Of the project at hand, or given on the command line.
    Project,
    /// Of the user, for all projects.
    User,
    /// In the binary.
    Bundled,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Project => "project",
            Self::User => "user",
            Self::Bundled => "bundled",
        })
    }
}

/// Where an entry came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    /// Whose it is.
    pub scope: Scope,
    /// The root it was found under.
    #[serde(serialize_with = "crate::shown::path")]
    pub root: PathBuf,
}

/// A directory of skills that exists. Its path is canonical, so that every way of spelling it gives the same root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    path: PathBuf,
    scope: Scope,
}

/// Why a root cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RootError {
    /// Nothing is there.
    #[error("the directory {} does not exist", .0.display())]
    Missing(PathBuf),
    /// Something else is there.
    #[error("{} is not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// It cannot be looked into.
    #[error("the directory {} cannot be read: {source}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl RootError {
    /// What to do about it.
    pub fn fix(&self) -> String {
        match self {
            Self::Missing(_) => "check the spelling, or create it".to_owned(),
            Self::NotADirectory(path) if path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("skill.md")) => {
                "give the directory that holds the SKILL.md".to_owned()
            }
            Self::NotADirectory(_) => "give a directory of skills".to_owned(),
            Self::Unreadable { .. } => "check its permissions".to_owned(),
        }
    }
}

impl Root {
    /// The directory at `path` as a root.
    pub fn open(path: &Path, scope: Scope) -> Result<Self, RootError> {
        let canonical = path.canonicalize().map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => RootError::Missing(path.to_path_buf()),
            io::ErrorKind::NotADirectory => RootError::NotADirectory(path.to_path_buf()),
            _ => RootError::Unreadable { path: path.to_path_buf(), source },
        })?;
        if !canonical.is_dir() {
            return Err(RootError::NotADirectory(path.to_path_buf()));
        }
        std::fs::read_dir(&canonical).map_err(|source| RootError::Unreadable { path: path.to_path_buf(), source })?;
        Ok(Self { path: canonical, scope })
    }

    /// The canonical path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whose skills are there.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// The last segment of the path, by which a root that is itself a skill is called.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().map_or_else(|| "skill".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    /// A place below the root; the root itself for an empty path, without a trailing separator.
    pub(crate) fn join(&self, relative: &Path) -> PathBuf {
        if relative.as_os_str().is_empty() { self.path.clone() } else { self.path.join(relative) }
    }

    pub(crate) fn source(&self) -> Source {
        Source { scope: self.scope, root: self.path.clone() }
    }
}
