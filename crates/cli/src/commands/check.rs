//! `kitbag check`: what is wrong with skills, where, and how to fix it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kitbag_catalog::{Catalog, Diagnostic, Root, Scope, Severity};
use serde_json::json;

use super::{read_catalog, view};
use crate::args::CheckArguments;
use crate::config::Config;
use crate::failure::{Complaint, Failure, SKILL_INVALID};
use crate::output::{Answer, Style, count};

pub(super) fn run(mut config: Config, arguments: &CheckArguments, json: bool) -> Result<Answer, Failure> {
    if arguments.all {
        config.set_flag("catalog.include_excluded", "--all", json!(true));
    }
    let catalog =
        if arguments.paths.is_empty() { read_catalog(&config)? } else { read_paths(&config, &arguments.paths)? };
    if catalog.skills().is_empty() && catalog.diagnostics().is_empty() && !arguments.paths.is_empty() {
        let given: Vec<String> = arguments.paths.iter().map(|path| path.display().to_string()).collect();
        let complaint = Complaint::new(format!("there is no SKILL.md in {}", given.join(", ")));
        return Err(Failure::File(complaint.fix("give a skill's directory, or a tree of them")));
    }
    let everything =
        || catalog.skills().iter().flat_map(|skill| catalog.diagnostics_of(skill)).chain(catalog.diagnostics());
    let tally = |severity| everything().filter(|diagnostic| diagnostic.severity == severity).count();
    let (errors, warnings, infos) = (tally(Severity::Error), tally(Severity::Warning), tally(Severity::Info));
    let failed = errors > 0 || (arguments.deny_warnings && warnings > 0);
    let mut answer = if json {
        Answer::json(&json!({
            "skills": catalog.skills().iter().map(|skill| json!({
                "id": skill.id, "path": view::text(&skill.path), "diagnostics": view::diagnostics(catalog.diagnostics_of(skill)),
            })).collect::<Vec<_>>(),
            "diagnostics": view::diagnostics(catalog.diagnostics().iter()),
            "errors": errors, "warnings": warnings, "infos": infos,
        }))
    } else {
        let style = Style::new(config.color());
        let mut report = String::new();
        for diagnostic in everything().filter(|d| d.severity > Severity::Info || config.verbose()) {
            let _ = writeln!(report, "{}", show(diagnostic, &config, style));
        }
        let more =
            if infos > 0 && !config.verbose() { format!(" ({} with -v)", count(infos, "note")) } else { String::new() };
        let _ = writeln!(
            report,
            "{}: {}, {}{more}",
            count(catalog.skills().len(), "skill"),
            count(errors, "error"),
            count(warnings, "warning")
        );
        Answer::ok(report)
    };
    answer.status = if failed { SKILL_INVALID } else { 0 };
    Ok(answer)
}

fn show(diagnostic: &Diagnostic, config: &Config, style: Style) -> String {
    style.diagnostic(diagnostic, &config.places().here)
}

/// Each path as a root of its own: a skill's directory, the SKILL.md in it, or a tree.
fn read_paths(config: &Config, paths: &[PathBuf]) -> Result<Catalog, Failure> {
    let mut roots = Vec::new();
    for path in paths {
        let root = Root::open(directory_of(path), Scope::Project);
        roots.push(root.map_err(|error| Failure::File(Complaint::new(error.to_string()).fix(error.fix())))?);
    }
    let mut options = config.read_options();
    options.bundled = false;
    Ok(Catalog::read(&roots, Vec::new(), &options, None))
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
