//! Literal expressions as JSON: defaults, enum values, decorator arguments.

use ruff_python_ast::{Expr, Number, UnaryOp};
use serde_json::{Map, Value as Json};

/// How deep a literal may nest before it is no longer worth showing as a default.
const MAX_DEPTH: usize = 8;

/// The text of a string literal, implicit concatenation included; f-strings are not literal.
pub(super) fn text_of(expression: &Expr) -> Option<String> {
    expression.as_string_literal_expr().map(|literal| literal.value.to_str().to_owned())
}

/// The value of a literal expression, or `None` where running it would be needed to know.
pub(super) fn json_of(expression: &Expr) -> Option<Json> {
    value(expression, 0)
}

fn value(expression: &Expr, depth: usize) -> Option<Json> {
    if depth > MAX_DEPTH {
        return None;
    }
    match expression {
        Expr::StringLiteral(_) => text_of(expression).map(Json::from),
        Expr::BooleanLiteral(literal) => Some(literal.value.into()),
        Expr::NoneLiteral(_) => Some(Json::Null),
        Expr::NumberLiteral(literal) => number(&literal.value),
        Expr::UnaryOp(negated) if negated.op == UnaryOp::USub => match value(&negated.operand, depth + 1)? {
            Json::Number(n) => {
                n.as_i64().and_then(i64::checked_neg).map(Json::from).or_else(|| n.as_f64().map(|f| Json::from(-f)))
            }
            _ => None,
        },
        Expr::List(list) => {
            list.elts.iter().map(|item| value(item, depth + 1)).collect::<Option<Vec<_>>>().map(Json::from)
        }
        Expr::Tuple(tuple) => {
            tuple.elts.iter().map(|item| value(item, depth + 1)).collect::<Option<Vec<_>>>().map(Json::from)
        }
        Expr::Dict(dict) => {
            let mut map = Map::new();
            for item in &dict.items {
                map.insert(text_of(item.key.as_ref()?)?, value(&item.value, depth + 1)?);
            }
            Some(Json::Object(map))
        }
        _ => None,
    }
}

fn number(number: &Number) -> Option<Json> {
    match number {
        Number::Int(int) => int.as_i64().map(Json::from),
        Number::Float(float) => Some(Json::from(*float)),
        Number::Complex { .. } => None,
    }
}
