//! Verdicts of the reference on what is odd about it, so that they hold without it too.

use super::{Value, parse};

const ACCEPTED: [&str; 49] = [
    "a: b",
    "a : b",
    ": x",
    "? a\n: b",
    "? a",
    "? ",
    "a:\n- b",
    "a:\n- b\n: c",
    "a:\n  - b\n  -   c: d",
    "a:\n",
    "-a: b",
    "a: 'b'\n\n\t\nc: d",
    "m:\n\n\ta: b",
    "a: 'b'#c",
    "a: | # c\n  x",
    "a: b\n  [c]",
    "a: 'b\nc'",
    "a: \"\\ud800\"",
    ":a: b",
    "?a: b",
    "a: b #c",
    "a: b#c",
    "a: b\n  - c",
    "a: |2-\n  b",
    "a: |-2\n  b",
    "a: |\n  b\n # c\nd: e",
    "a: b\n...",
    "a: b\n... # c",
    "a:\n- b\n   - c",
    "a: # c\n  'b'\n\nd: e",
    "a: # c\n  b\nd: e",
    "a:\n  # c\n  b\n\nd: e",
    "a: # c\n  |+\n  b\n\nd: e",
    "a:\n  # b\n  - # c\n    d: e",
    "a:\n  b: c\nd:\n  - e: f",
    ": a: b\nc:\n  d: e",
    "= : b",
    "a: =",
    "a: <<",
    "a: '='",
    "<<:\n  a: b",
    "<<:\n- a: b",
    "'<<': a",
    "<<:\n  ? - a\n  : b",
    "a\u{85}b: c",
    "\u{feff}a: b",
    "a: b\n\u{feff}c: d",
    "a:\n|\n  x",
    "? |-\n  a\n: b",
];

const REFUSED: [&str; 59] = [
    "-\n  a\n: b",
    "\n  x",
    "a: b: c",
    "a: b\n- c",
    "a: - b",
    "a:\tb",
    "a: b\t",
    "a: x\ty",
    "-\ta",
    "m:\n\ta: b",
    "'a'#c",
    "a: |#c\n  x",
    "a: b\n  # c\n  d",
    "a: b # c\n  d",
    "a: [b]",
    "a: {b}",
    "a: &b c",
    "a: *b",
    "a: !b c",
    "%a: b",
    "a: %b",
    "a: @b",
    "a: `b`",
    "a: ,b",
    "a: \"b\n... c\"",
    "a: \"\\q\"",
    "a: \"\\U00110000\"",
    "a: 'b",
    "a:b",
    "a: b\n  c:",
    "'a' 'b': c",
    "a\nb: c",
    "a: |0\n  b",
    "a: |10\n  b",
    "a: |\n     \n  b",
    "...\na: b",
    "a: b\n...\n...",
    "a: b\n...\nc: d",
    " a: b\nc: d",
    "a:\n- 'b'\n   - c",
    "a: # c\n  b\n\nd: e",
    "a: # c\n  |\n  b\n\nd: e",
    "a:\n- # b\n- # c",
    "a:\n# b\n- # c\n  d: e",
    "a:\n-\n\n-\n\nb: c",
    "a:\n# b\n| # c\n  d",
    "a: b\na: c",
    "a: b\n'a': c",
    "a:\n- b: c\n  b: d",
    "a:\n  b: c\nd:\n   e: f",
    "? - a\n: b",
    "? a: b\n: c",
    "<<: a",
    "<<:\n- a",
    "<<:\n  a: b\n<<:\n  c: d",
    "m:\n  <<:\n    ? - a\n    : b",
    "a: b\u{85}c: d",
    "a: 'b'\u{85}c: d",
    "a: \u{7}",
];

#[test]
fn what_the_reference_accepts_is_accepted() {
    let wrong: Vec<_> = ACCEPTED.iter().filter(|text| parse(text).is_err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_the_reference_refuses_is_refused() {
    let wrong: Vec<_> = REFUSED.iter().filter(|text| parse(text).is_ok()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_mappings_are_accepted() {
    let wrong: Vec<_> = ["", "# c\n", "a", "'a: b'", "- a: b", "|\n a: b", "..."]
        .into_iter()
        .filter(|text| parse(text).is_ok())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_key_without_a_question_mark_has_at_most_1024_characters() {
    let key = |length| "x".repeat(length);
    assert!(parse(&format!("{}: a", key(1024))).is_ok());
    assert!(parse(&format!("{}: a", key(1025))).is_err());
    assert!(parse(&format!("? {}\n: a", key(1025))).is_ok());
}

#[test]
fn nesting_is_bounded() {
    let lists = |depth| format!("a:\n{}x", "- ".repeat(depth));
    assert!(parse(&lists(244)).is_ok());
    assert!(parse(&lists(245)).is_err());
    assert!(parse(&lists(1_000_000)).is_err());
}

#[test]
fn texts_fold_and_keep_their_lines() {
    let value = |text: &str| parse(text).ok().and_then(|fields| fields.into_iter().next()).map(|field| field.value);
    let text = |text: &str| Some(Value::Text(text.to_owned()));
    assert_eq!(value("a: b\n  c\n\n  d"), text("b c\nd"));
    assert_eq!(value("a: 'b ''\n c'"), text("b ' c"));
    assert_eq!(value("a: \"b\\\n  c\\x41\\ud800\""), text("bcA\u{fffd}"));
    assert_eq!(value("a: |\n\n  b\n   c\n\n"), text("\nb\n c\n"));
    assert_eq!(value("a: >-\n  b\n  c\n\n  d\n"), text("b c\nd"));
    assert_eq!(value("a: >+\n  b\n   c\n\n"), text("b\n c\n\n"));
    assert_eq!(value("a:\nb: c"), text(""));
    assert_eq!(value("a: ="), Some(Value::NotText));
    assert_eq!(value("a:\n- b"), Some(Value::List));
    assert_eq!(value("a:\n  b: c"), Some(Value::Map));
}

#[test]
fn merged_fields_vanish_at_the_top() {
    let fields = parse("<<:\n  a: b\nc: d").unwrap_or_default();
    assert_eq!(fields.iter().map(|field| (field.key.as_str(), field.line)).collect::<Vec<_>>(), [("c", 3)]);
}
