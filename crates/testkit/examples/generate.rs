//! Writes a made-up library: `cargo run --release -p kitbag-testkit --example generate -- DIR COUNT`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [directory, count] if count.parse::<usize>().is_ok() => {
            kitbag_testkit::generate(Path::new(directory), count.parse().unwrap_or_default())
        }
        _ => Err(std::io::Error::other("usage: generate DIR COUNT")),
    }
}
