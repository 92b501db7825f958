//! Lists the files of the bundled library, so that `src/bundled.rs` can embed them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills").canonicalize()?;
    println!("cargo:rerun-if-changed={}", library.display());
    let mut files = Vec::new();
    collect(&library, &mut files)?;
    files.sort();
    let mut code = String::from("[\n");
    for file in files {
        let path = file.strip_prefix(&library).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        if let Some((skill, name)) = path.split_once('/') {
            let _ = writeln!(code, "    ({skill:?}, {name:?}, include_bytes!({:?})),", file.display().to_string());
        }
    }
    code.push_str("]\n");
    // The one variable that a build script cannot do without.
    #[allow(clippy::disallowed_methods)]
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("bundled.in"), code)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", directory.display());
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "__pycache__" {
            continue;
        }
        if entry.file_type()?.is_dir() { collect(&entry.path(), files)? } else { files.push(entry.path()) }
    }
    Ok(())
}
