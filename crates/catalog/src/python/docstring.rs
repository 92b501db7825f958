//! Docstrings: the description of a tool and of each of its parameters.
//!
//! The three ways in which people write parameters are understood: Google (`Args:`), reStructuredText (`:param x:`) and
//! NumPy (`Parameters` underlined).

use std::collections::HashMap;

use ruff_python_ast::Stmt;

use super::literal::text_of;

/// What a docstring says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Docstring {
    /// The text before any section, paragraphs kept.
    pub(super) summary: String,
    /// Parameter name to description.
    pub(super) parameters: HashMap<String, String>,
}

/// Section titles that end the summary.
const SECTIONS: [&str; 14] = [
    "args",
    "arguments",
    "parameters",
    "params",
    "returns",
    "return",
    "yields",
    "raises",
    "example",
    "examples",
    "note",
    "notes",
    "see also",
    "attributes",
];
const PARAMETER_SECTIONS: [&str; 4] = ["args", "arguments", "parameters", "params"];

/// Reads the docstring of a function's body.
pub(super) fn read(body: &[Stmt]) -> Docstring {
    let text = body.first().and_then(Stmt::as_expr_stmt).and_then(|statement| text_of(&statement.value));
    text.map(|text| parse(&dedent(&text))).unwrap_or_default()
}

fn parse(text: &str) -> Docstring {
    let mut doc = Docstring::default();
    let mut summary: Vec<&str> = Vec::new();
    let mut section: Option<String> = None;
    let mut current: Option<(String, usize)> = None;
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let content = line.trim();
        if let Some(title) = section_title(content, indent, lines.get(index + 1)) {
            section = Some(title);
            current = None;
        } else if let Some((name, description)) = rest_parameter(content) {
            section.get_or_insert_with(|| "params".to_owned());
            doc.parameters.insert(name.clone(), description);
            current = Some((name, indent));
        } else if [":return", ":raise", ":rtype", ":type", ":yield"].iter().any(|field| content.starts_with(field)) {
            section.get_or_insert_with(|| "params".to_owned());
            current = None;
        } else {
            match &section {
                None => summary.push(line),
                Some(title) if PARAMETER_SECTIONS.contains(&title.as_str()) && !is_underline(content) => {
                    parameter_line(content, indent, &mut current, &mut doc.parameters);
                }
                Some(_) => {}
            }
        }
    }
    doc.summary = summary.join("\n").trim().to_owned();
    doc
}

/// A line of a parameter section: either `name (type): text` or `name : type`, or more text for the parameter above.
fn parameter_line(
    content: &str,
    indent: usize,
    current: &mut Option<(String, usize)>,
    parameters: &mut HashMap<String, String>,
) {
    if content.is_empty() {
        return;
    }
    let starts = match current {
        Some((_, start)) => indent <= *start,
        None => true,
    };
    if starts {
        let (head, text) = content.split_once(':').unwrap_or((content, ""));
        let name = head.split(['(', ' ']).next().unwrap_or_default().trim_start_matches('*');
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        // NumPy writes `name : type`, with the text on the following lines.
        let text = if head.ends_with(' ') { "" } else { text.trim() };
        *current = is_name.then(|| (name.to_owned(), indent));
        if is_name {
            parameters.insert(name.to_owned(), text.to_owned());
        }
    } else if let Some(description) = current.as_ref().and_then(|(name, _)| parameters.get_mut(name)) {
        if !description.is_empty() {
            description.push(' ');
        }
        description.push_str(content);
    }
}

fn section_title(content: &str, indent: usize, next: Option<&&str>) -> Option<String> {
    let underlined = next.is_some_and(|next| is_underline(next.trim()));
    let title = content.strip_suffix(':').or(underlined.then_some(content))?.to_lowercase();
    (indent == 0 && SECTIONS.contains(&title.as_str())).then_some(title)
}

fn is_underline(content: &str) -> bool {
    content.len() >= 3 && content.bytes().all(|b| b == b'-')
}

fn rest_parameter(content: &str) -> Option<(String, String)> {
    let (head, text) = content.strip_prefix(":param ")?.split_once(':')?;
    let name = head.split_whitespace().last()?;
    Some((name.to_owned(), text.trim().to_owned()))
}

/// A docstring without the indentation of its code, as `inspect.cleandoc` gives it.
pub(super) fn dedent(text: &str) -> String {
    let expanded = text.replace('\t', "        ");
    let margin = expanded
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min();
    let lines: Vec<&str> = expanded
        .lines()
        .enumerate()
        .map(
            |(index, line)| {
                if index == 0 { line.trim_start() } else { line.get(margin.unwrap_or(0)..).unwrap_or_default() }
            },
        )
        .map(str::trim_end)
        .collect();
    lines.join("\n").trim().to_owned()
}
