//! Real skill trees that lie beside the checkout, if they do.

use std::path::{Path, PathBuf};

/// The directory of real skill trees, or `None` (said on standard error) where there is none.
///
/// They are other people's texts and no part of this project, so a clone by itself does not have them.
#[allow(clippy::print_stderr)]
pub fn corpora() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    match path.canonicalize() {
        Ok(path) => Some(path),
        Err(_) => {
            eprintln!("skipped: the real skill trees (shared/corpora beside the checkout) are not here");
            None
        }
    }
}
