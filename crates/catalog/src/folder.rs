//! A folder: the picture of a skill's directory from which everything about the skill is derived.
//!
//! Taking the picture touches the disk ([`crate::Catalog::read`]); reading a [`crate::Skill`] from it does not. It holds the
//! text of the few files that define a skill and only the stamps of all others, because assets may be large.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::digest::Digest;

/// The names a skill's definition may have, best first.
pub(crate) const DEFINITIONS: [&str; 2] = ["SKILL.md", "skill.md"];

/// Directories of a skill that hold its material; a SKILL.md in there is an example or a template.
const MATERIAL: [&str; 8] = ["assets", "references", "scripts", "templates", "examples", "evals", "tests", "fixtures"];

/// Whether a directory of this name, inside a skill, holds material.
pub(crate) fn is_material(name: &OsStr) -> bool {
    MATERIAL.iter().any(|material| name == *material)
}

/// A file as a directory listing shows it.
///
/// The set of stamps decides whether a skill changed on disk: an added or deleted file counts, not only a newer one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileStamp {
    /// The path below the skill's directory, with `/`.
    pub path: String,
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970; 0 where the file system keeps no times.
    pub modified_ns: u128,
    /// The same for the last change of any kind, where the system tells: an edit that keeps size and time shows here.
    pub changed_ns: i128,
}

/// The picture of one skill's directory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    /// Where it is; for messages and for workers, never for identity.
    pub path: PathBuf,
    /// Which of the definition's names it has.
    pub definition: String,
    /// Every file below it, sorted by path.
    pub files: Vec<FileStamp>,
    /// The content of the files that define it, sorted by path.
    pub contents: Vec<(String, Vec<u8>)>,
    /// Files that are defining but were too large, with the bytes that were read of them.
    pub cut: Vec<(String, u64)>,
}

impl Folder {
    /// A folder held in memory: embedded skills and tests.
    pub fn in_memory<'a>(path: impl AsRef<Path>, files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let mut folder =
            Self { path: path.as_ref().to_path_buf(), definition: DEFINITIONS[0].to_owned(), ..Self::default() };
        for (name, content) in files {
            folder.files.push(FileStamp {
                path: name.to_owned(),
                size: content.len() as u64,
                modified_ns: 0,
                changed_ns: 0,
            });
            if is_defining(name) {
                folder.contents.push((name.to_owned(), content.to_vec()));
            }
        }
        folder.files.sort();
        folder.contents.sort();
        folder
    }

    /// The bytes of a defining file.
    pub fn content(&self, path: &str) -> Option<&[u8]> {
        self.contents.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes.as_slice())
    }

    /// The path of a file of this folder, for messages.
    pub fn file(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    /// The content's identity: the bytes of what defines the skill, and the names and sizes of everything else.
    ///
    /// Times do not enter, so a fresh checkout of the same files has the same digest.
    pub fn digest(&self) -> Digest {
        let whole: HashSet<&str> = self.contents.iter().map(|(path, _)| path.as_str()).collect();
        let cut: HashSet<&str> = self.cut.iter().map(|(path, _)| path.as_str()).collect();
        let others = self.files.iter().filter(|file| !whole.contains(&*file.path) || cut.contains(&*file.path));
        let others: Vec<String> = others.map(|file| format!("{}\0{}", file.path, file.size)).collect();
        let defining = self.contents.iter().flat_map(|(path, bytes)| [path.as_bytes(), bytes.as_slice()]);
        Digest::of(defining.chain(others.iter().map(String::as_bytes)))
    }
}

/// Whether a file's content, not only its presence, makes the skill what it is.
///
/// SKILL.md, everything that declares tools, and the references that a brief may hand over.
pub(crate) fn is_defining(path: &str) -> bool {
    DEFINITIONS.contains(&path)
        || matches!(path, "tools.json" | "mcp.json")
        || is_python_source(path)
        || path.strip_prefix("references/").is_some_and(|name| !name.contains('/') && name.ends_with(".md"))
}

/// Python files that may declare tools: at the top or directly under `scripts/`, and not private (`_x.py`).
pub(crate) fn is_python_source(path: &str) -> bool {
    let Some(stem) = path.strip_suffix(".py") else { return false };
    let name = stem.strip_prefix("scripts/").unwrap_or(stem);
    matches!(path, "tools.py" | "__init__.py")
        || (stem.starts_with("scripts/") && !name.contains('/') && !name.starts_with('_'))
}
