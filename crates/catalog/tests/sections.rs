//! Sections tile a body: every byte belongs to exactly one.

#![allow(clippy::unwrap_used, clippy::panic)]

use kitbag_catalog::sections;
use proptest::prelude::{ProptestConfig, prop, proptest};
use proptest::prop_assert_eq;

#[test]
fn headings_inside_code_fences_and_quotations_are_not_sections() {
    let text =
        "Intro.\n\n# One\n\n```sh\n# not a heading\n```\n\n> # quoted\n\nTwo\n---\n\ntext\n### Deep `code` *x*\n";
    let found: Vec<(u8, String, usize)> = sections(text).into_iter().map(|s| (s.level, s.title, s.line)).collect();
    assert_eq!(
        found,
        [(0, String::new(), 1), (1, "One".into(), 3), (2, "Two".into(), 11), (3, "Deep code x".into(), 15)]
    );
}

#[test]
fn a_section_ends_with_its_children_where_the_next_of_its_level_starts() {
    let text = "# A\na\n## B\nb\n### C\nc\n## D\nd\n";
    let all = sections(text);
    let whole = |title: &str| {
        let section = all.iter().find(|section| section.title == title).unwrap();
        &text[section.range.start..section.end_with_children(&all)]
    };
    assert_eq!(whole("A"), text);
    assert_eq!(whole("B"), "## B\nb\n### C\nc\n");
    assert_eq!(whole("D"), "## D\nd\n");
}

#[test]
fn an_empty_body_has_no_sections() {
    assert_eq!(sections(""), []);
    assert_eq!(sections(" \n\n"), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn sections_cover_every_byte_once(parts in prop::collection::vec("(#{1,6} [a-zé]{0,5}|```|> #x|[a-z]{0,4}|---|===|\t# x|- # y|  )", 0..24)) {
        let text = parts.join("\n");
        let found = sections(&text);
        let covered: String = found.iter().map(|section| &text[section.range.clone()]).collect();
        if !found.is_empty() {
            prop_assert_eq!(covered, text);
        }
    }
}
