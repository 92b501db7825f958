//! Walking a root: which directories below it are skills.
//!
//! Iterative, in a fixed order, and bounded: ten thousand nested directories or a loop of links cost a diagnostic, not a
//! stack. Links are followed only inside the root and only to places the walk does not reach by itself, so nothing outside
//! is read and nothing is found twice.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use crate::catalog::ReadOptions;
use crate::diagnostic::Diagnostic;
use crate::folder::{DEFINITIONS, is_material};
use crate::root::Root;

/// What a walk found, paths below the root, in order.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    pub(crate) skills: Vec<PathBuf>,
    pub(crate) manifests: Vec<PathBuf>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Walks a root. A link into one of the `others` is left to them.
pub(crate) fn walk(root: &Root, others: &[&Root], options: &ReadOptions) -> Walk {
    let mut walker = Walker {
        root,
        others,
        options,
        found: Walk::default(),
        visited: HashSet::new(),
        links: Vec::new(),
        skipped: Vec::new(),
        too_deep: Vec::new(),
    };
    walker.run(Step { relative: PathBuf::new(), real: root.path().to_path_buf(), depth: 0 });
    walker.follow_links();
    walker.report();
    walker.found.skills.sort();
    walker.found.manifests.sort();
    walker.found
}

/// A directory to look at: how it is reached below the root, and where it really is.
struct Step {
    relative: PathBuf,
    real: PathBuf,
    depth: usize,
}

struct Walker<'a> {
    root: &'a Root,
    others: &'a [&'a Root],
    options: &'a ReadOptions,
    found: Walk,
    /// Real places, so that no place is visited by two ways.
    visited: HashSet<PathBuf>,
    links: Vec<Step>,
    skipped: Vec<PathBuf>,
    too_deep: Vec<PathBuf>,
}

/// Why a directory is not looked into.
enum Exclusion {
    /// Never holds skills.
    AsEver,
    /// Somebody may miss what is in it.
    WorthTelling,
}

impl Walker<'_> {
    fn run(&mut self, start: Step) {
        let mut todo = vec![start];
        while let Some(step) = todo.pop() {
            if !self.visited.insert(step.real.clone()) {
                continue;
            }
            if self.visited.len() > self.options.max_directories {
                return;
            }
            let children = self.visit(&step);
            // Reversed because the last one pushed is the next one visited.
            todo.extend(children.into_iter().rev());
        }
    }

    /// Looks at one directory and returns the ones to look at next.
    fn visit(&mut self, step: &Step) -> Vec<Step> {
        let mut entries: Vec<DirEntry> = match fs::read_dir(&step.real) {
            Ok(entries) => entries.flatten().collect(),
            Err(error) => {
                let message = format!("the directory cannot be read: {error}");
                let problem = Diagnostic::error("directory-unreadable", self.root.join(&step.relative), message);
                self.found.diagnostics.push(problem.fix("check its permissions"));
                return Vec::new();
            }
        };
        entries.sort_by_key(DirEntry::file_name);
        let is_skill = entries.iter().any(|entry| DEFINITIONS.iter().any(|name| entry.file_name() == *name));
        if is_skill {
            self.found.skills.push(step.relative.clone());
        } else if entries.iter().any(|entry| entry.file_name() == "manifest.json") {
            self.found.manifests.push(step.relative.join("manifest.json"));
        }
        let mut children = Vec::new();
        for entry in entries {
            let name = entry.file_name();
            let Ok(kind) = entry.file_type() else { continue };
            if !(kind.is_dir() || kind.is_symlink()) || (is_skill && is_material(&name)) {
                continue;
            }
            let child =
                Step { relative: step.relative.join(&name), real: step.real.join(&name), depth: step.depth + 1 };
            match self.exclusion(&name) {
                Some(Exclusion::WorthTelling) if kind.is_dir() => self.skipped.push(child.relative),
                Some(_) => {}
                None if kind.is_symlink() => self.links.push(child),
                None if child.depth > self.options.max_depth => self.too_deep.push(child.relative),
                None => children.push(child),
            }
        }
        children
    }

    fn exclusion(&self, name: &OsStr) -> Option<Exclusion> {
        let text = name.to_string_lossy();
        if matches!(&*text, "node_modules" | "__pycache__" | ".git") {
            return Some(Exclusion::AsEver);
        }
        if self.options.include_excluded {
            return None;
        }
        match text.bytes().next() {
            Some(b'.') => Some(Exclusion::AsEver),
            Some(b'_') => Some(Exclusion::WorthTelling),
            _ => self.options.exclude.iter().any(|excluded| *excluded == *text).then_some(Exclusion::WorthTelling),
        }
    }

    fn follow_links(&mut self) {
        // Walking behind a link may find further links; each is handled once because its target is then visited.
        while !self.links.is_empty() {
            for link in std::mem::take(&mut self.links) {
                let Ok(target) = link.real.canonicalize() else { continue };
                let in_another_root = self.others.iter().any(|other| target.starts_with(other.path()));
                if !target.is_dir() {
                } else if target.starts_with(self.root.path()) {
                    self.run(Step { real: target, ..link });
                } else if !in_another_root {
                    let message = format!("the link leads out of the root, to {}", target.display());
                    let problem = Diagnostic::warning("link-outside", self.root.join(&link.relative), message);
                    self.found.diagnostics.push(problem.fix("give that directory as a root of its own"));
                }
            }
        }
    }

    fn report(&mut self) {
        if let Some(first) = self.too_deep.first() {
            let (count, limit) = (self.too_deep.len(), self.options.max_depth);
            let message = format!(
                "{count} directories lie more than {limit} levels below the root and are not looked at, this one first"
            );
            let problem = Diagnostic::warning("too-deep", self.root.join(first), message);
            self.found.diagnostics.push(problem.fix("give a root closer to the skills, or raise catalog.max_depth"));
        }
        if self.visited.len() > self.options.max_directories {
            let message = format!("more than {} directories; the rest was not looked at", self.options.max_directories);
            let problem = Diagnostic::error("too-many-directories", self.root.path(), message);
            self.found
                .diagnostics
                .push(problem.fix("give a root closer to the skills, or raise catalog.max_directories"));
        }
        for relative in std::mem::take(&mut self.skipped) {
            let path = self.root.join(&relative);
            if holds_a_definition(&path) {
                let message = format!("`{}` is excluded, and with it the skills in it", relative.display());
                let problem = Diagnostic::info("directory-excluded", &path, message);
                self.found.diagnostics.push(problem.fix("list them with --all"));
            }
        }
    }
}

/// Whether a definition stands in the directory or one level below: enough to know that skipping it hides something.
fn holds_a_definition(directory: &Path) -> bool {
    let has = |path: &Path| DEFINITIONS.iter().any(|name| path.join(name).exists());
    has(directory) || fs::read_dir(directory).is_ok_and(|entries| entries.flatten().any(|entry| has(&entry.path())))
}
