//! A definition cut into frontmatter and body, with the lines where each begins.
//!
//! The closing `---` must stand alone on its line here, so that a `---` inside a value does not cut the frontmatter short.
//! (The reference validator cuts at any `---`; [`crate::validate`] does as it does.)

use std::ops::Range;

use crate::yaml::{self, Kind, Node};

/// A SKILL.md, cut into its parts. Byte ranges refer to the text that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The YAML between the fences, or `None` where there is no frontmatter.
    pub frontmatter: Option<Range<usize>>,
    /// How many lines come before the frontmatter's first line (1 for the opening fence).
    pub frontmatter_offset: usize,
    /// Everything after the closing fence, without leading blank lines.
    pub body: Range<usize>,
    /// The line on which the body starts, from 1.
    pub body_line: usize,
    /// What was odd about the fences.
    pub oddity: Option<Oddity>,
}

/// What can be wrong with the fences of a frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oddity {
    /// The first line is not `---`.
    Missing,
    /// There is no closing `---`; the frontmatter is taken to end at the first blank line or heading.
    Unclosed,
    /// Blank lines or a byte order mark come before the opening fence.
    LeadingSpace,
}

/// Cuts a SKILL.md into frontmatter and body. Never fails; every byte after the fences is in the body.
pub fn split(text: &str) -> Definition {
    let start = text.len() - text.trim_start_matches(['\u{feff}', '\n', '\r', ' ', '\t']).len();
    let skipped = text[..start].matches('\n').count();
    let whole = |oddity| Definition {
        frontmatter: None,
        frontmatter_offset: 0,
        body: start..text.len(),
        body_line: skipped + 1,
        oddity: Some(oddity),
    };
    let mut lines = Lines { text, at: start };
    let Some(first) = lines.next() else { return whole(Oddity::Missing) };
    if text[first].trim_end() != "---" {
        return whole(Oddity::Missing);
    }
    let yaml_start = lines.at;
    let found = |yaml_end: usize, body_from: usize, oddity| {
        let body = skip_blank_lines(text, body_from);
        Definition {
            frontmatter: Some(yaml_start..yaml_end),
            frontmatter_offset: skipped + 1,
            body: body..text.len(),
            body_line: text[..body].matches('\n').count() + 1,
            oddity,
        }
    };
    let mut guess = None;
    while let Some(line) = lines.next() {
        let content = text[line.clone()].trim_end();
        if matches!(content, "---" | "...") {
            return match guess {
                // Past a blank line or a heading, `---` may be a rule in the body of a frontmatter that was never closed.
                Some(end) if !is_mapping(&text[yaml_start..line.start]) && is_mapping(&text[yaml_start..end]) => {
                    found(end, end, Some(Oddity::Unclosed))
                }
                Some(_) if !has_field(&text[yaml_start..line.start]) => whole(Oddity::Missing),
                _ => found(line.start, lines.at, (start > 0).then_some(Oddity::LeadingSpace)),
            };
        }
        if guess.is_none() && (content.is_empty() || content.starts_with("# ")) {
            guess = Some(line.start);
        }
    }
    let end = guess.unwrap_or(text.len());
    found(end, end, Some(Oddity::Unclosed))
}

fn is_mapping(text: &str) -> bool {
    matches!(yaml::parse(text), Ok(Some(Node { kind: Kind::Mapping(_), .. })))
}

/// Whether any line looks like `key: value`: without one, the text between two rules is prose.
fn has_field(text: &str) -> bool {
    text.lines().any(|line| {
        line.split_once(':').is_some_and(|(key, _)| {
            !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
        })
    })
}

fn skip_blank_lines(text: &str, from: usize) -> usize {
    let mut lines = Lines { text, at: from };
    let mut at = from;
    while let Some(line) = lines.next() {
        if !text[line].trim().is_empty() {
            break;
        }
        at = lines.at;
    }
    at
}

struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl Lines<'_> {
    /// The byte range of the next line, line break included.
    fn next(&mut self) -> Option<Range<usize>> {
        if self.at >= self.text.len() {
            return None;
        }
        let start = self.at;
        let length = self.text[start..].find('\n').map_or(self.text.len() - start, |n| n + 1);
        self.at = start + length;
        Some(start..self.at)
    }
}
