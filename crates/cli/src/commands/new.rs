//! `kitbag new`: a skill that is valid, found and runs, to be changed into what its author has in mind.

use std::path::{Path, PathBuf};
use std::{fs, io};

use kitbag_catalog::format::{MAX_DESCRIPTION, MAX_NAME, is_skill_name};
use kitbag_catalog::validate;
use serde_json::{Value as Json, json};

use super::view;
use crate::args::{NewArguments, ToolKind};
use crate::config::Config;
use crate::failure::{Complaint, Failure};
use crate::output::{Answer, near, note};

pub(super) fn run(config: &Config, arguments: &NewArguments, json: bool) -> Result<Answer, Failure> {
    let name = &arguments.name;
    check_name(name)?;
    let description = check_description(arguments)?;
    let parent = config.places().here.join(&arguments.dir);
    // Through components, because `./x` would be shown as it was typed.
    let target: PathBuf = parent.join(name).components().collect();
    if target.symlink_metadata().is_ok() {
        let complaint = Complaint::new(format!("{} is already there", near(&target, &config.places().here)));
        return Err(Failure::File(complaint.fix("choose another name, or remove it first")));
    }
    create(&target, &parent, &files(name, &description, arguments.tool))?;
    if json {
        return Ok(Answer::json(
            &json!({"id": name, "path": view::text(&target), "valid": validate(&target).is_valid()}),
        ));
    }
    let shown = near(&target, &config.places().here);
    note(&format!("created {shown}; next: edit {shown}/SKILL.md, then `kitbag check {shown}`"));
    Ok(Answer::ok(format!("{shown}\n")))
}

/// The Agent Skills rule for names, because what we create must be valid everywhere.
fn check_name(name: &str) -> Result<(), Failure> {
    if is_skill_name(name) {
        return Ok(());
    }
    let suggestion: String =
        name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let suggestion = suggestion.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    let suggestion: String = suggestion.chars().take(MAX_NAME).collect();
    let complaint = Complaint::new(format!("`{name}` is not a name for a skill"))
        .fix("use 1 to 64 lower case letters, digits and single hyphens");
    Err(Failure::Input(complaint.alternatives(Some(suggestion).filter(|text| !text.is_empty()))))
}

fn check_description(arguments: &NewArguments) -> Result<String, Failure> {
    let default = format!("Greets somebody by name. Use when trying out the {} skill.", arguments.name);
    let text = arguments.description.clone().unwrap_or(default);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fault = match line.chars().count() {
        0 => Some("the description is empty".to_owned()),
        length if length > MAX_DESCRIPTION => {
            Some(format!("the description has {length} characters, more than {MAX_DESCRIPTION}"))
        }
        _ => line.contains("---").then(|| "the description contains `---`, which ends the frontmatter".to_owned()),
    };
    match fault {
        None => Ok(line),
        Some(fault) => {
            Err(Failure::Input(Complaint::new(fault).fix("say in a sentence what the skill does and when to use it")))
        }
    }
}

/// Everything is written beside the target and renamed into place, so that half a skill is never left behind.
fn create(target: &Path, parent: &Path, files: &[(&str, String)]) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        let complaint = Complaint::new(format!("{} cannot be created: {error}", target.display()));
        Failure::File(complaint.fix("create the directory first; check its permissions and the free space"))
    };
    if !parent.is_dir() {
        return Err(failed(io::Error::new(
            io::ErrorKind::NotFound,
            format!("there is no directory {}", parent.display()),
        )));
    }
    let draft = parent.join(format!(".kitbag-new.{}", std::process::id()));
    let written = write_all(&draft, files).and_then(|()| fs::rename(&draft, target));
    written.map_err(|error| {
        let _ = fs::remove_dir_all(&draft);
        failed(error)
    })
}

fn write_all(draft: &Path, files: &[(&str, String)]) -> io::Result<()> {
    // New, because whatever a directory of that name holds is not ours.
    fs::create_dir(draft)?;
    for (name, text) in files {
        let path: PathBuf = draft.join(name);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        fs::write(&path, text)?;
    }
    Ok(())
}

fn files(name: &str, description: &str, tool: ToolKind) -> Vec<(&'static str, String)> {
    let mut files = vec![("SKILL.md", definition(name, description, tool))];
    match tool {
        ToolKind::Python => files.push(("tools.py", PYTHON.to_owned())),
        ToolKind::Executable => {
            files.push(("tools.json", TOOLS_JSON.to_owned()));
            files.push(("scripts/greet.py", EXECUTABLE.to_owned()));
        }
        ToolKind::None => {}
    }
    files
}

fn definition(name: &str, description: &str, tool: ToolKind) -> String {
    // A JSON text is also a YAML text, so any description survives.
    let description = Json::from(description);
    let tools = match tool {
        ToolKind::None => String::new(),
        ToolKind::Python => {
            "\n## Tools\n\n- `greet`: use it when a name is given. It is a function in tools.py; add more and list them in `get_tools()`.\n".to_owned()
        }
        ToolKind::Executable => "\n## Tools\n\n- `greet`: use it when a name is given. It is declared in tools.json and runs scripts/greet.py.\n".to_owned(),
    };
    format!(
        "---\nname: {name}\ndescription: {description}\nmetadata:\n  version: \"0.1.0\"\n  routing_keywords:\n    - greet\n    - hello\n  intents:\n    - Greet somebody\n---\n\n\
         # {name}\n\nSay in two sentences what this skill is for.\n\n## Rules\n\n- One rule a line: what to do, and why.\n{tools}"
    )
}

const PYTHON: &str = r#""""Tools of this skill. Docstrings are descriptions, type hints are schemas."""


def greet(name: str, times: int = 1) -> str:
    """Greet somebody by name.

    Args:
        name: Who to greet.
        times: How often.
    """
    if times < 1:
        raise ValueError(f"times is {times}; give 1 or more")
    return " ".join([f"Hello, {name}!"] * times)


def get_tools() -> list:
    return [greet]
"#;

const TOOLS_JSON: &str = r#"{
  "tools": [
    {
      "name": "greet",
      "description": "Greet somebody by name.",
      "inputSchema": {
        "type": "object",
        "properties": {
          "name": {"type": "string", "description": "Who to greet."}
        },
        "required": ["name"],
        "additionalProperties": false
      },
      "run": ["python3", "scripts/greet.py"]
    }
  ]
}
"#;

const EXECUTABLE: &str = r#""""Reads a JSON object from standard input, writes one to standard output."""

import json
import sys

arguments = json.load(sys.stdin)
json.dump({"greeting": f"Hello, {arguments['name']}!"}, sys.stdout)
"#;
