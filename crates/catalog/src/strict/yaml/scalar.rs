//! Texts without a header: plain, 'single quoted' and "double quoted".
//!
//! Plain texts may not contain tabs, and quoted ones may lie at any column, because the reference has it so. Both fold
//! their lines alike. A lone surrogate, which Python can hold and Rust cannot, reads as U+FFFD.

use super::Problem;
use super::cursor::{Cursor, is_break};

/// A text as it was read.
pub(super) struct Scalar {
    pub(super) text: String,
    /// Neither quoted nor a block.
    pub(super) plain: bool,
    /// Empty lines follow that were read along with it.
    pub(super) padded: bool,
    /// A comment stands in its header.
    pub(super) noted: bool,
}

/// Reads a plain text. Its further lines start at column `floor` or behind.
pub(super) fn plain(cursor: &mut Cursor, floor: usize) -> Scalar {
    let (mut text, mut gap) = (String::new(), String::new());
    while plain_run(cursor, &mut text, &gap) {
        gap = plain_gap(cursor);
        if gap.is_empty() || cursor.peek() == Some('#') || cursor.column < floor {
            break;
        }
    }
    Scalar { text, plain: true, padded: gap.starts_with('\n'), noted: false }
}

/// Appends `gap` and the characters up to the next white space, unless there are none.
fn plain_run(cursor: &mut Cursor, text: &mut String, gap: &str) -> bool {
    let start = cursor.index;
    while let Some(c) = cursor.peek().filter(|c| !cursor.blank_at(0) && (*c != ':' || !cursor.blank_at(1))) {
        if cursor.index == start {
            text.push_str(gap);
            cursor.fresh = false;
        }
        text.push(c);
        cursor.bump();
    }
    cursor.index > start
}

/// What stands between two runs, folded; empty if the text ends here.
fn plain_gap(cursor: &mut Cursor) -> String {
    let start = cursor.index;
    while cursor.eat(' ') {}
    let spaces = cursor.index - start;
    let Some(first) = cursor.eat_break() else {
        return " ".repeat(spaces);
    };
    cursor.fresh = true;
    let mut more = String::new();
    loop {
        if cursor.at_dots() {
            return String::new();
        }
        while cursor.eat(' ') {}
        match cursor.eat_break() {
            Some(c) => more.push(c),
            None => return fold(first, &more),
        }
    }
}

/// Line breaks as they read in a text: one is a space, and of several the first is dropped.
fn fold(first: char, more: &str) -> String {
    match first {
        '\n' if more.is_empty() => " ".to_owned(),
        '\n' => more.to_owned(),
        other => format!("{other}{more}"),
    }
}

/// Reads the quoted text whose opening quote stands here.
pub(super) fn quoted(cursor: &mut Cursor) -> Result<Scalar, Problem> {
    let (quote, line) = (cursor.peek(), cursor.line);
    cursor.bump();
    cursor.fresh = false;
    let mut text = String::new();
    loop {
        match cursor.peek() {
            None => return Err(Problem::new("the quoted text does not end", line, "close the quote")),
            Some('\'') if quote == Some('\'') && cursor.at(1) == Some('\'') => {
                text.push('\'');
                cursor.bump();
                cursor.bump();
            }
            same if same == quote => {
                cursor.bump();
                return Ok(Scalar { text, plain: false, padded: false, noted: false });
            }
            Some('\\') if quote == Some('"') => {
                cursor.bump();
                escape(cursor, &mut text)?;
            }
            Some(c) if is_break(c) || matches!(c, ' ' | '\t') => text.push_str(&quoted_gap(cursor)?),
            Some(c) => {
                text.push(c);
                cursor.bump();
            }
        }
    }
}

fn quoted_gap(cursor: &mut Cursor) -> Result<String, Problem> {
    let mut spaces = String::new();
    while let Some(c) = cursor.peek().filter(|c| matches!(c, ' ' | '\t')) {
        spaces.push(c);
        cursor.bump();
    }
    match cursor.eat_break() {
        None => Ok(spaces),
        Some(first) => Ok(fold(first, &empty_lines(cursor)?)),
    }
}

/// Steps over empty lines and the white space before the next text; returns the breaks.
fn empty_lines(cursor: &mut Cursor) -> Result<String, Problem> {
    let mut breaks = String::new();
    loop {
        if cursor.at_dots() {
            return Err(Problem::new("a line of a quoted text cannot start with `...`", cursor.line, "indent it"));
        }
        while cursor.eat(' ') || cursor.eat('\t') {}
        match cursor.eat_break() {
            Some(c) => breaks.push(c),
            None => return Ok(breaks),
        }
    }
}

/// Reads what follows a backslash.
fn escape(cursor: &mut Cursor, text: &mut String) -> Result<(), Problem> {
    if cursor.eat_break().is_some() {
        text.push_str(&empty_lines(cursor)?);
        return Ok(());
    }
    let c = cursor.peek().unwrap_or(' ');
    let plain = match c {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' | '\t' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        ' ' | '"' | '/' | '\\' => c,
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        'x' => code(cursor, 2)?,
        'u' => code(cursor, 4)?,
        'U' => code(cursor, 8)?,
        _ => {
            let message = format!("the escape \\{c} is unknown");
            return Err(Problem::new(message, cursor.line, "double the backslash, or use single quotes"));
        }
    };
    cursor.bump();
    text.push(plain);
    Ok(())
}

/// The character of the `digits` hexadecimal digits behind this place; stops on the last one.
fn code(cursor: &mut Cursor, digits: usize) -> Result<char, Problem> {
    let mut value: u32 = 0;
    for _ in 0..digits {
        cursor.bump();
        let digit = cursor.peek().and_then(|c| c.to_digit(16));
        let digit = digit.ok_or_else(|| {
            let message = format!("the escape needs {digits} hexadecimal digits");
            Problem::new(message, cursor.line, "write them, or double the backslash")
        })?;
        value = value << 4 | digit;
    }
    match char::from_u32(value) {
        Some(c) => Ok(c),
        None if value < 0xe000 => Ok(char::REPLACEMENT_CHARACTER),
        None => Err(Problem::new("the escape is beyond U+10FFFF", cursor.line, "correct it")),
    }
}
