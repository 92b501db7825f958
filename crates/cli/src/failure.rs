//! Failures: why a command could not do what it was asked, for people and for scripts.
//!
//! The exit status tells a script which kind it was; the message names the thing, the fix says what to do.

use kitbag_catalog::RootError;
use serde_json::{Value as Json, json};

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for makes no sense: exit 2.
    Input(Complaint),
    /// A file or directory is missing or cannot be used: exit 3.
    File(Complaint),
    /// The configuration is wrong: exit 8.
    Configuration(Complaint),
    /// Anything else: exit 1.
    Other(Complaint),
    /// Whoever read our output has stopped reading, which is not a failure of ours: exit 0, silently.
    ClosedPipe,
}

/// Exit status of a check that found errors in skills.
pub(crate) const SKILL_INVALID: u8 = 6;

/// What to say about a failure.
#[derive(Debug, Default)]
pub(crate) struct Complaint {
    /// What is wrong.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) fix: Option<String>,
    /// What may have been meant.
    pub(crate) alternatives: Vec<String>,
}

impl Complaint {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    pub(crate) fn fix(mut self, advice: impl Into<String>) -> Self {
        self.fix = Some(advice.into());
        self
    }

    pub(crate) fn alternatives<T: ToString>(mut self, meant: impl IntoIterator<Item = T>) -> Self {
        self.alternatives = meant.into_iter().map(|one| one.to_string()).collect();
        self
    }
}

impl Failure {
    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::ClosedPipe => 0,
            Self::Other(_) => 1,
            Self::Input(_) => 2,
            Self::File(_) => 3,
            Self::Configuration(_) => 8,
        }
    }

    /// The kind, for machines.
    fn code(&self) -> &'static str {
        match self {
            Self::ClosedPipe => "closed-pipe",
            Self::Other(_) => "failure",
            Self::Input(_) => "invalid-input",
            Self::File(_) => "file",
            Self::Configuration(_) => "configuration",
        }
    }

    pub(crate) fn complaint(&self) -> Option<&Complaint> {
        match self {
            Self::ClosedPipe => None,
            Self::Input(complaint)
            | Self::File(complaint)
            | Self::Configuration(complaint)
            | Self::Other(complaint) => Some(complaint),
        }
    }

    /// The failure as `{"error":{code,message,fix,alternatives}}`.
    pub(crate) fn to_json(&self) -> Json {
        let (message, fix, alternatives) = match self.complaint() {
            None => ("", None, &[][..]),
            Some(complaint) => {
                (complaint.message.as_str(), complaint.fix.as_deref(), complaint.alternatives.as_slice())
            }
        };
        json!({"error": {"code": self.code(), "status": self.status(), "message": message, "fix": fix, "alternatives": alternatives}})
    }
}

impl From<RootError> for Failure {
    fn from(error: RootError) -> Self {
        Self::File(Complaint::new(error.to_string()).fix(error.fix()))
    }
}
