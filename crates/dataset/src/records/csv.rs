//! Records in CSV, with a line of names at the start.

use csv::{ReaderBuilder, StringRecord};
use serde_json::{Map, Value};

use super::{Form, RowList};
use crate::notice::Problem;

/// What stands between the cells, by the first line: a comma, a semicolon (as spreadsheets of half of Europe write) or a tab.
pub(super) fn delimiter(text: &str) -> u8 {
    let line = text.lines().next().unwrap_or_default();
    let count = |delimiter: &u8| line.bytes().filter(|byte| byte == delimiter).count();
    // Of equally frequent ones the last is taken.
    b"\t;,".iter().copied().max_by_key(count).unwrap_or(b',')
}

pub(super) fn rows(text: &str, delimiter: u8, list: &mut RowList<'_>) -> Result<Form, Problem> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(text.as_bytes());
    let names = reader.headers().map_err(no_records)?;
    let header: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
    if header.iter().all(String::is_empty) {
        return Err(Problem::NoRecords {
            detail: "the first line must name the columns".to_owned(),
        });
    }
    let mut record = StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => {}
            Err(error) => return Err(no_records(error)),
        }
        let (Some(from), to) = (record.position(), reader.position().byte()) else {
            continue;
        };
        let bytes = usize::try_from(from.byte()).unwrap_or(usize::MAX)..usize::try_from(to).unwrap_or(usize::MAX);
        let line = usize::try_from(from.line()).unwrap_or(usize::MAX);
        if !list.push(line, bytes, None) {
            break;
        }
    }
    Ok(Form::Csv { delimiter, header })
}

fn no_records(error: csv::Error) -> Problem {
    Problem::NoRecords {
        detail: error.to_string(),
    }
}

/// A record by the names of its columns. Cells without a name, and names without a cell, are left out.
pub(super) fn object(text: &str, delimiter: u8, header: &[String]) -> Result<Map<String, Value>, Problem> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut record = StringRecord::new();
    reader.read_record(&mut record).map_err(|error| Problem::NotARecord {
        detail: error.to_string(),
    })?;
    let cells = header.iter().zip(&record).filter(|(name, _)| !name.is_empty());
    Ok(cells
        .map(|(name, cell)| (name.clone(), Value::String(cell.to_owned())))
        .collect())
}
