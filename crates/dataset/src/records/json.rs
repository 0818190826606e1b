//! Records in JSON: one in each line, or the members of one array or object.

use std::fmt;

use serde::Deserializer;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::row::{Row, RowList};
use crate::notice::Problem;

/// Adds a record for every line that is not blank.
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

/// Adds the members of an array, of the only array in an object, or of an object whose names are ids.
pub(super) fn rows(text: &str, list: &mut RowList<'_>) -> Result<(), Problem> {
    let most = list.limits.records.saturating_add(1);
    let is_array = text.trim_start().starts_with('[');
    let members = match first_members(text, most) {
        Ok(members) if is_array => members,
        Ok(members) => records(members, most)?,
        Err(error) if is_array => return Err(no_records(&error.to_string())),
        Err(_) => {
            // Some tools write JSON lines but name the file `.json`.
            lines(text, list);
            let is_record = |row: &Row| object(text.get(row.bytes.clone()).unwrap_or_default()).is_ok();
            return match list.rows.first() {
                Some(row) if is_record(row) => Ok(()),
                _ => Err(no_records("it is not JSON, or ends early")),
            };
        }
    };
    let mut lines = LineCounter::new(text);
    for (key, value) in members {
        let start = offset(text, value.get());
        if !list.push(lines.at(start), start..start + value.get().len(), key) {
            break;
        }
    }
    Ok(())
}

/// Returns the members of the only array in an object, or those of the object itself if all of them are records.
fn records<'t>(object: Vec<Member<'t>>, most: usize) -> Result<Vec<Member<'t>>, Problem> {
    let is_array = |(_, value): &&Member<'t>| value.get().starts_with('[');
    let mut arrays = object.iter().filter(is_array);
    if let (Some((_, array)), None) = (arrays.next(), arrays.next()) {
        return first_members(array.get(), most).map_err(|error| no_records(&error.to_string()));
    }
    let is_record = |(_, value): &Member<'_>| value.get().starts_with(['{', '"']);
    if object.is_empty() || !object.iter().all(is_record) {
        return Err(no_records("it is neither an array nor an object of records"));
    }
    Ok(object)
}

/// A member of an array, or of an object with its name.
type Member<'t> = (Option<String>, &'t RawValue);

/// Returns the members of an array or object. All are checked but at most `most` are kept, so that a file of commas
/// does not take many times its size in memory.
fn first_members(text: &str, most: usize) -> serde_json::Result<Vec<Member<'_>>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let members = deserializer.deserialize_any(FirstMembers(most))?;
    deserializer.end()?;
    Ok(members)
}

struct FirstMembers(usize);

impl<'de> Visitor<'de> for FirstMembers {
    type Value = Vec<Member<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while members.len() < self.0 {
            let Some(value) = list.next_element()? else {
                return Ok(members);
            };
            members.push((None, value));
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(members)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while members.len() < self.0 {
            let Some((name, value)) = object.next_entry()? else {
                return Ok(members);
            };
            members.push((Some(name), value));
        }
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(members)
    }
}

/// Returns the offset of `part` in `text`.
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

fn no_records(detail: &str) -> Problem {
    Problem::NoRecords {
        detail: detail.to_owned(),
    }
}

/// Counts the lines up to increasing offsets.
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

/// Returns a record. A text alone is a record with that text.
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

/// Returns the type of a value in words.
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
