//! `kitbag export`: a manifest.json of all skills, for orchestrators that read one.

use std::io::Write;
use std::path::Path;
use std::{fs, io};

use kitbag_catalog::{Manifest, Scope, Skill};
use serde_json::json;

use super::{read_catalog, view};
use crate::args::ExportArguments;
use crate::config::Config;
use crate::failure::{Complaint, Failure};
use crate::output::{Answer, count};

pub(super) fn run(config: &Config, arguments: &ExportArguments, json: bool) -> Result<Answer, Failure> {
    let catalog = read_catalog(config)?;
    // Bundled skills have no files that a reader of the manifest could open.
    let skills: Vec<&Skill> =
        catalog.skills().iter().map(|skill| &**skill).filter(|skill| skill.source.scope != Scope::Bundled).collect();
    let manifest = Manifest::export(skills.iter().copied(), catalog.manifests());
    let mut answer = match arguments.output.as_deref().filter(|path| *path != Path::new("-")) {
        None => Answer::json(&manifest),
        Some(path) => {
            write_file(path, &format!("{manifest:#}\n"))?;
            let mut answer = if json {
                Answer::json(&json!({"path": view::text(path), "skills": skills.len()}))
            } else {
                Answer::default()
            };
            answer.notes.push(format!("wrote {} to {}", count(skills.len(), "skill"), path.display()));
            answer
        }
    };
    if json {
        answer.notes.clear();
    } else if skills.is_empty() {
        answer
            .notes
            .push("note: no skills to export; the bundled ones are left out, --root DIR reads a tree".to_owned());
    }
    Ok(answer)
}

/// Writes a file. A regular one, or a new one, is replaced whole: written beside it and renamed, so that a full disk leaves the old one
/// as it was. Anything else (a pipe, a device) is written to as it is; a link is followed.
fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        let complaint = Complaint::new(format!("{} cannot be written: {error}", path.display()));
        Failure::File(complaint.fix("check the directory, its permissions and the free space"))
    };
    match path.metadata() {
        Ok(metadata) if metadata.is_dir() => Err(failed(io::Error::other("it is a directory"))),
        Ok(metadata) if !metadata.is_file() => {
            let mut file = fs::File::options().write(true).open(path).map_err(failed)?;
            file.write_all(text.as_bytes()).map_err(failed)
        }
        Ok(metadata) => {
            let target = path.canonicalize().map_err(failed)?;
            replace(&target, text, Some(metadata.permissions())).map_err(failed)
        }
        Err(error) if path.is_symlink() => Err(failed(io::Error::new(error.kind(), "it is a link that leads nowhere"))),
        Err(_) => replace(path, text, None).map_err(failed),
    }
}

fn replace(path: &Path, text: &str, permissions: Option<fs::Permissions>) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let write = || {
        // New, because a file of that name that is already there is not ours to write to.
        let mut file = fs::File::options().write(true).create_new(true).open(&beside)?;
        file.write_all(text.as_bytes())?;
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}
