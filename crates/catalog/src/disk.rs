//! Taking the picture of a skill's directory: the only place that reads a stranger's files.
//!
//! Only regular files inside the root are read, each up to a limit and all of a skill's together up to another. The order in which
//! directories are listed does not matter: what defines a skill is looked at first, the rest in order of name.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::diagnostic::Diagnostic;
use crate::folder::{DEFINITIONS, FileStamp, Folder, is_defining, is_material};
use crate::root::Root;

/// The most that is read of a SKILL.md, of any other defining file, of all of one skill's, and of a manifest.
const MAX_DEFINITION: u64 = 1024 * 1024;
const MAX_OTHER: u64 = 512 * 1024;
const MAX_TOGETHER: u64 = 8 * 1024 * 1024;
const MAX_MANIFEST: u64 = 8 * 1024 * 1024;

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
    let definition = check_definition(root, &path)?;
    let mut listing = Listing { path, definition, files: Vec::new(), diagnostics: Vec::new() };
    listing.collect(root);
    listing.files.sort();
    Ok(listing)
}

/// The name of the definition, if it is a file inside the root.
fn check_definition(root: &Root, path: &Path) -> Result<&'static str, Diagnostic> {
    // As the reference does: a link that leads nowhere does not count if there is another definition.
    let exists = |name: &&str| path.join(name).exists();
    let definition = DEFINITIONS.into_iter().find(exists).unwrap_or(DEFINITIONS[0]);
    let file = path.join(definition);
    let unreadable = |message: String| Diagnostic::error("definition-unreadable", &file, message);
    match inside(root, &file) {
        Ok(Some(metadata)) if metadata.is_file() => Ok(definition),
        Ok(Some(_)) => Err(unreadable(format!("{definition} is not a file")).fix("replace it by a text file")),
        Ok(None) => Err(unreadable(format!("{definition} is a link that leads out of the root"))
            .fix("copy the file, or give its directory as a root")),
        Err(error) => {
            Err(unreadable(format!("{definition} cannot be read: {error}")).fix("check the file and its permissions"))
        }
    }
}

impl Listing {
    fn collect(&mut self, root: &Root) {
        let mut todo = vec![(PathBuf::new(), 0_usize)];
        while let Some((below, depth)) = todo.pop() {
            let directory = if depth == 0 { self.path.clone() } else { self.path.join(&below) };
            let mut entries = match fs::read_dir(&directory) {
                Ok(entries) => entries.flatten().collect::<Vec<_>>(),
                Err(error) => {
                    let problem = format!("the directory cannot be read: {error}");
                    self.warn("directory-unreadable", &directory, problem, "check its permissions");
                    continue;
                }
            };
            entries.sort_by_key(fs::DirEntry::file_name);
            let mut directories = Vec::new();
            for entry in entries {
                let name = entry.file_name();
                let Ok(kind) = entry.file_type() else { continue };
                if name.as_encoded_bytes().starts_with(b".") || name == "__pycache__" || name == "node_modules" {
                    continue;
                }
                if kind.is_dir() {
                    directories.push(below.join(name));
                } else if !self.add(root, &entry, &below.join(name)) {
                    return;
                }
            }
            self.descend(directories, depth + 1, &mut todo);
        }
    }

    /// Adds a file; `false` once there are too many.
    fn add(&mut self, root: &Root, entry: &fs::DirEntry, relative: &Path) -> bool {
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let metadata = if is_link { inside(root, &entry.path()) } else { entry.metadata().map(Some) };
        match metadata {
            Ok(Some(metadata)) if metadata.is_file() => self.files.push(stamp(relative, &metadata)),
            Ok(Some(metadata)) if metadata.is_dir() => {
                self.warn(
                    "link-to-directory",
                    &entry.path(),
                    "a linked directory is not followed inside a skill",
                    "copy what is needed",
                );
            }
            Ok(None) => self.warn(
                "link-outside",
                &entry.path(),
                "the link leads out of the root and was not followed",
                "copy the file into the skill",
            ),
            _ => {}
        }
        if self.files.len() < MAX_FILES {
            return true;
        }
        let path = self.path.clone();
        self.warn(
            "too-many-files",
            &path,
            format!("{MAX_FILES} files or more; the rest was not looked at"),
            "keep a skill's folder small",
        );
        false
    }

