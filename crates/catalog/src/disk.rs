//! Taking the picture of a skill's directory: the only place that reads a stranger's files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::diagnostic::Diagnostic;
use crate::folder::{DEFINITIONS, FileStamp, Folder, is_defining};
use crate::root::Root;

/// The most that is read of a SKILL.md, and of any other defining file.
const MAX_DEFINITION: u64 = 1024 * 1024;
const MAX_OTHER: u64 = 512 * 1024;

/// The most files of one skill that are looked at, and how deep.
const MAX_FILES: usize = 4_096;
const MAX_DEPTH: usize = 8;

/// The listing of a skill's directory, without contents.
pub(crate) struct Listing {
    pub(crate) path: PathBuf,
    pub(crate) definition: &'static str,
    pub(crate) files: Vec<FileStamp>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Lists the files of the skill at `relative` below a root.
pub(crate) fn list(root: &Root, relative: &Path) -> Result<Listing, Diagnostic> {
    let path = root.join(relative);
    let definition =
        DEFINITIONS.into_iter().find(|name| path.join(name).symlink_metadata().is_ok()).unwrap_or(DEFINITIONS[0]);
    let mut listing = Listing { path: path.clone(), definition, files: Vec::new(), diagnostics: Vec::new() };
    let file = path.join(definition);
    let unreadable = |message: String| Diagnostic::error("definition-unreadable", &file, message);
    match inside(root, &file) {
        Ok(Some(metadata)) if metadata.is_file() => {}
        Ok(Some(_)) => return Err(unreadable(format!("{definition} is not a file")).fix("replace it by a text file")),
        Ok(None) => {
            return Err(unreadable(format!("{definition} is a link that leads out of the root"))
                .fix("copy the file, or give its directory as a root"));
        }
        Err(error) => {
            return Err(
                unreadable(format!("{definition} cannot be read: {error}")).fix("check the file and its permissions")
            );
        }
    }
    let mut todo = vec![(PathBuf::new(), 0_usize)];
    while let Some((below, depth)) = todo.pop() {
        let Ok(entries) = fs::read_dir(path.join(&below)) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let hidden = name.as_encoded_bytes().starts_with(b".") || name == "__pycache__" || name == "node_modules";
            let Ok(kind) = entry.file_type() else { continue };
            if hidden {
                continue;
            }
            let relative = below.join(&name);
            if kind.is_dir() {
                if depth + 1 < MAX_DEPTH && !DEFINITIONS.iter().any(|name| path.join(&relative).join(name).exists()) {
                    todo.push((relative, depth + 1));
                }
                continue;
            }
            let metadata = if kind.is_symlink() { inside(root, &entry.path()) } else { entry.metadata().map(Some) };
            match metadata {
                Ok(Some(metadata)) if metadata.is_file() => listing.files.push(stamp(&relative, &metadata)),
                Ok(None) => listing.diagnostics.push(
                    Diagnostic::warning(
                        "link-outside",
                        entry.path(),
                        "the link leads out of the root and was not followed",
                    )
                    .fix("copy the file into the skill"),
                ),
                _ => {}
            }
        }
        if listing.files.len() > MAX_FILES {
            listing.diagnostics.push(
                Diagnostic::warning(
                    "too-many-files",
                    &path,
                    format!("more than {MAX_FILES} files; the rest was not looked at"),
                )
                .fix("keep a skill's folder small"),
            );
            break;
        }
    }
    listing.files.sort();
    Ok(listing)
}

/// Reads the contents of the files that define a skill.
pub(crate) fn read(listing: &Listing, diagnostics: &mut Vec<Diagnostic>) -> Folder {
    let mut folder = Folder {
        path: listing.path.clone(),
        definition: listing.definition.to_owned(),
        files: listing.files.clone(),
        ..Folder::default()
    };
    for file in listing.files.iter().filter(|file| is_defining(&file.path)) {
        let limit = if DEFINITIONS.contains(&file.path.as_str()) { MAX_DEFINITION } else { MAX_OTHER };
        match read_up_to(&listing.path.join(&file.path), limit) {
            Ok(bytes) => {
                if file.size > limit {
                    folder.cut.push((file.path.clone(), bytes.len() as u64));
                }
                folder.contents.push((file.path.clone(), bytes));
            }
            Err(error) => diagnostics.push(
                Diagnostic::error(
                    "file-unreadable",
                    listing.path.join(&file.path),
                    format!("{} cannot be read: {error}", file.path),
                )
                .fix("check its permissions"),
            ),
        }
    }
    folder
}

/// At most `limit` bytes, cut after the last whole line if one ends near, else after the last whole character.
fn read_up_to(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        bytes.truncate(limit as usize);
        let line_end =
            bytes.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1).filter(|end| *end > bytes.len() / 2);
        let end = line_end.unwrap_or_else(|| match std::str::from_utf8(&bytes) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => bytes.len(),
        });
        bytes.truncate(end);
    }
    Ok(bytes)
}

/// The metadata of what a path leads to, or `None` if it leads out of the root.
fn inside(root: &Root, path: &Path) -> io::Result<Option<fs::Metadata>> {
    let metadata = path.symlink_metadata()?;
    if !metadata.is_symlink() {
        return Ok(Some(metadata));
    }
    let target = path.canonicalize()?;
    if target.starts_with(root.path()) { target.metadata().map(Some) } else { Ok(None) }
}

fn stamp(relative: &Path, metadata: &fs::Metadata) -> FileStamp {
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    FileStamp {
        path: relative.to_string_lossy().replace('\\', "/"),
        size: metadata.len(),
        modified_ns: modified.map_or(0, |duration| duration.as_nanos()),
    }
}
