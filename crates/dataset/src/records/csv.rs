//! Records in CSV, with a line of names at the start.

use std::cell::RefCell;

use csv::{ReaderBuilder, StringRecord};
use csv_core::ReadRecordResult;
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
    let limit = list.limits.columns;
    if names.len() > limit {
        list.notices.push(list.path, Some(1), Problem::TooManyColumns { limit });
    }
    let header: Vec<String> = names.iter().take(limit).map(|name| name.trim().to_owned()).collect();
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
        // A record begins where the one before ends, which is within `\r\n` and before lines that are blank.
        let record = text.get(bytes.clone()).unwrap_or_default();
        let blank = record.chars().take_while(|c| matches!(c, '\r' | '\n'));
        let line = usize::try_from(from.line()).unwrap_or(usize::MAX);
        let line = line.saturating_add(blank.filter(|c| *c == '\n').count());
        if !list.push(line, bytes, None) {
            break;
        }
    }
    let parser = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
    Ok(Form::Csv {
        parser: Box::new(RefCell::new(parser)),
        header,
    })
}

fn no_records(error: csv::Error) -> Problem {
    Problem::NoRecords {
        detail: error.to_string(),
    }
}

/// A record by the names of its columns. Cells without a name, and names without a cell, are left out.
pub(super) fn object(
    text: &str,
    parser: &RefCell<csv_core::Reader>,
    header: &[String],
) -> Result<Map<String, Value>, Problem> {
    let mut parser = parser.borrow_mut();
    parser.reset();
    let mut bytes = vec![0; text.len() + 1];
    // What is after the last column has no name.
    let mut ends = vec![0; header.len() + 1];
    let (mut read, mut written, mut ended) = (0, 0, 0);
    loop {
        let rest = text.as_bytes().get(read..).unwrap_or_default();
        let (result, taken, put, cells) = parser.read_record(
            rest,
            bytes.get_mut(written..).unwrap_or_default(),
            ends.get_mut(ended..).unwrap_or_default(),
        );
        (read, written, ended) = (read + taken, written + put, ended + cells);
        if result != ReadRecordResult::InputEmpty {
            break;
        }
    }
    let mut object = Map::new();
    let mut start = 0;
    for (name, &end) in header.iter().zip(ends.iter().take(ended)) {
        let cell = bytes.get(start..end).unwrap_or_default().to_vec();
        start = end;
        let cell = String::from_utf8(cell).map_err(|error| Problem::NotARecord {
            detail: error.to_string(),
        })?;
        if !name.is_empty() {
            object.insert(name.clone(), Value::String(cell));
        }
    }
    Ok(object)
}
