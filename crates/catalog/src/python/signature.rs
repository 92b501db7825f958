//! Signatures: a function's parameters as a JSON schema.

use std::collections::HashMap;

use ruff_python_ast::Parameters;
use serde_json::{Map, Value as Json, json};

use super::annotation::Namespace;
use super::literal::json_of;

/// Parameters that the runtime provides and a model must not see.
const HIDDEN: [&str; 4] = ["self", "cls", "ctx", "project_root"];

/// The schema of a call: one property per parameter, required where it has no default.
///
/// `**kwargs` allows further properties; `*args` cannot be passed by name and is left out.
pub(super) fn schema(
    parameters: &Parameters,
    namespace: &Namespace<'_>,
    descriptions: &HashMap<String, String>,
) -> Json {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for parameter in parameters.iter_non_variadic_params() {
        let name = parameter.parameter.name.as_str();
        if HIDDEN.contains(&name) {
            continue;
        }
        let default = parameter.default.as_deref();
        let literal = default.and_then(json_of);
        let mut property = match (parameter.parameter.annotation.as_deref(), &literal) {
            (Some(annotation), Some(value)) if !namespace.knows(annotation) => like(value),
            (Some(annotation), _) => namespace.schema(annotation),
            (None, Some(value)) => like(value),
            (None, None) => json!({"type": "string"}),
        };
        if let (Some(object), Some(description)) = (property.as_object_mut(), descriptions.get(name))
            && !description.is_empty()
        {
            object.entry("description").or_insert_with(|| description.as_str().into());
        }
        match (default, literal) {
            (None, _) => required.push(Json::from(name)),
            (Some(_), Some(value)) if !value.is_null() => property["default"] = value,
            _ => {}
        }
        properties.insert(name.to_owned(), property);
    }
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema["additionalProperties"] = parameters.kwarg.is_some().into();
    schema
}

/// The type of a parameter that has a default and no annotation.
fn like(value: &Json) -> Json {
    let name = match value {
        Json::Bool(_) => "boolean",
        Json::Number(n) if n.is_i64() => "integer",
        Json::Number(_) => "number",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
        Json::Null | Json::String(_) => "string",
    };
    json!({"type": name})
}
