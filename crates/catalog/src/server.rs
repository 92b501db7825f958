//! An MCP server: a source of tools, in the shape that every client's configuration uses.
//!
//! Here a server is only configured: its tool list is not known until a worker has started it. Values of `env` and
//! `headers` may be secrets, so they are kept for the worker and never serialised; their names are.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use crate::diagnostic::Diagnostic;
use crate::folder::Folder;
use crate::ids::{ServerId, SkillId, closest};
use crate::tools_json::line_of;

const FILE: &str = "mcp.json";

/// What a server's settings may say. The second row is what clients write for themselves; it is accepted and not used.
const KEYS: [&str; 17] = [
    "command",
    "args",
    "env",
    "cwd",
    "url",
    "headers",
    "type",
    "transport",
    "description",
    "disabled",
    "enabled",
    "alwaysAllow",
    "autoApprove",
    "timeout",
    "trust",
    "includeTools",
    "excludeTools",
];
const TRANSPORTS: [&str; 6] = ["stdio", "http", "streamable-http", "streamableHttp", "streamable_http", "sse"];

/// A configured MCP server.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Server {
    /// Its id; tools will be `id.tool`.
    pub id: ServerId,
    /// What it is for, where the configuration says so.
    pub description: Option<String>,
    /// Switched off by `disabled = true` or `enabled = false`.
    pub disabled: bool,
    /// How to reach it.
    #[serde(flatten)]
    pub transport: Transport,
    /// Where it is configured.
    #[serde(serialize_with = "crate::shown::path")]
    pub file: PathBuf,
    /// The skill that brings it along, if one does.
    pub skill: Option<SkillId>,
}

/// How to reach a server.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "transport", rename_all = "lowercase")]
pub enum Transport {
    /// A child process speaking over its standard streams.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Environment variables to add.
        env: Secrets,
        /// Where to start it.
        #[serde(serialize_with = "crate::shown::optional")]
        cwd: Option<PathBuf>,
    },
    /// Streamable HTTP.
    Http {
        /// The endpoint. Shown without what may be secret in it.
        #[serde(serialize_with = "without_secrets")]
        url: String,
        /// Headers to send.
        headers: Secrets,
    },
}

/// Names with values that may be secret. Shows and serialises the names only.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secrets(BTreeMap<String, String>);

impl Secrets {
    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The pairs, for whoever starts the server.
    pub fn reveal(&self) -> &BTreeMap<String, String> {
        &self.0
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Serialize for Secrets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.keys())
    }
}

impl Server {
    /// A setting that is not known, for a sentence that starts with the server.
    pub fn unknown_setting(settings: &Json) -> Option<String> {
        let unknown = settings.as_object()?.keys().find(|key| !KEYS.contains(&key.as_str()))?;
        let hint = closest(unknown, KEYS).first().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Some(format!("has an unknown setting `{unknown}`{hint}"))
    }

    /// Reads one server's settings. The error says what is wrong with them, for a sentence that starts with the server.
    pub fn read(id: ServerId, settings: &Json, file: PathBuf, skill: Option<SkillId>) -> Result<Self, String> {
        let flag = |key: &str| settings.get(key).and_then(Json::as_bool);
        Ok(Self {
            id,
            description: settings.get("description").and_then(Json::as_str).map(str::to_owned),
            disabled: flag("disabled") == Some(true) || flag("enabled") == Some(false),
            transport: Transport::read(settings)?,
            file,
            skill,
        })
    }
}

/// `https://user:pass@host/mcp?key=x` as `https://host/mcp?…`.
fn without_secrets<S: Serializer>(url: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let (place, query) = rest.split_once('?').map_or((rest, ""), |(place, _)| (place, "?…"));
    let (host, path) = place.split_at(place.find('/').unwrap_or(place.len()));
    let host = host.rsplit('@').next().unwrap_or(host);
    serializer.collect_str(&format_args!("{scheme}://{host}{path}{query}"))
}

