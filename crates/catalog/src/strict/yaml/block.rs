//! Lists and mappings, told apart and nested by their columns alone.
//!
//! The tree is built straight from the text. Comments are dropped, except for one bit: the reference carries them from
//! token to token and crashes where two would meet, and what crashes it is invalid. `noted` is that bit.

use super::Problem;
use super::cursor::Cursor;
use super::literal::literal;
use super::scalar::{Scalar, plain, quoted};
use super::token::Token;
use super::tree::{Kind, Node};

/// The reference runs out of stack beyond this many collections within each other.
const DEEPEST: usize = 245;
/// The most characters from the start of a key to its colon, unless the key is written with `?`.
const LONGEST_KEY: usize = 1024;

struct Parser {
    cursor: Cursor,
    /// The next token carries a comment that stands before it.
    noted: bool,
    depth: usize,
}

/// What the only document in `text` holds, if anything.
pub(super) fn document(text: &str) -> Result<Option<Node>, Problem> {
    let mut parser = Parser { cursor: Cursor::new(text), noted: false, depth: 0 };
    parser.cursor.skip();
    let root = parser.node(0, false, false)?;
    let cursor = &mut parser.cursor;
    if cursor.token() == Token::End && cursor.peek().is_some() {
        (0..3).for_each(|_| cursor.bump());
        cursor.skip();
    }
    match cursor.peek() {
        None => Ok(root),
        Some(_) => Err(Problem::new("this is not part of the mapping above", cursor.line, "indent all fields alike")),
    }
}

impl Parser {
    fn place(&self) -> (usize, usize) {
        (self.cursor.line, self.cursor.column)
    }

    /// What stands behind a `-`, `?` or `:` of a collection whose column is one less than `floor`, if anything does.
    /// `tight` allows a list in that very column; `remarked` says that a comment stands on the line of the `:`.
    fn node(&mut self, floor: usize, tight: bool, remarked: bool) -> Result<Option<Node>, Problem> {
        let Some(token) = self.cursor.token_from(floor.saturating_sub(1)) else { return Ok(None) };
        let deeper = self.cursor.column >= floor;
        match token {
            Token::Refused(c) => Err(self.cursor.refused(c)),
            Token::Dash | Token::Question | Token::Colon if !self.cursor.fresh => {
                Err(self.cursor.misplaced(token, self.cursor.column))
            }
            Token::Dash if deeper => self.list(false).map(Some),
            Token::Dash if tight => self.list(true).map(Some),
            Token::Question | Token::Colon if deeper => self.map(None).map(Some),
            Token::Literal => self.literal(floor, remarked).map(Some),
            Token::Quoted | Token::Plain if deeper => self.text_or_map(floor, remarked).map(Some),
            _ => Ok(None),
        }
    }

    fn literal(&mut self, floor: usize, remarked: bool) -> Result<Node, Problem> {
        let place = self.place();
        let scalar = literal(&mut self.cursor, floor)?;
        if self.noted && scalar.noted {
            return Err(clash(place.0));
        }
        self.pass_text();
        finish(place, scalar, remarked)
    }

    fn text_or_map(&mut self, floor: usize, remarked: bool) -> Result<Node, Problem> {
        let place = self.place();
        let (scalar, is_key) = self.text(floor)?;
        if is_key { self.map(Some(Node::text(place, scalar))) } else { finish(place, scalar, remarked) }
    }

    /// Reads a plain or quoted text, and says whether it is a key.
    fn text(&mut self, floor: usize) -> Result<(Scalar, bool), Problem> {
        let Cursor { fresh, line, index, .. } = self.cursor;
        let scalar = match self.cursor.token() {
            Token::Quoted => quoted(&mut self.cursor)?,
            _ => plain(&mut self.cursor, floor),
        };
        self.pass_text();
        let near = self.cursor.line == line && self.cursor.index - index <= LONGEST_KEY;
        Ok((scalar, fresh && near && self.cursor.token() == Token::Colon))
    }

    /// Steps from the end of a text to the next token; the text takes all comments between.
    fn pass_text(&mut self) {
        self.cursor.skip();
        self.noted = false;
    }

    /// Steps over a `-` or `?`, which hands its comment on to what follows.
    fn pass_indicator(&mut self) -> Result<(), Problem> {
        let held = self.noted;
        self.cursor.bump();
        self.cursor.fresh = true;
        self.noted = self.cursor.skip().is_some();
        self.receive(held)
    }

