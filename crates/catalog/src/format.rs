//! The rules of the Agent Skills format that more than one place asks for.

/// The most characters of a name.
pub const MAX_NAME: usize = 64;
/// The most characters of a description.
pub const MAX_DESCRIPTION: usize = 1024;
/// The most characters of `compatibility`.
pub const MAX_COMPATIBILITY: usize = 500;

/// Whether a text is a name for a skill: 1 to 64 lower case letters, digits and single hyphens between them.
pub fn is_skill_name(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.len() <= MAX_NAME && text.split('-').all(is_word)
}
