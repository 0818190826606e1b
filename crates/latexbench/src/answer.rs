//! Answers, one JSON object per line.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::item::Item;

/// The reason why a file of items or answers cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A line is not an item.
    #[error("line {line} is not an item: {what}. Use the items.jsonl that `texlens latexbench make` has written")]
    Item {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// A line is not an answer.
    #[error("line {line} is not an answer: {what}. Write {{\"id\": \"…\", \"answer\": \"…\"}} on each line")]
    Answer {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// An id occurs twice.
    #[error("line {line} has the id {id} a second time; keep one line for each item")]
    Twice {
        /// The number of the line, from 1.
        line: usize,
        /// The id.
        id: String,
    },
}

#[derive(Deserialize)]
struct Answer {
    id: String,
    answer: serde_json::Value,
}

/// Reads items, one JSON object per line. Empty lines are skipped.
///
/// # Errors
/// If a line is not an item, or an id occurs twice.
pub fn read_items(text: &str) -> Result<Vec<Item>, LineError> {
    let mut items: Vec<Item> = Vec::new();
    let mut ids = BTreeMap::new();
    for (line, text) in numbered_lines(text) {
        let item: Item = serde_json::from_str(text).map_err(|error| LineError::Item {
            line,
            what: error.to_string(),
        })?;
        if ids.insert(item.id.clone(), ()).is_some() {
            return Err(LineError::Twice { line, id: item.id });
        }
        items.push(item);
    }
    Ok(items)
}

/// Reads answers by id, one JSON object per line. Empty lines are skipped. An answer is a text; that of a contrast may
/// also be the JSON object itself.
///
/// # Errors
/// If a line has no id or no answer, or an id occurs twice.
pub fn read_answers(text: &str) -> Result<BTreeMap<String, String>, LineError> {
    let mut answers = BTreeMap::new();
    for (line, text) in numbered_lines(text) {
        let Answer { id, answer } = serde_json::from_str(text).map_err(|error| LineError::Answer {
            line,
            what: error.to_string(),
        })?;
        let answer = match answer {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        };
        if answers.insert(id.clone(), answer).is_some() {
            return Err(LineError::Twice { line, id });
        }
    }
    Ok(answers)
}

fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    lines.filter(|(_, line)| !line.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_texts_or_objects() {
        let text = "{\"id\": \"a\", \"answer\": \"x\"}\n\n{\"id\": \"b\", \"answer\": {\"bug_present\": false}, \"more\": 1}\n";
        let answers = read_answers(text).unwrap();
        assert_eq!(answers["a"], "x");
        assert_eq!(answers["b"], "{\"bug_present\":false}");
    }

    #[test]
    fn a_wrong_line_is_named() {
        let twice = "{\"id\": \"a\", \"answer\": \"x\"}\n{\"id\": \"a\", \"answer\": \"x\"}";
        assert_eq!(
            read_answers(twice).unwrap_err().to_string(),
            "line 2 has the id a a second time; keep one line for each item"
        );
        let error = read_answers("\n{\"id\": \"a\"}").unwrap_err().to_string();
        assert!(
            error.starts_with("line 2 is not an answer: missing field `answer`"),
            "{error}"
        );
        let error = read_items("{}").unwrap_err().to_string();
        assert!(error.starts_with("line 1 is not an item"), "{error}");
    }
}
