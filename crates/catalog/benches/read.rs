//! Reading a library: from cold structures, again with nothing changed, and looking names up.
//!
//! `cargo bench -p kitbag-catalog`. The files are in the page cache; `benches/catalog.py` measures whole processes beside
//! what a user would pick instead.

#![allow(clippy::expect_used)]

use divan::{Bencher, black_box};
use kitbag_catalog::{Catalog, ReadOptions, Root, Scope};
use kitbag_testkit::{Tree, generate};

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [100, 1_000, 10_000];

fn library(count: usize) -> (Tree, Root) {
    let tree = Tree::new();
    generate(tree.root(), count).expect("a library");
    let root = Root::open(tree.root(), Scope::Project).expect("a root");
    (tree, root)
}

fn options(threads: usize) -> ReadOptions {
    ReadOptions { threads, ..ReadOptions::default() }
}

#[divan::bench(args = SIZES, sample_count = 10, sample_size = 1)]
fn read_on_two_threads(bencher: Bencher<'_, '_>, count: usize) {
    let (_tree, root) = library(count);
    bencher.bench_local(|| Catalog::read(std::slice::from_ref(&root), Vec::new(), &options(2), None));
}

#[divan::bench(args = SIZES, sample_count = 10, sample_size = 1)]
fn read_on_one_thread(bencher: Bencher<'_, '_>, count: usize) {
    let (_tree, root) = library(count);
    bencher.bench_local(|| Catalog::read(std::slice::from_ref(&root), Vec::new(), &options(1), None));
}

#[divan::bench(args = SIZES, sample_count = 10, sample_size = 1)]
fn read_again_unchanged(bencher: Bencher<'_, '_>, count: usize) {
    let (_tree, root) = library(count);
    let first = Catalog::read(std::slice::from_ref(&root), Vec::new(), &options(2), None);
    bencher.bench_local(|| Catalog::read(std::slice::from_ref(&root), Vec::new(), &options(2), Some(&first)));
}

// D-04: the time does not depend on the size of the library.
#[divan::bench(args = SIZES)]
fn look_up_a_skill_by_name(bencher: Bencher<'_, '_>, count: usize) {
    let (_tree, root) = library(count);
    let catalog = Catalog::read(&[root], Vec::new(), &options(2), None);
    let names: Vec<String> = catalog.skills().iter().map(|skill| skill.name().to_owned()).collect();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 7) % names.len();
        black_box(catalog.find_skill(black_box(&names[next])));
    });
}
