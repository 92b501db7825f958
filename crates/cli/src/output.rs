//! Output: payload to standard output, everything else to standard error, colour only where a person looks.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use kitbag_catalog::{Diagnostic, Severity};

use crate::config::Color;
use crate::failure::{Complaint, Failure};

/// What a command answers: the payload for standard output and the exit status.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) payload: String,
    /// What to say on standard error once the payload is written.
    pub(crate) notes: Vec<String>,
    pub(crate) status: u8,
}

impl Answer {
    /// A successful answer.
    pub(crate) fn ok(payload: impl Into<String>) -> Self {
        Self { payload: payload.into(), ..Self::default() }
    }

    /// A JSON document, indented, with a final line break.
    pub(crate) fn json(value: &serde_json::Value) -> Self {
        Self::ok(format!("{value:#}\n"))
    }
}

/// Writes a payload in one go. A reader that went away is [`Failure::ClosedPipe`]; a full disk is a failure like any other.
pub(crate) fn write(payload: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(payload.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::Other(
            Complaint::new(format!("the answer could not be written: {error}"))
                .fix("check where standard output leads"),
        ),
    })
}

/// Tells a person, or a program that asked for JSON, why a command failed.
pub(crate) fn complain(failure: &Failure, json: bool) {
    if json {
        note(&failure.to_json().to_string());
        return;
    }
    let Some(complaint) = failure.complaint() else { return };
    let mut text = format!("error: {}", complaint.message);
    if !complaint.alternatives.is_empty() {
        let _ = write!(text, "\n  did you mean: {}", complaint.alternatives.join(", "));
    }
    if let Some(fix) = &complaint.fix {
        let _ = write!(text, "\n  fix: {fix}");
    }
    note(&printable(&text));
}

/// A line on standard error. Nothing can be done if even that fails.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// How to write for whoever reads standard output.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    color: bool,
    width: Option<usize>,
}

impl Style {
    /// Colour as configured; on a terminal, lines that fit it.
    pub(crate) fn new(color: Color) -> Self {
        let terminal = io::stdout().is_terminal();
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        // A terminal that does not tell its width is taken for an ordinary one.
        let told = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).filter(|width| *width > 0);
        let width = terminal.then(|| told().unwrap_or(80));
        Self { color, width }
    }

    /// How many columns there are; `None` where nobody looks and nothing needs cutting.
    pub(crate) fn width(self) -> Option<usize> {
        self.width
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub(crate) fn severity(self, severity: Severity) -> String {
        let code = match severity {
            Severity::Error => "31",
            Severity::Warning => "33",
            Severity::Info => "36",
        };
        self.paint(code, &severity.to_string())
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// A finding as two lines: where and what, then the fix.
    pub(crate) fn diagnostic(self, diagnostic: &Diagnostic, base: &Path) -> String {
        let mut text = format!("{}: {}", self.severity(diagnostic.severity), near(&diagnostic.file, base));
        if let Some(line) = diagnostic.line {
            let _ = write!(text, ":{line}");
        }
        let _ = write!(text, ": {}", fit(&diagnostic.message, None));
        if let Some(fix) = &diagnostic.fix {
            let _ = write!(text, "\n    {} {}", self.dim("fix:"), fit(fix, None));
        }
        text
    }
}

/// A path as seen from `base`, if it is below it.
pub(crate) fn near(path: &Path, base: &Path) -> String {
    match path.strip_prefix(base) {
        Ok(below) if below.as_os_str().is_empty() => ".".to_owned(),
        Ok(below) => printable(&below.display().to_string()),
        Err(_) => printable(&path.display().to_string()),
    }
}

/// Text that does nothing to a terminal but appear: control characters and those that turn the direction of writing
/// become U+FFFD. Line breaks and tabs stay.
pub(crate) fn printable(text: &str) -> String {
    let is_harmful = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|c| if is_harmful(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Text on one line, cut to `width` columns with an ellipsis. Control characters cannot reach the terminal.
pub(crate) fn fit(text: &str, width: Option<usize>) -> String {
    let line = printable(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    match width {
        Some(width) if line.chars().count() > width => {
            let cut: String = line.chars().take(width.saturating_sub(1)).collect();
            format!("{}…", cut.trim_end())
        }
        _ => line,
    }
}

/// `1 skill`, `2 skills`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
