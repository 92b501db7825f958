//! `kitbag config`: the configuration in effect and where each value came from.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::view;
use crate::config::{Config, Origin};
use crate::output::{Answer, Style, fit, near};

pub(super) fn run(config: &Config, as_json: bool) -> Answer {
    if as_json {
        return Answer::json(&json!({
            "values": config.settings().map(|(key, setting)| json!({
                "key": key.name, "value": setting.value, "origin": origin_json(&setting.origin),
            })).collect::<Vec<_>>(),
            "servers": config.servers().map(|(server, origin)| {
                let mut view = view::server(server);
                view["origin"] = origin_json(origin);
                view
            }).collect::<Vec<_>>(),
            "files": config.files().iter().map(|path| view::text(path)).collect::<Vec<_>>(),
        }));
    }
    let style = Style::new(config.color());
    let here = &config.places().here;
    let origin = |origin: &Origin| match origin {
        Origin::Default => "default".to_owned(),
        Origin::File { path, line } => format!("{}:{line}", near(path, here)),
        Origin::Environment(variable) => format!("${variable}"),
        Origin::Flag(flag) => (*flag).to_owned(),
    };
    let rows: Vec<(String, String)> = config
        .settings()
        .map(|(key, setting)| {
            let value =
                if setting.value.is_null() { "(the usual places)".to_owned() } else { setting.value.to_string() };
            (fit(&format!("{} = {value}", key.name), None), origin(&setting.origin))
        })
        .chain(config.servers().map(|(server, from)| (format!("servers.{}", server.id), origin(from))))
        .collect();
    let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0).min(60);
    let mut text = String::new();
    for (value, from) in rows {
        let _ = writeln!(text, "{value:width$}  {}", style.dim(&format!("# {from}")));
    }
    Answer::ok(text)
}

fn origin_json(origin: &Origin) -> Json {
    match origin {
        Origin::Default => json!({"kind": "default"}),
        Origin::File { path, line } => json!({"kind": "file", "path": view::text(path), "line": line}),
        Origin::Environment(variable) => json!({"kind": "environment", "variable": variable}),
        Origin::Flag(flag) => json!({"kind": "flag", "flag": flag}),
    }
}
