//! Annotations: Python types as JSON schemas.
//!
//! Names are resolved within the file: aliases (`Mode = Literal["a", "b"]`), enums, and classes with annotated fields
//! (dataclasses, TypedDicts, models). A type that is not understood is a string, because that is what a model can always
//! send and a tool can always parse.

use std::collections::HashMap;

use ruff_python_ast::{Expr, ExprCall, Operator, Stmt, StmtClassDef};
use ruff_python_parser::parse_expression;
use serde_json::{Map, Value as Json, json};

use super::literal::{json_of, text_of};

/// How many aliases, classes and nested types are followed. Deeper is a cycle or nothing a model should see.
const MAX_DEPTH: usize = 12;

/// What the names of one file mean.
pub(super) struct Scope<'a> {
    classes: HashMap<&'a str, &'a StmtClassDef>,
    aliases: HashMap<&'a str, &'a Expr>,
}

impl<'a> Scope<'a> {
    /// The names that a module's top level defines.
    pub(super) fn of(body: &'a [Stmt]) -> Self {
        let mut scope = Self { classes: HashMap::new(), aliases: HashMap::new() };
        for statement in body {
            match statement {
                Stmt::ClassDef(class) => {
                    scope.classes.insert(class.name.as_str(), class);
                }
                Stmt::Assign(assignment) => {
                    if let [Expr::Name(name)] = assignment.targets.as_slice() {
                        scope.aliases.insert(name.id.as_str(), &assignment.value);
                    }
                }
                Stmt::TypeAlias(alias) => {
                    if let Expr::Name(name) = &*alias.name {
                        scope.aliases.insert(name.id.as_str(), &alias.value);
                    }
                }
                _ => {}
            }
        }
        scope
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

    fn convert(&self, annotation: &Expr, depth: usize) -> Json {
        if depth > MAX_DEPTH {
            return string();
        }
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
        if let Some(class) = self.classes.get(name) {
            return self.class(class, depth);
        }
        if let Some(alias) = self.aliases.get(name) {
            return self.convert(alias, depth + 1);
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

    fn class(&self, class: &StmtClassDef, depth: usize) -> Json {
        let bases = class
            .arguments
            .as_ref()
            .map(|arguments| arguments.args.iter().map(last_name).collect::<Vec<_>>())
            .unwrap_or_default();
        if bases.iter().any(|base| base.ends_with("Enum")) {
            let values: Vec<Json> = class
                .body
                .iter()
                .filter_map(Stmt::as_assign_stmt)
                .filter_map(|assignment| json_of(&assignment.value))
                .collect();
            return enumeration(&values);
        }
        // `class Options(TypedDict, total=False)`: nothing is required.
        let partial = class.arguments.as_ref().is_some_and(|arguments| {
            let total = arguments.keywords.iter().find(|k| k.arg.as_ref().is_some_and(|arg| arg.as_str() == "total"));
            total.is_some_and(|keyword| json_of(&keyword.value) == Some(Json::Bool(false)))
        });
        let mut properties = Map::new();
        let mut required = Vec::new();
        for field in class.body.iter().filter_map(Stmt::as_ann_assign_stmt) {
            let Expr::Name(name) = &*field.target else { continue };
            let mut schema = self.convert(&field.annotation, depth + 1);
            let mut is_required = field.value.is_none() && !partial;
            match field.value.as_deref() {
                Some(Expr::Call(call)) if last_name(&call.func) == "Field" => is_required = describe(&mut schema, call),
                Some(value) => {
                    if let Some(default) = json_of(value).filter(|default| !default.is_null()) {
                        schema["default"] = default;
                    }
                }
                None => {}
            }
            if is_required {
                required.push(Json::from(name.id.as_str()));
            }
            properties.insert(name.id.to_string(), schema);
        }
        let mut schema = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        schema
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
                describe(&mut schema, call);
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

/// Adds what `Field(…)` says to a schema, and tells whether it leaves the field required.
fn describe(schema: &mut Json, call: &ExprCall) -> bool {
    const SAID: [(&str, &str); 9] = [
        ("description", "description"),
        ("default", "default"),
        ("ge", "minimum"),
        ("gt", "exclusiveMinimum"),
        ("le", "maximum"),
        ("lt", "exclusiveMaximum"),
        ("min_length", "minLength"),
        ("max_length", "maxLength"),
        ("pattern", "pattern"),
    ];
    let keyword =
        |name: &str| call.arguments.keywords.iter().find(|k| k.arg.as_ref().is_some_and(|arg| arg.as_str() == name));
    let positional = call.arguments.args.first();
    let Some(object) = schema.as_object_mut() else { return true };
    for (said, meant) in SAID {
        if let Some(value) = keyword(said).and_then(|k| json_of(&k.value)).filter(|value| !value.is_null()) {
            object.insert(meant.to_owned(), value);
        }
    }
    if let Some(default) = positional.and_then(json_of).filter(|value| !value.is_null()) {
        object.insert("default".to_owned(), default);
    }
    let by_position = positional.is_some_and(|value| !value.is_ellipsis_literal_expr());
    !by_position && keyword("default").is_none() && keyword("default_factory").is_none()
}

/// An `enum`, with its type where all values share one.
fn enumeration(values: &[Json]) -> Json {
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

fn last_name(expression: &Expr) -> &str {
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
