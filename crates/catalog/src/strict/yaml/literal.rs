//! Texts with a header line: `|` keeps its lines, `>` folds them.
//!
//! Indentation is that of the deepest line before and including the first text, because the reference looks no further.

use super::Problem;
use super::cursor::{Cursor, is_break};
use super::scalar::Scalar;

/// What the header says.
struct Header {
    folded: bool,
    end: End,
    /// How much deeper than its surroundings the text lies, where that is written.
    indent: Option<usize>,
    noted: bool,
}

/// What becomes of the line breaks at the end.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Strip,
    Clip,
    Keep,
}

/// Reads the text whose `|` or `>` stands here. Its lines start at column `floor` or behind.
pub(super) fn literal(cursor: &mut Cursor, floor: usize) -> Result<Scalar, Problem> {
    let header = header(cursor)?;
    cursor.fresh = true;
    let (mut text, mut breaks) = (String::new(), String::new());
    let indent = match header.indent {
        Some(more) => floor.max(1) + more - 1,
        None => deepest(cursor, &mut breaks).max(floor),
    };
    if header.indent.is_some() {
        breaks = empty_lines(cursor, indent);
    }
    let mut last: Option<(Option<char>, bool)> = None;
    while cursor.column == indent && cursor.peek().is_some() {
        if let Some((last, indented)) = last {
            join(&mut text, last, &breaks, header.folded && !indented && !cursor.blank_at(0));
        }
        text.push_str(&breaks);
        let indented = matches!(cursor.peek(), Some(' ' | '\t'));
        line(cursor, &mut text);
        last = Some((cursor.eat_break(), indented));
        breaks = empty_lines(cursor, indent);
    }
    if header.end != End::Strip {
        text.extend(last.and_then(|(last, _)| last));
    }
    if header.end == End::Keep {
        text.push_str(&breaks);
    }
    let padded = header.end != End::Keep && !breaks.is_empty();
    Ok(Scalar { text, plain: false, padded, noted: header.noted })
}

/// Appends the break between two lines.
fn join(text: &mut String, last: Option<char>, breaks: &str, folds: bool) {
    match last {
        Some('\n') if folds && breaks.is_empty() => text.push(' '),
        Some('\n') if folds => {}
        _ => text.extend(last),
    }
}

fn line(cursor: &mut Cursor, text: &mut String) {
    while let Some(c) = cursor.peek().filter(|c| !is_break(*c)) {
        text.push(c);
        cursor.bump();
    }
}

fn header(cursor: &mut Cursor) -> Result<Header, Problem> {
    let folded = cursor.peek() == Some('>');
    let line = cursor.line;
    cursor.bump();
    let mut end = chomping(cursor);
    let indent = cursor.peek().and_then(|c| c.to_digit(10));
    if indent.is_some() {
        cursor.bump();
        end = end.or_else(|| chomping(cursor));
    }
    if indent == Some(0) || !cursor.blank_at(0) || cursor.peek() == Some('\t') {
        return Err(Problem::new("behind | or > only + or - and a digit from 1 may stand", line, "quote the text"));
    }
    while cursor.eat(' ') {}
    let noted = cursor.peek() == Some('#');
    while noted && cursor.peek().is_some_and(|c| !is_break(c)) {
        cursor.bump();
    }
    if cursor.eat_break().is_none() && cursor.peek().is_some() {
        return Err(Problem::new("the text of | or > must start on the next line", line, "move or quote it"));
    }
    Ok(Header { folded, end: end.unwrap_or(End::Clip), indent: indent.map(|digit| digit as usize), noted })
}

fn chomping(cursor: &mut Cursor) -> Option<End> {
    let end = match cursor.peek() {
        Some('+') => End::Keep,
        Some('-') => End::Strip,
        _ => return None,
    };
    cursor.bump();
    Some(end)
}

/// Steps over spaces and empty lines before the text; returns the deepest column that spaces reach.
fn deepest(cursor: &mut Cursor, breaks: &mut String) -> usize {
    let mut deepest = 0;
    loop {
        if cursor.eat(' ') {
            deepest = deepest.max(cursor.column);
        } else if let Some(c) = cursor.eat_break() {
            breaks.push(c);
        } else {
            return deepest;
        }
    }
}

/// Steps over empty lines, and over spaces up to column `indent`; returns the breaks.
fn empty_lines(cursor: &mut Cursor, indent: usize) -> String {
    let mut breaks = String::new();
    loop {
        while cursor.column < indent && cursor.eat(' ') {}
        match cursor.eat_break() {
            Some(c) => breaks.push(c),
            None => return breaks,
        }
    }
}
