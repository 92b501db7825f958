//! The bundled library: skills inside the binary, so that it does something in the first minute.

use std::path::Path;

use crate::folder::Folder;
use crate::ids::SkillId;
use crate::root::{Scope, Source};
use crate::skill::Skill;

/// Stands where a directory would: the bundled files have none.
const PLACE: &str = "<bundled>";

/// Every bundled file: skill, path below it, content. Sorted.
const FILES: &[(&str, &str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/bundled.in"));

/// Reads the bundled skills, in order of id.
pub(crate) fn read() -> Vec<Skill> {
    FILES
        .chunk_by(|a, b| a.0 == b.0)
        .map(|files| {
            let name = files[0].0;
            let folder = Folder::in_memory(
                Path::new(PLACE).join(name),
                files.iter().map(|(_, path, content)| (*path, *content)),
            );
            Skill::read(
                &folder,
                SkillId::from_relative(Path::new(name), name),
                Source { scope: Scope::Bundled, root: PLACE.into() },
            )
        })
        .collect()
}
