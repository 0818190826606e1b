//! Pairs of formulas, from a file with records. Each record has `id`, `system`, `reference` and `prediction`.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::limits::Limits;
use crate::notice::Problem;
use crate::records::{Row, Table, is_table, type_name};

/// The system of records that name none.
const ONLY_SYSTEM: &str = "prediction";

/// A system's prediction of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairRecord {
    /// Line of the record in the file, from 1.
    pub line: usize,
    /// The id of the formula.
    pub id: String,
    /// Name of the system.
    pub system: String,
    /// LaTeX of the reference.
    pub reference: String,
    /// LaTeX of the prediction; may be empty.
    pub prediction: String,
}

/// An error in a file of pairs, with its place.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{path}{}: {problem}", .line.map_or_else(String::new, |line| format!(" line {line}")))]
pub struct PairError {
    /// Path of the file.
    pub path: String,
    /// Line in the file, from 1; `None` if the error is about the file.
    pub line: Option<usize>,
    /// The error, with advice.
    pub problem: PairProblem,
}

/// An error in pairs. Its text includes advice.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PairProblem {
    /// The name of the file has no known format.
    #[error("pairs are read from JSON lines, JSON or CSV: call the file .jsonl, .json, .csv or .tsv")]
    Form,
    /// The file is over the limit.
    #[error("the file has {bytes} bytes, the limit is {limit}; split it")]
    TooLarge {
        /// Size of the file, in bytes.
        bytes: u64,
        /// The maximum size, in bytes.
        limit: u64,
    },
    /// The file holds no records, too many records, or records that are too long.
    #[error(transparent)]
    Table(#[from] Problem),
    /// A required field is missing.
    #[error("there is no {0:?}; pairs have id, reference, prediction and, if there are several, system")]
    Missing(&'static str),
    /// A value is not a text.
    #[error("{field:?} is {found}, and must be a text")]
    NotAText {
        /// Name of the field.
        field: &'static str,
        /// The type found.
        found: &'static str,
    },
    /// A formula has two predictions of a system.
    #[error(
        "{id} has a prediction of {system:?} already; keep one of the two, or tell systems apart in a column system"
    )]
    Duplicate {
        /// The formula.
        id: String,
        /// The system.
        system: String,
    },
}

/// Reads pairs. `path` determines the format. Other columns are ignored.
///
/// # Errors
/// Returns the first error in the file. If invalid pairs were omitted silently, the study would be another.
pub fn read_pairs(path: &str, text: String, limits: &Limits) -> Result<Vec<PairRecord>, PairError> {
    let at = |line: Option<usize>, problem: PairProblem| PairError {
        path: path.to_owned(),
        line,
        problem,
    };
    if !is_table(path) {
        return Err(at(None, PairProblem::Form));
    }
    let bytes = text.len() as u64;
    let limit = limits.table_bytes;
    if bytes > limit {
        return Err(at(None, PairProblem::TooLarge { bytes, limit }));
    }
    let text = match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    };
    let table = Table::parse(path, text, limits).map_err(|problem| at(None, problem.into()))?;
    if let Some(notice) = table.notices().list.first() {
        return Err(at(notice.line, notice.problem.clone().into()));
    }
    let mut pairs = Vec::with_capacity(table.rows().len());
    let mut seen: HashSet<(String, String)> = HashSet::new();
    for row in table.rows() {
        let pair = record(&table, row).map_err(|problem| at(Some(row.line), problem))?;
        if !seen.insert((pair.id.clone(), pair.system.clone())) {
            let PairRecord { id, system, .. } = pair;
            return Err(at(Some(row.line), PairProblem::Duplicate { id, system }));
        }
        pairs.push(pair);
    }
    if pairs.is_empty() {
        let detail = "there is no line with a pair".to_owned();
        return Err(at(None, Problem::NoRecords { detail }.into()));
    }
    Ok(pairs)
}

fn record(table: &Table, row: &Row) -> Result<PairRecord, PairProblem> {
    let object = table.object(row)?;
    let needed = |field| -> Result<String, PairProblem> { text(&object, field)?.ok_or(PairProblem::Missing(field)) };
    let named = |field| -> Result<Option<String>, PairProblem> {
        let name = text(&object, field)?.map(|text| text.trim().to_owned());
        Ok(name.filter(|name| !name.is_empty()))
    };
    Ok(PairRecord {
        line: row.line,
        id: named("id")?.ok_or(PairProblem::Missing("id"))?,
        system: named("system")?.unwrap_or_else(|| ONLY_SYSTEM.to_owned()),
        reference: needed("reference")?,
        prediction: needed("prediction")?,
    })
}

/// Returns a text; a number also counts as one. Returns `None` if the field is absent.
fn text(object: &Map<String, Value>, field: &'static str) -> Result<Option<String>, PairProblem> {
    match object.get(field) {
        None => Ok(None),
        // A prediction may be missing.
        Some(Value::Null) => Ok(Some(String::new())),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(other) => Err(PairProblem::NotAText {
            field,
            found: type_name(other),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str, text: &str) -> Result<Vec<PairRecord>, String> {
        read_pairs(path, text.to_owned(), &Limits::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn every_form_gives_pairs() {
        for (path, text) in [
            (
                "p.jsonl",
                "{\"id\": 1, \"reference\": \"x, y\", \"prediction\": \"z\", \"more\": []}\n{\"id\": 1, \"system\": \"B\", \"reference\": \"x, y\", \"prediction\": null}",
            ),
            (
                "p.csv",
                "\u{feff}prediction,id,system,reference\nz,1,,\"x, y\"\n,1,B,\"x, y\"\n",
            ),
            (
                "p.tsv",
                "id\treference\tprediction\tsystem\n1\tx, y\tz\t\n1\tx, y\t\tB\n",
            ),
        ] {
            let pairs = read(path, text).unwrap();
            let plain: Vec<[&str; 4]> = (pairs.iter())
                .map(|pair| [pair.id.as_str(), &pair.system, &pair.reference, &pair.prediction])
                .collect();
            assert_eq!(
                plain,
                [["1", "prediction", "x, y", "z"], ["1", "B", "x, y", ""]],
                "{path}"
            );
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_what_to_do() {
        for (path, text, told) in [
            ("p.txt", "", "p.txt: pairs are read from JSON lines"),
            ("p.csv", "id,reference\n1,x", "p.csv line 2: there is no \"prediction\""),
            ("p.csv", "id,reference,prediction\n,x,y", "line 2: there is no \"id\""),
            ("p.csv", "id,reference,prediction\n", "there is no line with a pair"),
            (
                "p.jsonl",
                "{\"id\": 1, \"reference\": [], \"prediction\": \"\"}",
                "\"reference\" is a list",
            ),
            ("p.jsonl", "[1]", "p.jsonl line 1"),
            (
                "p.csv",
                "id,reference,prediction\n1,x,y\n1,x,z",
                "line 3: 1 has a prediction of \"prediction\" already",
            ),
        ] {
            let error = read(path, text).unwrap_err();
            assert!(error.contains(told), "{text:?}: {error}");
        }
        let limits = Limits {
            table_bytes: 3,
            ..Limits::default()
        };
        let error = read_pairs("p.csv", "id,reference".to_owned(), &limits).unwrap_err();
        assert!(matches!(error.problem, PairProblem::TooLarge { .. }));
    }
}
