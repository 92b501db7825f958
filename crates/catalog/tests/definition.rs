//! What is read from a SKILL.md, and how forgivingly.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use kitbag_catalog::{Folder, Scope, Severity, Skill, SkillId, Source};
use serde_json::json;

fn read(text: &str) -> Skill {
    read_bytes("demo", text.as_bytes())
}

fn read_bytes(directory: &str, bytes: &[u8]) -> Skill {
    let folder = Folder::in_memory(Path::new("/skills").join(directory), [("SKILL.md", bytes)]);
    let source = Source { scope: Scope::Project, root: "/skills".into() };
    Skill::read(&folder, SkillId::from_relative(Path::new(directory), directory), source)
}

fn codes(skill: &Skill) -> Vec<(&'static str, Option<usize>)> {
    skill.diagnostics.iter().map(|diagnostic| (diagnostic.code, diagnostic.line)).collect()
}

// B-01, B-13, B-18
#[test]
fn every_field_is_read_from_flow_and_block_lists_alike() {
    let flow = read(
        "---\nname: demo\nversion: 1.10\ndescription: Does things\nauthors: Team A\ncreated: 2026-01-13\n\
         routing_keywords:\n  [\n    one, # why\n    \"two words\",\n  ]\nintents: [go_there, stay]\ntier: 2\n---\nBody\n",
    );
    assert_eq!(flow.card.name.as_deref(), Some("demo"));
    assert_eq!(flow.card.version.as_deref(), Some("1.10"), "a version is text");
    assert_eq!(flow.card.authors, ["Team A"]);
    assert_eq!(flow.card.created.as_deref(), Some("2026-01-13"));
    assert_eq!(flow.card.routing_keywords, ["one", "two words"]);
    assert_eq!(flow.card.intents, ["go_there", "stay"]);
    assert_eq!(flow.card.extra["tier"], json!(2));

    let block = read(
        "---\nname: demo\nversion: \"1.10\"\ndescription: Does things\nauthors:\n  - Team A\ncreated: 2026-01-13\n\
         routing_keywords:\n  - one\n  - two words\nintents:\n  - go_there\n  - stay\ntier: 2\n---\nBody\n",
    );
    assert_eq!(flow.card, block.card);
    assert_eq!(codes(&flow), []);
}

#[test]
fn fields_under_metadata_count_as_if_they_stood_at_the_top() {
    let skill = read(
        "---\nname: demo\ndescription: D\nmetadata:\n  author: A\n  version: \"2.0.0\"\n  source: elsewhere\n  routing_keywords:\n    - x\n---\n",
    );
    assert_eq!(skill.card.authors, ["A"]);
    assert_eq!(skill.card.version.as_deref(), Some("2.0.0"));
    assert_eq!(skill.card.routing_keywords, ["x"]);
    assert_eq!(
        json!(skill.card.extra),
        json!({"metadata": {"source": "elsewhere"}}),
        "what is not known stays verbatim"
    );
}

#[test]
fn unknown_fields_are_kept_verbatim_and_numbers_are_not_rounded() {
    let skill = read(
        "---\nname: demo\ndescription: D\nhooks:\n  before: [a, {b: c}]\nratio: 1.50\nbig: 007\non: yes\nnothing:\n---\n",
    );
    assert_eq!(
        json!(skill.card.extra),
        json!({"hooks": {"before": ["a", {"b": "c"}]}, "ratio": "1.50", "big": "007", "on": "yes", "nothing": null})
    );
}

// B-19
#[test]
fn the_search_text_has_the_parts_that_are_there() {
    let skill = read("---\nname: demo\ndescription: |\n  Does\n  things\nrouting_keywords: [a, b]\n---\n");
    assert_eq!(skill.search_text(), "Skill: demo | Description: Does things | Keywords: a, b");
    let skill = read("---\nname: demo\ndescription: D\nintents: [go there, stay]\n---\n");
    assert_eq!(skill.search_text(), "Skill: demo | Description: D | Intents: go there, stay");
}

