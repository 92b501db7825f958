//! Python tools, found by reading the source; nothing is imported or run.
//!
//! A function is a tool if `get_tools()` of its file lists it, or if it is marked with `@tool`, `@skill_script` or
//! `@skill_command`. Its docstring is the description, its signature the schema. A file with a syntax error is reported and
//! does not hide the other files.
//!
//! A real parser reads the source because real files defeat patterns: decorators over several lines, strings that look like
//! code, nested functions. `docs/decisions/0004-python-parser.md` has the comparison.

mod annotation;
mod docstring;
mod listing;
mod literal;
mod model;
mod module;
mod signature;

use std::collections::HashMap;
use std::path::PathBuf;

use crate::diagnostic::Diagnostic;
use crate::folder::{Folder, is_python_source};
use crate::ids::SkillId;
use crate::tool::{Origin, Tool};
use module::Module;

/// The largest source that is parsed. Tools are small, and nested f-strings cost the parser quadratic time: two seconds here.
const MAX_SOURCE: usize = 128 * 1024;

/// Stack per byte of source. The parser grows its own stack, but freeing its tree recurses once per nesting level, which
/// takes a few hundred bytes and at least one byte of source.
const STACK_PER_BYTE: usize = 2 * 1024;

/// Sources up to this size cannot nest deep enough to need more than an ordinary thread's stack.
const SMALL_SOURCE: usize = 8 * 1024;

/// Reads every tool that the folder's Python files declare, `tools.py` first.
pub(crate) fn read(folder: &Folder, skill: &SkillId, diagnostics: &mut Vec<Diagnostic>) -> Vec<Tool> {
    let mut sources: Vec<(&str, &[u8])> = folder
        .contents
        .iter()
        .filter(|(path, _)| is_python_source(path))
        .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
        .collect();
    sources.sort_by_key(|(path, _)| (*path != "tools.py", *path != "__init__.py", *path));
    let mut found = Found::default();
    for (path, bytes) in sources {
        let file = folder.file(path);
        if bytes.len() > MAX_SOURCE {
            diagnostics.push(
                Diagnostic::error(
                    "python-too-large",
                    &file,
                    format!("{path} is larger than {} KiB and was not read", MAX_SOURCE / 1024),
                )
                .fix("move the tools to a smaller file"),
            );
            continue;
        }
        let source = String::from_utf8_lossy(bytes);
        let mut reading =
            || Module { path, source: &source, folder, skill, diagnostics: &mut *diagnostics }.read(&mut found);
        if source.len() > SMALL_SOURCE { stacker::grow(source.len() * STACK_PER_BYTE, reading) } else { reading() }
    }
    found.finish(diagnostics)
}

/// What was found so far, over all files of one skill.
#[derive(Default)]
struct Found {
    tools: Vec<Tool>,
    /// Functions that are no tools by themselves, in case another file's `get_tools()` names them.
    functions: HashMap<String, Tool>,
    /// Names that a `get_tools()` returns and its own file does not define: name, file, line.
    wanted: Vec<(String, PathBuf, usize)>,
}

impl Found {
    fn finish(mut self, diagnostics: &mut Vec<Diagnostic>) -> Vec<Tool> {
        for (name, file, line) in std::mem::take(&mut self.wanted) {
            match self.functions.remove(&name) {
                Some(tool) => self.tools.push(tool),
                None if self
                    .tools
                    .iter()
                    .any(|tool| matches!(&tool.origin, Origin::Python { function, .. } if *function == name)) => {}
                None => diagnostics.push(
                    Diagnostic::warning(
                        "tool-undefined",
                        file,
                        format!("get_tools() returns `{name}`, which no Python file of the skill defines"),
                    )
                    .at(line)
                    .fix("define the function in tools.py or scripts/*.py"),
                ),
            }
        }
        let mut unique: Vec<Tool> = Vec::new();
        let mut positions = HashMap::new();
        for tool in self.tools {
            match positions.get(&tool.id).map(|position: &usize| &unique[*position]) {
                None => {
                    positions.insert(tool.id.clone(), unique.len());
                    unique.push(tool);
                }
                Some(first) if first.file == tool.file && first.line == tool.line => {}
                Some(first) => diagnostics.push(
                    Diagnostic::warning(
                        "tool-duplicate",
                        &tool.file,
                        format!(
                            "tool `{}` is already declared in {}:{}; this one is ignored",
                            tool.id.name(),
                            first.file.display(),
                            first.line
                        ),
                    )
                    .at(tool.line)
                    .fix("rename one of them"),
                ),
            }
        }
        for tool in unique.iter().filter(|tool| tool.description.is_empty()) {
            diagnostics.push(
                Diagnostic::warning(
                    "tool-undescribed",
                    &tool.file,
                    format!("tool `{}` has no description", tool.id.name()),
                )
                .at(tool.line)
                .fix("give the function a docstring: without one, nothing finds the tool"),
            );
        }
        unique
    }
}
