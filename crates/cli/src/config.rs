//! The configuration: defaults, then the user's file, then the project's, then the environment, then flags.
//!
//! Every value remembers where it came from. A key that is not known is an error with a suggestion, because a misspelt key
//! that is silently ignored looks like a broken product.

mod file;
mod gather;
pub(crate) mod keys;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use kitbag_catalog::{ReadOptions, Root, Scope, Server};
use kitbag_router::Limits;
use serde_json::{Value as Json, json};

use crate::failure::{Complaint, Failure};
use crate::places::Places;
use keys::{KEYS, Key};

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    Default,
    File { path: PathBuf, line: usize },
    Environment(String),
    Flag(&'static str),
}

/// One value in effect.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    pub(crate) value: Json,
    pub(crate) origin: Origin,
}

/// The configuration in effect.
#[derive(Debug)]
pub(crate) struct Config {
    places: Places,
    settings: BTreeMap<&'static str, Setting>,
    servers: BTreeMap<String, (Server, Origin)>,
    files: Vec<PathBuf>,
    /// Roots from the command line, as paths: one that is not UTF-8 does not survive in a setting.
    given_roots: Vec<PathBuf>,
    verbose: u8,
}

impl Config {
    /// Sets a value that a command's own flag gives.
    pub(crate) fn set_flag(&mut self, key: &'static str, flag: &'static str, value: Json) {
        self.settings.insert(key, Setting { value, origin: Origin::Flag(flag) });
    }

    /// Sets a number that a command's own flag gives, if it gives one and the key takes it.
    pub(crate) fn set_number(
        &mut self,
        key: &'static str,
        flag: &'static str,
        value: Option<u64>,
    ) -> Result<(), Failure> {
        let Some(value) = value.map(|value| json!(value)) else { return Ok(()) };
        if let Some(Err(expected)) = Key::find(key).map(|known| known.accept(&value)) {
            return Err(Failure::Input(Complaint::new(format!("{flag} is {value}, expected {expected}"))));
        }
        self.set_flag(key, flag, value);
        Ok(())
    }

    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    pub(crate) fn verbose(&self) -> bool {
        self.verbose > 0
    }

    pub(crate) fn color(&self) -> Color {
        let value = self.value("color");
        Color::from_str(value.as_str().unwrap_or_default(), true).unwrap_or(Color::Auto)
    }

    /// The files that were read, the weakest first.
    pub(crate) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Every key with its value in effect, in the order of the reference.
    pub(crate) fn settings(&self) -> impl Iterator<Item = (&'static Key, &Setting)> {
        KEYS.iter().filter_map(|key| self.settings.get(key.name).map(|setting| (key, setting)))
    }

    /// The configured servers with where each came from, in order of name.
    pub(crate) fn servers(&self) -> impl Iterator<Item = &(Server, Origin)> {
        self.servers.values()
    }

    /// The roots to read, in order of precedence.
    ///
    /// A root that was asked for and is not there is an error; a conventional one that is not there is no matter.
    pub(crate) fn roots(&self) -> Result<Vec<Root>, Failure> {
        let setting = &self.settings["catalog.roots"];
        let open = |path: &Path, scope| {
            Root::open(path, scope).map_err(|error| {
                let named = match &setting.origin {
                    Origin::File { path, line } => format!(" (catalog.roots in {}:{line})", path.display()),
                    Origin::Environment(variable) => format!(" ({variable})"),
                    Origin::Default | Origin::Flag(_) => String::new(),
                };
                Failure::File(Complaint::new(format!("{error}{named}")).fix(error.fix()))
            })
        };
        match setting.value.as_array() {
            Some(_) if !self.given_roots.is_empty() => {
                self.given_roots.iter().map(|path| open(path, Scope::Project)).collect()
            }
            Some(paths) => {
                paths.iter().filter_map(Json::as_str).map(|path| open(Path::new(path), Scope::Project)).collect()
            }
            None => {
                let project = self.places.project_skills().into_iter().map(|path| (path, Scope::Project));
                let user = self.places.user_skills().into_iter().map(|path| (path, Scope::User));
                project.chain(user).map(|(path, scope)| open(&path, scope)).collect()
            }
        }
    }

    /// How to read the roots.
    pub(crate) fn read_options(&self) -> ReadOptions {
        ReadOptions {
            bundled: self.value("catalog.bundled") == json!(true),
            include_excluded: self.value("catalog.include_excluded") == json!(true),
            exclude: self
                .value("catalog.exclude")
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Json::as_str)
                .map(str::to_owned)
                .collect(),
            max_depth: self.number("catalog.max_depth"),
            max_directories: self.number("catalog.max_directories"),
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        }
    }

    /// How much to choose for a task.
    pub(crate) fn limits(&self) -> Limits {
        Limits { top_k: self.number("skill_loading.top_k"), max_tools: self.number("skill_loading.max_tools") }
    }

    fn number(&self, key: &str) -> usize {
        self.value(key).as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX)
    }

    fn value(&self, key: &str) -> Json {
        self.settings.get(key).map_or(Json::Null, |setting| setting.value.clone())
    }
}