// R-10
#[test]
fn a_value_with_a_colon_is_read_as_its_author_meant_it() {
    let skill = read(
        "---\nname: demo\ndescription: Use for memory: track issues # not a comment\nmetadata:\n  version: \"1\"\n---\nBody\n",
    );
    assert_eq!(skill.card.description, "Use for memory: track issues # not a comment");
    assert_eq!(skill.card.version.as_deref(), Some("1"), "the rest of the frontmatter is not lost");
    assert_eq!(codes(&skill), [("frontmatter-yaml", Some(3))]);
}

// R-10
#[test]
fn one_hopeless_field_does_not_cost_the_others() {
    let skill =
        read("---\nname: demo\nbroken: [a, {b\n  - c: \"\ndescription: Still here\nintents:\n  - x\n---\nBody\n");
    assert_eq!(skill.card.description, "Still here");
    assert_eq!(skill.card.intents, ["x"]);
    assert_eq!(codes(&skill).last(), Some(&("field-unreadable", Some(3))));
}

// R-10
#[test]
fn byte_order_marks_carriage_returns_and_dashes_inside_values_are_taken_in_stride() {
    let skill = read("\u{feff}---\r\nname: demo\r\ndescription: a --- b\r\n---\r\n\r\n# Title\r\n");
    assert_eq!(skill.card.description, "a --- b");
    assert_eq!(skill.body(), "# Title\r\n");
    assert_eq!(codes(&skill), [("frontmatter-not-first", Some(1))]);
}

// R-10, B-18
#[test]
fn without_frontmatter_the_directory_names_it_and_the_body_describes_it() {
    let skill = read("# Release notes\n\nWrites release notes\nfrom commits.\n\nMore.\n");
    assert_eq!(skill.name(), "demo");
    assert_eq!(skill.card.description, "Release notes: Writes release notes from commits.");
    assert_eq!(codes(&skill), [("frontmatter-missing", Some(1)), ("description-missing", Some(1))]);
}

#[test]
fn an_unclosed_frontmatter_ends_at_the_first_blank_line() {
    let skill = read("---\nname: demo\ndescription: D\n\n# Title\n");
    assert_eq!((skill.card.description.as_str(), skill.body()), ("D", "# Title\n"));
    assert_eq!(codes(&skill), [("frontmatter-unclosed", Some(1))]);
}

// R-10
#[test]
fn tools_in_all_their_spellings_are_required_tools() {
    for field in ["tools", "required_tools"] {
        let skill = read(&format!("---\nname: demo\ndescription: D\n{field}:\n- a\n- server__b\n---\n"));
        assert_eq!(skill.card.required_tools, ["a", "server__b"]);
    }
    let skill = read("---\nname: demo\ndescription: D\nallowed-tools: Bash(git commit:*) Read\n---\n");
    assert_eq!(skill.card.allowed_tools, ["Bash(git commit:*)", "Read"]);
    let skill = read("---\nname: demo\ndescription: D\nallowed-tools: [\"Bash(cp *)\", \"Read\"]\n---\n");
    assert_eq!(skill.card.allowed_tools, ["Bash(cp *)", "Read"]);
}

// R-09
#[test]
fn the_rules_of_the_format_are_warnings_when_reading() {
    let long = "x".repeat(1025);
    let compatibility = "y".repeat(501);
    let skill = read(&format!("---\nname: Bad--Name\ndescription: {long}\ncompatibility: {compatibility}\n---\n"));
    let found: Vec<&str> = codes(&skill).into_iter().map(|(code, _)| code).collect();
    assert_eq!(found, ["name-mismatch", "name-form", "description-long", "compatibility-long"]);
    assert!(
        skill.diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning && diagnostic.fix.is_some())
    );
    assert_eq!(skill.card.description, long, "a long description is not cut");
}

#[test]
fn a_repeated_field_is_reported_where_it_is_repeated() {
    let skill = read("---\nname: demo\ndescription: first\ndescription: second\n---\n");
    assert_eq!(skill.card.description, "second");
    assert_eq!(codes(&skill), [("field-repeated", Some(4))]);
}

