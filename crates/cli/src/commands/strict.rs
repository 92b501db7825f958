//! `kitbag check --strict`: the verdict of the Agent Skills reference validator, directory by directory.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kitbag_catalog::{Catalog, Root, Scope, Verdict, validate};
use serde_json::json;

use super::check::directory_of;
use super::{read_catalog, view};
use crate::args::CheckArguments;
use crate::config::Config;
use crate::failure::{Complaint, Failure, SKILL_INVALID};
use crate::output::{Answer, Style, count, fit};

pub(super) fn run(config: &Config, arguments: &CheckArguments, json: bool) -> Result<Answer, Failure> {
    let directories = if arguments.paths.is_empty() { configured(config)? } else { given(config, arguments)? };
    let verdicts: Vec<Verdict> = directories.iter().map(|directory| validate(directory)).collect();
    let invalid = verdicts.iter().filter(|verdict| !verdict.is_valid()).count();
    let mut answer = if json {
        Answer::json(&json!({
            "skills": verdicts.iter().map(|verdict| json!({
                "path": view::text(&verdict.path), "valid": verdict.is_valid(), "errors": verdict.errors,
            })).collect::<Vec<_>>(),
            "valid": verdicts.len() - invalid,
            "invalid": invalid,
        }))
    } else {
        Answer::ok(report(&verdicts, invalid, Style::new(config.color())))
    };
    answer.status = if invalid > 0 { SKILL_INVALID } else { 0 };
    Ok(answer)
}

fn report(verdicts: &[Verdict], invalid: usize, style: Style) -> String {
    let mut text = String::new();
    for verdict in verdicts {
        let word = if verdict.is_valid() { "valid" } else { "invalid" };
        let _ = writeln!(text, "{}: {word}", style.bold(&fit(&verdict.path.display().to_string(), None)));
        for fault in &verdict.errors {
            let line = fault.line.map(|line| format!("line {line}: ")).unwrap_or_default();
            let _ = writeln!(
                text,
                "  {line}{}\n    {} {}",
                fit(&fault.message, None),
                style.dim("fix:"),
                fit(&fault.fix, None)
            );
        }
    }
    let _ = writeln!(text, "{}: {} valid, {invalid} invalid", count(verdicts.len(), "skill"), verdicts.len() - invalid);
    text
}

/// The directories of all configured skills that are on disk.
fn configured(config: &Config) -> Result<Vec<PathBuf>, Failure> {
    let catalog = read_catalog(config)?;
    Ok(catalog
        .skills()
        .iter()
        .filter(|skill| skill.source.scope != Scope::Bundled)
        .map(|skill| skill.path.clone())
        .collect())
}

/// A directory with a SKILL.md is judged itself; a tree stands for the skills in it; anything else is judged and found wanting.
fn given(config: &Config, arguments: &CheckArguments) -> Result<Vec<PathBuf>, Failure> {
    let mut directories = Vec::new();
    for path in &arguments.paths {
        let path = directory_of(path);
        let root = Root::open(path, Scope::Project)?;
        if has_definition(path) {
            directories.push(path.to_path_buf());
            continue;
        }
        let mut options = config.read_options();
        options.bundled = false;
        let catalog = Catalog::read(std::slice::from_ref(&root), Vec::new(), &options, None);
        let below = |skill: &Path| {
            skill.strip_prefix(root.path()).map_or_else(|_| skill.to_path_buf(), |relative| path.join(relative))
        };
        let before = directories.len();
        directories.extend(catalog.skills().iter().map(|skill| below(&skill.path)));
        // A definition that could not be read has a verdict too.
        let unreadable = catalog.diagnostics().iter().filter(|finding| finding.code == "definition-unreadable");
        directories.extend(unreadable.filter_map(|finding| finding.file.parent()).map(below));
        if let Some(finding) = catalog
            .diagnostics()
            .iter()
            .find(|finding| matches!(finding.code, "directory-unreadable" | "too-many-directories"))
        {
            return Err(Failure::File(Complaint::new(finding.to_string())));
        }
        if directories.len() == before {
            directories.push(path.to_path_buf());
        }
        directories[before..].sort();
    }
    // Each once, however often and by whichever way it was given.
    let mut seen = HashSet::new();
    directories.retain(|directory| seen.insert(directory.canonicalize().unwrap_or_else(|_| directory.clone())));
    Ok(directories)
}

fn has_definition(directory: &Path) -> bool {
    ["SKILL.md", "skill.md"].iter().any(|name| directory.join(name).symlink_metadata().is_ok())
}
