//! `kitbag list`: all skills and servers.

use std::fmt::Write as _;

use kitbag_catalog::Catalog;
use serde_json::{Value as Json, json};

use super::{notes, read_catalog, view};
use crate::args::ListArguments;
use crate::config::Config;
use crate::failure::Failure;
use crate::output::{Answer, Style, fit};

/// The narrowest column for a description, however narrow the terminal.
const LEAST_DESCRIPTION: usize = 24;

pub(super) fn run(mut config: Config, arguments: &ListArguments, json: bool) -> Result<Answer, Failure> {
    if arguments.all {
        config.set_flag("catalog.include_excluded", "--all", json!(true));
    }
    let catalog = read_catalog(&config)?;
    if json {
        return Ok(Answer::json(&as_json(&catalog)));
    }
    let style = Style::new(config.color());
    let mut answer = Answer::ok(as_table(&catalog, style));
    answer.notes = notes(&catalog, &config, style);
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
    let mut rows: Vec<(String, String, String, &str)> = Vec::new();
    for skill in catalog.skills() {
        let tools = if skill.tools.is_empty() { "-".to_owned() } else { skill.tools.len().to_string() };
        rows.push((fit(skill.id.as_str(), None), tools, skill.source.scope.to_string(), &skill.card.description));
    }
    for server in catalog.servers() {
        rows.push((
            fit(server.id.as_str(), None),
            "?".to_owned(),
            "server".to_owned(),
            server.description.as_deref().unwrap_or("MCP server, not started yet"),
        ));
    }
    let id_width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0).max(2);
    let used = id_width + 2 + 5 + 2 + 7 + 2;
    let room = style.width().map(|width| width.saturating_sub(used).max(LEAST_DESCRIPTION));
    let mut table = String::new();
    if !rows.is_empty() {
        let _ = writeln!(
            table,
            "{}",
            style.bold(&format!("{:id_width$}  {:>5}  {:7}  DESCRIPTION", "ID", "TOOLS", "FROM"))
        );
    }
    for (id, tools, from, description) in rows {
        let _ = writeln!(table, "{id:id_width$}  {tools:>5}  {from:7}  {}", fit(description, room));
    }
    table
}
