//! What the next token is, told by one or two characters; nothing is read yet.

use super::Problem;
use super::cursor::Cursor;

/// What can stand at the start of a token.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Token {
    /// `-` before a list item.
    Dash,
    /// `?` before a key.
    Question,
    /// `:` before a value.
    Colon,
    /// `|` or `>` before a text.
    Literal,
    Quoted,
    Plain,
    /// A character that the reference forbids here.
    Refused(char),
    /// The end of the text, or the dots that end a document.
    End,
}

impl Cursor {
    pub(super) fn token(&self) -> Token {
        let Some(c) = self.peek() else { return Token::End };
        match c {
            '.' if self.column == 0 && self.at_dots() => Token::End,
            '-' if self.blank_at(1) => Token::Dash,
            '?' if self.blank_at(1) => Token::Question,
            ':' if self.blank_at(1) => Token::Colon,
            '|' | '>' => Token::Literal,
            '\'' | '"' => Token::Quoted,
            '[' | ']' | '{' | '}' | ',' | '&' | '*' | '!' | '%' | '@' | '`' | '\t' => Token::Refused(c),
            _ => Token::Plain,
        }
    }

    /// The token, unless it ends the collection at `column`.
    pub(super) fn token_from(&self, column: usize) -> Option<Token> {
        Some(self.token()).filter(|token| *token != Token::End && self.column >= column)
    }

    /// Why `token` cannot stand here, in a collection at `column`.
    pub(super) fn misplaced(&self, token: Token, column: usize) -> Problem {
        let (message, fix) = match token {
            Token::Refused(c) => return self.refused(c),
            Token::Colon if self.column > column => ("a text that contains `: ` must be quoted", "quote the value"),
            Token::Dash | Token::Question | Token::Colon if !self.fresh => {
                ("a list or mapping cannot start behind a key", "put it on the next line, or quote the text")
            }
            _ if self.column > column => {
                ("this is not part of the value above it", "check the quotes and the indentation")
            }
            Token::Dash => ("a list item stands among keys", "indent it below its key"),
            _ => ("this is neither a key nor a list item", "check the quotes and the indentation"),
        };
        Problem::new(message, self.line, fix)
    }

    /// Why `c` cannot start a token.
    pub(super) fn refused(&self, c: char) -> Problem {
        let (message, fix) = match c {
            '\t' => ("a tab stands where only spaces may", "use spaces"),
            '[' | ']' | '{' | '}' | ',' => {
                ("flow lists and mappings ([…], {…}) are not allowed", "write one item a line, or quote the text")
            }
            '&' | '*' => ("YAML anchors are not allowed", "write the value out, or quote the text"),
            '!' => ("YAML tags are not allowed", "remove the tag, or quote the text"),
            _ => return Problem::new(format!("a text cannot start with {c}"), self.line, "quote the text"),
        };
        Problem::new(message, self.line, fix)
    }
}
