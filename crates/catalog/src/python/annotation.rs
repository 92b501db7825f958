//! Annotations: Python types as JSON schemas.
//!
//! Names are resolved within the file: aliases (`Mode = Literal["a", "b"]`), enums, and classes with annotated fields
//! (dataclasses, TypedDicts, models). A type that is not understood is a string, because that is what a model can always
//! send and a tool can always parse.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use ruff_python_ast::{Expr, Operator, Stmt, StmtClassDef};
use ruff_python_parser::parse_expression;
use serde_json::{Value as Json, json};

use super::literal::{json_of, text_of};
use super::model;

/// How many aliases, classes and nested types are followed. Deeper is a cycle or nothing a model should see.
const MAX_DEPTH: usize = 12;

/// How many types one file may write out. A tree of models that name each other would otherwise grow without end.
const MAX_TYPES: usize = 20_000;

/// What the names of one file mean.
pub(super) struct Namespace<'a> {
    classes: HashMap<&'a str, &'a StmtClassDef>,
    aliases: HashMap<&'a str, &'a Expr>,
    /// Names whose meaning is being worked out: meeting one again is a circle.
    open: RefCell<Vec<String>>,
    /// How many types may still be written out in this file.
    budget: Cell<usize>,
}

impl<'a> Namespace<'a> {
    /// The names that a module's top level defines.
    pub(super) fn of(body: &'a [Stmt]) -> Self {
        let mut namespace = Self {
            classes: HashMap::new(),
            aliases: HashMap::new(),
            open: RefCell::new(Vec::new()),
            budget: Cell::new(MAX_TYPES),
        };
        for statement in body {
            match statement {
                Stmt::ClassDef(class) => {
                    namespace.classes.insert(class.name.as_str(), class);
                }
                Stmt::Assign(assignment) => {
                    if let [Expr::Name(name)] = assignment.targets.as_slice() {
                        namespace.aliases.insert(name.id.as_str(), &assignment.value);
                    }
                }
                Stmt::TypeAlias(alias) => {
                    if let Expr::Name(name) = &*alias.name {
                        namespace.aliases.insert(name.id.as_str(), &alias.value);
                    }
                }
                _ => {}
            }
        }
        namespace
    }

    /// Whether the annotation is understood; of the others only a default can tell the type.
    pub(super) fn knows(&self, annotation: &Expr) -> bool {
        match annotation {
            Expr::Name(name) => {
                let name = name.id.as_str();
                self.classes.contains_key(name)
                    || self.aliases.contains_key(name)
                    || name == "str"
                    || self.named(name, 0) != string()
            }
            _ => true,
        }
    }

    /// The schema of an annotation.
    pub(super) fn schema(&self, annotation: &Expr) -> Json {
        self.convert(annotation, 0)
    }

    /// Whether the types of this file were too many to write out.
    pub(super) fn is_exhausted(&self) -> bool {
        self.budget.get() == 0
    }

    pub(super) fn convert(&self, annotation: &Expr, depth: usize) -> Json {
        if depth > MAX_DEPTH || self.budget.get() == 0 {
            return string();
        }
        self.budget.set(self.budget.get() - 1);
        match annotation {
            Expr::Name(name) => self.named(name.id.as_str(), depth),
            Expr::Attribute(attribute) => self.named(attribute.attr.as_str(), depth),
            Expr::NoneLiteral(_) => json!({"type": "null"}),
            // A forward reference is an annotation in quotes.
            Expr::StringLiteral(_) => {
                match text_of(annotation).filter(|text| text.len() < 1_000).map(|text| parse_expression(text.trim())) {
                    Some(Ok(parsed)) => self.convert(&parsed.syntax().body, depth + 1),
                    _ => string(),
                }
            }
            Expr::BinOp(union) if union.op == Operator::BitOr => {
                let mut members = Vec::new();
                flatten_union(annotation, &mut members, 0);
                self.any_of(&members, depth)
            }
            Expr::Subscript(subscript) => self.generic(last_name(&subscript.value), arguments(&subscript.slice), depth),
            _ => string(),
        }
    }