    /// Queues directories so that `scripts` and `references`, which define a skill, come first. A nested skill keeps its own files.
    fn descend(&mut self, mut directories: Vec<PathBuf>, depth: usize, todo: &mut Vec<(PathBuf, usize)>) {
        if depth >= MAX_DEPTH {
            if let Some(first) = directories.first() {
                let place = self.path.join(first);
                self.warn(
                    "too-deep",
                    &place,
                    format!("more than {MAX_DEPTH} levels inside a skill are not looked at"),
                    "flatten the folder",
                );
            }
            return;
        }
        let is_nested_skill = |path: &PathBuf| {
            let inside_material = path.components().next().is_some_and(|first| is_material(first.as_os_str()));
            !inside_material && DEFINITIONS.iter().any(|name| self.path.join(path).join(name).exists())
        };
        directories.retain(|path| !is_nested_skill(path));
        let defines = |path: &PathBuf| path == Path::new("scripts") || path == Path::new("references");
        directories.sort_by_key(|path| (!defines(path), path.clone()));
        todo.extend(directories.into_iter().rev().map(|path| (path, depth)));
    }

    fn warn(&mut self, code: &'static str, place: &Path, message: impl Into<String>, fix: &str) {
        self.diagnostics.push(Diagnostic::warning(code, place, message).fix(fix));
    }
}

/// Reads the contents of the files that define a skill.
pub(crate) fn read(listing: &Listing, diagnostics: &mut Vec<Diagnostic>) -> Folder {
    let mut folder = Folder {
        path: listing.path.clone(),
        definition: listing.definition.to_owned(),
        files: listing.files.clone(),
        ..Folder::default()
    };
    let mut left = MAX_TOGETHER;
    // The definition first, because nothing else may use up its share.
    let mut defining: Vec<&FileStamp> = listing.files.iter().filter(|file| is_defining(&file.path)).collect();
    defining.sort_by_key(|file| file.path != listing.definition);
    for file in defining {
        let limit = if DEFINITIONS.contains(&file.path.as_str()) { MAX_DEFINITION } else { MAX_OTHER }.min(left);
        match read_up_to(&listing.path.join(&file.path), limit) {
            Ok(bytes) => {
                left -= bytes.len() as u64;
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
    folder.contents.sort();
    folder
}

/// Reads a manifest, with the same care.
pub(crate) fn read_manifest(root: &Root, file: &Path) -> Result<String, Diagnostic> {
    let unreadable = |problem: &str| {
        Diagnostic::error("manifest-unreadable", file, format!("manifest.json {problem}"))
            .fix("replace it by a JSON file")
    };
    match inside(root, file) {
        Ok(Some(metadata)) if metadata.len() > MAX_MANIFEST => Err(unreadable("is too large")),
        Ok(Some(metadata)) if metadata.is_file() => {
            let bytes =
                read_up_to(file, MAX_MANIFEST).map_err(|error| unreadable(&format!("cannot be read: {error}")))?;
            String::from_utf8(bytes).map_err(|_| unreadable("is not valid UTF-8"))
        }
        Ok(Some(_)) => Err(unreadable("is not a file")),
        Ok(None) => Err(unreadable("is a link that leads out of the root")),
        Err(error) => Err(unreadable(&format!("cannot be read: {error}"))),
    }
}

/// At most `limit` bytes, cut after the last whole line if one ends near, else after the last whole character.
fn read_up_to(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        bytes.truncate(limit as usize);
        let line_end = bytes.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
        let end = line_end.filter(|end| *end > bytes.len() / 2).unwrap_or_else(|| match std::str::from_utf8(&bytes) {
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
    let path = relative.to_string_lossy();
    FileStamp {
        path: if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() },
        size: metadata.len(),
        modified_ns: modified.map_or(0, |duration| duration.as_nanos()),
        changed_ns: changed(metadata),
    }
}

/// When the file itself was last touched in any way, which no program can set back.
#[cfg(unix)]
fn changed(metadata: &fs::Metadata) -> i128 {
    use std::os::unix::fs::MetadataExt;
    i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_: &fs::Metadata) -> i128 {
    0
}
