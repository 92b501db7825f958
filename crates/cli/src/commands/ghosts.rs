//! `kitbag ghosts`: tools as a model sees them before they are loaded.

use std::collections::HashSet;
use std::fmt::Write as _;

use kitbag_catalog::Resolution;
use kitbag_index::Index;
use kitbag_router::Router;
use serde_json::json;

use super::{notes, read_catalog};
use crate::args::GhostArguments;
use crate::config::Config;
use crate::failure::{Complaint, Failure};
use crate::output::{Answer, Style, fit};

pub(super) fn run(config: &Config, arguments: &GhostArguments, json: bool) -> Result<Answer, Failure> {
    let catalog = read_catalog(config)?;
    let mut exclude = HashSet::new();
    for name in &arguments.exclude {
        match catalog.names().tool(name) {
            Resolution::Found(id) => exclude.extend(catalog.names().wire(&id).map(str::to_owned)),
            Resolution::Ambiguous(ids) => {
                let complaint =
                    Complaint::new(format!("`{name}` is the name of {} tools", ids.len())).alternatives(ids);
                return Err(Failure::Input(complaint.fix("use the id of one of them")));
            }
            Resolution::Unknown(near) => {
                let complaint =
                    Complaint::new(format!("there is no tool `{}`", fit(name, Some(80)))).alternatives(near);
                return Err(Failure::Input(complaint.fix("`kitbag list --json` shows all of them")));
            }
        }
    }
    let index = Index::of_catalog(&catalog);
    let ghosts = Router::new(&catalog, &index).ghosts(&arguments.query, arguments.limit, &exclude);
    if json {
        return Ok(Answer::json(&json!({"tools": ghosts})));
    }
    let style = Style::new(config.color());
    let mut text = String::new();
    for ghost in &ghosts {
        let score = ghost.attributes.map_or(0.0, |attributes| attributes.score);
        let _ = writeln!(
            text,
            "{score:.2}  {}  {}",
            style.bold(&ghost.name),
            fit(&ghost.description, style.width().map(|width| width.saturating_sub(ghost.name.len() + 8).max(20)))
        );
    }
    let mut answer = Answer::ok(text);
    answer.notes = notes(&catalog, config, style);
    if ghosts.is_empty() {
        answer.notes.push("note: no tool fits; use other words".to_owned());
    }
    Ok(answer)
}
