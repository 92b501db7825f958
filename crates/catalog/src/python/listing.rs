//! What `get_tools()` lists, as far as reading can tell.
//!
//! A list is followed through names (`return TOOLS`), sums and stars; both branches of an `if` count, because which one runs is not known.
//! What would have to be computed is told apart from what is listed.

use std::collections::HashSet;

use ruff_python_ast::{Expr, Operator, Stmt};
use ruff_text_size::{Ranged, TextSize};

/// How many names are followed from a return to its list.
const MAX_DEPTH: usize = 4;
/// How many entries are collected, repetitions included.
const MAX_ENTRIES: usize = 10_000;

/// The functions that `get_tools()` lists.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// Names of functions, with the place of the return.
    pub(super) names: Vec<(String, TextSize)>,
    /// Places whose value only running could tell.
    pub(super) computed: Vec<TextSize>,
}

impl Listing {
    /// Reads the last `get_tools` of a module, if there is one.
    pub(super) fn of(module: &[&Stmt]) -> Self {
        let mut listing = Self::default();
        for statement in module.iter().rev() {
            match statement {
                Stmt::FunctionDef(function) if function.name.as_str() == "get_tools" => {
                    let body = running(&function.body);
                    body.iter().for_each(|inner| listing.add_statement(inner, &body, module));
                    break;
                }
                Stmt::Assign(assignment) if assigns(assignment, "get_tools") => {
                    match &*assignment.value {
                        Expr::Lambda(lambda) => listing.add(&lambda.body, &[], module, lambda.body.range().start(), 0),
                        other => listing.computed.push(other.range().start()),
                    }
                    break;
                }
                _ => {}
            }
        }
        let mut seen = HashSet::new();
        listing.names.retain(|(name, _)| seen.insert(name.clone()));
        listing.computed.dedup();
        listing
    }

    fn add_statement(&mut self, statement: &Stmt, body: &[&Stmt], module: &[&Stmt]) {
        let at = statement.range().start();
        match statement {
            Stmt::Return(returned) => returned.value.iter().for_each(|value| self.add(value, body, module, at, 0)),
            Stmt::Expr(expression) => match &*expression.value {
                Expr::Yield(yielded) => yielded.value.iter().for_each(|value| self.add(value, body, module, at, 0)),
                Expr::YieldFrom(yielded) => self.add(&yielded.value, body, module, at, 0),
                _ => {}
            },
            _ => {}
        }
    }

    /// Adds what a value lists. Stops when there is far too much, because lists may name lists.
    fn add(&mut self, value: &Expr, body: &[&Stmt], module: &[&Stmt], at: TextSize, depth: usize) {
        if depth > MAX_DEPTH || self.names.len() > MAX_ENTRIES {
            self.computed.push(at);
            return;
        }
        match value {
            Expr::List(list) => list.elts.iter().for_each(|item| self.add(item, body, module, at, depth + 1)),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|item| self.add(item, body, module, at, depth + 1)),
            Expr::Set(set) => set.elts.iter().for_each(|item| self.add(item, body, module, at, depth + 1)),
            Expr::Starred(starred) => self.add(&starred.value, body, module, at, depth + 1),
            Expr::BinOp(sum) if sum.op == Operator::Add => {
                self.add(&sum.left, body, module, at, depth + 1);
                self.add(&sum.right, body, module, at, depth + 1);
            }
            Expr::Name(name) => match assigned(name.id.as_str(), body, module) {
                Some(list) => self.add(list, body, module, at, depth + 1),
                None => self.names.push((name.id.to_string(), at)),
            },
            Expr::Attribute(attribute) => self.names.push((attribute.attr.to_string(), at)),
            _ => self.computed.push(at),
        }
    }
}

/// The last value that a name is given, in the function or else in the module.
fn assigned<'a>(name: &str, body: &[&'a Stmt], module: &[&'a Stmt]) -> Option<&'a Expr> {
    body.iter().rev().chain(module.iter().rev()).find_map(|statement| match statement {
        Stmt::Assign(assignment) if assigns(assignment, name) => Some(&*assignment.value),
        Stmt::AnnAssign(assignment) if is_name(&assignment.target, name) => assignment.value.as_deref(),
        _ => None,
    })
}

fn assigns(assignment: &ruff_python_ast::StmtAssign, name: &str) -> bool {
    matches!(assignment.targets.as_slice(), [target] if is_name(target, name))
}

fn is_name(expression: &Expr, name: &str) -> bool {
    matches!(expression, Expr::Name(found) if found.id.as_str() == name)
}

/// The statements that may run at this level: those under `if`, `try`, `with` and loops too, those of functions and classes not.
pub(super) fn running(body: &[Stmt]) -> Vec<&Stmt> {
    let mut found = Vec::new();
    let mut todo: Vec<&Stmt> = body.iter().rev().collect();
    while let Some(statement) = todo.pop() {
        found.push(statement);
        let mut blocks: Vec<&[Stmt]> = Vec::new();
        match statement {
            Stmt::If(branch) => {
                blocks.push(&branch.body);
                blocks.extend(branch.elif_else_clauses.iter().map(|clause| &clause.body[..]));
            }
            Stmt::Try(attempt) => {
                blocks.push(&attempt.body);
                blocks.extend(
                    attempt
                        .handlers
                        .iter()
                        .filter_map(|handler| handler.as_except_handler())
                        .map(|handler| &handler.body[..]),
                );
                blocks.extend([&attempt.orelse[..], &attempt.finalbody[..]]);
            }
            Stmt::With(with) => blocks.push(&with.body),
            Stmt::For(each) => blocks.push(&each.body),
            Stmt::While(each) => blocks.push(&each.body),
            _ => {}
        }
        todo.extend(blocks.into_iter().flatten().collect::<Vec<_>>().into_iter().rev());
    }
    found
}
