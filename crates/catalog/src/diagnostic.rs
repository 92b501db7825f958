//! A diagnostic: a finding about an entry. What, where, how bad, how to fix.
//!
//! Reading collects diagnostics instead of failing, because one broken skill must not hide a hundred good ones. A
//! diagnostic is data: printing it is the caller's business.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// How bad a finding is.
///
/// The order is from harmless to harmful, so that `max()` over findings gives the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is lost.
    Info,
    /// Something was guessed, mended or ignored; the entry is usable.
    Warning,
    /// Something that the author wrote is not available.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// One finding.
///
/// `message` is lower case without a full stop and names the thing; `fix` says what to do about it. `line` counts from 1
/// in the file as it is on disk, frontmatter included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable, machine-readable name of the kind of finding, such as `description-missing`.
    pub code: &'static str,
    /// What was found.
    pub message: String,
    /// The file (or directory) it was found in.
    #[serde(serialize_with = "crate::shown::path")]
    pub file: PathBuf,
    /// The line, where one is to blame.
    pub line: Option<usize>,
    /// What to do about it.
    pub fix: Option<String>,
}

impl Diagnostic {
    /// A finding of the given severity about a file.
    pub fn new(severity: Severity, code: &'static str, file: impl AsRef<Path>, message: impl Into<String>) -> Self {
        Self { severity, code, message: message.into(), file: file.as_ref().to_path_buf(), line: None, fix: None }
    }

    /// Shorthand for an [`Severity::Error`].
    pub fn error(code: &'static str, file: impl AsRef<Path>, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, file, message)
    }

    /// Shorthand for a [`Severity::Warning`].
    pub fn warning(code: &'static str, file: impl AsRef<Path>, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, file, message)
    }

    /// Shorthand for an [`Severity::Info`].
    pub fn info(code: &'static str, file: impl AsRef<Path>, message: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, file, message)
    }

    /// The same finding, at a line.
    #[must_use]
    pub fn at(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// The same finding, with advice.
    #[must_use]
    pub fn fix(mut self, advice: impl Into<String>) -> Self {
        self.fix = Some(advice.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.severity, self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.message)?;
        match &self.fix {
            Some(fix) => write!(f, " ({fix})"),
            None => Ok(()),
        }
    }
}
