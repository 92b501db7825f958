//! Merging: who wins, what manifests say, and what shows only in company.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use super::Catalog;
use crate::diagnostic::Diagnostic;
use crate::ids::SkillId;
use crate::manifest::ManifestEntry;
use crate::names::Names;
use crate::skill::Skill;

impl Catalog {
    /// Decides between equal ids, lays manifests over skills, and looks for what shows only in company.
    pub(super) fn merge(&mut self) {
        let mut winners: BTreeMap<SkillId, Arc<Skill>> = BTreeMap::new();
        for skill in &self.unmerged {
            match winners.get(&skill.id) {
                None => {
                    winners.insert(skill.id.clone(), Arc::clone(skill));
                }
                Some(winner) => self.diagnostics.push(
                    Diagnostic::info(
                        "skill-overridden",
                        skill.file(),
                        format!(
                            "`{}` ({}) is hidden by the one in {} ({})",
                            skill.id,
                            skill.source.scope,
                            winner.path.display(),
                            winner.source.scope
                        ),
                    )
                    .fix("rename the directory if both are wanted"),
                ),
            }
        }
        self.lay_manifests(&mut winners);
        self.skills = winners.into_values().collect();
        self.positions = self.skills.iter().enumerate().map(|(position, skill)| (skill.id.clone(), position)).collect();
        self.names = Names::of(self.skills.iter().map(Arc::as_ref));
        self.find_equal_names();
        self.find_equal_ids();
        self.find_missing_parts(None);
    }

    fn lay_manifests(&mut self, winners: &mut BTreeMap<SkillId, Arc<Skill>>) {
        for manifest in &self.manifests {
            let place = manifest.file.parent().unwrap_or(Path::new(""));
            let below: BTreeMap<String, SkillId> = winners
                .values()
                .filter_map(|skill| Some((skill.path.strip_prefix(place).ok()?, skill)))
                .map(|(path, skill)| (path.to_string_lossy().replace('\\', "/"), skill.id.clone()))
                .collect();
            let by_directory = unique_directories(&below);
            let mut taken = HashSet::new();
            for entry in &manifest.entries {
                let id = find(entry, &below, &by_directory).filter(|id| taken.insert((*id).clone()));
                match id.and_then(|id| winners.get_mut(id)) {
                    Some(skill) => self.diagnostics.extend(entry.overlay(Arc::make_mut(skill), &manifest.file)),
                    None => self.diagnostics.push(
                        Diagnostic::warning(
                            "manifest-missing-skill",
                            &manifest.file,
                            format!("the manifest lists `{}`, and there is no such skill", entry.name),
                        )
                        .fix("remove the entry, correct its path, or add the skill"),
                    ),
                }
            }
        }
    }

    /// Names should be unique; where they are not, the directory still tells the skills apart.
    fn find_equal_names(&mut self) {
        let mut by_name: BTreeMap<&str, Vec<&Arc<Skill>>> = BTreeMap::new();
        for skill in &self.skills {
            by_name.entry(skill.name()).or_default().push(skill);
        }
        for (name, skills) in by_name.into_iter().filter(|(_, skills)| skills.len() > 1) {
            for skill in &skills[1..] {
                self.findings.entry(skill.id.clone()).or_default().push(
                    Diagnostic::warning(
                        "name-duplicate",
                        skill.file(),
                        format!("the name `{name}` is also that of {}", skills[0].path.display()),
                    )
                    .at(skill.line_of_field("name"))
                    .fix("give each skill a name of its own; until then use its id"),
                );
            }
        }
    }

    /// A server called like a skill would give its tools the same ids.
    fn find_equal_ids(&mut self) {
        for server in &self.servers {
            if let Some(skill) = self.positions.get(server.id.as_str()).map(|position| &self.skills[*position]) {
                let message =
                    format!("the server `{}` is called like the skill in {}", server.id, skill.path.display());
                let problem = Diagnostic::warning("id-duplicate", &server.file, message);
                self.diagnostics.push(problem.fix("rename the server"));
            }
        }
    }

    /// Tools and skills that a skill needs and that are neither here nor in the `company`.
    pub(super) fn find_missing_parts(&mut self, company: Option<&Self>) {
        let catalogs: Vec<&Self> = std::iter::once(&*self).chain(company).collect();
        let servers: HashSet<&str> =
            catalogs.iter().flat_map(|c| c.servers()).map(|server| server.id.as_str()).collect();
        let has_tool = |name: &str| {
            let of_a_server = ["__", "."].iter().filter_map(|separator| name.split_once(separator));
            catalogs.iter().any(|catalog| catalog.names.has_tool(name))
                || of_a_server.into_iter().any(|(server, _)| servers.contains(server))
        };
        let has_skill = |name: &str| catalogs.iter().any(|catalog| catalog.names.has_skill(name));
        let mut findings: Vec<(SkillId, Diagnostic)> = Vec::new();
        for skill in &self.skills {
            let missing = quoted(skill.card.required_tools.iter().filter(|name| !has_tool(name)));
            if !missing.is_empty() {
                let message = format!("needs tools that are nowhere in the catalog: {missing}");
                let problem =
                    Diagnostic::warning("tool-missing", skill.file(), message).at(skill.line_of_field("tools"));
                findings.push((skill.id.clone(), problem.fix("add the MCP server or the skill that provides them")));
            }
            let missing = quoted(skill.card.dependencies.iter().filter(|name| !has_skill(name)));
            if !missing.is_empty() {
                let message = format!("depends on skills that are not there: {missing}");
                let problem = Diagnostic::warning("dependency-missing", skill.file(), message);
                let problem = problem.at(skill.line_of_field("dependencies"));
                findings.push((skill.id.clone(), problem.fix("add them, or remove the dependency")));
            }
        }
        for known in self.findings.values_mut() {
            known.retain(|finding| !matches!(finding.code, "tool-missing" | "dependency-missing"));
        }
        for (id, finding) in findings {
            self.findings.entry(id).or_default().push(finding);
        }
    }
}

/// The names in quotes, each once.
fn quoted<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let mut quoted: Vec<String> = Vec::new();
    for name in names.map(|name| format!("`{name}`")) {
        if !quoted.contains(&name) {
            quoted.push(name);
        }
    }
    quoted.join(", ")
}

/// Last segment to id, where only one skill has it.
fn unique_directories(below: &BTreeMap<String, SkillId>) -> HashMap<&str, &SkillId> {
    let mut unique: HashMap<&str, Option<&SkillId>> = HashMap::new();
    for (path, id) in below {
        let directory = path.rsplit('/').next().unwrap_or(path);
        unique.entry(directory).and_modify(|known| *known = None).or_insert(Some(id));
    }
    unique.into_iter().filter_map(|(directory, id)| id.map(|id| (directory, id))).collect()
}

/// The skill an entry speaks of: the longest end of its path that is one, then its last segment or its name if only one skill has it.
///
/// Manifests are written relative to other places, so the beginning of a path says nothing.
fn find<'a>(
    entry: &ManifestEntry,
    below: &'a BTreeMap<String, SkillId>,
    by_directory: &HashMap<&str, &'a SkillId>,
) -> Option<&'a SkillId> {
    let path = entry.path.trim_matches('/');
    let ends = std::iter::once(path).chain(path.match_indices('/').map(|(at, _)| &path[at + 1..]));
    ends.filter(|end| !end.is_empty())
        .find_map(|end| below.get(end))
        .or_else(|| by_directory.get(entry.directory()).copied())
        .or_else(|| by_directory.get(entry.name.as_str()).copied())
}
