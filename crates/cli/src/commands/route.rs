//! `kitbag route`: the skills and tools for a task.

use std::fmt::Write as _;

use kitbag_index::Index;
use kitbag_router::{Reason, Router, Selection, ToolDefinition};
use serde_json::json;

use super::{notes, read_catalog};
use crate::args::RouteArguments;
use crate::config::Config;
use crate::failure::Failure;
use crate::output::{Answer, Style, fit};

pub(super) fn run(mut config: Config, arguments: &RouteArguments, json: bool) -> Result<Answer, Failure> {
    config.set_number("skill_loading.top_k", "--top-k", arguments.top_k)?;
    config.set_number("skill_loading.max_tools", "--max-tools", arguments.max_tools)?;
    let catalog = read_catalog(&config)?;
    let index = Index::of_catalog(&catalog);
    let selection = Router::new(&catalog, &index).select(&arguments.task, config.limits());
    let tools: Vec<ToolDefinition> = selection
        .tools
        .iter()
        .filter_map(|id| catalog.tool(id))
        .map(|tool| ToolDefinition::loaded(&catalog, tool))
        .collect();
    if json {
        return Ok(Answer::json(&json!({"skills": selection.skills, "tools": tools, "missing": selection.missing})));
    }
    let style = Style::new(config.color());
    let mut answer = Answer::ok(show(&selection, &tools, style));
    answer.notes = notes(&catalog, &config, style);
    answer.notes.extend(selection.missing.iter().map(|missing| format!("note: {missing}, which is not there")));
    if selection.skills.is_empty() {
        answer.notes.push(format!("note: nothing fits among {} skills; use other words", catalog.skills().len()));
    }
    Ok(answer)
}

fn show(selection: &Selection, tools: &[ToolDefinition], style: Style) -> String {
    let mut text = String::new();
    for skill in &selection.skills {
        let why = match &skill.reason {
            Reason::NeededBy(by) => format!("needed by {by}"),
            Reason::Matches(reasons) => reasons.matched().join(" "),
        };
        let _ = writeln!(
            text,
            "{:.2}  {}  {}",
            skill.score,
            style.bold(&fit(skill.id.as_str(), None)),
            style.dim(&fit(&why, None))
        );
    }
    for tool in tools {
        let _ = writeln!(
            text,
            "  {}  {}",
            style.bold(&tool.name),
            fit(&tool.description, style.width().map(|width| width.saturating_sub(tool.name.len() + 4).max(20)))
        );
    }
    text
}
