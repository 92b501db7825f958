//! Terminal sessions: what a person types and what they see, word for word.
//!
//! `TRYCMD=overwrite cargo test -p kitbag-cli --test sessions` writes the answers anew; read them before committing.

#![allow(clippy::unwrap_used, clippy::panic)]

#[test]
fn sessions_go_as_written() {
    trycmd::TestCases::new()
        .env("HOME", "/home/nobody-here")
        .env("XDG_CONFIG_HOME", "/home/nobody-here/.config")
        .env("XDG_DATA_HOME", "/data")
        .env("NO_COLOR", "1")
        .case("tests/sessions/*.trycmd");
}
