//! `kitbag eval`: how well the index answers queries whose right answers are known.

mod set;

use std::fmt::Write as _;
use std::time::Instant;

use kitbag_index::{Index, Quality};
use serde_json::json;

use crate::args::EvalArguments;
use crate::failure::{Complaint, Failure};
use crate::output::{Answer, count};
use set::Set;

/// Exit status of an evaluation that stays below what was asked for.
const BELOW: u8 = 1;

pub(super) fn run(arguments: &EvalArguments, json: bool) -> Result<Answer, Failure> {
    let set = Set::read(&arguments.corpus, &arguments.queries, &arguments.qrels)?;
    let (unknown, entries) = (set.unknown, set.documents.len());
    let index = Index::build(set.documents);
    let mut times = Vec::with_capacity(set.queries.len());
    let rankings: Vec<Vec<String>> = set
        .queries
        .iter()
        .map(|(text, _)| {
            let start = Instant::now();
            let ranking = index.ranking(text, None, 10);
            times.push(start.elapsed());
            ranking
        })
        .collect();
    let quality = Quality::of(rankings.iter().map(Vec::as_slice).zip(set.queries.iter().map(|(_, answers)| answers)));
    if quality.queries == 0 {
        let complaint = Complaint::new("no query has an answer in the corpus, so there is nothing to measure");
        return Err(Failure::Input(complaint.fix("check that the ids in the three files are the same")));
    }
    times.sort_unstable();
    let at =
        |share: f64| times.get(((times.len() as f64 - 1.0) * share) as usize).map_or(0, std::time::Duration::as_micros);
    let (p50_us, p99_us) = (at(0.5), at(0.99));
    let mut answer = if json {
        let mut report = json!(quality);
        report["p50_us"] = json!(p50_us);
        report["p99_us"] = json!(p99_us);
        Answer::json(&report)
    } else {
        let mut text = String::new();
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        let _ = writeln!(text, "entries    {entries}\nqueries    {}", quality.queries);
        let _ = writeln!(text, "nDCG@10    {}\nMRR        {}", percent(quality.ndcg_at_10), percent(quality.mrr));
        let _ = writeln!(
            text,
            "recall@1   {}\nrecall@5   {}\nrecall@10  {}",
            percent(quality.recall_at_1),
            percent(quality.recall_at_5),
            percent(quality.recall_at_10)
        );
        let _ = writeln!(text, "p50        {p50_us} µs\np99        {p99_us} µs");
        let mut answer = Answer::ok(text);
        if unknown > 0 {
            let (names, were) =
                if unknown == 1 { ("names an entry that is", "was") } else { ("name entries that are", "were") };
            answer
                .notes
                .push(format!("note: {} {names} not in the corpus and {were} left out", count(unknown, "answer")));
        }
        answer
    };
    if let Some(least) = arguments.min_ndcg.filter(|least| quality.ndcg_at_10 < *least) {
        let complaint = Complaint::new(format!("nDCG@10 is {:.4}, below {least}", quality.ndcg_at_10));
        answer.status = BELOW;
        answer.notes.push(if json {
            Failure::Other(complaint).to_json().to_string()
        } else {
            format!("error: {}", complaint.message)
        });
    }
    Ok(answer)
}
