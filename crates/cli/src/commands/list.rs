//! `kitbag list`: all skills and servers.

use std::fmt::Write as _;

use kitbag_catalog::Catalog;
use serde_json::{Value as Json, json};

use super::{notes, read_catalog, view};
use crate::config::Config;
use crate::failure::Failure;
use crate::output::{Answer, Style, fit};

/// The narrowest column for a description; with less room, entries take two lines.
const LEAST_DESCRIPTION: usize = 30;

/// What stands between the id and the description: `  TOOLS  FROM     `.
const BESIDE_ID: usize = 2 + 5 + 2 + 7 + 2;

struct Row<'a> {
    id: String,
    tools: String,
    from: String,
    description: &'a str,
}

pub(super) fn run(config: &Config, json: bool) -> Result<Answer, Failure> {
    let catalog = read_catalog(config)?;
    if json {
        return Ok(Answer::json(&as_json(&catalog)));
    }
    let style = Style::new(config.color());
    let mut answer = Answer::ok(as_table(&catalog, style));
    answer.notes = notes(&catalog, config, style);
    if catalog.skills().is_empty() && catalog.servers().next().is_none() {
        answer.notes.push("note: no skills found; `kitbag new NAME` creates one, --root DIR reads a tree".to_owned());
    }
    Ok(answer)
}

fn as_json(catalog: &Catalog) -> Json {
    json!({
        "skills": catalog.skills().iter().map(|skill| view::skill(catalog, skill)).collect::<Vec<_>>(),
        "servers": catalog.servers().map(view::server).collect::<Vec<_>>(),
        "diagnostics": view::diagnostics(catalog.diagnostics().iter()),
    })
}

fn as_table(catalog: &Catalog, style: Style) -> String {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for skill in catalog.skills() {
        let tools = if skill.tools.is_empty() { "-".to_owned() } else { skill.tools.len().to_string() };
        let from = skill.source.scope.to_string();
        rows.push(Row { id: fit(skill.id.as_str(), None), tools, from, description: &skill.card.description });
    }
    for server in catalog.servers() {
        let description = server.description.as_deref().unwrap_or("MCP server, not started yet");
        let id = fit(server.id.as_str(), None);
        rows.push(Row { id, tools: "?".to_owned(), from: "server".to_owned(), description });
    }
    match style.width() {
        Some(width) if width < widest_id(&rows) + BESIDE_ID + LEAST_DESCRIPTION => stacked(&rows, style, width),
        width => columns(&rows, style, width),
    }
}

/// One line an entry.
fn columns(rows: &[Row<'_>], style: Style, width: Option<usize>) -> String {
    let id_width = widest_id(rows);
    let room = width.map(|width| width - id_width - BESIDE_ID);
    let mut table = String::new();
    if !rows.is_empty() {
        let _ = writeln!(
            table,
            "{}",
            style.bold(&format!("{:id_width$}  {:>5}  {:7}  DESCRIPTION", "ID", "TOOLS", "FROM"))
        );
    }
    for Row { id, tools, from, description } in rows {
        let _ = writeln!(table, "{id:id_width$}  {tools:>5}  {from:7}  {}", fit(description, room));
    }
    table
}

/// Two lines an entry, for a narrow terminal.
fn stacked(rows: &[Row<'_>], style: Style, width: usize) -> String {
    let mut table = String::new();
    for Row { id, tools, from, description } in rows {
        let head = fit(&format!("{id} ({from}, tools: {tools})"), Some(width));
        let _ = writeln!(table, "{}\n  {}", style.bold(&head), fit(description, Some(width.saturating_sub(2))));
    }
    table
}

fn widest_id(rows: &[Row<'_>]) -> usize {
    rows.iter().map(|row| row.id.chars().count()).max().unwrap_or(0).max(2)
}
