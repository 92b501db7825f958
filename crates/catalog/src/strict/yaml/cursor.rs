//! A place in the text, and the white space and comments between one token and the next.
//!
//! Only a line feed starts a new line here, because the reference counts so, although three more characters break lines
//! for it; a byte order mark takes no column. The price: columns are the reference's, not those of an editor.

/// A place in the text. Lines count from 1, columns from 0.
pub(super) struct Cursor {
    text: Vec<char>,
    pub(super) index: usize,
    pub(super) line: usize,
    pub(super) column: usize,
    /// Whether a key, a `-`, a `?` or a `:` may stand here: at the start of a line, or after another indicator.
    pub(super) fresh: bool,
}

impl Cursor {
    pub(super) fn new(text: &str) -> Self {
        let mut cursor = Self { text: text.chars().collect(), index: 0, line: 1, column: 0, fresh: true };
        if cursor.peek() == Some('\u{feff}') {
            cursor.bump();
        }
        cursor
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.at(0)
    }

    /// The character `ahead` of this place.
    pub(super) fn at(&self, ahead: usize) -> Option<char> {
        self.text.get(self.index + ahead).copied()
    }

    pub(super) fn bump(&mut self) {
        match self.peek() {
            Some('\n') => (self.line, self.column) = (self.line + 1, 0),
            Some('\u{feff}') | None => {}
            Some(_) => self.column += 1,
        }
        self.index += 1;
    }

    /// Steps over `c` if it stands here.
    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.bump();
        }
        found
    }

    /// Steps over a line break, and says how it reads in a text.
    pub(super) fn eat_break(&mut self) -> Option<char> {
        let c = self.peek().filter(|c| is_break(*c))?;
        self.bump();
        Some(if c == '\u{85}' { '\n' } else { c })
    }

    /// Whether white space or the end of the text stands `ahead` of this place.
    pub(super) fn blank_at(&self, ahead: usize) -> bool {
        self.at(ahead).is_none_or(|c| is_break(c) || matches!(c, ' ' | '\t'))
    }

    /// Whether three dots stand here that would end the document at the start of a line.
    pub(super) fn at_dots(&self) -> bool {
        (0..3).all(|ahead| self.at(ahead) == Some('.')) && self.blank_at(3)
    }

    /// Steps to the next token. Returns the line of the first comment passed; an empty line counts as one.
    pub(super) fn skip(&mut self) -> Option<usize> {
        let mut comment = None;
        loop {
            while self.eat(' ') {}
            if self.peek() == Some('#') {
                comment.get_or_insert(self.line);
                self.skip_comment();
            } else if self.eat_break().is_some() {
                if self.peek() == Some('\n') {
                    comment.get_or_insert(self.line);
                    // Tabs too, though nowhere else: a slip of the reference.
                    while self.eat_break().is_some() || self.eat(' ') || self.eat('\t') {}
                }
            } else {
                return comment;
            }
            self.fresh = true;
        }
    }

    fn skip_comment(&mut self) {
        while self.peek().is_some_and(|c| !is_break(c)) {
            self.bump();
        }
        while self.eat_break().is_some() {}
    }
}

/// Whether the reference breaks a line at `c`.
pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
