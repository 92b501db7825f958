//! The catalog: all entries merged, in one generation.
//!
//! A catalog is immutable. Reading again gives another one with the next generation if anything changed, and the same
//! generation if nothing did; what did not change on disk is carried over without being read.

mod merge;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::changes::Changes;
use crate::diagnostic::Diagnostic;
use crate::ids::{SkillId, ToolId};
use crate::manifest::Manifest;
use crate::names::{Names, Resolution};
use crate::parallel::in_parallel;
use crate::root::Root;
use crate::server::Server;
use crate::skill::Skill;
use crate::tool::Tool;
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
        let mut seen = HashSet::new();
        roots.retain(|root| seen.insert(root.path()));
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
            Some(old) if old.is_same(&catalog) => old.generation,
            Some(old) => old.generation + 1,
        };
        catalog
    }

    /// The same catalog, judged beside another: what its skills need may be there.
    #[must_use]
    pub fn in_company(mut self, company: &Self) -> Self {
        self.find_missing_parts(Some(company));
        self
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

    /// The tool with this id.
    pub fn tool(&self, id: &ToolId) -> Option<&Tool> {
        let position = *self.positions.get(id.owner())?;
        self.skills[position].tools.iter().find(|tool| tool.id == *id)
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

    /// Nothing that anybody could notice differs: content, places, servers, dispatch.
    fn is_same(&self, other: &Self) -> bool {
        let places = |catalog: &Self| catalog.skills.iter().map(|skill| skill.path.clone()).collect::<Vec<_>>();
        Changes::between(self, other).is_empty()
            && self.servers == other.servers
            && self.manifests == other.manifests
            && places(self) == places(other)
    }

    /// The skill directories below all roots, each once.
    fn find<'a>(&mut self, roots: &[&'a Root], options: &ReadOptions) -> Vec<Job<'a>> {
        let mut seen: HashSet<PathBuf> = HashSet::new();
        let mut said: HashSet<(&str, PathBuf)> = HashSet::new();
        let mut jobs = Vec::new();
        for root in roots {
            let walk = walk::walk(root, roots, options);
            // Roots may lie inside each other; what was said of a place is not said again.
            let news = walk.diagnostics.into_iter().filter(|finding| said.insert((finding.code, finding.file.clone())));
            self.diagnostics.extend(news);
            for relative in walk.manifests {
                let file = root.join(&relative);
                if !seen.insert(file.clone()) {
                    continue;
                }
                match disk::read_manifest(root, &file) {
                    Ok(text) => self.manifests.extend(Manifest::read(&file, &text, &mut self.diagnostics)),
                    Err(diagnostic) => self.diagnostics.push(diagnostic),
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
}

/// Findings that come from taking the picture, not from what is in it.
const DISK_CODES: [&str; 6] =
    ["file-unreadable", "link-outside", "link-to-directory", "too-many-files", "too-deep", "directory-unreadable"];

struct Job<'a> {
    root: &'a Root,
    relative: PathBuf,
}

fn read_skill(job: &Job<'_>, known: &HashMap<&Path, &Arc<Skill>>) -> Result<Arc<Skill>, Diagnostic> {
    let mut listing = disk::list(job.root, &job.relative)?;
    let id = SkillId::from_relative(&job.relative, &job.root.name());
    let source = job.root.source();
    // What the disk refused or cut last time may be different now without any stamp telling.
    let was_whole = |skill: &Skill| !skill.diagnostics.iter().any(|finding| DISK_CODES.contains(&finding.code));
    let unchanged = |skill: &Skill| {
        skill.files == listing.files
            && skill.id == id
            && skill.source == source
            && skill.definition == listing.definition
            && listing.diagnostics.is_empty()
            && was_whole(skill)
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
