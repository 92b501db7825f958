//! `kitbag check`: what is wrong with skills, where, and how to fix it.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kitbag_catalog::{Catalog, Diagnostic, ReadOptions, Root, Scope, Severity, Skill};
use serde_json::json;

use super::{read_catalog, view};
use crate::args::CheckArguments;
use crate::config::Config;
use crate::failure::{Complaint, Failure, SKILL_INVALID};
use crate::output::{Answer, Style, count};

pub(super) fn run(config: &Config, arguments: &CheckArguments, json: bool) -> Result<Answer, Failure> {
    let catalogs =
        if arguments.paths.is_empty() { vec![read_catalog(config)?] } else { read_paths(config, &arguments.paths)? };
    let checked = Checked { catalogs };
    let tally = |severity| checked.findings().filter(|finding| finding.severity == severity).count();
    let (errors, warnings, infos) = (tally(Severity::Error), tally(Severity::Warning), tally(Severity::Info));
    let mut answer = if json {
        Answer::json(&json!({
            "skills": checked.skills().map(|(catalog, skill)| json!({
                "id": skill.id, "path": view::text(&skill.path), "diagnostics": view::diagnostics(catalog.diagnostics_of(skill)),
            })).collect::<Vec<_>>(),
            "diagnostics": view::diagnostics(checked.loose()),
            "errors": errors, "warnings": warnings, "infos": infos,
        }))
    } else {
        let style = Style::new(config.color());
        let mut report = String::new();
        for diagnostic in checked.findings().filter(|finding| finding.severity > Severity::Info || config.verbose()) {
            let _ = writeln!(report, "{}", style.diagnostic(diagnostic, &config.places().here));
        }
        let more =
            if infos > 0 && !config.verbose() { format!(" ({} with -v)", count(infos, "note")) } else { String::new() };
        let skills = count(checked.skills().count(), "skill");
        let _ = writeln!(report, "{skills}: {}, {}{more}", count(errors, "error"), count(warnings, "warning"));
        Answer::ok(report)
    };
    let failed = errors > 0 || (arguments.deny_warnings && warnings > 0);
    answer.status = if failed { SKILL_INVALID } else { 0 };
    Ok(answer)
}

/// What was checked: each given path by itself, so that none hides another, and each skill once. Bundled skills are not the user's to mend.
struct Checked {
    catalogs: Vec<Catalog>,
}

impl Checked {
    fn skills(&self) -> impl Iterator<Item = (&Catalog, &Skill)> {
        let all =
            self.catalogs.iter().flat_map(|catalog| catalog.skills().iter().map(move |skill| (catalog, &**skill)));
        let mut seen = HashSet::new();
        all.filter(|(_, skill)| skill.source.scope != Scope::Bundled)
            .filter(move |(_, skill)| seen.insert(skill.path.as_path()))
    }

    /// Findings that belong to no skill.
    fn loose(&self) -> impl Iterator<Item = &Diagnostic> {
        self.catalogs.iter().flat_map(Catalog::diagnostics)
    }

    fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.skills().flat_map(|(catalog, skill)| catalog.diagnostics_of(skill)).chain(self.loose())
    }
}

/// Each path as a catalog of its own: a skill's directory, the SKILL.md in it, or a tree. What its skills need may be among the
/// configured ones.
fn read_paths(config: &Config, paths: &[PathBuf]) -> Result<Vec<Catalog>, Failure> {
    let company = read_catalog(config)?;
    let options = ReadOptions { bundled: false, ..config.read_options() };
    let mut catalogs = Vec::new();
    for path in paths {
        let root = Root::open(directory_of(path), Scope::Project)?;
        let catalog = Catalog::read(&[root], Vec::new(), &options, None).in_company(&company);
        if catalog.skills().is_empty() && catalog.diagnostics().is_empty() {
            let complaint = Complaint::new(format!("there is no SKILL.md in {}", path.display()));
            return Err(Failure::File(complaint.fix("give a skill's directory, or a tree of them")));
        }
        catalogs.push(catalog);
    }
    Ok(catalogs)
}

/// The directory that a path to a SKILL.md means.
pub(super) fn directory_of(path: &Path) -> &Path {
    let is_definition = path.is_file() && path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
    match path.parent() {
        Some(parent) if is_definition && parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) if is_definition => parent,
        _ => path,
    }
}
