//! `kitbag search`: the skills and tools that answer a query, and why.

use std::fmt::Write as _;
use std::time::Instant;

use kitbag_index::{EntryKind, Hit, Index};
use serde_json::json;

use super::{notes, read_catalog};
use crate::args::{SearchArguments, SearchKind};
use crate::config::Config;
use crate::failure::Failure;
use crate::output::{Answer, Style, fit};

pub(super) fn run(config: &Config, arguments: &SearchArguments, json: bool) -> Result<Answer, Failure> {
    let catalog = read_catalog(config)?;
    let index = Index::of_catalog(&catalog);
    let kind = match arguments.kind {
        SearchKind::Any => None,
        SearchKind::Skill => Some(EntryKind::Skill),
        SearchKind::Tool => Some(EntryKind::Tool),
    };
    let start = Instant::now();
    let mut hits = index.search(&arguments.query, kind, arguments.limit);
    let took_us = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    let best = hits.first().map(|hit| hit.score);
    hits.retain(|hit| f64::from(hit.score) >= arguments.min_score);
    if json {
        return Ok(Answer::json(&json!({"hits": hits, "fallback": false, "method": "lexical", "took_us": took_us})));
    }
    let style = Style::new(config.color());
    let mut answer = Answer::ok(show(&hits, config, style));
    answer.notes = notes(&catalog, config, style);
    match best {
        Some(best) if hits.is_empty() => {
            answer.notes.push(format!("note: the best score is {best:.2}, below --min-score {}", arguments.min_score));
        }
        None => {
            answer.notes.push(format!("note: nothing fits among {} skills and tools; use other words", index.len()));
        }
        _ => {}
    }
    Ok(answer)
}

fn show(hits: &[Hit], config: &Config, style: Style) -> String {
    let mut text = String::new();
    let width = hits.iter().map(|hit| hit.id.chars().count()).max().unwrap_or(0);
    for hit in hits {
        // Padded before it is painted, because escape codes have no width.
        let id = format!("{:width$}", fit(&hit.id, None));
        let words = hit.reasons.matched();
        let _ = writeln!(text, "{:.2}  {}  {}", hit.score, style.bold(&id), style.dim(&fit(&words.join(" "), None)));
        if config.verbose() {
            for (field, words) in &hit.reasons.words {
                let name = json!(field).as_str().unwrap_or_default().to_owned();
                let _ = writeln!(text, "        {name}: {}", fit(&words.join(" "), None));
            }
            if !hit.reasons.missing.is_empty() {
                let _ = writeln!(text, "        not found: {}", fit(&hit.reasons.missing.join(" "), None));
            }
        }
    }
    text
}