#[test]
fn invalid_utf8_is_replaced_and_reported_with_its_line() {
    let skill = read_bytes("demo", b"---\nname: demo\ndescription: caf\xe9\n---\n");
    assert_eq!(skill.card.description, "caf\u{fffd}");
    assert_eq!(codes(&skill), [("not-utf8", Some(3))]);
}

#[test]
fn an_alias_bomb_is_an_unreadable_field_not_a_full_memory() {
    let mut text = String::from("---\nname: demo\ndescription: D\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for n in 1..12 {
        let previous = format!("*a{}", n - 1);
        text.push_str(&format!("a{n}: &a{n} [{}]\n", [previous.as_str(); 10].join(", ")));
    }
    text.push_str("---\n");
    let skill = read(&text);
    assert_eq!(skill.card.description, "D");
    assert!(
        skill.diagnostics.iter().any(|diagnostic| diagnostic.message.contains("more than 50000 values")),
        "{:?}",
        codes(&skill)
    );
}

#[test]
fn a_misspelt_description_is_recognised_and_an_empty_one_has_its_line() {
    let skill = read("---\nname: demo\ndescripton: Oops\n---\nBody.\n");
    assert_eq!(skill.diagnostics[0].fix.as_deref(), Some("rename `descripton` to `description`"));
    let empty = read("---\nname: demo\ndescription: \"\"\n---\nBody.\n");
    assert_eq!(codes(&empty), [("description-missing", Some(3))]);
}

#[test]
fn lines_that_end_in_carriage_returns_alone_are_lines() {
    let skill = read("---\rname: demo\rdescription: D\r---\r# T\r");
    assert_eq!((skill.card.description.as_str(), skill.body()), ("D", "# T\n"));
    assert_eq!(codes(&skill), [("line-ends", Some(1))]);
}

#[test]
fn a_bad_field_does_not_change_how_the_good_ones_are_read() {
    let skill = read("---\nname: demo # the tool\ndescription: Use when: x\nversion: 1.0 # bump\ntier: 2\n---\n");
    assert_eq!((skill.name(), skill.card.version.as_deref()), ("demo", Some("1.0")));
    assert_eq!((&skill.card.extra["tier"], skill.card.description.as_str()), (&json!(2), "Use when: x"));
}

#[test]
fn a_rule_in_the_body_does_not_close_a_frontmatter_that_was_left_open() {
    let skill = read("---\nname: demo\ndescription: D\n\n# Title\n\nStep one.\n\n---\n\nStep two.\n");
    assert_eq!(skill.card.description, "D");
    assert!(skill.body().starts_with("# Title") && skill.body().ends_with("Step two.\n"));
    assert_eq!(codes(&skill), [("frontmatter-unclosed", Some(1))]);
    let prose = read("---\n\nProse between rules.\n\n---\n\nMore.\n");
    assert!(prose.body().contains("Prose between rules.") && prose.body().contains("More."), "{}", prose.body());
}

#[test]
fn a_large_text_cannot_be_multiplied_by_aliases() {
    let aliases = "  - *t\n".repeat(5_000);
    let skill = read(&format!("---\nname: demo\ndescription: D\nt: &t {}\nlist:\n{aliases}---\n", "x".repeat(100_000)));
    assert_eq!(skill.card.description, "D");
    assert!(skill.diagnostics.iter().any(|finding| finding.message.contains("bytes of text")), "{:?}", codes(&skill));
}

// R-09
#[test]
fn a_name_of_65_characters_is_too_long() {
    let name = "x".repeat(65);
    let skill = read_bytes(&name, format!("---\nname: {name}\ndescription: D\n---\n").as_bytes());
    assert_eq!(codes(&skill), [("name-long", Some(2))]);
}

#[test]
fn crlf_bodies_describe_too_and_headings_may_break() {
    let skill = read("# Long\r\n\r\nFirst\r\nparagraph.\r\n");
    assert_eq!(skill.card.description, "Long: First paragraph.");
    let skill = read("Long heading\non two lines\n===\n");
    assert_eq!(skill.sections[0].title, "Long heading on two lines");
}
