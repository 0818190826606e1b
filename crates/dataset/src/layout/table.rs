//! Records in JSONL, JSON and CSV: a sample in each, or what one system says of a sample.
//!
//! Records of one id, in one file or in several, are one sample. A text may be in the record, or in a file that the record names.
//! A record with `pages`, a list of `{"reference", "prediction"}`, is a document.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value};
use texlens_evaluate::Kind;

use super::Choices;
use crate::input::{FileId, file_name, neutral, parent, stem};
use crate::mapping::{Column, Mapping, Side, side};
use crate::notice::Problem;
use crate::plan::{Draft, Layout, Listed, Part, Passage, PlannedTable, Why, is_picture, picture, whole};
use crate::records::{Row, Table, is_table, type_name};
use crate::syntax::Syntax;

/// Records that the meaning of columns is guessed from.
const LOOKED_AT: usize = 200;

/// Takes files with records, and the files that they name.
pub(super) fn recognise(draft: &mut Draft<'_>, choices: &Choices) {
    let files: Vec<FileId> = draft
        .free()
        .filter(|(_, file)| is_table(&file.path))
        .map(|(id, _)| id)
        .collect();
    for file in files {
        let before = draft.plan.samples.len();
        match read(draft, file, choices) {
            Ok(()) => {
                draft.take(file);
                let folder = parent(draft.path(file));
                draft.recognised(Layout::Table, folder, vec![file], before);
            }
            // Not every list that lies beside the others is meant.
            Err(Problem::NoColumns { columns }) => draft.leave(file, Why::NoTexts { columns }),
            Err(Problem::NoRecords { detail }) => draft.leave(file, Why::NoRecords { detail }),
            Err(problem) => {
                draft.notice(file, None, problem);
                draft.leave(file, Why::Unusable);
            }
        }
    }
}

fn read(draft: &mut Draft<'_>, file: FileId, choices: &Choices) -> Result<(), Problem> {
    let table = draft.listing.table(file)?;
    draft.plan.notices.extend(table.notices());
    let columns = columns(&table);
    let path = draft.path(file);
    let mapping = match choices.mappings.get(path) {
        Some(mapping) => mapping.clone(),
        None => Mapping::guess(&columns, of_file(draft, file)),
    };
    let is_list_of_pages = columns.iter().any(|column| column.pointer == "/pages");
    let names: Vec<String> = columns.into_iter().map(|column| column.pointer).collect();
    draft.plan.tables.push(PlannedTable {
        file,
        records: table.rows().len(),
        columns: names.clone(),
        mapping: mapping.clone(),
    });
    if !mapping.has_texts() && !is_list_of_pages {
        let columns = names.join(", ");
        return Err(Problem::NoColumns { columns });
    }
    let mut reader = Reader {
        file,
        folder: parent(path),
        name: stem(file_name(path)),
        pointers: HashMap::new(),
        mapping: &mapping,
    };
    for (index, row) in table.rows().iter().enumerate() {
        if let Err(problem) = table
            .object(row)
            .and_then(|object| reader.add(draft, index, row, &object))
        {
            draft.notice(file, Some(row.line), problem);
        }
    }
    Ok(())
}

/// What a file's name says of its texts: the system that they are of, and whether they are references.
fn of_file<'l>(draft: &Draft<'l>, file: FileId) -> (&'l str, Option<Side>) {
    let (path, system) = draft.path_in_system(file);
    match system {
        Some(system) => (system, Some(Side::Prediction)),
        None => {
            let name = stem(file_name(path));
            (name, side(name))
        }
    }
}

/// The fields of the first records, by name; of objects, their fields.
fn columns(table: &Table) -> Vec<Column> {
    let mut columns: BTreeMap<String, Column> = BTreeMap::new();
    let mut see = |pointer: String, value: &Value| {
        let column = columns.entry(pointer).or_default();
        if let Value::String(text) = value {
            column.has_text = true;
            column.longest = column.longest.max(text.len());
        }
    };
    for object in table
        .rows()
        .iter()
        .take(LOOKED_AT)
        .filter_map(|row| table.object(row).ok())
    {
        for (name, value) in &object {
            let pointer = format!("/{}", escape(name));
            match value {
                Value::Object(fields) => {
                    for (field, value) in fields {
                        see(format!("{pointer}/{}", escape(field)), value);
                    }
                }
                value => see(pointer, value),
            }
        }
    }
    let named = |(pointer, column)| Column { pointer, ..column };
    columns.into_iter().map(named).collect()
}

