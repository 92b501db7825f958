//! Frontmatter into a card, with everything odd about it reported at its line.

use std::collections::HashSet;
use std::path::Path;

use crate::card::{Card, Reading};
use crate::diagnostic::Diagnostic;
use crate::frontmatter::{Definition, Oddity};
use crate::yaml::{self, Kind, Node};

/// Reads the card of a definition. Lines are those of the file.
pub(super) fn read_card(text: &str, layout: &Definition, file: &Path, diagnostics: &mut Vec<Diagnostic>) -> Reading {
    match layout.oddity {
        Some(Oddity::Missing) => {
            diagnostics.push(
                Diagnostic::warning("frontmatter-missing", file, "no frontmatter")
                    .at(1)
                    .fix("start the file with ---, name, description, ---"),
            );
        }
        Some(Oddity::Unclosed) => diagnostics.push(
            Diagnostic::warning("frontmatter-unclosed", file, "the frontmatter has no closing ---")
                .at(layout.frontmatter_offset)
                .fix("put --- on a line of its own after the last field"),
        ),
        Some(Oddity::LeadingSpace) => diagnostics.push(
            Diagnostic::warning("frontmatter-not-first", file, "something comes before the opening ---")
                .at(1)
                .fix("remove blank lines and the byte order mark before it"),
        ),
        None => {}
    }
    let Some(range) = &layout.frontmatter else { return Reading::default() };
    let offset = layout.frontmatter_offset;
    let mended = yaml::parse_leniently(&text[range.clone()]);
    if let Some(error) = &mended.error {
        diagnostics.push(
            Diagnostic::warning(
                "frontmatter-yaml",
                file,
                format!("the frontmatter is not valid YAML: {}", error.message),
            )
            .at(error.line + offset)
            .fix(if error.message.contains("mapping values") {
                "put quotes around values that contain `: ` or ` #`"
            } else {
                "mend the YAML there; until then fields are read one by one"
            }),
        );
    }
    for (key, line) in &mended.kept_as_text {
        diagnostics.push(
            Diagnostic::error(
                "field-unreadable",
                file,
                format!("the value of `{key}` is not valid YAML and was kept as text"),
            )
            .at(line + offset)
            .fix("mend the YAML of this field"),
        );
    }
    match &mended.node {
        Some(node @ Node { kind: Kind::Mapping(pairs), .. }) => {
            report_repeated_keys(pairs, file, offset, diagnostics);
            let mut reading = Card::read(node);
            reading.lines.values_mut().for_each(|line| *line += offset);
            diagnostics.extend(reading.misshapen.drain(..).map(|field| {
                Diagnostic::warning("field-shape", file, format!("`{}` should be {}", field.key, field.expected))
                    .at(field.line + offset)
                    .fix(format!("write `{}` as {}", field.key, field.expected))
            }));
            reading
        }
        Some(node) => {
            diagnostics.push(
                Diagnostic::error("frontmatter-shape", file, "the frontmatter is not a list of `key: value` fields")
                    .at(node.line + offset)
                    .fix("write name: … and description: … on lines of their own"),
            );
            Reading::default()
        }
        None => Reading::default(),
    }
}

fn report_repeated_keys(pairs: &[(Node, Node)], file: &Path, offset: usize, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen = HashSet::new();
    for (key, name) in pairs.iter().filter_map(|(key, _)| key.text().map(|name| (key, name))) {
        if !seen.insert(name) {
            diagnostics.push(
                Diagnostic::warning("field-repeated", file, format!("`{name}` is written twice; the last one counts"))
                    .at(key.line + offset)
                    .fix("remove one of them"),
            );
        }
    }
}
