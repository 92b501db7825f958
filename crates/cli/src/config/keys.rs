//! The keys of the configuration: one table from which reading, checking, `kitbag config` and the reference all follow.

use kitbag_catalog::closest;
use serde_json::{Value as Json, json};

/// What a key's value looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `true` or `false`.
    Truth,
    /// A whole number between these, both included.
    Number(u64, u64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A list of texts.
    Texts,
    /// A path; relative ones start at the file's directory.
    Path,
    /// A list of such paths.
    Paths,
}

/// One key.
#[derive(Debug)]
pub(crate) struct Key {
    /// Its dotted name.
    pub(crate) name: &'static str,
    /// What its value looks like.
    pub(crate) kind: Kind,
    /// Its default, as JSON text; empty where the default depends on the machine.
    pub(crate) default: &'static str,
    /// The flag that overrides it, if there is one.
    pub(crate) flag: Option<&'static str>,
    /// What it does.
    pub(crate) doc: &'static str,
}

/// Every key, in the order of the reference.
pub(crate) const KEYS: &[Key] = &[
    Key {
        name: "catalog.roots",
        kind: Kind::Paths,
        default: "",
        flag: Some("--root"),
        doc: "Trees of skills. If not set: `.kitbag/skills`, `.agents/skills`, `.claude/skills` and the directories of other clients, below the project and below the home directory. With `--root`, only the given trees are read, without the bundled skills.",
    },
    Key {
        name: "catalog.bundled",
        kind: Kind::Truth,
        default: "true",
        flag: None,
        doc: "Include the skills that come with the binary.",
    },
    Key {
        name: "catalog.exclude",
        kind: Kind::Texts,
        default: "[]",
        flag: None,
        doc: "Names of directories to leave out, besides those that begin with `_` or `.`. A root itself is never left out.",
    },
    Key {
        name: "catalog.include_excluded",
        kind: Kind::Truth,
        default: "false",
        flag: Some("--all"),
        doc: "Look into directories that begin with `_` or `.` and into those that are excluded.",
    },
    Key {
        name: "catalog.max_depth",
        kind: Kind::Number(1, 64),
        default: "16",
        flag: None,
        doc: "How many levels below a root are looked at; what lies deeper is reported.",
    },
    Key {
        name: "catalog.max_directories",
        kind: Kind::Number(1, 100_000_000),
        default: "200000",
        flag: None,
        doc: "How many directories below a root are looked at; a cut is reported.",
    },
    Key {
        name: "skill_loading.top_k",
        kind: Kind::Number(1, 1_000),
        default: "5",
        flag: Some("--top-k"),
        doc: "How many skills `kitbag route` chooses for a task, not counting what they depend on.",
    },
    Key {
        name: "skill_loading.max_tools",
        kind: Kind::Number(1, 1_000),
        default: "5",
        flag: Some("--max-tools"),
        doc: "How many tools of those skills it chooses.",
    },
    Key {
        name: "data",
        kind: Kind::Path,
        default: "",
        flag: Some("--data"),
        doc: "Where Kitbag keeps what lasts. If not set: `kitbag` below `$XDG_DATA_HOME` or `~/.local/share`.",
    },
    Key {
        name: "color",
        kind: Kind::Choice(&["auto", "always", "never"]),
        default: "\"auto\"",
        flag: Some("--color"),
        doc: "Colour on a terminal (`auto`), always or never. `NO_COLOR` is respected.",
    },
];

/// Environment variables that begin like ours and are no keys: read elsewhere.
const OTHER_VARIABLES: [&str; 3] = ["KITBAG_CONFIG", "KITBAG_WORKSPACE", "KITBAG_NOTES"];