/// A name as a part of a JSON pointer.
fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Makes samples of the records of a file.
struct Reader<'a> {
    file: FileId,
    /// Its folder, and its name without the ending.
    folder: &'a str,
    name: &'a str,
    /// Columns as passages hold them: one copy for all records.
    pointers: HashMap<String, Arc<str>>,
    mapping: &'a Mapping,
}

impl Reader<'_> {
    fn add(
        &mut self,
        draft: &mut Draft<'_>,
        index: usize,
        row: &Row,
        object: &Map<String, Value>,
    ) -> Result<(), Problem> {
        let mapping = self.mapping;
        let id = match field(object, mapping.id.as_ref()) {
            Some(value) => word(value).filter(|id| !id.is_empty()).ok_or(Problem::NoId)?,
            None => format!("{}#{}", self.name, index + 1),
        };
        if let Some(Value::Array(pages)) = object.get("pages") {
            for (index, _) in pages.iter().enumerate() {
                self.add_page(draft, row, object, (&id, index))?;
            }
            return Ok(());
        }
        let sample = self.sample(draft, row, &id);
        self.describe(draft, sample, row, object);
        let reference = match &mapping.reference {
            Some(column) => self.text(draft, row, object, column)?,
            None => None,
        };
        if let Some(reference) = reference {
            refer(draft, sample, reference)?;
        }
        let by_record = field(object, mapping.system.as_ref()).and_then(word);
        for prediction in &mapping.predictions {
            let Some(text) = self.text(draft, row, object, &prediction.column)? else {
                continue;
            };
            let system = draft.system(by_record.as_deref().unwrap_or(&prediction.system));
            predict(draft, sample, system, text)?;
        }
        Ok(())
    }

    /// What a record says of a sample beside its texts.
    fn describe(&self, draft: &mut Draft<'_>, sample: usize, row: &Row, object: &Map<String, Value>) {
        let mapping = self.mapping;
        let kind = field(object, mapping.kind.as_ref())
            .and_then(Value::as_str)
            .and_then(kind);
        let document = field(object, mapping.document.as_ref()).and_then(word);
        let page = field(object, mapping.page.as_ref()).and_then(number);
        let image = field(object, mapping.image.as_ref()).and_then(Value::as_str);
        let image = image
            .and_then(|path| self.named(draft, path))
            .filter(|&file| is_picture(draft.path(file)));
        if let Some(file) = image {
            draft.take(file);
        }
        if let Some(sample) = draft.plan.samples.get_mut(sample) {
            sample.document = document.or(sample.document.take());
            sample.page = page.or(sample.page);
            // The first record of a sample says what it is, unless another does so in words.
            let is_first = sample
                .listed
                .is_some_and(|listed| (listed.file, listed.line) == (self.file, row.line));
            match kind.or(is_first.then_some(mapping.default_kind)) {
                // A document in one text is a document of one page.
                Some(Kind::Document) => {
                    sample.kind = Kind::Page;
                    sample.document = Some(sample.id.clone());
                    sample.page = Some(1);
                }
                Some(kind) => sample.kind = kind,
                None => {}
            }
            sample.image = image.map(picture).or(sample.image.take());
        }
    }

    /// A page of a document that is in one record.
    fn add_page(
        &mut self,
        draft: &mut Draft<'_>,
        row: &Row,
        object: &Map<String, Value>,
        (document, index): (&str, usize),
    ) -> Result<(), Problem> {
        let sample = self.sample(draft, row, &format!("{document}/{:03}", index + 1));
        if let Some(sample) = draft.plan.samples.get_mut(sample) {
            sample.document = Some(document.to_owned());
            sample.page = Some(index as u64 + 1);
        }
        if let Some(text) = self.text(draft, row, object, &format!("/pages/{index}/reference"))? {
            refer(draft, sample, text)?;
        }
        if let Some(text) = self.text(draft, row, object, &format!("/pages/{index}/prediction"))? {
            let system = draft.system(self.name);
            predict(draft, sample, system, text)?;
        }
        Ok(())
    }

    fn sample(&self, draft: &mut Draft<'_>, row: &Row, id: &str) -> usize {
        let sample = draft.sample(id);
        if let Some(sample) = draft.plan.samples.get_mut(sample) {
            sample.listed.get_or_insert(Listed {
                file: self.file,
                line: row.line,
            });
        }
        sample
    }

    /// The text of a column, or of the file that it names.
    fn text(
        &mut self,
        draft: &mut Draft<'_>,
        row: &Row,
        object: &Map<String, Value>,
        column: &str,
    ) -> Result<Option<Passage>, Problem> {
        let text = match field(object, Some(&column.to_owned())) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(text)) => text,
            Some(other) => {
                return Err(Problem::WrongType {
                    field: column.trim_start_matches('/').to_owned(),
                    found: type_name(other).to_owned(),
                    expected: "a text".to_owned(),
                });
            }
        };
        if let Some(file) = self
            .named(draft, text)
            .filter(|&file| Syntax::of(draft.path(file)).is_some())
        {
            draft.take(file);
            return Ok(Some(whole(file, draft.path(file))));
        }
        let pointer = self
            .pointers
            .entry(column.to_owned())
            .or_insert_with(|| Arc::from(column));
        Ok(Some(Passage {
            file: self.file,
            part: Part::Field {
                record: row.bytes.clone(),
                line: row.line,
                pointer: pointer.clone(),
            },
            syntax: Syntax::Auto,
        }))
    }

    /// The file that a text is the path of, if it is one.
    fn named(&self, draft: &Draft<'_>, text: &str) -> Option<FileId> {
        const LONGEST_PATH: usize = 1024;
        if text.len() > LONGEST_PATH || text.contains(['\n', '{', '$']) || !text.contains('.') {
            return None;
        }
        let path = neutral(text).path;
        let inside = if self.folder.is_empty() {
            path
        } else {
            format!("{}/{path}", self.folder)
        };
        draft.listing.find(&inside)
    }
}

