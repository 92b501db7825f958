//! Classes as schemas: enums, and classes with annotated fields (dataclasses, TypedDicts, models).

use ruff_python_ast::{Expr, ExprCall, Stmt, StmtClassDef};
use serde_json::{Map, Value as Json, json};

use super::annotation::{Namespace, enumeration, last_name};
use super::literal::json_of;

/// The schema of a class.
pub(super) fn schema(class: &StmtClassDef, namespace: &Namespace<'_>, depth: usize) -> Json {
    let bases = class.arguments.iter().flat_map(|arguments| arguments.args.iter().map(last_name));
    if bases.into_iter().any(|base| base.ends_with("Enum")) {
        let assigned = class.body.iter().filter_map(Stmt::as_assign_stmt);
        return enumeration(&assigned.filter_map(|assignment| json_of(&assignment.value)).collect::<Vec<_>>());
    }
    let partial = is_partial(class);
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in class.body.iter().filter_map(Stmt::as_ann_assign_stmt) {
        let Expr::Name(name) = &*field.target else { continue };
        let mut schema = namespace.convert(&field.annotation, depth + 1);
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

/// `class Options(TypedDict, total=False)`: nothing is required.
fn is_partial(class: &StmtClassDef) -> bool {
    class.arguments.as_ref().is_some_and(|arguments| {
        let total = arguments.keywords.iter().find(|k| k.arg.as_ref().is_some_and(|arg| arg.as_str() == "total"));
        total.is_some_and(|keyword| json_of(&keyword.value) == Some(Json::Bool(false)))
    })
}

/// Adds what `Field(…)` says to a schema, and tells whether it leaves the field required.
pub(super) fn describe(schema: &mut Json, call: &ExprCall) -> bool {
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
