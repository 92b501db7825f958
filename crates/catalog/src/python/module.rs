//! One Python file while it is read.

use std::collections::HashMap;
use std::path::PathBuf;

use ruff_python_ast::{Decorator, Expr, Stmt, StmtFunctionDef};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextSize};
use serde_json::Map;

use super::annotation::Namespace;
use super::listing::{Listing, running};
use super::literal::text_of;
use super::{Found, docstring, signature};
use crate::diagnostic::Diagnostic;
use crate::folder::Folder;
use crate::ids::{SkillId, ToolId};
use crate::tool::{Origin, Tool};

/// Decorators that make a function a tool, whatever they are imported from.
const DECORATORS: [&str; 3] = ["tool", "skill_script", "skill_command"];

/// The most tools that one file may list.
const MAX_LISTED: usize = 256;

/// A file of a skill.
pub(super) struct Module<'a> {
    pub(super) path: &'a str,
    pub(super) source: &'a str,
    pub(super) folder: &'a Folder,
    pub(super) skill: &'a SkillId,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}

impl Module<'_> {
    /// Adds the tools of the file to what was found.
    pub(super) fn read(mut self, found: &mut Found) {
        let parsed = parse_unchecked(self.source, ParseOptions::from(Mode::Module));
        if let Some(error) = parsed.errors().first() {
            let message = format!("{} does not parse: {}", self.path, error.error);
            let at = error.location.start();
            self.report(
                Diagnostic::error("python-syntax", self.file(), message),
                at,
                "mend the syntax; tools of this file are not available until then",
            );
            return;
        }
        let ruff_python_ast::Mod::Module(module) = parsed.syntax() else { return };
        let namespace = Namespace::of(&module.body);
        let statements = running(&module.body);
        // The last definition of a name is the one that Python would call.
        let functions: Vec<&StmtFunctionDef> =
            statements.iter().filter_map(|statement| statement.as_function_def_stmt()).collect();
        let last: HashMap<&str, usize> =
            functions.iter().enumerate().map(|(index, function)| (function.name.as_str(), index)).collect();
        let mut listing = Listing::of(&statements);
        for at in &listing.computed {
            let message = "get_tools() returns something that cannot be known without running it";
            let problem = Diagnostic::warning("get-tools-computed", self.file(), message);
            self.report(problem, *at, "return a literal list of functions, or mark the functions with @tool");
        }
        if listing.names.len() > MAX_LISTED {
            let problem = Diagnostic::error(
                "too-many-tools",
                self.file(),
                format!("get_tools() lists more than {MAX_LISTED} tools; the rest is left out"),
            );
            self.report(problem, listing.names[0].1, "split the skill");
            listing.names.truncate(MAX_LISTED);
        }
        for (name, at) in &listing.names {
            match last.get(name.as_str()) {
                Some(index) => found.tools.push(self.tool(functions[*index], &namespace)),
                None => found.wanted.push((name.clone(), self.file(), self.line(*at))),
            }
        }
        for (index, function) in functions.iter().enumerate() {
            let name = function.name.as_str();
            let is_listed = listing.names.iter().any(|(listed, _)| listed == name);
            if last[name] != index || is_listed || name == "get_tools" {
                continue;
            }
            let tool = self.tool(function, &namespace);
            if function.decorator_list.iter().any(is_tool_decorator) {
                found.tools.push(tool);
            } else {
                found.functions.insert(name.to_owned(), tool);
            }
        }
        self.report_methods(&statements);
        if namespace.is_exhausted() {
            let problem = Diagnostic::warning(
                "schema-too-large",
                self.file(),
                "the types of this file are too many to write out",
            );
            self.report(problem, TextSize::default(), "use simpler types for parameters; some became texts");
        }
    }

    /// A tool that is a method would need an object to be called on, and nobody makes one.
    fn report_methods(&mut self, statements: &[&Stmt]) {
        for class in statements.iter().filter_map(|statement| statement.as_class_def_stmt()) {
            for method in class.body.iter().filter_map(Stmt::as_function_def_stmt) {
                if method.decorator_list.iter().any(is_tool_decorator) {
                    let message = format!(
                        "`{}.{}` is marked as a tool, but a method cannot be called without its object",
                        class.name, method.name
                    );
                    let problem = Diagnostic::warning("tool-method", self.file(), message);
                    self.report(problem, method.name.range().start(), "make it a function of the module");
                }
            }
        }
    }

    fn tool(&self, function: &StmtFunctionDef, namespace: &Namespace<'_>) -> Tool {
        let decorator = function.decorator_list.iter().find(|decorator| is_tool_decorator(decorator));
        let doc = docstring::read(&function.body);
        let declared = |key: &str| decorator.and_then(|d| decorator_text(d, key));
        let name = declared("name").unwrap_or_else(|| function.name.to_string());
        Tool {
            id: ToolId::new(self.skill.as_str(), &name),
            description: declared("description").unwrap_or(doc.summary),
            input_schema: signature::schema(&function.parameters, namespace, &doc.parameters),
            annotations: Map::new(),
            origin: Origin::Python {
                module: self.path.to_owned(),
                function: function.name.to_string(),
                is_async: function.is_async,
            },
            file: self.file(),
            line: self.line(function.name.range().start()),
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.file(self.path)
    }

    fn report(&mut self, problem: Diagnostic, at: TextSize, fix: &str) {
        let line = self.line(at);
        self.diagnostics.push(problem.at(line).fix(fix));
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
    let keyword =
        call.arguments.keywords.iter().find(|keyword| keyword.arg.as_ref().is_some_and(|arg| arg.as_str() == key));
    let expression = match keyword {
        Some(keyword) => &keyword.value,
        None if key == "name" => call.arguments.args.first()?,
        None => return None,
    };
    text_of(expression).map(|text| docstring::dedent(&text)).filter(|text| !text.is_empty())
}
