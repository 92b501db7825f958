//! Gathering: defaults, the user's file, the project's, the environment, flags; later ones win.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use kitbag_catalog::yaml::{Kind as NodeKind, Node};
use kitbag_catalog::{Server, ServerId};
use serde_json::{Value as Json, json};

use super::keys::{self, KEYS, Key, Kind};
use super::{Config, Origin, Setting, file};
use crate::args::Global;
use crate::failure::{Complaint, Failure};
use crate::output::note;
use crate::places::{CONFIGURATIONS, Places};

impl Config {
    /// Gathers the configuration.
    pub(crate) fn gather(global: &Global) -> Result<Self, Failure> {
        let mut config = Self {
            places: Places::look()?,
            settings: KEYS
                .iter()
                .map(|key| (key.name, Setting { value: key.default_value(), origin: Origin::Default }))
                .collect(),
            servers: BTreeMap::new(),
            files: Vec::new(),
            given_roots: Vec::new(),
            verbose: global.verbose,
        };
        let given = global
            .config
            .clone()
            .or_else(|| std::env::var_os("KITBAG_CONFIG").filter(|v| !v.is_empty()).map(PathBuf::from));
        for file in config.find_files(given.as_deref())? {
            config.add_file(&file)?;
        }
        config.add_environment()?;
        config.add_flags(global);
        Ok(config)
    }

    /// The files to read, the weakest first: the user's, then the project's; or only the one that was given.
    fn find_files(&self, given: Option<&Path>) -> Result<Vec<PathBuf>, Failure> {
        if let Some(path) = given {
            if !path.is_file() {
                let problem = if path.exists() { "is not a file" } else { "does not exist" };
                let complaint = Complaint::new(format!("the configuration {} {problem}", path.display()));
                return Err(Failure::Configuration(complaint.fix("give an existing file, or leave --config out")));
            }
            return Ok(vec![self.places.here.join(path)]);
        }
        let directories = self.places.user_configuration().into_iter().chain([self.places.project.clone()]);
        directories.filter_map(|directory| one_file_in(&directory).transpose()).collect()
    }

    fn add_file(&mut self, path: &Path) -> Result<(), Failure> {
        let root = file::read(path)?;
        let base = path.parent().unwrap_or(Path::new("."));
        self.add_table(path, base, "", &root)?;
        self.files.push(path.to_path_buf());
        Ok(())
    }

    fn add_table(&mut self, path: &Path, base: &Path, prefix: &str, table: &Node) -> Result<(), Failure> {
        let mut seen = HashSet::new();
        for (key, value) in table.entries() {
            let name = format!("{prefix}{}", key.text().unwrap_or("?"));
            if !seen.insert(if name == "mcpServers" { "servers".to_owned() } else { name.clone() }) {
                return Err(file::at(path, key.line, &format!("`{name}` is written twice")));
            }
            let is_section = KEYS.iter().any(|known| known.name.starts_with(&format!("{name}.")));
            if name == "servers" || name == "mcpServers" {
                self.add_servers(path, value)?;
            } else if let Some(known) = Key::find(&name) {
                let json = value.to_json();
                known.accept(&json).map_err(|expected| {
                    file::at(path, key.line, &format!("`{name}` is {json}, expected {expected}"))
                })?;
                let origin = Origin::File { path: path.to_path_buf(), line: key.line };
                self.settings.insert(known.name, Setting { value: self.absolute(known, json, base), origin });
            } else if is_section && (matches!(value.kind, NodeKind::Mapping(_)) || value.is_null()) {
                self.add_table(path, base, &format!("{name}."), value)?;
            } else if is_section {
                return Err(file::at(path, key.line, &format!("`{name}` is a section, not a value")));
            } else {
                let message = format!("{}:{}: unknown key `{name}`", path.display(), key.line);
                let complaint = Complaint::new(message).alternatives(keys::similar(&name));
                return Err(Failure::Configuration(complaint.fix("`kitbag reference config` lists all keys")));
            }
        }
        Ok(())
    }

    fn add_servers(&mut self, path: &Path, table: &Node) -> Result<(), Failure> {
        if !matches!(table.kind, NodeKind::Mapping(_)) && !table.is_null() {
            return Err(file::at(path, table.line, "`servers` is a table of servers, one table each"));
        }
        for (name, settings) in table.entries() {
            let (name, line) = (name.text().unwrap_or("?"), name.line);
            let json = settings.to_json();
            if let Some(problem) = Server::unknown_setting(&json) {
                return Err(file::at(path, line, &format!("server `{name}` {problem}")));
            }
            let server = Server::read(ServerId::configured(name), &json, path.to_path_buf(), None)
                .map_err(|problem| file::at(path, line, &format!("server `{name}` {problem}")))?;
            self.servers.insert(name.to_owned(), (server, Origin::File { path: path.to_path_buf(), line }));
        }
        Ok(())
    }

    fn add_environment(&mut self) -> Result<(), Failure> {
        for key in KEYS {
            let variable = key.variable();
            let Some(text) = std::env::var_os(&variable).filter(|text| !text.is_empty()) else { continue };
            let value = key.parse(&text.to_string_lossy());
            key.accept(&value).map_err(|expected| {
                Failure::Configuration(
                    Complaint::new(format!("{variable} is {value}, expected {expected}"))
                        .fix(format!("correct or unset {variable}")),
                )
            })?;
            let value = self.absolute(key, value, &self.places.here);
            self.settings.insert(key.name, Setting { value, origin: Origin::Environment(variable) });
        }
        let set = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
        for (name, near) in keys::unknown_variables(set) {
            let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            note(&format!("warning: the variable {name} means nothing to kitbag{hint}"));
        }
        Ok(())
    }

    fn add_flags(&mut self, global: &Global) {
        let text = |path: &Path| json!(path.display().to_string());
        self.given_roots = global.roots.clone();
        if !self.given_roots.is_empty() {
            let roots = self.given_roots.iter().map(|root| text(&self.places.here.join(root))).collect();
            self.set_flag("catalog.roots", "--root", roots);
            self.set_flag("catalog.bundled", "--root", json!(false));
        }
        if let Some(data) = &global.data {
            self.set_flag("data", "--data", text(&self.places.here.join(data)));
        } else if self.settings["data"].value.is_null() {
            let value = text(&self.places.data());
            self.settings.insert("data", Setting { value, origin: Origin::Default });
        }
        if let Some(name) = global.color.and_then(|color| color.to_possible_value()) {
            self.set_flag("color", "--color", json!(name.get_name()));
        }
    }

    /// Paths in a value made absolute, seen from `base`.
    fn absolute(&self, key: &Key, value: Json, base: &Path) -> Json {
        let expand = |text: &str| json!(self.places.expand(text, base).display().to_string());
        match key.kind {
            Kind::Path => value.as_str().map_or(Json::Null, expand),
            Kind::Paths => value.as_array().into_iter().flatten().filter_map(Json::as_str).map(expand).collect(),
            _ => value,
        }
    }
}

/// The configuration file of a directory. Two of them would contradict each other sooner or later, so that is an error.
fn one_file_in(directory: &Path) -> Result<Option<PathBuf>, Failure> {
    let mut found =
        CONFIGURATIONS.iter().map(|name| directory.join(name)).filter(|path| path.symlink_metadata().is_ok());
    match (found.next(), found.next()) {
        (Some(one), Some(other)) => {
            let message = format!("there are two configurations, {} and {}", one.display(), other.display());
            Err(Failure::Configuration(Complaint::new(message).fix("keep one of them")))
        }
        (first, _) => Ok(first),
    }
}
