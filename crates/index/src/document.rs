//! A document: what is searched of an entry, as weighted fields.
//!
//! There is one projection from entry to document, and it includes the body: hiding bodies costs retrievers a third of their quality on
//! large libraries, and they cost no context.

use kitbag_catalog::{Skill, Tool};
use serde::Serialize;
use serde_json::Value as Json;

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    /// A skill.
    Skill,
    /// A tool.
    Tool,
}

/// The parts of a document, from those that say most about it to those that say least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Field {
    /// Its name.
    Name,
    /// Words that should lead to it.
    Keywords,
    /// What users want when they need it.
    Intents,
    /// What it does.
    Description,
    /// The names and descriptions of its tools.
    Tools,
    /// The names and descriptions of parameters.
    Parameters,
    /// The headings of its body.
    Headings,
    /// Its instructions.
    Body,
}

impl Field {
    /// Every field, in order.
    pub const ALL: [Self; 8] = [
        Self::Name,
        Self::Keywords,
        Self::Intents,
        Self::Description,
        Self::Tools,
        Self::Parameters,
        Self::Headings,
        Self::Body,
    ];

    /// How much a word in this field counts. Chosen on the development sets (`docs/benchmarks.md`).
    pub fn weight(self) -> f32 {
        match self {
            Self::Name => 4.0,
            Self::Keywords | Self::Intents | Self::Description => 2.0,
            Self::Tools => 1.0,
            Self::Parameters => 1.0,
            Self::Headings => 0.7,
            Self::Body => 0.6,
        }
    }

    /// How many characters are searched; more is noise that every long text shares.
    fn limit(self) -> usize {
        match self {
            Self::Description => 1_000,
            Self::Parameters => 2_000,
            Self::Body => 4_000,
            _ => 2_000,
        }
    }
}

/// What is searched of one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The entry's id.
    pub id: String,
    /// What it is.
    pub kind: EntryKind,
    /// Its name.
    pub name: String,
    fields: Vec<(Field, String)>,
}

impl Document {
    /// A document of the given fields; empty ones are dropped, long ones cut at their limit.
    pub fn new(id: impl Into<String>, kind: EntryKind, name: impl Into<String>, fields: Vec<(Field, String)>) -> Self {
        let fields = fields
            .into_iter()
            .map(|(field, mut text)| {
                if let Some((end, _)) = text.char_indices().nth(field.limit()) {
                    text.truncate(end);
                }
                (field, text)
            })
            .filter(|(_, text)| !text.trim().is_empty())
            .collect();
        Self { id: id.into(), kind, name: name.into(), fields }
    }

    /// The projection of a skill.
    pub fn of_skill(skill: &Skill) -> Self {
        let card = &skill.card;
        let tools: Vec<&str> =
            skill.tools.iter().flat_map(|tool| [tool.id.name(), tool.description.as_str()]).collect();
        let headings: Vec<&str> = skill.sections.iter().map(|section| section.title.as_str()).collect();
        let fields = vec![
            (Field::Name, format!("{} {}", skill.name(), skill.id.directory())),
            (Field::Keywords, [card.routing_keywords.join("\n"), card.tags.join("\n")].join("\n")),
            (Field::Intents, card.intents.join("\n")),
            (Field::Description, card.description.clone()),
            (Field::Tools, tools.join("\n")),
            (Field::Headings, headings.join("\n")),
            (Field::Body, skill.body().to_owned()),
        ];
        Self::new(skill.id.as_str(), EntryKind::Skill, skill.name(), fields)
    }

    /// The projection of a tool: its own words, and at a lower weight those of the skill it belongs to.
    pub fn of_tool(tool: &Tool, owner: &Skill) -> Self {
        let mut parameters = Vec::new();
        collect_parameters(&tool.input_schema, &mut parameters);
        let fields = vec![
            (Field::Name, tool.id.name().to_owned()),
            (Field::Description, tool.description.clone()),
            (Field::Parameters, parameters.join("\n")),
            (Field::Tools, [owner.name(), &owner.card.description].join("\n")),
            (Field::Headings, owner.card.routing_keywords.join("\n")),
        ];
        Self::new(tool.id.to_string(), EntryKind::Tool, tool.id.name(), fields)
    }

    /// Its fields, in order, without the empty ones.
    pub fn fields(&self) -> impl Iterator<Item = (Field, &str)> {
        self.fields.iter().map(|(field, text)| (*field, text.as_str()))
    }
}

/// The words of a schema: names and descriptions of parameters, without the vocabulary of JSON Schema itself.
pub fn collect_parameters(schema: &Json, words: &mut Vec<String>) {
    collect(schema, words, 0);
}

fn collect(schema: &Json, words: &mut Vec<String>, depth: usize) {
    const GRAMMAR: [&str; 9] =
        ["type", "required", "default", "enum", "items", "properties", "optional", "format", "title"];
    if depth > 5 {
        return;
    }
    match schema {
        Json::Object(map) => {
            for (key, value) in map {
                match value {
                    Json::String(text) if key == "name" || key == "description" => {
                        words.push(text.chars().take(80).collect());
                    }
                    _ if !GRAMMAR.contains(&key.as_str()) && key != "additionalProperties" => words.push(key.clone()),
                    _ => {}
                }
                collect(value, words, depth + 1);
            }
        }
        Json::Array(items) => items.iter().take(20).for_each(|item| collect(item, words, depth + 1)),
        _ => {}
    }
}
