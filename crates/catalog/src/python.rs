//! Python tools, found by reading the source; nothing is imported or run.
//!
//! A function is a tool if `get_tools()` of its file returns it in a literal list, or if it carries one of the
//! [`DECORATORS`]. Its docstring is the description, its signature the schema. A file with a syntax error is reported and
//! does not hide the other files.
//!
//! A real parser reads the source because real files defeat patterns: decorators over several lines, strings that look like
//! code, nested functions. `docs/decisions/0004-python-parser.md` has the comparison.

mod annotation;
mod docstring;
mod literal;
mod signature;

use std::collections::HashMap;

use ruff_python_ast::{Decorator, Expr, Stmt, StmtFunctionDef};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextSize};
use serde_json::Map;

use crate::diagnostic::Diagnostic;
use crate::folder::{Folder, is_python_source};
use crate::ids::{SkillId, ToolId};
use crate::tool::{Origin, Tool};
use literal::text_of;

/// Decorators that make a function a tool, whatever they are imported from.
const DECORATORS: [&str; 3] = ["tool", "skill_script", "skill_command"];

/// The largest source that is parsed. Tools are small, and nested f-strings cost the parser quadratic time: two seconds here.
const MAX_SOURCE: usize = 128 * 1024;

/// Stack for one file. The parser grows its own stack, but freeing its tree recurses once per nesting level, and
/// [`MAX_SOURCE`] bytes can nest some 100,000 levels at a few hundred bytes each.
const STACK: usize = 256 * 1024 * 1024;

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
        if source.len() > SMALL_SOURCE { stacker::grow(STACK, reading) } else { reading() }
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
    wanted: Vec<(String, std::path::PathBuf, usize)>,
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
        for tool in self.tools {
            match unique.iter().find(|other| other.id == tool.id) {
                None => unique.push(tool),
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

/// One file while it is read.
struct Module<'a> {
    path: &'a str,
    source: &'a str,
    folder: &'a Folder,
    skill: &'a SkillId,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Module<'_> {
    fn read(mut self, found: &mut Found) {
        let parsed = parse_unchecked(self.source, ParseOptions::from(Mode::Module));
        if let Some(error) = parsed.errors().first() {
            self.diagnostics.push(
                Diagnostic::error(
                    "python-syntax",
                    self.folder.file(self.path),
                    format!("{} does not parse: {}", self.path, error.error),
                )
                .at(self.line(error.location.start()))
                .fix("mend the syntax; tools of this file are not available until then"),
            );
            return;
        }
        let ruff_python_ast::Mod::Module(module) = parsed.syntax() else { return };
        let scope = annotation::Scope::of(&module.body);
        let returned = self.returned_by_get_tools(&module.body);
        let functions: Vec<&StmtFunctionDef> = module.body.iter().filter_map(Stmt::as_function_def_stmt).collect();
        for (name, line) in &returned {
            match functions.iter().rev().find(|function| function.name.as_str() == name) {
                Some(function) => found.tools.push(self.tool(function, &scope)),
                None => found.wanted.push((name.clone(), self.folder.file(self.path), *line)),
            }
        }
        for function in functions {
            let name = function.name.as_str();
            if returned.iter().any(|(listed, _)| listed == name) {
                continue;
            }
            if function.decorator_list.iter().any(is_tool_decorator) {
                found.tools.push(self.tool(function, &scope));
            } else if name != "get_tools" {
                found.functions.insert(name.to_owned(), self.tool(function, &scope));
            }
        }
    }

    /// The names in the literal list that `get_tools()` returns, with the line of the return.
    fn returned_by_get_tools(&mut self, body: &[Stmt]) -> Vec<(String, usize)> {
        let Some(get_tools) =
            body.iter().rev().filter_map(Stmt::as_function_def_stmt).find(|f| f.name.as_str() == "get_tools")
        else {
            return Vec::new();
        };
        let mut names = Vec::new();
        for statement in &get_tools.body {
            let Some(value) = statement.as_return_stmt().and_then(|r| r.value.as_deref()) else { continue };
            let line = self.line(statement.range().start());
            let elements: &[Expr] = match value {
                Expr::List(list) => &list.elts,
                Expr::Tuple(tuple) => &tuple.elts,
                _ => std::slice::from_ref(value),
            };
            for element in elements {
                match element {
                    Expr::Name(name) => names.push((name.id.to_string(), line)),
                    Expr::Attribute(attribute) => names.push((attribute.attr.to_string(), line)),
                    _ => self.diagnostics.push(
                        Diagnostic::warning(
                            "get-tools-computed",
                            self.folder.file(self.path),
                            "get_tools() returns something that cannot be known without running it",
                        )
                        .at(line)
                        .fix("return a literal list of functions, or mark the functions with @tool"),
                    ),
                }
            }
        }
        names
    }

    fn tool(&self, function: &StmtFunctionDef, scope: &annotation::Scope<'_>) -> Tool {
        let decorator = function.decorator_list.iter().find(|decorator| is_tool_decorator(decorator));
        let doc = docstring::read(&function.body);
        let declared = |key: &str| decorator.and_then(|d| decorator_text(d, key));
        let name = declared("name").unwrap_or_else(|| function.name.to_string());
        Tool {
            id: ToolId::new(self.skill.as_str(), &name),
            description: declared("description").unwrap_or(doc.summary),
            input_schema: signature::schema(&function.parameters, scope, &doc.parameters),
            annotations: Map::new(),
            origin: Origin::Python {
                module: self.path.to_owned(),
                function: function.name.to_string(),
                is_async: function.is_async,
            },
            file: self.folder.file(self.path),
            line: self.line(function.name.range().start()),
        }
    }

    fn line(&self, at: TextSize) -> usize {
        let at = usize::from(at).min(self.source.len());
        self.source.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1
    }
}

fn is_tool_decorator(decorator: &Decorator) -> bool {
    let callee = match &decorator.expression {
        Expr::Call(call) => &*call.func,
        other => other,
    };
    let name = match callee {
        Expr::Name(name) => name.id.as_str(),
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        _ => return false,
    };
    DECORATORS.contains(&name)
}

/// A literal text given to the decorator: by keyword, or the first positional argument for `name`.
fn decorator_text(decorator: &Decorator, key: &str) -> Option<String> {
    let Expr::Call(call) = &decorator.expression else { return None };
    let by_keyword =
        call.arguments.keywords.iter().find(|keyword| keyword.arg.as_ref().is_some_and(|arg| arg.as_str() == key));
    let expression = match by_keyword {
        Some(keyword) => &keyword.value,
        None if key == "name" => call.arguments.args.first()?,
        None => return None,
    };
    text_of(expression).map(|text| docstring::dedent(&text)).filter(|text| !text.is_empty())
}
