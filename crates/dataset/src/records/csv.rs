//! Records in CSV, with the names of the columns in the first line.

use std::cell::RefCell;
use std::ops::Range;

use csv_core::ReadRecordResult;
use serde_json::{Map, Value};

use super::form::Form;
use super::row::RowList;
use crate::notice::Problem;

/// Guesses the delimiter of cells from the first line: a comma, a semicolon (as written by spreadsheets in half of
/// Europe) or a tab.
pub(super) fn delimiter(text: &str) -> u8 {
    let line = text.lines().next().unwrap_or_default();
    let count = |delimiter: &u8| line.bytes().filter(|byte| byte == delimiter).count();
    // Of equally frequent delimiters, the last is taken.
    b"\t;,".iter().copied().max_by_key(count).unwrap_or(b',')
}

pub(super) fn rows(text: &str, delimiter: u8, list: &mut RowList<'_>) -> Result<Form, Problem> {
    let mut records = Records::new(text, delimiter);
    let parser = Box::new(RefCell::new(parser(delimiter)));
    let names = records.next().map_or(0..0, |(_, bytes)| bytes);
    let limit = list.limits.record_bytes;
    if names.len() > limit {
        let bytes = names.len();
        return Err(Problem::RecordTooLong { bytes, limit });
    }
    let limit = list.limits.columns;
    let mut header = cells(text.get(names).unwrap_or_default(), &parser, limit + 1)?;
    if header.len() > limit {
        list.notices.push(list.path, Some(1), Problem::TooManyColumns { limit });
        header.truncate(limit);
    }
    for name in &mut header {
        *name = name.trim().to_owned();
    }
    if header.iter().all(String::is_empty) {
        return Err(Problem::NoRecords {
            detail: "the first line must name the columns".to_owned(),
        });
    }
    for (line, bytes) in records {
        // A record begins where the previous one ends, which is within `\r\n` and before blank lines.
        let record = text.get(bytes.clone()).unwrap_or_default();
        let blank = record.chars().take_while(|c| matches!(c, '\r' | '\n'));
        let line = line.saturating_add(blank.filter(|c| *c == '\n').count());
        if !list.push(line, bytes, None) {
            break;
        }
    }
    Ok(Form::Csv { parser, header })
}

fn parser(delimiter: u8) -> csv_core::Reader {
    csv_core::ReaderBuilder::new().delimiter(delimiter).build()
}

/// Yields the lines and byte ranges of records. The cells are not kept: a record may have millions.
struct Records<'t> {
    text: &'t str,
    parser: csv_core::Reader,
    at: usize,
}

impl<'t> Records<'t> {
    fn new(text: &'t str, delimiter: u8) -> Self {
        Self {
            text,
            parser: parser(delimiter),
            at: 0,
        }
    }
}

impl Iterator for Records<'_> {
    type Item = (usize, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let (mut cells, mut ends) = ([0; 1024], [0; 64]);
        let (start, line) = (self.at, self.parser.line());
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let (result, taken, ..) = self.parser.read_record(rest, &mut cells, &mut ends);
            self.at += taken;
            match result {
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return None,
                ReadRecordResult::InputEmpty | ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {}
            }
        }
        Some((usize::try_from(line).unwrap_or(usize::MAX), start..self.at))
    }
}

/// Returns the first cells of a record, at most `most`.
fn cells(text: &str, parser: &RefCell<csv_core::Reader>, most: usize) -> Result<Vec<String>, Problem> {
    let mut parser = parser.borrow_mut();
    parser.reset();
    let mut bytes = vec![0; text.len() + 1];
    let mut ends = vec![0; most];
    let (mut read, mut written, mut ended) = (0, 0, 0);
    loop {
        let rest = text.as_bytes().get(read..).unwrap_or_default();
        let (result, taken, put, found) = parser.read_record(
            rest,
            bytes.get_mut(written..).unwrap_or_default(),
            ends.get_mut(ended..).unwrap_or_default(),
        );
        (read, written, ended) = (read + taken, written + put, ended + found);
        if result != ReadRecordResult::InputEmpty {
            break;
        }
    }
    let mut cells = Vec::with_capacity(ended);
    let mut start = 0;
    for &end in ends.iter().take(ended) {
        let cell = bytes.get(start..end).unwrap_or_default().to_vec();
        start = end;
        cells.push(String::from_utf8(cell).map_err(|error| Problem::NotARecord {
            detail: error.to_string(),
        })?);
    }
    Ok(cells)
}

/// Returns a record by the names of its columns. Omits cells without a name, and names without a cell.
pub(super) fn object(
    text: &str,
    parser: &RefCell<csv_core::Reader>,
    header: &[String],
) -> Result<Map<String, Value>, Problem> {
    // Cells after the last column have no name.
    let cells = cells(text, parser, header.len() + 1)?;
    let named = header.iter().zip(cells).filter(|(name, _)| !name.is_empty());
    Ok(named.map(|(name, cell)| (name.clone(), Value::String(cell))).collect())
}
