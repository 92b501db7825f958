//! The catalog: all entries merged, in one generation.
//!
//! A catalog is immutable. Reading again gives another one with the next generation if anything changed, and the same
//! generation if nothing did; what did not change on disk is carried over without being read.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::changes::Changes;
use crate::diagnostic::Diagnostic;
use crate::ids::SkillId;
use crate::manifest::{Manifest, ManifestEntry};
use crate::names::{Names, Resolution};
use crate::root::Root;
use crate::server::Server;
use crate::skill::Skill;
use crate::{bundled, disk, walk};

/// How to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// Include the skills inside the binary.
    pub bundled: bool,
    /// Include directories that begin with `_` or `.` and those in `exclude`.
    pub include_excluded: bool,
    /// Further directory names to leave out.
    pub exclude: Vec<String>,
    /// How many levels below a root are looked at.
    pub max_depth: usize,
    /// How many directories below a root are looked at.
    pub max_directories: usize,
    /// How many threads read files; at least one.
    pub threads: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            bundled: false,
            include_excluded: false,
            exclude: Vec::new(),
            max_depth: 16,
            max_directories: 200_000,
            threads: 1,
        }
    }
}

/// All entries merged. Skills are in order of id, and no two have the same.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    generation: u64,
    skills: Vec<Arc<Skill>>,
    positions: HashMap<SkillId, usize>,
    servers: Vec<Server>,
    manifests: Vec<Manifest>,
    names: Names,
    diagnostics: Vec<Diagnostic>,
    findings: HashMap<SkillId, Vec<Diagnostic>>,
    /// As read, before manifests were laid over them; what the next reading carries over.
    unmerged: Vec<Arc<Skill>>,
}

impl Catalog {
    /// Reads the skills below `roots`, which come in order of precedence within their scope, and adds `servers`.
    ///
    /// With a previous catalog, only skills whose set of files, sizes or times changed are read again.
    pub fn read(roots: &[Root], servers: Vec<Server>, options: &ReadOptions, previous: Option<&Self>) -> Self {
        let mut roots: Vec<&Root> = roots.iter().collect();
        roots.sort_by_key(|root| root.scope());
        let mut catalog = Self { servers, ..Self::default() };
        let jobs = catalog.find(&roots, options);
        let known: HashMap<&Path, &Arc<Skill>> =
            previous.iter().flat_map(|old| &old.unmerged).map(|skill| (skill.path.as_path(), skill)).collect();
        for result in in_parallel(&jobs, options.threads, |job| read_skill(job, &known)) {
            match result {
                Ok(skill) => catalog.unmerged.push(skill),
                Err(diagnostic) => catalog.diagnostics.push(diagnostic),
            }
        }
        if options.bundled {
            catalog.unmerged.extend(bundled::read().into_iter().map(Arc::new));
        }
        catalog.merge();
        catalog.generation = match previous {
            None => 1,
            Some(old) if Changes::between(old, &catalog).is_empty() && old.servers == catalog.servers => old.generation,
            Some(old) => old.generation + 1,
        };
        catalog
    }

    /// Counts up whenever the content of the catalog changes.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The skills, in order of id.
    pub fn skills(&self) -> &[Arc<Skill>] {
        &self.skills
    }

    /// The skill with this id.
    pub fn skill(&self, id: &SkillId) -> Option<&Arc<Skill>> {
        self.positions.get(id).map(|position| &self.skills[*position])
    }

    /// The skill that a name means.
    pub fn find_skill(&self, name: &str) -> Resolution<&Arc<Skill>> {
        match self.names.skill(name) {
            Resolution::Found(id) => self.skill(&id).map_or_else(|| Resolution::Unknown(Vec::new()), Resolution::Found),
            Resolution::Ambiguous(ids) => Resolution::Ambiguous(ids.iter().filter_map(|id| self.skill(id)).collect()),
            Resolution::Unknown(near) => Resolution::Unknown(near),
        }
    }