impl Key {
    /// The key with this dotted name.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// The environment variable that overrides it.
    pub(crate) fn variable(&self) -> String {
        format!("KITBAG_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// The default value.
    pub(crate) fn default_value(&self) -> Json {
        serde_json::from_str(self.default).unwrap_or(Json::Null)
    }

    /// Accepts a value, or says what was expected.
    pub(crate) fn accept(&self, value: &Json) -> Result<(), String> {
        let texts = |value: &Json| value.as_array().is_some_and(|items| items.iter().all(Json::is_string));
        let all = |value: &Json, fits: &dyn Fn(&str) -> bool| {
            value.as_array().into_iter().flatten().filter_map(Json::as_str).all(fits)
        };
        let fits = match self.kind {
            Kind::Truth => value.is_boolean(),
            Kind::Number(least, most) => value.as_u64().is_some_and(|n| (least..=most).contains(&n)),
            Kind::Choice(words) => value.as_str().is_some_and(|text| words.contains(&text)),
            Kind::Texts => texts(value) && all(value, &|name| !name.is_empty() && !name.contains('/')),
            Kind::Paths => texts(value) && all(value, &|path| !path.is_empty()),
            Kind::Path => value.as_str().is_some_and(|text| !text.is_empty()),
        };
        if fits { Ok(()) } else { Err(self.expected()) }
    }

    /// What a value should look like.
    pub(crate) fn expected(&self) -> String {
        match self.kind {
            Kind::Truth => "true or false".to_owned(),
            Kind::Number(least, most) => format!("a whole number from {least} to {most}"),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Texts => "a list of directory names".to_owned(),
            Kind::Path => "a path".to_owned(),
            Kind::Paths => "a list of paths".to_owned(),
        }
    }

    /// The value that an environment variable's text stands for.
    pub(crate) fn parse(&self, text: &str) -> Json {
        match self.kind {
            Kind::Truth => match text {
                "true" | "1" => json!(true),
                "false" | "0" => json!(false),
                other => json!(other),
            },
            Kind::Number(..) => text.parse::<u64>().map_or_else(|_| json!(text), |n| json!(n)),
            Kind::Choice(_) | Kind::Path => json!(text),
            Kind::Texts => text.split(',').map(str::trim).filter(|item| !item.is_empty()).collect(),
            Kind::Paths => std::env::split_paths(text)
                .map(|path| path.to_string_lossy().into_owned())
                .filter(|item| !item.is_empty())
                .collect(),
        }
    }
}

/// The keys and sections that a misspelt name may have meant.
pub(crate) fn similar(name: &str) -> Vec<String> {
    let last = name.rsplit('.').next().unwrap_or(name);
    let names = KEYS.iter().map(|key| key.name).chain(["servers", "catalog", "skill_loading"]);
    let by_whole = closest(name, names);
    let by_last = KEYS
        .iter()
        .filter(|key| key.name.rsplit('.').next().is_some_and(|end| !closest(last, [end]).is_empty()))
        .map(|key| key.name);
    let mut near: Vec<String> = Vec::new();
    for candidate in by_last.chain(by_whole) {
        if !near.iter().any(|seen| seen == candidate) {
            near.push(candidate.to_owned());
        }
    }
    near.truncate(3);
    near
}

/// Variables that look like ours and mean nothing, each with what may have been meant.
pub(crate) fn unknown_variables(set: impl Iterator<Item = String>) -> Vec<(String, Option<String>)> {
    let known: Vec<String> = KEYS.iter().map(Key::variable).chain(OTHER_VARIABLES.map(str::to_owned)).collect();
    let mut unknown: Vec<String> = set.filter(|name| name.starts_with("KITBAG_") && !known.contains(name)).collect();
    unknown.sort();
    unknown
        .into_iter()
        .map(|name| {
            // Without the part that all of them share, which makes everything look alike.
            let bare = |name: &str| name.trim_start_matches("KITBAG_").to_owned();
            let keys: Vec<String> = KEYS.iter().map(|key| bare(&key.variable())).collect();
            let near =
                closest(&bare(&name), keys.iter().map(String::as_str)).first().map(|near| format!("KITBAG_{near}"));
            (name, near)
        })
        .collect()
}
