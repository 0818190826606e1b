//! Pages with their completions from JSON lines. A line that cannot be used gives an error, and nothing else is lost.

use std::collections::VecDeque;
use std::path::Path;

use serde_json::{Map, Value};

use crate::input::ReadError;
use crate::input::lines::{Lines, MAX_LINE, check_id, object};

/// Maximum number of completions of a page.
const MAX_COMPLETIONS: usize = 1024;

/// A page whose completions are all known, or an error.
pub(super) enum Item {
    Page(Page),
    Bad(Bad),
}

/// A page with its completions.
pub(super) struct Page {
    pub(super) id: Value,
    /// The number of its first line, from 1.
    pub(super) line: usize,
    pub(super) reference: String,
    pub(super) completions: Vec<Completion>,
}

/// A completion of a page.
pub(super) struct Completion {
    /// The number of its line, from 1.
    pub(super) line: usize,
    pub(super) index: u64,
    /// The LaTeX, or the reason why there is none.
    pub(super) text: Result<String, String>,
}

/// A line that cannot be used.
pub(super) struct Bad {
    /// Null if the line gives no id.
    pub(super) id: Value,
    pub(super) line: usize,
    pub(super) error: String,
}

/// Reads pages from lines.
pub(super) struct Pages {
    lines: Lines,
    number: usize,
    /// The page whose lines are being read.
    open: Option<Page>,
    ready: VecDeque<Item>,
}

impl Pages {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(path: &Path) -> Result<Self, ReadError> {
        Ok(Self {
            lines: Lines::open(path)?,
            number: 0,
            open: None,
            ready: VecDeque::new(),
        })
    }

    /// Reads on until a page is complete or a line is wrong. Returns `None` at the end of the input.
    pub(super) fn next(&mut self) -> Result<Option<Item>, ReadError> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Ok(Some(item));
            }
            let Some(line) = self.lines.next()? else {
                return Ok(self.open.take().map(Item::Page));
            };
            self.number += 1;
            match object(&line) {
                Ok(None) => self.close(),
                Ok(Some(Value::Object(fields))) => self.take(fields),
                Ok(Some(_)) => {}
                Err(error) => self.refuse(Value::Null, error),
            }
        }
    }

    fn close(&mut self) {
        self.ready.extend(self.open.take().map(Item::Page));
    }

    fn refuse(&mut self, id: Value, error: String) {
        let line = self.number;
        self.ready.push_back(Item::Bad(Bad { id, line, error }));
    }

    fn take(&mut self, mut fields: Map<String, Value>) {
        let id = fields.remove("id").unwrap_or_default();
        if let Err(error) = self.add(&id, fields) {
            self.refuse(id, error);
        }
    }

    fn add(&mut self, id: &Value, mut fields: Map<String, Value>) -> Result<(), String> {
        check_id(id)?;
        let reference = match fields.remove("reference") {
            Some(Value::String(reference)) => Some(reference),
            None => None,
            Some(other) => return Err(format!("\"reference\" is {} and must be text", noun(&other))),
        };
        match (fields.remove("completions"), fields.remove("prediction")) {
            (Some(Value::Array(completions)), None) => {
                self.close();
                let reference = reference.ok_or("\"reference\" is missing")?;
                let page = self.page(id, reference, completions)?;
                self.ready.push_back(Item::Page(page));
                Ok(())
            }
            (Some(other), None) => Err(format!("\"completions\" is {} and must be a list", noun(&other))),
            (None, Some(prediction)) => {
                let index = fields.remove("completion").unwrap_or_default();
                self.add_completion(id, reference, index, prediction)
            }
            _ => Err("it must have either \"completions\" or \"prediction\"".to_owned()),
        }
    }

    fn page(&self, id: &Value, reference: String, completions: Vec<Value>) -> Result<Page, String> {
        if completions.is_empty() {
            return Err("\"completions\" is empty".to_owned());
        }
        check_count(completions.len())?;
        let completion = |(index, value): (u64, Value)| Completion {
            line: self.number,
            index,
            text: text(value),
        };
        Ok(Page {
            id: id.clone(),
            line: self.number,
            reference,
            completions: (0..).zip(completions).map(completion).collect(),
        })
    }

    /// Adds a line with one completion to the open page, or opens a page with it.
    fn add_completion(
        &mut self,
        id: &Value,
        reference: Option<String>,
        index: Value,
        prediction: Value,
    ) -> Result<(), String> {
        if self.open.as_ref().is_some_and(|open| open.id != *id) {
            self.close();
        }
        let line = self.number;
        let given = match &index {
            Value::Null => None,
            index => Some(index.as_u64().ok_or("\"completion\" must be a whole number from 0")?),
        };
        let text = text(prediction);
        match &mut self.open {
            Some(open) => {
                if reference.is_some_and(|reference| reference != open.reference) {
                    let first = open.line;
                    return Err(format!(
                        "its reference differs from that in line {first}, which has the same id"
                    ));
                }
                // A line that cannot be used counts, so that the others keep their places.
                let index = given.unwrap_or((line - open.line) as u64);
                open.check_room(index, &text)?;
                open.completions.push(Completion { line, index, text });
            }
            none => {
                let reference = reference.ok_or("\"reference\" is missing in the first line of the page")?;
                let index = given.unwrap_or(0);
                *none = Some(Page {
                    id: id.clone(),
                    line,
                    reference,
                    completions: vec![Completion { line, index, text }],
                });
            }
        }
        Ok(())
    }
}

impl Page {
    /// Checks that another completion may be added, so that a page has a limited size.
    fn check_room(&self, index: u64, text: &Result<String, String>) -> Result<(), String> {
        check_count(self.completions.len() + 1)?;
        let length = |text: &Result<String, String>| text.as_ref().map_or(0, String::len);
        let present: usize = self.completions.iter().map(|completion| length(&completion.text)).sum();
        if (present + length(text)) as u64 > MAX_LINE {
            return Err(format!(
                "the completions of its page are together longer than {MAX_LINE} bytes"
            ));
        }
        match self.completions.iter().find(|completion| completion.index == index) {
            Some(other) => Err(format!("line {} is already completion {index} of its page", other.line)),
            None => Ok(()),
        }
    }
}

fn check_count(count: usize) -> Result<(), String> {
    if count > MAX_COMPLETIONS {
        return Err(format!("a page may have at most {MAX_COMPLETIONS} completions"));
    }
    Ok(())
}

fn text(value: Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(format!("the completion is {} and must be text", noun(&other))),
    }
}

fn noun(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
