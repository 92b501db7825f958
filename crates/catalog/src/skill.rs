//! A skill: a folder with a SKILL.md, read.
//!
//! Reading is lenient: whatever is found becomes a skill, and every oddity a diagnostic. Only [`crate::validate`] is strict.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::card::{Card, Reading};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::folder::{FileStamp, Folder};
use crate::frontmatter::{self, Document, Oddity};
use crate::ids::{SkillId, closest};
use crate::manifest::ManifestEntry;
use crate::root::Source;
use crate::section::{Section, sections};
use crate::server::Server;
use crate::tool::Tool;
use crate::yaml::{self, Kind, Node};
use crate::{python, server, tools_json};

/// How much of a body is looked at for a description when the author gave none.
const DESCRIPTION_FROM_BODY: usize = 300;

/// Limits of the Agent Skills format, reported as warnings here.
const MAX_NAME: usize = 64;
const MAX_DESCRIPTION: usize = 1024;
const MAX_COMPATIBILITY: usize = 500;

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
    document: Document,
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
        let document = frontmatter::split(&text);
        let Reading { mut card, lines, .. } = read_card(&text, &document, &file, &mut diagnostics);
        let body = &text[document.body.clone()];
        let sections = sections(body);
        if card.description.is_empty() {
            card.description = describe(body, &sections, &id, &file, &lines, &card.extra, &mut diagnostics);
        }
        check_card(&card, &id, &file, &lines, document.frontmatter.is_some(), &mut diagnostics);
        let mut tools = python::read(folder, &id, &mut diagnostics);
        for tool in tools_json::read(folder, &id, &mut diagnostics) {
            match tools.iter().find(|other| other.id == tool.id) {
                None => tools.push(tool),
                Some(other) => diagnostics.push(
                    Diagnostic::warning(
                        "tool-duplicate",
                        &tool.file,
                        format!("tool `{}` is already declared in {}", tool.id.name(), other.file.display()),
                    )
                    .at(tool.line)
                    .fix("rename one of them; this one is ignored"),
                ),
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
            document,
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
        &self.text[self.document.body.clone()]
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
        self.document.body_line + section.line - 1
    }

    /// The line of a field of the frontmatter, by its usual name; the first line where the field is not written.
    pub(crate) fn line_of_field(&self, field: &str) -> usize {
        self.lines.get(field).copied().unwrap_or(1)
    }

    /// The text by which an embedder finds the skill, in the form that seed systems used.
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

fn read_card(text: &str, document: &Document, file: &Path, diagnostics: &mut Vec<Diagnostic>) -> Reading {
    match document.oddity {
        Some(Oddity::Missing) => {
            diagnostics.push(
                Diagnostic::warning("frontmatter-missing", file, "no frontmatter")
                    .at(1)
                    .fix("start the file with ---, name, description, ---"),
            );
        }
        Some(Oddity::Unclosed) => diagnostics.push(
            Diagnostic::warning("frontmatter-unclosed", file, "the frontmatter has no closing ---")
                .at(document.frontmatter_offset)
                .fix("put --- on a line of its own after the last field"),
        ),
        Some(Oddity::LeadingSpace) => diagnostics.push(
            Diagnostic::warning("frontmatter-not-first", file, "something comes before the opening ---")
                .at(1)
                .fix("remove blank lines and the byte order mark before it"),
        ),
        None => {}
    }
    let Some(range) = &document.frontmatter else { return Reading::default() };
    let offset = document.frontmatter_offset;
    let mended = yaml::parse_leniently(&text[range.clone()]);
    if let Some(error) = &mended.error {
        diagnostics.push(
            Diagnostic::warning(
                "frontmatter-yaml",
                file,
                format!("the frontmatter is not valid YAML: {}", error.message),
            )
            .at(error.line + offset)
            .fix(if error.message.contains("mapping values") {
                "put quotes around values that contain `: ` or ` #`"
            } else {
                "mend the YAML there; until then fields are read one by one"
            }),
        );
    }
    for (key, line) in &mended.kept_as_text {
        diagnostics.push(
            Diagnostic::error(
                "field-unreadable",
                file,
                format!("the value of `{key}` is not valid YAML and was kept as text"),
            )
            .at(line + offset)
            .fix("mend the YAML of this field"),
        );
    }
    match &mended.node {
        Some(node @ Node { kind: Kind::Mapping(pairs), .. }) => {
            report_repeated_keys(pairs, file, offset, diagnostics);
            let mut reading = Card::read(node);
            reading.lines.values_mut().for_each(|line| *line += offset);
            diagnostics.extend(reading.misshapen.drain(..).map(|field| {
                Diagnostic::warning("field-shape", file, format!("`{}` should be {}", field.key, field.expected))
                    .at(field.line + offset)
                    .fix(format!("write `{}` as {}", field.key, field.expected))
            }));
            reading
        }
        Some(node) => {
            diagnostics.push(
                Diagnostic::error("frontmatter-shape", file, "the frontmatter is not a list of `key: value` fields")
                    .at(node.line + offset)
                    .fix("write name: … and description: … on lines of their own"),
            );
            Reading::default()
        }
        None => Reading::default(),
    }
}

fn report_repeated_keys(pairs: &[(Node, Node)], file: &Path, offset: usize, diagnostics: &mut Vec<Diagnostic>) {
    for (index, (key, _)) in pairs.iter().enumerate() {
        if let (Some(name), true) = (key.text(), pairs[..index].iter().any(|(other, _)| other.text() == key.text())) {
            diagnostics.push(
                Diagnostic::warning("field-repeated", file, format!("`{name}` is written twice; the last one counts"))
                    .at(key.line + offset)
                    .fix("remove one of them"),
            );
        }
    }
}

/// A description taken from the body, the first heading or the id, in that order, and said so.
fn describe(
    body: &str,
    sections: &[Section],
    id: &SkillId,
    file: &Path,
    lines: &HashMap<&'static str, usize>,
    extra: &Map<String, Json>,
    diagnostics: &mut Vec<Diagnostic>,
) -> String {
    let heading = sections
        .iter()
        .find(|section| section.level > 0)
        .map(|section| section.title.clone())
        .filter(|title| !title.is_empty());
    let paragraph = body
        .split("\n\n")
        .map(str::trim)
        .find(|block| {
            block.chars().any(char::is_alphanumeric)
                && !block.starts_with(['#', '`', '|', '<', '-', '!'])
                && !block.starts_with("**")
        })
        .map(one_line)
        .map(|text| shorten(&text, DESCRIPTION_FROM_BODY));
    let (description, from) = match (heading, paragraph) {
        (Some(heading), Some(paragraph)) => (format!("{heading}: {paragraph}"), "the first heading and paragraph"),
        (None, Some(paragraph)) => (paragraph, "the first paragraph"),
        (Some(heading), None) => (heading, "the first heading"),
        (None, None) => (id.to_string(), "its directory's name"),
    };
    diagnostics.push(
        Diagnostic::warning("description-missing", file, format!("no description; it is taken from {from}"))
            .at(lines.get("description").copied().unwrap_or(1))
            .fix(match closest("description", extra.keys().map(String::as_str)).first() {
                Some(near) => format!("rename `{near}` to `description`"),
                None => "add `description:` saying what the skill does and when to use it".to_owned(),
            }),
    );
    description
}

/// What the Agent Skills format asks for, as warnings.
fn check_card(
    card: &Card,
    id: &SkillId,
    file: &Path,
    lines: &HashMap<&'static str, usize>,
    has_frontmatter: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut warn = |field: &str, code, message: String, fix: String| {
        let line = lines.get(field).copied().unwrap_or(1);
        diagnostics.push(Diagnostic::warning(code, file, message).at(line).fix(fix));
    };
    let directory = id.directory();
    match &card.name {
        // Without any frontmatter, a missing name is no news.
        None if !has_frontmatter => {}
        None => warn(
            "name",
            "name-missing",
            format!("no name; the directory's, `{directory}`, is used"),
            format!("add `name: {directory}`"),
        ),
        Some(name) => {
            let length = name.chars().count();
            if name != directory {
                let message = format!("the name `{name}` is not the directory's, `{directory}`");
                warn("name", "name-mismatch", message, "rename one of them; the directory is the id".into());
            }
            if length > MAX_NAME {
                let message = format!("the name has {length} characters, more than {MAX_NAME}");
                warn("name", "name-long", message, "shorten it".into());
            }
            if !is_well_formed(name) {
                let message = format!("the name `{name}` is not in lower case letters, digits and single hyphens");
                warn("name", "name-form", message, "write it like `my-skill`".into());
            }
        }
    }
    let length = card.description.chars().count();
    if length > MAX_DESCRIPTION {
        let message = format!("the description has {length} characters, more than {MAX_DESCRIPTION}");
        warn("description", "description-long", message, "move details to the body".into());
    }
    let length = card.compatibility.as_deref().map_or(0, |text| text.chars().count());
    if length > MAX_COMPATIBILITY {
        let message = format!("`compatibility` has {length} characters, more than {MAX_COMPATIBILITY}");
        warn("compatibility", "compatibility-long", message, "shorten it".into());
    }
}

fn is_well_formed(name: &str) -> bool {
    name.split('-').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}
