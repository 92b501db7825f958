//! The strict verdict: what the reference validator of the Agent Skills format says about a skill directory.
//!
//! Rules and their order follow `agentskills validate` (PyPI `skills-ref`), oddities included: it cuts the frontmatter at the
//! first two `---` wherever they stand, reads a dialect of YAML that `yaml` describes, and normalises names by NFKC.
//! `tests/strict` holds both against each other. Reading is lenient everywhere else; this is the only strict place. We
//! deviate once: the reference finds no name for `.`, we take that of the real directory.

mod yaml;

use std::path::{Path, PathBuf};

use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::folder::DEFINITIONS;
use crate::format::{MAX_COMPATIBILITY, MAX_DESCRIPTION, MAX_NAME};
use yaml::{Field, Value};

const ALLOWED: [&str; 6] = ["allowed-tools", "compatibility", "description", "license", "metadata", "name"];

/// What the reference validator would say. Valid exactly if there is no error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The directory that was looked at.
    #[serde(serialize_with = "crate::shown::path")]
    pub path: PathBuf,
    /// What is wrong, in the order in which the rules are tried.
    pub errors: Vec<Fault>,
}

/// One broken rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// The line in the definition, where one is to blame.
    pub line: Option<usize>,
    /// What to do about it.
    pub fix: String,
}

impl Fault {
    fn new(message: impl Into<String>, line: impl Into<Option<usize>>, fix: impl Into<String>) -> Self {
        Self { message: message.into(), line: line.into(), fix: fix.into() }
    }
}

impl Verdict {
    /// No rule is broken.
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }
}

/// Judges the skill directory at `path`.
pub fn validate(path: &Path) -> Verdict {
    let errors = match read(path) {
        Err(fault) => vec![fault],
        Ok(text) => match parse(&text) {
            Err(fault) => vec![fault],
            Ok(fields) => judge(&fields, &directory_name(path)),
        },
    };
    Verdict { path: path.to_path_buf(), errors }
}

fn read(path: &Path) -> Result<String, Fault> {
    let file = DEFINITIONS.iter().map(|name| path.join(name)).find(|file| file.exists());
    let file = file.ok_or_else(|| Fault::new("there is no SKILL.md", None, "add one"))?;
    if !file.is_file() {
        return Err(Fault::new("SKILL.md is not a file", None, "replace it by a text file"));
    }
    let bytes = std::fs::read(&file)
        .map_err(|error| Fault::new(format!("SKILL.md cannot be read: {error}"), None, "check its permissions"))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line =
            error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        Fault::new("SKILL.md is not valid UTF-8", line, "save it as UTF-8")
    })?;
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// The name of the directory itself, also for `.` and for paths that end in `..`.
fn directory_name(path: &Path) -> String {
    let named = path.file_name().map(|name| name.to_string_lossy().into_owned());
    named.unwrap_or_else(|| {
        let canonical = path.canonicalize().unwrap_or_default();
        canonical.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    })
}

/// The fields of the frontmatter. Lines are those of the file.
fn parse(text: &str) -> Result<Vec<Field>, Fault> {
    let rest = text
        .strip_prefix("---")
        .ok_or_else(|| Fault::new("SKILL.md does not start with ---", 1, "start it with the frontmatter"))?;
    let (frontmatter, _) =
        rest.split_once("---").ok_or_else(|| Fault::new("the frontmatter is not closed", 1, "close it with ---"))?;
    // The text starts right behind the opening dashes, on line 1 of the file, so lines agree.
    yaml::parse(frontmatter).map_err(|problem| Fault::new(problem.message, problem.line, problem.fix))
}

fn judge(fields: &[Field], directory: &str) -> Vec<Fault> {
    let mut errors = Vec::new();
    let get = |name: &str| fields.iter().find(|field| field.key == name);
    let mut unknown: Vec<&Field> = fields.iter().filter(|field| !ALLOWED.contains(&field.key.as_str())).collect();
    unknown.sort_unstable_by_key(|field| &field.key);
    if let Some(first) = unknown.first() {
        let names: Vec<&str> = unknown.iter().map(|field| field.key.as_str()).collect();
        errors.push(Fault::new(
            format!("unexpected fields: {}", names.join(", ")),
            first.line,
            format!("only {} are allowed; move others under metadata", ALLOWED.join(", ")),
        ));
    }
    match get("name") {
        None => errors.push(Fault::new("`name` is missing", 1, format!("add `name: {directory}`"))),
        Some(field) => judge_name(field, directory, &mut errors),
    }
    match get("description") {
        None => errors.push(Fault::new("`description` is missing", 1, "say what the skill does and when to use it")),
        Some(field) => match text_of(field).filter(|text| !is_blank(text)) {
            None => errors.push(Fault::new(
                "`description` is not a text, or empty",
                field.line,
                "say what the skill does and when to use it",
            )),
            Some(text) => limit("description", text, MAX_DESCRIPTION, field.line, &mut errors),
        },
    }
    if let Some(field) = get("compatibility") {
        match text_of(field) {
            None => errors.push(Fault::new("`compatibility` is not a text", field.line, "write one sentence")),
            Some(text) => limit("compatibility", text, MAX_COMPATIBILITY, field.line, &mut errors),
        }
    }
    errors
}

fn text_of(field: &Field) -> Option<&str> {
    match &field.value {
        Value::Text(text) => Some(text),
        Value::NotText | Value::List | Value::Map => None,
    }
}

fn limit(field: &str, text: &str, most: usize, line: usize, errors: &mut Vec<Fault>) {
    let length = text.chars().count();
    if length > most {
        errors.push(Fault::new(format!("`{field}` has {length} characters, more than {most}"), line, "shorten it"));
    }
}

fn judge_name(field: &Field, directory: &str, errors: &mut Vec<Fault>) {
    let mut fault = |message: String, fix: &str| errors.push(Fault::new(message, field.line, fix));
    let Some(text) = text_of(field).filter(|text| !is_blank(text)) else {
        return fault("`name` is not a text, or empty".to_owned(), "name it like its directory");
    };
    let name: String = text.trim_matches(is_python_space).nfkc().collect();
    if name.chars().count() > MAX_NAME {
        fault(format!("the name has {} characters, more than {MAX_NAME}", name.chars().count()), "shorten it");
    }
    if name != name.to_lowercase() {
        fault(format!("the name `{name}` is not in lower case"), "write it in lower case");
    }
    if name.starts_with('-') || name.ends_with('-') {
        fault(format!("the name `{name}` starts or ends with a hyphen"), "remove the hyphen");
    }
    if name.contains("--") {
        fault(format!("the name `{name}` has two hyphens in a row"), "use one");
    }
    if !name.chars().all(|c| is_alphanumeric(c) || c == '-') {
        fault(
            format!("the name `{name}` has characters other than letters, digits and hyphens"),
            "use hyphens between words",
        );
    }
    if directory.nfkc().collect::<String>() != name {
        fault(format!("the name `{name}` is not the directory's, `{directory}`"), "rename one of them");
    }
}

fn is_blank(text: &str) -> bool {
    text.chars().all(is_python_space)
}

/// White space as Python's `str.strip` sees it: Unicode's, and the four ASCII separators.
fn is_python_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

/// Letters and numbers by general category, as Python's `str.isalnum` decides: marks and letter-like symbols are neither.
fn is_alphanumeric(c: char) -> bool {
    c.is_alphanumeric() && !is_combining_mark(c) && !matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}')
}
