//! An evaluation set: entries, queries, and which entries answer which query.
//!
//! `corpus.jsonl` has `{"id", "name", "description", "keywords"?, "text"?, "schema"?}` a line, `queries.jsonl` `{"id", "text"}`, `qrels.tsv` query id,
//! entry id and grade, separated by tabs.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use kitbag_index::{Answers, Document, EntryKind, Field, collect_parameters};
use serde_json::Value as Json;

use crate::failure::{Complaint, Failure};

/// A set, read.
pub(super) struct Set {
    pub(super) documents: Vec<Document>,
    /// Text and right answers of each query, in the order of the file.
    pub(super) queries: Vec<(String, Answers)>,
    /// How many answers name an entry or a query that is not there.
    pub(super) unknown: usize,
}

impl Set {
    /// Reads the three files; an error names the file and the line.
    pub(super) fn read(corpus: &Path, queries: &Path, qrels: &Path) -> Result<Self, Failure> {
        let documents = lines(corpus)?
            .into_iter()
            .map(|(line, text)| document(corpus, line, &text))
            .collect::<Result<Vec<_>, _>>()?;
        let mut known: HashSet<&str> = HashSet::new();
        if let Some(twice) = documents.iter().find(|document| !known.insert(document.id.as_str())) {
            return Err(Failure::Input(
                Complaint::new(format!("{}: the id `{}` is there twice", corpus.display(), twice.id))
                    .fix("give each entry an id of its own"),
            ));
        }
        let mut unknown = 0;
        let mut answers: HashMap<String, Answers> = HashMap::new();
        for (line, text) in lines(qrels)? {
            let parts: Vec<&str> = text.split('\t').collect();
            let [query, entry, grade] = parts[..] else {
                return Err(at(qrels, line, "expected query, entry and grade, separated by tabs"));
            };
            let grade: u32 = grade.trim().parse().map_err(|_| at(qrels, line, "the grade is not a whole number"))?;
            if !known.contains(entry) {
                unknown += 1;
            } else if grade > 0 {
                answers.entry(query.to_owned()).or_default().insert(entry.to_owned(), grade);
            }
        }
        let mut asked = Vec::new();
        let mut asked_ids = HashSet::new();
        for (line, text) in lines(queries)? {
            let json = parse(queries, line, &text)?;
            let id = field(&json, "id").ok_or_else(|| at(queries, line, "there is no `id`"))?;
            let text = json["text"].as_str().ok_or_else(|| at(queries, line, "there is no `text`"))?;
            if !asked_ids.insert(id.clone()) {
                return Err(at(queries, line, &format!("the id `{id}` is there twice")));
            }
            asked.push((text.to_owned(), answers.remove(&id).unwrap_or_default()));
        }
        // What is left names queries that were not asked.
        unknown += answers.values().map(HashMap::len).sum::<usize>();
        Ok(Self { documents, queries: asked, unknown })
    }
}

fn document(file: &Path, line: usize, text: &str) -> Result<Document, Failure> {
    let json = parse(file, line, text)?;
    let id = field(&json, "id").ok_or_else(|| at(file, line, "there is no `id`"))?;
    let name = field(&json, "name").unwrap_or_else(|| id.clone());
    let keywords: Vec<String> = json["keywords"].as_array().into_iter().flatten().filter_map(text_of).collect();
    let mut parameters = Vec::new();
    collect_parameters(&json["schema"], &mut parameters);
    let said = |key: &str| field(&json, key).unwrap_or_default();
    let fields = vec![
        (Field::Name, name.clone()),
        (Field::Keywords, keywords.join("\n")),
        (Field::Description, said("description")),
        (Field::Parameters, parameters.join("\n")),
        (Field::Body, said("text")),
    ];
    Ok(Document::new(id, EntryKind::Skill, name, fields))
}

/// The lines of a file that are not blank, with their numbers.
fn lines(file: &Path) -> Result<Vec<(usize, String)>, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        Failure::File(Complaint::new(format!("{} cannot be read: {error}", file.display())).fix("check the path"))
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.to_owned()));
    Ok(numbered.filter(|(_, line)| !line.trim().is_empty()).collect())
}

fn parse(file: &Path, line: usize, text: &str) -> Result<Json, Failure> {
    // The parser sees one line and calls it the first.
    serde_json::from_str(text)
        .map_err(|error| at(file, line, &format!("this is not JSON: {}", error.to_string().replace(" at line 1", ""))))
}

fn field(json: &Json, key: &str) -> Option<String> {
    json.get(key).and_then(text_of)
}

fn text_of(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn at(file: &Path, line: usize, problem: &str) -> Failure {
    Failure::Input(Complaint::new(format!("{}:{line}: {problem}", file.display())))
}
