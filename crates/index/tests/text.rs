//! Words become the terms they should.

use kitbag_index::terms;
use proptest::prelude::{ProptestConfig, proptest};
use proptest::{prop_assert, prop_assert_eq};

#[test]
fn words_are_cut_at_case_digits_and_punctuation_and_kept_whole_too() {
    assert_eq!(terms("readFile"), ["readfile", "read", "fil"]);
    assert_eq!(terms("HTTPServer2"), ["httpserver2", "http", "server", "2"]);
    assert_eq!(terms("note_taker git-commit"), ["not", "taker", "git", "commit"]);
    assert_eq!(terms("crawl4ai"), ["crawl4ai", "crawl", "4", "ai"]);
}

#[test]
fn forms_of_a_word_meet() {
    for forms in [
        &["commit", "commits", "committing", "committed"][..],
        &["file", "files"],
        &["query", "queries"],
        &["merge", "merges", "merging", "merged"],
        &["branch", "branches", "branching"],
        &["test", "tests", "testing", "tested"],
        &["Straße", "STRASSE"],
        &["café", "cafe", "CAFÉ"],
        &["ｆｕｌｌ", "full"],
    ] {
        let found: Vec<Vec<String>> = forms.iter().map(|form| terms(form)).collect();
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{forms:?}: {found:?}");
    }
}

#[test]
fn words_that_only_look_alike_do_not_meet() {
    for (a, b) in [("digit", "git"), ("class", "clas"), ("news", "new"), ("status", "statu"), ("process", "proces")] {
        assert_ne!(terms(a), terms(b), "{a} {b}");
    }
}

#[test]
fn stop_words_and_noise_are_no_terms() {
    assert_eq!(terms("please help me with the"), Vec::<String>::new());
    assert_eq!(terms("🎉 … -- \u{0} \t"), Vec::<String>::new());
    assert_eq!(terms(&"x".repeat(100)), Vec::<String>::new());
    assert_eq!(terms("what's don't user's"), ["user"]);
}

#[test]
fn chinese_is_cut_by_character_and_other_scripts_by_word() {
    assert_eq!(terms("提交代码 commit"), ["提", "交", "代", "码", "commit"]);
    assert_eq!(terms("Привет мир"), ["привет", "мир"]);
    assert_eq!(terms("مرحبا بالعالم").len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn ascii_text_has_terms_that_do_not_depend_on_case(text in "[ -~]{0,80}") {
        prop_assert_eq!(terms(&text.to_ascii_uppercase()), terms(&text.to_ascii_lowercase()));
    }

    #[test]
    fn any_text_is_survived_and_gives_clean_terms(text in "\\PC{0,80}") {
        for term in terms(&text) {
            prop_assert!(!term.is_empty() && !term.contains(char::is_whitespace), "{:?}", term);
        }
    }
}
