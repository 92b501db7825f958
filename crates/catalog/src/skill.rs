//! A skill: a folder with a SKILL.md, read.
//!
//! Reading is lenient: whatever is found becomes a skill, and every oddity a diagnostic. Only [`crate::validate`] is strict.

mod description;
mod reading;
mod rules;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::card::{Card, Reading};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::folder::{FileStamp, Folder};
use crate::frontmatter::{self, Definition};
use crate::ids::{SkillId, ToolId};
use crate::manifest::ManifestEntry;
use crate::root::Source;
use crate::section::{Section, sections};
use crate::server::Server;
use crate::tool::Tool;
use crate::{python, server, tools_json};

/// A skill. Always has an id and a description that is not empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    /// Its identity: the directory below its root.
    pub id: SkillId,
    /// What its author says about it, a manifest's overlay included.
    pub card: Card,
    /// What a manifest says about it, if one lists it.
    pub manifest: Option<Arc<ManifestEntry>>,
    /// The tools it brings along.
    pub tools: Vec<Tool>,
    /// The MCP servers it brings along.
    pub servers: Vec<Server>,
    /// The sections of its body; ranges refer to [`Skill::body`].
    pub sections: Vec<Section>,
    /// Where it came from.
    pub source: Source,
    /// Its directory.
    pub path: PathBuf,
    /// The name of its definition: `SKILL.md`, or `skill.md`.
    pub definition: String,
    /// All files below its directory.
    pub files: Vec<FileStamp>,
    /// The identity of its content.
    pub digest: Digest,
    /// What is odd about it.
    pub diagnostics: Vec<Diagnostic>,
    text: Arc<str>,
    layout: Definition,
    lines: HashMap<&'static str, usize>,
    /// Description and version as the author wrote them, where a manifest lies over them.
    pub(crate) written: Option<(Option<String>, Option<String>)>,
}

impl Skill {
    /// Reads a skill from the picture of its folder. A function of its arguments; never fails.
    pub fn read(folder: &Folder, id: SkillId, source: Source) -> Self {
        let mut diagnostics = Vec::new();
        let file = folder.file(&folder.definition);
        for (path, read) in &folder.cut {
            let size = folder.files.iter().find(|stamp| stamp.path == *path).map_or(0, |stamp| stamp.size);
            diagnostics.push(
                Diagnostic::error(
                    "file-too-large",
                    folder.file(path),
                    format!("{path} has {size} bytes; only the first {read} were read"),
                )
                .fix("move what is not needed at once to references/"),
            );
        }
        let text = decode(folder.content(&folder.definition).unwrap_or_default(), &file, &mut diagnostics);
        let layout = frontmatter::split(&text);
        let Reading { mut card, lines, .. } = reading::read_card(&text, &layout, &file, &mut diagnostics);
        let body = &text[layout.body.clone()];
        let sections = sections(body);
        if card.description.is_empty() {
            card.description =
                description::describe(body, &sections, &id, &file, &lines, &card.extra, &mut diagnostics);
        }
        rules::check(&card, &id, &file, &lines, layout.frontmatter.is_some(), &mut diagnostics);
        let mut tools = python::read(folder, &id, &mut diagnostics);
        let mut known: HashSet<ToolId> = tools.iter().map(|tool| tool.id.clone()).collect();
        for tool in tools_json::read(folder, &id, &mut diagnostics) {
            if known.insert(tool.id.clone()) {
                tools.push(tool);
            } else {
                let message = format!("tool `{}` is declared twice; this one is ignored", tool.id.name());
                let problem = Diagnostic::warning("tool-duplicate", &tool.file, message);
                diagnostics.push(problem.at(tool.line).fix("rename one of them"));
            }
        }
        let servers = server::read(folder, &id, &mut diagnostics);
        Self {
            id,
            card,
            manifest: None,
            tools,
            servers,
            sections,
            source,
            path: folder.path.clone(),
            definition: folder.definition.clone(),
            files: folder.files.clone(),
            digest: folder.digest(),
            diagnostics,
            text: text.into(),
            layout,
            lines,
            written: None,
        }
    }

    /// The name to show: the author's, or the directory's.
    pub fn name(&self) -> &str {
        self.card.name.as_deref().unwrap_or_else(|| self.id.directory())
    }

    /// The Markdown after the frontmatter.
    pub fn body(&self) -> &str {
        &self.text[self.layout.body.clone()]
    }

    /// The whole SKILL.md.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The definition's path.
    pub fn file(&self) -> PathBuf {
        self.path.join(&self.definition)
    }

    /// The line of a section in the file, where [`Section::line`] counts from the body's start.
    pub fn line_of(&self, section: &Section) -> usize {
        self.layout.body_line + section.line - 1
    }

    /// The line of a field of the frontmatter, by its usual name; the first line where the field is not written.
    pub(crate) fn line_of_field(&self, field: &str) -> usize {
        self.lines.get(field).copied().unwrap_or(1)
    }

    /// The text by which an embedder finds the skill, as one line of labelled parts.
    ///
    /// Parts without content are left out.
    pub fn search_text(&self) -> String {
        let card = &self.card;
        let mut parts =
            vec![format!("Skill: {}", self.name()), format!("Description: {}", one_line(&card.description))];
        if !card.routing_keywords.is_empty() {
            parts.push(format!("Keywords: {}", card.routing_keywords.join(", ")));
        }
        if !card.intents.is_empty() {
            parts.push(format!("Intents: {}", card.intents.join(", ")));
        }
        parts.join(" | ")
    }
}

/// Text from bytes; invalid UTF-8 is replaced and reported at its line.
fn decode(bytes: &[u8], file: &Path, diagnostics: &mut Vec<Diagnostic>) -> String {
    let only_returns = bytes.contains(&b'\r') && !bytes.contains(&b'\n');
    if only_returns {
        diagnostics.push(
            Diagnostic::warning("line-ends", file, "lines end in carriage returns alone")
                .at(1)
                .fix("save it with line feeds"),
        );
        let bytes: Vec<u8> = bytes.iter().map(|byte| if *byte == b'\r' { b'\n' } else { *byte }).collect();
        return decode(&bytes, file, diagnostics);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            diagnostics.push(
                Diagnostic::error(
                    "not-utf8",
                    file,
                    format!("byte {} is not valid UTF-8; it and others like it were replaced", error.valid_up_to() + 1),
                )
                .at(line)
                .fix("save the file as UTF-8"),
            );
            String::from_utf8_lossy(bytes).into_owned()
        }
    }
}

/// Text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