    fn named(&self, name: &str, depth: usize) -> Json {
        if self.classes.contains_key(name) || self.aliases.contains_key(name) {
            if self.open.borrow().iter().any(|open| open == name) {
                return if self.classes.contains_key(name) { json!({"type": "object"}) } else { string() };
            }
            self.open.borrow_mut().push(name.to_owned());
            let schema = match (self.classes.get(name), self.aliases.get(name)) {
                (Some(class), _) => model::schema(class, self, depth),
                (None, Some(alias)) => self.convert(alias, depth + 1),
                (None, None) => string(),
            };
            self.open.borrow_mut().pop();
            return schema;
        }
        match name {
            "str" | "Path" | "PurePath" | "bytes" | "UUID" => string(),
            "int" => json!({"type": "integer"}),
            "float" | "Decimal" => json!({"type": "number"}),
            "bool" => json!({"type": "boolean"}),
            "list" | "List" | "tuple" | "Tuple" | "Sequence" | "Iterable" => json!({"type": "array"}),
            "set" | "Set" | "frozenset" | "FrozenSet" => json!({"type": "array", "uniqueItems": true}),
            "dict" | "Dict" | "Mapping" | "MutableMapping" => json!({"type": "object"}),
            "datetime" => json!({"type": "string", "format": "date-time"}),
            "date" => json!({"type": "string", "format": "date"}),
            "Any" | "object" => json!({}),
            _ => string(),
        }
    }

    fn generic(&self, name: &str, arguments: &[Expr], depth: usize) -> Json {
        let first = || arguments.first().map_or_else(|| json!({}), |argument| self.convert(argument, depth + 1));
        match name {
            "Optional" => first(),
            "Union" => self.any_of(&arguments.iter().collect::<Vec<_>>(), depth),
            "Literal" => enumeration(&arguments.iter().filter_map(json_of).collect::<Vec<_>>()),
            "Annotated" => annotated(first(), &arguments[1.min(arguments.len())..]),
            "list" | "List" | "Sequence" | "Iterable" => json!({"type": "array", "items": first()}),
            "set" | "Set" | "frozenset" | "FrozenSet" => {
                json!({"type": "array", "items": first(), "uniqueItems": true})
            }
            "tuple" | "Tuple" => match arguments {
                [one, Expr::EllipsisLiteral(_)] => json!({"type": "array", "items": self.convert(one, depth + 1)}),
                _ => {
                    let items: Vec<Json> = arguments.iter().map(|argument| self.convert(argument, depth + 1)).collect();
                    json!({"type": "array", "prefixItems": items, "minItems": items.len(), "maxItems": items.len()})
                }
            },
            "dict" | "Dict" | "Mapping" | "MutableMapping" => match arguments.get(1) {
                Some(value) => json!({"type": "object", "additionalProperties": self.convert(value, depth + 1)}),
                None => json!({"type": "object"}),
            },
            "Required" | "NotRequired" | "Final" | "ClassVar" => first(),
            _ => string(),
        }
    }

    /// A union without `None`: absence is expressed by a parameter not being required.
    fn any_of(&self, members: &[&Expr], depth: usize) -> Json {
        let mut schemas: Vec<Json> = Vec::new();
        for member in members.iter().filter(|member| !member.is_none_literal_expr()) {
            let schema = self.convert(member, depth + 1);
            if !schemas.contains(&schema) {
                schemas.push(schema);
            }
        }
        match schemas.len() {
            0 => json!({"type": "null"}),
            1 => schemas.remove(0),
            _ => json!({"anyOf": schemas}),
        }
    }
}

fn string() -> Json {
    json!({"type": "string"})
}

/// `X | Y | None` as its members.
fn flatten_union<'a>(expression: &'a Expr, members: &mut Vec<&'a Expr>, depth: usize) {
    match expression {
        Expr::BinOp(union) if union.op == Operator::BitOr && depth < MAX_DEPTH => {
            flatten_union(&union.left, members, depth + 1);
            flatten_union(&union.right, members, depth + 1);
        }
        other => members.push(other),
    }
}

/// `Annotated[X, "text"]` and `Annotated[X, Field(description="text", ge=0)]`.
fn annotated(mut schema: Json, extras: &[Expr]) -> Json {
    for extra in extras {
        match extra {
            Expr::Call(call) => {
                model::describe(&mut schema, call);
            }
            _ => {
                if let (Some(text), Some(object)) = (text_of(extra), schema.as_object_mut()) {
                    object.entry("description").or_insert_with(|| text.into());
                }
            }
        }
    }
    schema
}

/// An `enum`, with its type where all values share one.
pub(super) fn enumeration(values: &[Json]) -> Json {
    let kind = |value: &Json| match value {
        Json::String(_) => "string",
        Json::Number(n) if n.is_i64() => "integer",
        Json::Number(_) => "number",
        Json::Bool(_) => "boolean",
        _ => "other",
    };
    match values.first().map(kind) {
        None => string(),
        Some(first) if first != "other" && values.iter().all(|value| kind(value) == first) => {
            json!({"type": first, "enum": values})
        }
        Some(_) => json!({"enum": values}),
    }
}

pub(super) fn last_name(expression: &Expr) -> &str {
    match expression {
        Expr::Name(name) => name.id.as_str(),
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        _ => "",
    }
}

fn arguments(slice: &Expr) -> &[Expr] {
    match slice {
        Expr::Tuple(tuple) => &tuple.elts,
        other => std::slice::from_ref(other),
    }
}
