//! Records in JSONL, JSON and CSV, and rows of Parquet and Arrow files. Each record is a sample, or the prediction of one system for a sample.
//!
//! Records with the same id, in one file or in several, form one sample. A text may be in the record, or in a file that
//! the record names. A record with `pages`, a list of `{"reference", "prediction"}`, is a document.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use serde_json::{Map, Value};
use texlens_vocabulary::Kind;

use super::choices::Choices;
use crate::input::{FileId, file_name, neutral, parent, stem};
use crate::mapping::{Column, Mapping, Side, side, unescape};
use crate::notice::{Notice, Problem, What, shown};
use crate::plan::{Draft, Layout, Listed, Part, Passage, PlannedTable, Why, is_picture, picture, whole};
use crate::records::{Row, Table, holds_records, type_name};
use crate::syntax::Syntax;

/// Number of records from which the meaning of columns is guessed.
const LOOKED_AT: usize = 200;

/// Maximum length of the name of a column, in bytes. A longer name is a text.
const LONGEST_NAME: usize = 256;

/// Takes files with records, and the files that they name.
pub(super) fn recognise(draft: &mut Draft<'_>, choices: &Choices) {
    let files: Vec<FileId> = draft
        .free()
        .filter(|(id, file)| holds_records(&file.path) && !draft.is_output(*id))
        .map(|(id, _)| id)
        .collect();
    let mut references = References::default();
    for file in files {
        let before = draft.plan.samples.len();
        match read(draft, file, choices, &mut references) {
            Ok(Held::Ratings) => {
                draft.take(file);
                draft.plan.ratings.push(file);
            }
            Ok(Held::Samples) => {
                draft.take(file);
                let folder = parent(draft.path(file));
                draft.recognised(Layout::Table, folder, vec![file], before);
            }
            // Not every list that lies next to other files is meant as input.
            Err(Problem::NoColumns { columns }) => draft.leave(file, Why::NoTexts { columns }),
            Err(Problem::NoRecords { detail }) => draft.leave(file, Why::NoRecords { detail }),
            Err(problem) => {
                draft.notice(file, None, problem);
                draft.leave(file, Why::Unusable);
            }
        }
    }
}

/// The content of a file with records.
enum Held {
    Samples,
    /// People's ratings, for samples that are elsewhere.
    Ratings,
}

fn read(draft: &mut Draft<'_>, file: FileId, choices: &Choices, references: &mut References) -> Result<Held, Problem> {
    let table = draft.listing.table(file)?;
    draft.plan.notices.extend(table.notices());
    let limit = draft.listing.limits().columns;
    let length = |text: &str| {
        let named = names_text(text)
            .then(|| draft.listing.find_beside(file, text))
            .flatten();
        let named = named.and_then(|file| draft.listing.get(file));
        named.map_or(text.len(), |file| usize::try_from(file.size()).unwrap_or(usize::MAX))
    };
    let (columns, are_all) = columns(&table, limit, length);
    if !are_all {
        draft.notice(file, None, Problem::TooManyColumns { limit });
    }
    let path = draft.path(file);
    let (system, side) = of_file(draft, file);
    let (mapping, guessed) = match choices.mappings.get(path) {
        Some(mapping) => (mapping.clone(), Vec::new()),
        None => {
            let mut mapping = Mapping::guess(&columns, (system, side));
            let guessed = mapping.guess_more(&columns, (system, side), choices.guesses_by_rest);
            (mapping, guessed)
        }
    };
    let is_list_of_pages = columns.iter().any(|column| column.pointer == "/pages");
    let names: Vec<String> = columns.into_iter().map(|column| column.pointer).collect();
    let has = |pointer: &str| names.iter().any(|name| name == pointer);
    if !mapping.has_texts() && !is_list_of_pages && has("/id") && has("/rating") {
        return Ok(Held::Ratings);
    }
    draft.plan.tables.push(PlannedTable {
        file,
        records: table.rows().len(),
        columns: names.clone(),
        mapping: mapping.clone(),
        guessed: guessed.clone(),
    });
    if !guessed.is_empty() {
        let columns = mapping
            .columns()
            .filter(|(_, column)| guessed.iter().any(|guess| guess == column));
        let columns = columns.map(|(meaning, column)| format!("{} ({meaning})", column.trim_start_matches('/')));
        let columns = shown(&columns.collect::<Vec<_>>().join(", "));
        draft.notice(file, None, Problem::GuessedColumns { columns });
    }
    if !mapping.has_texts() && !is_list_of_pages {
        let columns = shown(&names.join(", "));
        return Err(Problem::NoColumns { columns });
    }
    let mut reader = Reader {
        file,
        name: stem(file_name(path)),
        system,
        pointers: HashMap::new(),
        mapping: &mapping,
        references,
    };
    for (index, row) in table.rows().iter().enumerate() {
        let object = table.object(row);
        let added = object.and_then(|object| reader.add(draft, index, Record { row, object: &object }));
        if let Err(problem) = added {
            let is_last = problem.ends_the_list();
            draft.notice(file, Some(row.line), problem);
            if is_last {
                break;
            }
        }
    }
    Ok(Held::Samples)
}

