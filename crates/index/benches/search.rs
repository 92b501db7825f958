//! Searching and building at several sizes: `cargo bench -p kitbag-index`.
//!
//! Entries are tools of some forty words, drawn from 20,000 made-up words with the frequencies of language (the n-th word one n-th as often), because flat
//! frequencies would make every posting list short and every search fast.

use divan::{Bencher, black_box};
use kitbag_index::{Document, EntryKind, Field, Index};

fn main() {
    divan::main();
}

/// A small generator of numbers, so that every run has the same entries.
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A word: the exponent makes the n-th word about one n-th as likely as the first.
    fn word(&mut self) -> String {
        let rank = (20_000_f64.powf(self.throw()) - 1.0) as u32;
        let letters = |mut n: u32| {
            let mut word = String::from("w");
            while n > 0 {
                word.push((b'b' + (n % 20) as u8) as char);
                n /= 20;
            }
            word
        };
        letters(rank)
    }

    fn words(&mut self, count: usize) -> String {
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }
}

fn documents(count: usize) -> Vec<Document> {
    let mut dice = Dice(7);
    (0..count)
        .map(|number| {
            let fields = vec![
                (Field::Name, dice.words(2)),
                (Field::Description, dice.words(20)),
                (Field::Parameters, dice.words(18)),
            ];
            Document::new(format!("tool{number}"), EntryKind::Tool, "tool", fields)
        })
        .collect()
}

#[divan::bench(args = [1_000, 10_000, 100_000, 1_000_000], sample_count = 200, sample_size = 1)]
fn search_for_six_words(bencher: Bencher<'_, '_>, count: usize) {
    let index = Index::build(documents(count));
    let mut dice = Dice(11);
    bencher.with_inputs(|| dice.words(6)).bench_local_values(|query| black_box(index.search(&query, None, 5)));
}

#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 5, sample_size = 1)]
fn build(bencher: Bencher<'_, '_>, count: usize) {
    bencher.with_inputs(|| documents(count)).bench_local_values(Index::build);
}