fn field<'o>(object: &'o Map<String, Value>, column: Option<&String>) -> Option<&'o Value> {
    let mut parts = column?
        .strip_prefix('/')?
        .split('/')
        .map(|part| part.replace("~1", "/").replace("~0", "~"));
    let first = object.get(&parts.next()?)?;
    parts.try_fold(first, |value, part| match value {
        Value::Object(object) => object.get(&part),
        Value::Array(list) => list.get(part.parse::<usize>().ok()?),
        _ => None,
    })
}

/// A name: a text or a number.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

fn kind(word: &str) -> Option<Kind> {
    match word.to_lowercase().as_str() {
        "formula" | "inline" | "display" | "equation" | "inline-formula" | "display-formula" => Some(Kind::Formula),
        "page" => Some(Kind::Page),
        "document" => Some(Kind::Document),
        _ => None,
    }
}

fn refer(draft: &mut Draft<'_>, sample: usize, text: Passage) -> Result<(), Problem> {
    let Some(sample) = draft.plan.samples.get_mut(sample) else {
        return Ok(());
    };
    if sample.reference.is_some() {
        return Err(Problem::SecondText {
            id: sample.id.clone(),
            what: "reference".to_owned(),
        });
    }
    sample.reference = Some(text);
    Ok(())
}

fn predict(draft: &mut Draft<'_>, sample: usize, system: usize, text: Passage) -> Result<(), Problem> {
    if draft.predict(sample, system, text) {
        return Ok(());
    }
    let name = draft.plan.systems.get(system).cloned().unwrap_or_default();
    Err(Problem::SecondText {
        id: draft.id(sample).to_owned(),
        what: format!("prediction of {name}"),
    })
}