/// Returns the information in a file's name on its texts: their system and their role.
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

/// Returns the fields of the first records, and whether these are all fields. The fields are in the order of the
/// header, or else sorted by name. The fields of objects count as well. `length` returns the length in bytes of a text,
/// or of the text in the file that the text names.
fn columns(table: &Table, limit: usize, length: impl Fn(&str) -> usize) -> (Vec<Column>, bool) {
    let mut columns: BTreeMap<String, Column> = BTreeMap::new();
    let mut are_all = true;
    let mut see = |pointer: String, value: &Value| {
        let is_known = columns.contains_key(&pointer);
        if !is_known && (columns.len() >= limit || pointer.len() > LONGEST_NAME) {
            are_all = false;
            return;
        }
        let column = columns.entry(pointer).or_default();
        if let Value::String(text) = value {
            column.has_text = true;
            column.longest = column.longest.max(length(text));
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
    let mut columns: Vec<Column> = columns.into_iter().map(named).collect();
    let names = table.header().iter().enumerate();
    let places: HashMap<String, usize> = names
        .map(|(place, name)| (format!("/{}", escape(name)), place))
        .collect();
    columns.sort_by_key(|column| places.get(&column.pointer).copied());
    (columns, are_all)
}

/// Escapes a name for a JSON pointer.
fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The references of samples, by hash. If each system has a separate record, each record repeats the reference.
#[derive(Default)]
struct References {
    hasher: RandomState,
    by_sample: HashMap<usize, u64>,
}

impl References {
    /// Reports whether the sample already has this reference.
    fn has(&self, sample: usize, hash: u64) -> bool {
        self.by_sample.get(&sample) == Some(&hash)
    }

    /// Returns the hash of a file, or of the text of a field.
    fn hash(&self, text: &Passage, value: Option<&Value>) -> u64 {
        match &text.part {
            Part::Whole => self.hasher.hash_one(text.file),
            _ => self.hasher.hash_one(value.and_then(Value::as_str)),
        }
    }
}

/// Makes samples of the records of a file.
struct Reader<'a> {
    file: FileId,
    /// The name of the file without its ending.
    name: &'a str,
    /// The system of texts for which nothing else gives a system.
    system: &'a str,
    /// Columns in the form that passages hold: one copy for all records.
    pointers: HashMap<String, Arc<str>>,
    mapping: &'a Mapping,
    references: &'a mut References,
}

/// A record and its position.
#[derive(Clone, Copy)]
struct Record<'r> {
    row: &'r Row,
    object: &'r Map<String, Value>,
}

