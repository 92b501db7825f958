//! Changes: what differs between two readings, by id and content.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::catalog::Catalog;
use crate::digest::Digest;
use crate::ids::SkillId;

/// What was added, modified and deleted, each in order of id.
///
/// Only content counts: a touched file, another spelling of the root or another time of reading changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Ids that are new.
    pub added: Vec<SkillId>,
    /// Ids whose content differs.
    pub modified: Vec<SkillId>,
    /// Ids that are gone.
    pub deleted: Vec<SkillId>,
}

impl Changes {
    /// What turns `old` into `new`.
    pub fn between(old: &Catalog, new: &Catalog) -> Self {
        let digests = |catalog: &Catalog| -> BTreeMap<SkillId, Digest> {
            catalog.skills().iter().map(|skill| (skill.id.clone(), skill.digest)).collect()
        };
        let (before, after) = (digests(old), digests(new));
        Self {
            added: after.keys().filter(|id| !before.contains_key(*id)).cloned().collect(),
            modified: after
                .iter()
                .filter(|(id, digest)| before.get(*id).is_some_and(|old| old != *digest))
                .map(|(id, _)| id.clone())
                .collect(),
            deleted: before.keys().filter(|id| !after.contains_key(*id)).cloned().collect(),
        }
    }

    /// Nothing differs.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.modified.is_empty() && self.deleted.is_empty()
    }
}