impl Transport {
    /// Reads one server's settings. The error says what is wrong with them, for a sentence that starts with the server.
    fn read(settings: &Json) -> Result<Self, String> {
        let map = settings.as_object().ok_or("is not a table of settings")?;
        let text = |key: &str| match map.get(key) {
            None | Some(Json::Null) => Ok(None),
            Some(Json::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(format!("has a `{key}` that is not a text")),
        };
        for key in ["type", "transport"] {
            if let Some(kind) = text(key)?.filter(|kind| !TRANSPORTS.contains(&kind.as_str())) {
                return Err(format!("has the {key} `{kind}`, which is none of {}", TRANSPORTS.join(", ")));
            }
        }
        match (text("command")?, text("url")?) {
            (Some(_), Some(_)) => Err("has both `command` and `url`; keep one".to_owned()),
            (None, None) => Err("has neither `command` nor `url`".to_owned()),
            (Some(command), None) if command.trim().is_empty() => Err("has an empty `command`".to_owned()),
            (Some(command), None) => Ok(Self::Stdio {
                command,
                args: texts(map.get("args"))?,
                env: secrets(map.get("env"), "env")?,
                cwd: text("cwd")?.map(PathBuf::from),
            }),
            (None, Some(url)) if !url.starts_with("http://") && !url.starts_with("https://") => {
                Err(format!("has the url `{url}`, which does not start with http:// or https://"))
            }
            (None, Some(url)) => Ok(Self::Http { url, headers: secrets(map.get("headers"), "headers")? }),
        }
    }
}

fn texts(value: Option<&Json>) -> Result<Vec<String>, String> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let list = value.as_array().and_then(|items| items.iter().map(|item| item.as_str().map(str::to_owned)).collect());
    list.ok_or_else(|| "has `args` that are not a list of texts".to_owned())
}

fn secrets(value: Option<&Json>, key: &str) -> Result<Secrets, String> {
    let Some(value) = value else { return Ok(Secrets::default()) };
    let pairs = value
        .as_object()
        .and_then(|map| map.iter().map(|(k, v)| v.as_str().map(|v| (k.clone(), v.to_owned()))).collect());
    pairs.map(Secrets).ok_or_else(|| format!("has an `{key}` that is not a table of texts"))
}

/// Reads the servers that a skill brings along in its `mcp.json`.
pub(crate) fn read(folder: &Folder, skill: &SkillId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Server> {
    let Some(bytes) = folder.content(FILE) else { return Vec::new() };
    let file = folder.file(FILE);
    let json: Json = match serde_json::from_slice(bytes) {
        Ok(json) => json,
        Err(error) => {
            let problem = Diagnostic::error("mcp-json-invalid", &file, format!("mcp.json is not JSON: {error}"));
            diagnostics.push(problem.at(error.line().max(1)).fix("mend the JSON; until then its servers are unknown"));
            return Vec::new();
        }
    };
    let table = json.get("mcpServers").or_else(|| json.get("servers"));
    let Some(servers) = table.and_then(Json::as_object) else {
        let problem = Diagnostic::error("mcp-json-shape", &file, "mcp.json has no `mcpServers` table").at(1);
        diagnostics.push(problem.fix("write {\"mcpServers\": {\"name\": {\"command\": …, \"args\": […]}}}"));
        return Vec::new();
    };
    let text = String::from_utf8_lossy(bytes);
    let mut found = Vec::new();
    for (name, settings) in servers {
        match Server::read(ServerId::of_skill(skill, name), settings, file.clone(), Some(skill.clone())) {
            Ok(server) => {
                if let Some(problem) = Server::unknown_setting(settings) {
                    diagnostics.push(
                        Diagnostic::warning("server-setting", &file, format!("server `{name}` {problem}"))
                            .at(line_of(&text, name).unwrap_or(1))
                            .fix("remove it, or correct its spelling"),
                    );
                }
                found.push(server);
            }
            Err(problem) => diagnostics.push(
                Diagnostic::error("server-unusable", &file, format!("server `{name}` {problem}"))
                    .at(line_of(&text, name).unwrap_or(1))
                    .fix("correct it: a `command` with `args`, or a `url`"),
            ),
        }
    }
    found
}