impl Reader<'_> {
    /// Adds the content of a record. An error in one of its texts does not exclude the others.
    fn add(&mut self, draft: &mut Draft<'_>, index: usize, record: Record<'_>) -> Result<(), Problem> {
        let (mapping, object) = (self.mapping, record.object);
        let id = match field(object, mapping.id.as_ref()) {
            Some(value) => word(value).ok_or(Problem::NoId)?,
            None => format!("{}#{}", self.name, index + 1),
        };
        let by_record = field(object, mapping.system.as_ref()).and_then(word);
        if let Some(system) = &by_record {
            draft.check_name("system", system)?;
        }
        if let Some(document) = field(object, mapping.document.as_ref()).and_then(Value::as_str) {
            draft.check_name("document", document)?;
        }
        if let Some(Value::Array(pages)) = object.get("pages") {
            let system = by_record.as_deref().unwrap_or(self.system);
            return (0..pages.len()).try_for_each(|index| self.add_page(draft, record, (&id, index), system));
        }
        let sample = self.sample(draft, record.row, &id)?;
        self.describe(draft, sample, record);
        if let Some(column) = &mapping.reference {
            self.refer(draft, sample, record, column);
        }
        for prediction in &mapping.predictions {
            let system = by_record.as_deref().unwrap_or(&prediction.system);
            self.predict(draft, sample, record, &prediction.column, system)?;
        }
        Ok(())
    }

    /// Adds the information of a record on a sample, apart from its texts.
    fn describe(&self, draft: &mut Draft<'_>, sample: usize, record: Record<'_>) {
        let (mapping, object) = (self.mapping, record.object);
        let kind = field(object, mapping.kind.as_ref())
            .and_then(Value::as_str)
            .and_then(kind);
        let document = field(object, mapping.document.as_ref()).and_then(word);
        let page = field(object, mapping.page.as_ref()).and_then(number);
        let image = field(object, mapping.image.as_ref()).and_then(Value::as_str);
        let image = image.filter(|path| is_picture(path));
        let (image, missing) = match image.map(|path| self.named(draft, What::Image, path)) {
            Some(Err(problem)) => (None, Some(self.about(draft, record.row, problem))),
            Some(Ok(file)) => (Some(file), None),
            None => (None, None),
        };
        if let Some(file) = image {
            draft.take(file);
        }
        if let Some(sample) = draft.plan.samples.get_mut(sample) {
            sample.document = document.or(sample.document.take());
            sample.page = page.or(sample.page);
            // The first record of a sample determines the kind, unless another record names a kind.
            let is_first = sample
                .listed
                .is_some_and(|listed| (listed.file, listed.line) == (self.file, record.row.line));
            match kind.or(is_first.then_some(mapping.default_kind)) {
                // A document in a single text is a document of one page.
                Some(Kind::Document) => {
                    sample.kind = Kind::Page;
                    sample.document = Some(sample.id.clone());
                    sample.page = Some(1);
                }
                Some(kind) => sample.kind = kind,
                None => {}
            }
            sample.image = image.map(picture).or(sample.image.take());
            for tag in &mapping.tags {
                if let Some(value) = field(object, Some(tag)).filter(|value| !value.is_null()) {
                    let name = unescape(tag.trim_start_matches('/'));
                    sample.tags.entry(name).or_insert_with(|| value.clone());
                }
            }
            sample.problems.extend(missing.filter(|_| is_first));
        }
    }

    /// Adds a page of a document that is given in one record.
    fn add_page(
        &mut self,
        draft: &mut Draft<'_>,
        record: Record<'_>,
        (document, index): (&str, usize),
        system: &str,
    ) -> Result<(), Problem> {
        let sample = self.sample(draft, record.row, &format!("{document}/{:03}", index + 1))?;
        if let Some(sample) = draft.plan.samples.get_mut(sample) {
            sample.document = Some(document.to_owned());
            sample.page = Some(index as u64 + 1);
        }
        self.refer(draft, sample, record, &format!("/pages/{index}/reference"));
        self.predict(draft, sample, record, &format!("/pages/{index}/prediction"), system)
    }

    fn sample(&self, draft: &mut Draft<'_>, row: &Row, id: &str) -> Result<usize, Problem> {
        let sample = draft.listed_sample(id)?;
        if let Some(sample) = draft.plan.samples.get_mut(sample) {
            sample.listed.get_or_insert(Listed {
                file: self.file,
                line: row.line,
            });
        }
        Ok(sample)
    }

    /// Makes a column the reference of a sample. A repetition of the same reference is not a second one.
    fn refer(&mut self, draft: &mut Draft<'_>, index: usize, record: Record<'_>, column: &str) {
        let text = match self.text(draft, record, What::Reference, column) {
            Ok(Some(text)) => text,
            Ok(None) => return,
            Err(problem) if problem.is_of_reference() => {
                let missing = self.about(draft, record.row, problem);
                if let Some(sample) = draft.plan.samples.get_mut(index) {
                    sample.problems.push(missing);
                }
                return;
            }
            Err(problem) => return draft.notice(self.file, Some(record.row.line), problem),
        };
        let hash = self.references.hash(&text, field(record.object, Some(column)));
        let Some(sample) = draft.plan.samples.get_mut(index) else {
            return;
        };
        if sample.reference.is_none() {
            sample.reference = Some(text);
            self.references.by_sample.insert(index, hash);
        } else if !self.references.has(index, hash) {
            let (id, what) = (sample.id.clone(), "reference".to_owned());
            draft.notice(self.file, Some(record.row.line), Problem::SecondText { id, what });
        }
    }

    /// Makes a column the prediction of a system for a sample. Fails only if there is no room for more predictions.
    fn predict(
        &mut self,
        draft: &mut Draft<'_>,
        sample: usize,
        record: Record<'_>,
        column: &str,
        system: &str,
    ) -> Result<(), Problem> {
        let text = match self.text(draft, record, What::Prediction, column) {
            Ok(Some(text)) => text,
            Ok(None) => return Ok(()),
            Err(problem) => {
                draft.notice(self.file, Some(record.row.line), problem);
                return Ok(());
            }
        };
        draft.room_for_prediction()?;
        let Some(index) = draft.system(system) else {
            let limit = draft.listing.limits().systems;
            draft.notice(self.file, Some(record.row.line), Problem::TooManySystems { limit });
            return Ok(());
        };
        if !draft.predict(sample, index, text) {
            let (id, what) = (draft.id(sample).to_owned(), format!("prediction of {system}"));
            draft.notice(self.file, Some(record.row.line), Problem::SecondText { id, what });
        }
        Ok(())
    }

    /// Returns the text of a column, or of the file that the column names.
    fn text(
        &mut self,
        draft: &mut Draft<'_>,
        record: Record<'_>,
        what: What,
        column: &str,
    ) -> Result<Option<Passage>, Problem> {
        let text = match field(record.object, Some(column)) {
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
        if names_text(text) {
            let file = self.named(draft, what, text)?;
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
                record: record.row.bytes.clone(),
                line: record.row.line,
                pointer: pointer.clone(),
            },
            syntax: Syntax::Auto,
        }))
    }

    /// Returns the file at a path that a record names.
    fn named(&self, draft: &Draft<'_>, what: What, path: &str) -> Result<FileId, Problem> {
        let given = || shown(path);
        if is_path(path) && neutral(path).is_changed {
            return Err(Problem::Escape { what, path: given() });
        }
        let file = is_path(path)
            .then(|| draft.listing.find_beside(self.file, path))
            .flatten();
        file.ok_or_else(|| Problem::NotThere { what, path: given() })
    }

    /// Returns a notice about a problem in a record.
    fn about(&self, draft: &Draft<'_>, row: &Row, problem: Problem) -> Notice {
        Notice {
            path: draft.path(self.file).to_owned(),
            line: Some(row.line),
            problem,
        }
    }
}

/// Reports whether a text is the path of a file with a text.
fn names_text(text: &str) -> bool {
    is_path(text) && Syntax::of(text).is_some()
}

/// Reports whether a text can be the path of a file.
fn is_path(text: &str) -> bool {
    const LONGEST: usize = 1024;
    text.len() <= LONGEST && !text.contains(['\n', '{', '$'])
}

fn field(object: &Map<String, Value>, column: Option<impl AsRef<str>>) -> Option<&Value> {
    let column = column?;
    let mut parts = column.as_ref().strip_prefix('/')?.split('/').map(unescape);
    let first = object.get(&parts.next()?)?;
    parts.try_fold(first, |value, part| match value {
        Value::Object(object) => object.get(&part),
        Value::Array(list) => list.get(part.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Returns a name: a text or a number.
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
