//! Walking a root: which directories below it are skills.
//!
//! Iterative, in a fixed order, and bounded: ten thousand nested directories or a loop of links cost a diagnostic, not a
//! stack. Links are followed only inside the root and only to places the walk does not reach by itself, so nothing outside
//! is read and nothing is found twice.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, FileType};
use std::path::{Path, PathBuf};

use crate::catalog::ReadOptions;
use crate::diagnostic::Diagnostic;
use crate::folder::DEFINITIONS;
use crate::root::Root;

/// Directories that never hold skills of their own.
const NEVER: [&str; 2] = ["node_modules", "__pycache__"];

/// Directories of a skill that hold its material; a SKILL.md in there is an example or a template.
const MATERIAL: [&str; 8] = ["assets", "references", "scripts", "templates", "examples", "evals", "tests", "fixtures"];

/// What a walk found, paths below the root, in order.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    pub(crate) skills: Vec<PathBuf>,
    pub(crate) manifests: Vec<PathBuf>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

struct Step {
    relative: PathBuf,
    depth: usize,
}

/// Walks a root.
pub(crate) fn walk(root: &Root, options: &ReadOptions) -> Walk {
    let mut walker = Walker {
        root,
        options,
        found: Walk::default(),
        visited: HashSet::new(),
        links: Vec::new(),
        skipped: Vec::new(),
    };
    walker.run(Step { relative: PathBuf::new(), depth: 0 });
    walker.follow_links();
    walker.report_skipped();
    walker.found.skills.sort();
    walker.found.manifests.sort();
    walker.found
}

struct Walker<'a> {
    root: &'a Root,
    options: &'a ReadOptions,
    found: Walk,
    visited: HashSet<PathBuf>,
    links: Vec<(PathBuf, PathBuf, usize)>,
    skipped: Vec<PathBuf>,
}

impl Walker<'_> {
    fn run(&mut self, start: Step) {
        let mut todo = vec![start];
        while let Some(step) = todo.pop() {
            if self.visited.len() >= self.options.max_directories {
                let limit = self.options.max_directories;
                self.found.diagnostics.push(
                    Diagnostic::error(
                        "too-many-directories",
                        self.root.path(),
                        format!("more than {limit} directories; the rest was not looked at"),
                    )
                    .fix("give a root closer to the skills, or raise catalog.max_directories"),
                );
                return;
            }
            let children = self.visit(&step);
            // Reversed because the last one pushed is the next one visited.
            todo.extend(children.into_iter().rev());
        }
    }

    /// Looks at one directory and returns the ones to look at next.
    fn visit(&mut self, step: &Step) -> Vec<Step> {
        let directory = self.root.join(&step.relative);
        self.visited.insert(directory.clone());
        let mut entries: Vec<DirEntry> = match fs::read_dir(&directory) {
            Ok(entries) => entries.flatten().collect(),
            Err(error) => {
                self.found.diagnostics.push(
                    Diagnostic::error(
                        "directory-unreadable",
                        &directory,
                        format!("the directory cannot be read: {error}"),
                    )
                    .fix("check its permissions"),
                );
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
            if kind.is_file() || (is_skill && MATERIAL.iter().any(|material| name == *material)) {
                continue;
            }
            let relative = step.relative.join(&name);
            if let Some(reported) = self.excluded(&name) {
                if reported && kind.is_dir() {
                    self.skipped.push(relative);
                }
            } else {
                self.descend(relative, kind, step.depth + 1, &mut children);
            }
        }
        children
    }

    fn descend(&mut self, relative: PathBuf, kind: FileType, depth: usize, children: &mut Vec<Step>) {
        if kind.is_symlink() {
            if let Ok(target) = self.root.join(&relative).canonicalize()
                && target.is_dir()
            {
                self.links.push((relative, target, depth));
            }
        } else if kind.is_dir() && depth > self.options.max_depth {
            let limit = self.options.max_depth;
            self.found.diagnostics.push(
                Diagnostic::warning(
                    "too-deep",
                    self.root.join(&relative),
                    format!("directories more than {limit} levels below the root are not looked at"),
                )
                .fix("give a root closer to the skills, or raise catalog.max_depth"),
            );
        } else if kind.is_dir() {
            children.push(Step { relative, depth });
        }
    }

    /// `Some(true)`: excluded and worth telling; `Some(false)`: excluded as a matter of course.
    fn excluded(&self, name: &OsStr) -> Option<bool> {
        let text = name.to_string_lossy();
        if NEVER.contains(&&*text) || text == ".git" {
            return Some(false);
        }
        if self.options.include_excluded {
            return None;
        }
        match text.bytes().next() {
            Some(b'.') => Some(false),
            Some(b'_') => Some(true),
            _ => self.options.exclude.iter().any(|pattern| *pattern == *text).then_some(true),
        }
    }

    fn follow_links(&mut self) {
        // Walking behind a link may find further links; each is handled once because its target is then visited.
        while !self.links.is_empty() {
            for (relative, target, depth) in std::mem::take(&mut self.links) {
                if !target.starts_with(self.root.path()) {
                    self.found.diagnostics.push(
                        Diagnostic::warning(
                            "link-outside",
                            self.root.join(&relative),
                            format!("the link leads out of the root, to {}", target.display()),
                        )
                        .fix("give that directory as a root of its own"),
                    );
                } else if !self.visited.contains(&target) {
                    // Marked before walking, because the walk itself sees only the path through the link.
                    self.visited.insert(target);
                    self.run(Step { relative, depth });
                }
            }
        }
    }

    fn report_skipped(&mut self) {
        for relative in std::mem::take(&mut self.skipped) {
            let path = self.root.join(&relative);
            if holds_a_definition(&path) {
                self.found.diagnostics.push(
                    Diagnostic::info(
                        "directory-excluded",
                        &path,
                        format!("`{}` is excluded, and with it the skills in it", relative.display()),
                    )
                    .fix("list them with --all"),
                );
            }
        }
    }
}

/// Whether a definition stands in the directory or one level below: enough to know that skipping it hides something.
fn holds_a_definition(directory: &Path) -> bool {
    let has = |path: &Path| DEFINITIONS.iter().any(|name| path.join(name).exists());
    has(directory) || fs::read_dir(directory).is_ok_and(|entries| entries.flatten().any(|entry| has(&entry.path())))
}