    /// Steps over the `:` of the mapping at `column`, and says whether a comment stands on its line.
    fn pass_colon(&mut self, column: usize, after_text: bool) -> Result<bool, Problem> {
        let (held, line) = (self.noted, self.cursor.line);
        self.cursor.bump();
        self.cursor.fresh = !after_text;
        let comment = self.cursor.skip();
        let remarked = comment == Some(line);
        self.noted = comment.is_some() && !remarked;
        let at_key = matches!(self.cursor.token(), Token::Question | Token::Quoted | Token::Plain);
        // The reference hands nothing on to the next key.
        if !at_key || self.cursor.column != column {
            self.receive(held)?;
        }
        Ok(remarked)
    }

    fn receive(&mut self, held: bool) -> Result<(), Problem> {
        if held && self.noted {
            return Err(clash(self.cursor.line));
        }
        self.noted |= held;
        Ok(())
    }

    /// Reads the list whose first `-` stands here. A `tight` one lies in the column of the mapping around it.
    fn list(&mut self, tight: bool) -> Result<Node, Problem> {
        let (line, column) = self.place();
        self.enter()?;
        // What opens a list or mapping keeps the comment before it; a tight list has no such token.
        self.noted &= tight;
        let mut items = Vec::new();
        while let Some(token) = self.cursor.token_from(column) {
            if token != Token::Dash || self.cursor.column > column || !self.cursor.fresh {
                if tight {
                    break;
                }
                return Err(self.cursor.misplaced(token, column));
            }
            let place = self.place();
            self.pass_indicator()?;
            items.push(self.node(column + 1, false, false)?.unwrap_or_else(|| Node::empty(place)));
        }
        // The end of a list keeps the comment behind it, that of a mapping hands it on.
        self.noted = false;
        self.depth -= 1;
        Ok(Node { kind: Kind::List(items), line, column })
    }

    /// Reads the mapping that starts here, or whose first key was just read.
    fn map(&mut self, mut first: Option<Node>) -> Result<Node, Problem> {
        let (line, column) = first.as_ref().map_or(self.place(), |key| (key.line, key.column));
        self.enter()?;
        self.noted = false;
        let mut entries = Vec::new();
        loop {
            let (key, after_text) = match first.take() {
                Some(key) => (key, true),
                None => match self.cursor.token_from(column) {
                    Some(token) => self.key(token, column)?,
                    None => break,
                },
            };
            let value = self.value(column, after_text)?.unwrap_or_else(|| Node::empty((key.line, key.column)));
            entries.push((key, value));
        }
        self.depth -= 1;
        Ok(Node { kind: Kind::Map(entries), line, column })
    }

    /// Reads a key of the mapping at `column`, and says whether it is one without a `?`.
    fn key(&mut self, token: Token, column: usize) -> Result<(Node, bool), Problem> {
        let place = self.place();
        if self.cursor.column > column || !self.cursor.fresh {
            return Err(self.cursor.misplaced(token, column));
        }
        match token {
            Token::Colon => Ok((Node::empty(place), false)),
            Token::Question => {
                self.pass_indicator()?;
                let key = self.node(column + 1, true, false)?;
                Ok((key.unwrap_or_else(|| Node::empty(place)), false))
            }
            Token::Quoted | Token::Plain => match self.text(column + 1)? {
                (scalar, true) => Ok((Node::text(place, scalar), true)),
                (_, false) => Err(Problem::new(
                    "there is no `: ` behind this key",
                    place.0,
                    "write `key: value`, or indent the text",
                )),
            },
            _ => Err(self.cursor.misplaced(token, column)),
        }
    }

    /// Reads the value of the mapping's last key, if it has one.
    fn value(&mut self, column: usize, after_text: bool) -> Result<Option<Node>, Problem> {
        let at_colon = self.cursor.token() == Token::Colon && self.cursor.column == column && self.cursor.fresh;
        if !after_text && !at_colon {
            return Ok(None);
        }
        let remarked = self.pass_colon(column, after_text)?;
        self.node(column + 1, true, remarked)
    }

    fn enter(&mut self) -> Result<(), Problem> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("there are more than {DEEPEST} lists and mappings in each other");
            return Err(Problem::new(message, self.cursor.line, "nest them less"));
        }
        Ok(())
    }
}

fn finish(place: (usize, usize), scalar: Scalar, remarked: bool) -> Result<Node, Problem> {
    if remarked && scalar.padded { Err(clash(place.0)) } else { Ok(Node::text(place, scalar)) }
}

/// The reference crashes here.
fn clash(line: usize) -> Problem {
    Problem::new("comments and empty lines around this line clash", line, "remove them")
}
