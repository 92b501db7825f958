//! Sections: a Markdown body as headings with the bytes that belong to them.
//!
//! The index matches sections and a brief cuts by them, so ranges tile the text: the sections of a body, in order, cover
//! every byte of it exactly once. Headings inside code fences are not headings, which is why this is a Markdown parser and
//! not a search for `#`.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde::Serialize;

/// A heading and the text up to the next heading of any level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    /// 1 to 6; 0 for text before the first heading.
    pub level: u8,
    /// The heading's text without markup; empty for level 0.
    pub title: String,
    /// The bytes of the section in the given text, heading included.
    pub range: Range<usize>,
    /// The line on which it starts, from 1 in the given text.
    pub line: usize,
}

impl Section {
    /// The end of the section together with all its subsections.
    pub fn end_with_children(&self, all: &[Self]) -> usize {
        all.iter()
            .find(|other| other.range.start > self.range.start && other.level <= self.level && other.level > 0)
            .map_or_else(|| all.last().map_or(self.range.end, |last| last.range.end), |next| next.range.start)
    }
}

/// The sections of a Markdown text, in order. Text before the first heading, unless blank, is a section of level 0.
pub fn sections(text: &str) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    let mut open: Option<Section> = None;
    let mut quoted = 0_usize;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            // A heading inside a quotation or a list item is part of that block, not a section of the document.
            Event::Start(Tag::BlockQuote(_) | Tag::Item) => quoted += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::Item) => quoted = quoted.saturating_sub(1),
            Event::Start(Tag::Heading { level, .. }) if quoted == 0 => {
                open = Some(Section { level: level as u8, title: String::new(), range, line: 0 });
            }
            Event::Text(piece) | Event::Code(piece) => {
                if let Some(section) = &mut open {
                    section.title.push_str(&piece);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(section) = &mut open {
                    section.title.push(' ');
                }
            }
            Event::End(TagEnd::Heading(_)) => found.extend(open.take()),
            _ => {}
        }
    }
    tile(text, found)
}

/// Stretches each section to the next heading, adds the text before the first, and counts lines.
fn tile(text: &str, mut found: Vec<Section>) -> Vec<Section> {
    let first = found.first().map_or(text.len(), |section| line_start(text, section.range.start));
    if !text[..first].trim().is_empty() {
        found.insert(0, Section { level: 0, title: String::new(), range: 0..first, line: 1 });
    } else if let Some(section) = found.first_mut() {
        section.range.start = 0;
    }
    let starts: Vec<usize> = found.iter().map(|section| line_start(text, section.range.start)).collect();
    let (mut counted_to, mut line) = (0, 1);
    for (index, section) in found.iter_mut().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(text.len());
        section.range = starts[index]..end;
        line += text[counted_to..starts[index]].matches('\n').count();
        counted_to = starts[index];
        section.line = line;
        section.title = section.title.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    found
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |n| n + 1)
}
