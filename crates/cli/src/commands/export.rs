//! `kitbag export`: a manifest.json of all skills, for orchestrators that read one.

use std::path::Path;

use kitbag_catalog::{Manifest, Skill};

use super::read_catalog;
use crate::args::ExportArguments;
use crate::config::Config;
use crate::failure::{Complaint, Failure};
use crate::output::{Answer, count, note};

pub(super) fn run(config: &Config, arguments: &ExportArguments, json: bool) -> Result<Answer, Failure> {
    let catalog = read_catalog(config)?;
    let manifest = Manifest::export(catalog.skills().iter().map(|skill| -> &Skill { skill }), catalog.manifests());
    let Some(path) = &arguments.output else { return Ok(Answer::json(&manifest)) };
    write_atomically(path, &format!("{manifest:#}\n"))?;
    if !json {
        note(&format!("wrote {} to {}", count(catalog.skills().len(), "skill"), path.display()));
    }
    Ok(Answer::default())
}

/// Writes beside the target and renames, so that a full disk leaves the old file as it was.
pub(super) fn write_atomically(path: &Path, text: &str) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        Failure::File(
            Complaint::new(format!("{} cannot be written: {error}", path.display()))
                .fix("check the directory, its permissions and the free space"),
        )
    })
}
