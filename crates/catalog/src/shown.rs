//! Paths as text. A path need not be valid UTF-8, and serde refuses those that are not; showing one must never fail.

use std::path::{Path, PathBuf};

use serde::Serializer;

/// Serialises a path as it would be shown, with U+FFFD for what is not UTF-8.
pub(crate) fn path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// The same for a path that may be missing.
pub(crate) fn optional<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    match path {
        Some(path) => serializer.collect_str(&path.display()),
        None => serializer.serialize_none(),
    }
}
