//! Text into terms: the one tokenizer and the one stop list of the project.
//!
//! Words are runs of letters and digits, cut where the case changes (`readFile`), between letters and digits (`sha256`) and at
//! everything else (`_`, `-`, `.`). A word that was cut is also kept whole, so that `crawl4ai` finds itself before everything that
//! crawls. Letters are folded (case, accents, width); Chinese, Japanese and Korean characters are terms by themselves, because their
//! words have no spaces between them. Light stemming takes off plural and verb endings.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Words that say nothing about what a text is about, and what an apostrophe leaves over (`what's`, `don't`). Sorted, so that
/// they can be searched.
const STOP: [&str; 81] = [
    "a", "about", "all", "also", "am", "an", "and", "any", "are", "aren", "as", "at", "be", "but", "by", "can",
    "could", "d", "did", "didn", "do", "does", "doesn", "don", "for", "from", "had", "has", "have", "help", "how", "i",
    "if", "in", "into", "is", "isn", "it", "its", "let", "ll", "m", "me", "my", "need", "of", "on", "or", "our",
    "please", "re", "s", "should", "so", "some", "t", "that", "the", "their", "them", "then", "there", "these", "they",
    "this", "to", "us", "use", "used", "using", "ve", "want", "was", "wasn", "we", "what", "when", "which", "with",
    "would", "your",
];

/// The longest word that becomes a term; longer ones are data, not language.
const LONGEST: usize = 40;

/// A term and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term<'a> {
    /// The word as it is compared.
    pub text: &'a str,
    /// The folded word that it comes from.
    pub word: &'a str,
    /// A word that was cut, kept whole: its parts follow as terms of their own, so that it may be missing without loss.
    pub is_whole: bool,
}

/// Calls `each` with every term of `text`, in order.
///
/// The same word gives the same term in a document and in a query. Costs one pass and no allocation per word.
pub fn for_each_term(text: &str, mut each: impl FnMut(Term<'_>)) {
    let mut word = Word::default();
    for c in text.chars() {
        if c.is_ascii() {
            word.push_ascii(c, &mut each);
        } else if is_cjk(c) {
            word.finish(&mut each);
            let mut buffer = [0; 4];
            let character = c.encode_utf8(&mut buffer);
            each(Term { text: character, word: character, is_whole: false });
        } else {
            // Folding may give several characters (`ﬁ`) or none that counts (a combining mark). It leaves `ß` alone.
            if c == 'ß' {
                word.push_ascii('s', &mut each);
                word.push_ascii('s', &mut each);
                continue;
            }
            for folded in std::iter::once(c).nfkd().filter(|c| !is_combining_mark(*c)) {
                if folded.is_ascii() { word.push_ascii(folded, &mut each) } else { word.push_other(folded, &mut each) }
            }
        }
    }
    word.finish(&mut each);
}

/// The terms of `text`, in order.
pub fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    for_each_term(text, |term| terms.push(term.text.to_owned()));
    terms
}

/// What the last character was, which decides whether the next one starts another part.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    #[default]
    Start,
    Lower,
    Upper,
    Digit,
}

/// The word being read: folded text, where its parts begin, and what came last.
#[derive(Default)]
struct Word {
    text: String,
    /// Byte offsets at which parts after the first begin.
    cuts: Vec<usize>,
    last: Last,
}

impl Word {
    fn push_ascii(&mut self, c: char, each: &mut impl FnMut(Term<'_>)) {
        match c {
            'a'..='z' => self.push(c, Last::Lower),
            'A'..='Z' => self.push(c.to_ascii_lowercase(), Last::Upper),
            '0'..='9' => self.push(c, Last::Digit),
            _ => self.finish(each),
        }
    }

    fn push_other(&mut self, c: char, each: &mut impl FnMut(Term<'_>)) {
        if c.is_numeric() {
            self.push(c, Last::Digit);
        } else if c.is_alphabetic() {
            let kind = if c.is_uppercase() { Last::Upper } else { Last::Lower };
            c.to_lowercase().for_each(|lower| self.push(lower, kind));
        } else {
            self.finish(each);
        }
    }

    fn push(&mut self, c: char, kind: Last) {
        match (self.last, kind) {
            (Last::Lower, Last::Upper)
            | (Last::Digit, Last::Lower | Last::Upper)
            | (Last::Lower | Last::Upper, Last::Digit) => {
                self.cuts.push(self.text.len());
            }
            // `HTTPServer`: the last capital of a run begins the next part.
            (Last::Upper, Last::Lower) if self.run_of_capitals() > 1 => {
                self.cuts.push(self.text.len() - self.last_length());
            }
            _ => {}
        }
        self.text.push(c);
        self.last = kind;
    }

    /// Bytes since the last cut that are capitals; only asked while the last character is one.
    fn run_of_capitals(&self) -> usize {
        self.text[self.cuts.last().copied().unwrap_or(0)..].chars().count()
    }

    fn last_length(&self) -> usize {
        self.text.chars().next_back().map_or(0, char::len_utf8)
    }

    fn finish(&mut self, each: &mut impl FnMut(Term<'_>)) {
        if !self.text.is_empty() {
            self.emit(each);
            self.text.clear();
            self.cuts.clear();
        }
        self.last = Last::Start;
    }

    fn emit(&mut self, each: &mut impl FnMut(Term<'_>)) {
        if self.text.len() > LONGEST {
            return;
        }
        if STOP.binary_search(&self.text.as_str()).is_ok() {
            return;
        }
        if self.cuts.is_empty() {
            each(Term { text: stem(&self.text), word: &self.text, is_whole: false });
            return;
        }
        each(Term { text: &self.text, word: &self.text, is_whole: true });
        let mut start = 0;
        for end in self.cuts.iter().copied().chain([self.text.len()]) {
            let part = &self.text[start..end];
            if !part.is_empty() && STOP.binary_search(&part).is_err() {
                each(Term { text: stem(part), word: part, is_whole: false });
            }
            start = end;
        }
    }
}

/// A word without its plural or verb ending. Only for words of the Latin alphabet; three letters always stay.
fn stem(word: &str) -> &str {
    if word.len() < 4 || !word.is_ascii() || word == "news" {
        return word;
    }
    for ending in ["ings", "ing", "ed", "ies", "es", "s"] {
        let Some(rest) = word.strip_suffix(ending).filter(|rest| rest.len() >= 3) else { continue };
        let is_verb = ending.contains("ing") || ending == "ed";
        if is_verb && !rest.contains(['a', 'e', 'i', 'o', 'u', 'y']) {
            // `string` is no form of `str`.
            continue;
        }
        if ending == "s" && rest.ends_with(['s', 'u', 'i']) {
            // `class`, `status` and `analysis` are no plurals.
            return word;
        }
        return without_last(if is_verb { undouble(rest) } else { rest });
    }
    without_last(word)
}

/// `file` and `files`, `merge` and `merging` meet without their last e; `query` and `queries` without the y.
fn without_last(stem: &str) -> &str {
    stem.strip_suffix(['e', 'y']).filter(|rest| rest.len() >= 3).unwrap_or(stem)
}

/// `committing` and `commit` meet: a consonant that an ending doubled is single.
fn undouble(stem: &str) -> &str {
    match stem.as_bytes() {
        [.., a, b] if a == b && !matches!(b, b'l' | b's' | b'z' | b'e' | b'o') && stem.len() > 3 => {
            &stem[..stem.len() - 1]
        }
        _ => stem,
    }
}

fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}
