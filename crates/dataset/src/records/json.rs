//! Records in JSON: a line each, or members of one array or object.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::RowList;
use crate::notice::Problem;

/// A record in every line that is not blank.
pub(super) fn lines(text: &str, list: &mut RowList<'_>) {
    let mut start = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let record = line.trim();
        let before = line.len() - line.trim_start().len();
        if !record.is_empty() && !list.push(index + 1, start + before..start + before + record.len(), None) {
            return;
        }
        start += line.len();
    }
}

/// The members of an array, of the one array of records in an object, or of an object whose names are ids.
pub(super) fn rows(text: &str, list: &mut RowList<'_>) -> Result<(), Problem> {
    let first = text.trim_start().chars().next();
    if first == Some('[') {
        return members(text, text, list);
    }
    let Ok(object) = serde_json::from_str::<BTreeMap<String, &RawValue>>(text) else {
        // Some write JSON lines and call them JSON.
        lines(text, list);
        let is_record = |row: &super::Row| object(text.get(row.bytes.clone()).unwrap_or_default()).is_ok();
        return match list.rows.first() {
            Some(row) if is_record(row) => Ok(()),
            _ => Err(no_records("it is not JSON, or ends early")),
        };
    };
    let is_array = |value: &&&RawValue| value.get().starts_with('[');
    let mut arrays = object.values().filter(is_array);
    if let (Some(array), None) = (arrays.next(), arrays.next()) {
        return members(text, array.get(), list);
    }
    let is_record = |value: &&RawValue| value.get().starts_with(['{', '"']);
    if object.is_empty() || !object.values().all(is_record) {
        return Err(no_records("it is neither an array nor an object of records"));
    }
    let mut members: Vec<(String, &RawValue)> = object.into_iter().collect();
    members.sort_by_key(|(_, value)| offset(text, value.get()));
    let mut lines = LineCounter::new(text);
    for (key, value) in members {
        let start = offset(text, value.get());
        if !list.push(lines.at(start), start..start + value.get().len(), Some(key)) {
            break;
        }
    }
    Ok(())
}

fn members(text: &str, array: &str, list: &mut RowList<'_>) -> Result<(), Problem> {
    let values: Vec<&RawValue> = serde_json::from_str(array).map_err(|error| no_records(&error.to_string()))?;
    let mut lines = LineCounter::new(text);
    for value in values {
        let start = offset(text, value.get());
        if !list.push(lines.at(start), start..start + value.get().len(), None) {
            break;
        }
    }
    Ok(())
}

/// Where a part of a text begins in it.
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

fn no_records(detail: &str) -> Problem {
    Problem::NoRecords {
        detail: detail.to_owned(),
    }
}

/// Tells lines of growing offsets.
struct LineCounter<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            offset: 0,
            line: 1,
        }
    }

    fn at(&mut self, offset: usize) -> usize {
        let between = self.text.as_bytes().get(self.offset..offset).unwrap_or_default();
        self.line += between.iter().filter(|&&byte| byte == b'\n').count();
        self.offset = self.offset.max(offset);
        self.line
    }
}

/// A record; a text alone is one with a text.
pub(super) fn object(text: &str) -> Result<Map<String, Value>, Problem> {
    let value = serde_json::from_str(text).map_err(|error| Problem::NotARecord {
        detail: error.to_string().replace("at line 1 column", "at column"),
    })?;
    match value {
        Value::Object(object) => Ok(object),
        Value::String(text) => Ok(Map::from_iter([("text".to_owned(), Value::String(text))])),
        other => Err(Problem::NotARecord {
            detail: format!("it is {}", type_name(&other)),
        }),
    }
}

/// What a value is, for a person.
pub(crate) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