    /// The MCP servers: configured ones first, then those that skills bring along.
    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.servers.iter().chain(self.skills.iter().flat_map(|skill| &skill.servers))
    }

    /// The manifests that were found.
    pub fn manifests(&self) -> &[Manifest] {
        &self.manifests
    }

    /// What tools are called and what names mean.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Findings that belong to no skill: unreadable places, manifests, what was hidden by what.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Findings about a skill: its own, and those that only show beside the other skills.
    pub fn diagnostics_of<'a>(&'a self, skill: &'a Skill) -> impl Iterator<Item = &'a Diagnostic> {
        skill.diagnostics.iter().chain(self.findings.get(&skill.id).into_iter().flatten())
    }

    /// The skill directories below all roots, each once.
    fn find<'a>(&mut self, roots: &[&'a Root], options: &ReadOptions) -> Vec<Job<'a>> {
        let mut seen: HashSet<PathBuf> = HashSet::new();
        let mut jobs = Vec::new();
        for root in roots {
            let walk = walk::walk(root, options);
            self.diagnostics.extend(walk.diagnostics);
            for relative in walk.manifests {
                let file = root.join(&relative);
                if let Ok(text) = fs::read_to_string(&file) {
                    self.manifests.extend(Manifest::read(&file, &text, &mut self.diagnostics));
                }
            }
            for relative in walk.skills {
                if seen.insert(root.join(&relative)) {
                    jobs.push(Job { root, relative });
                }
            }
        }
        jobs
    }

    /// Decides between equal ids, lays manifests over skills, and looks for what shows only in company.
    fn merge(&mut self) {
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
        self.find_missing_parts();
    }

    fn lay_manifests(&mut self, winners: &mut BTreeMap<SkillId, Arc<Skill>>) {
        for manifest in &self.manifests {
            let place = manifest.file.parent().unwrap_or(Path::new(""));
            let mut entries: HashMap<&str, &Arc<ManifestEntry>> =
                manifest.entries.iter().rev().map(|entry| (entry.directory(), entry)).collect();
            for skill in winners.values_mut().filter(|skill| skill.path.starts_with(place)) {
                if let Some(entry) = entries.remove(skill.id.directory()) {
                    self.diagnostics.extend(entry.overlay(Arc::make_mut(skill), &manifest.file));
                }
            }
            for entry in manifest.entries.iter().filter(|entry| entries.contains_key(entry.directory())) {
                self.diagnostics.push(
                    Diagnostic::warning(
                        "manifest-missing-skill",
                        &manifest.file,
                        format!("the manifest lists `{}`, and there is no such skill", entry.name),
                    )
                    .fix("remove the entry, or add the skill"),
                );
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
            if let Some(skill) = self.skills.iter().find(|skill| skill.id.as_str() == server.id.as_str()) {
                let message =
                    format!("the server `{}` is called like the skill in {}", server.id, skill.path.display());
                self.diagnostics
                    .push(Diagnostic::warning("id-duplicate", &server.file, message).fix("rename the server"));
            }
        }
    }

    /// Tools and skills that a skill needs and that are nowhere.
    fn find_missing_parts(&mut self) {
        let server_names: HashSet<&str> = self.servers.iter().map(|server| server.id.as_str()).collect();
        for skill in &self.skills {
            let mut found = Vec::new();
            let is_missing = |name: &&String| {
                let from_server = name.split_once("__").is_some_and(|(server, _)| server_names.contains(server));
                !from_server && matches!(self.names.tool(name), Resolution::Unknown(_))
            };
            let mut missing: Vec<String> =
                skill.card.required_tools.iter().filter(is_missing).map(|name| format!("`{name}`")).collect();
            missing.dedup();
            if !missing.is_empty() {
                let message = format!("needs tools that are nowhere in the catalog: {}", missing.join(", "));
                found.push(
                    Diagnostic::warning("tool-missing", skill.file(), message)
                        .at(skill.line_of_field("tools"))
                        .fix("add the MCP server or the skill that provides them"),
                );
            }
            for name in &skill.card.dependencies {
                if matches!(self.names.skill(name), Resolution::Unknown(_)) {
                    found.push(
                        Diagnostic::warning(
                            "dependency-missing",
                            skill.file(),
                            format!("it depends on `{name}`, and there is no such skill"),
                        )
                        .at(skill.line_of_field("dependencies"))
                        .fix("add the skill, or remove the dependency"),
                    );
                }
            }
            if !found.is_empty() {
                self.findings.entry(skill.id.clone()).or_default().extend(found);
            }
        }
    }
}

struct Job<'a> {
    root: &'a Root,
    relative: PathBuf,
}

fn read_skill(job: &Job<'_>, known: &HashMap<&Path, &Arc<Skill>>) -> Result<Arc<Skill>, Diagnostic> {
    let mut listing = disk::list(job.root, &job.relative)?;
    let id = SkillId::from_relative(&job.relative, &job.root.name());
    let source = job.root.source();
    let unchanged = |skill: &Skill| {
        skill.files == listing.files
            && skill.id == id
            && skill.source == source
            && skill.definition == listing.definition
    };
    if let Some(skill) = known.get(listing.path.as_path()).filter(|skill| unchanged(skill)) {
        return Ok(Arc::clone(skill));
    }
    let mut diagnostics = std::mem::take(&mut listing.diagnostics);
    let folder = disk::read(&listing, &mut diagnostics);
    let mut skill = Skill::read(&folder, id, source);
    diagnostics.append(&mut skill.diagnostics);
    skill.diagnostics = diagnostics;
    Ok(Arc::new(skill))
}

/// Does the work on several threads; results come in the order of the jobs.
fn in_parallel<J: Sync, R: Send>(jobs: &[J], threads: usize, work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let threads = threads.clamp(1, jobs.len().max(1));
    if threads == 1 {
        return jobs.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(jobs.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut mine = Vec::new();
                while let Some((index, job)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|index| jobs.get(index).map(|job| (index, job)))
                {
                    mine.push((index, work(job)));
                }
                done.lock().unwrap_or_else(PoisonError::into_inner).extend(mine);
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
