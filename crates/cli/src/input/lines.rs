//! JSON lines from a file or from standard input, one at a time.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde_json::Value;
use texlens_dataset::{Encoding, decode_as};
use texlens_evaluate::MAX_BYTES;

use super::{ReadError, utf8};

/// Maximum length of a line, in bytes: two texts of maximum length with every character escaped.
pub(crate) const MAX_LINE: u64 = 12 * MAX_BYTES as u64 + 4096;

/// The lines of a file.
pub(crate) struct Lines {
    reader: Box<dyn BufRead>,
}

impl Lines {
    /// Opens a file that the user named; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let reader: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(super::open(path)?))
        };
        Ok(Self { reader })
    }

    /// Reads the next line without its end, and cuts it off after [`MAX_LINE`] and one byte. Returns `None` at the end
    /// of the file.
    pub(crate) fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        if self.reader.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        } else {
            self.reader.skip_until(b'\n')?;
        }
        Ok(Some(line))
    }
}

/// Reads a line in UTF-8 as a JSON object. Returns `None` for a blank line, and the reason if the line is not an object.
pub(crate) fn object(line: &[u8]) -> Result<Option<Value>, String> {
    object_in(line, Encoding::Utf8)
}

/// Reads a line as [`object`] does. A line that is not UTF-8 has the given encoding.
pub(crate) fn object_in(line: &[u8], encoding: Encoding) -> Result<Option<Value>, String> {
    if line.len() as u64 > MAX_LINE {
        return Err(format!("the line is longer than {MAX_LINE} bytes"));
    }
    let line = match (utf8(line), encoding) {
        (Ok(line), _) => Cow::Borrowed(line),
        (Err(_), Encoding::Latin1) => {
            let decoded = decode_as(line.to_vec(), encoding);
            Cow::Owned(decoded.map_err(|error| format!("the line {error}"))?)
        }
        (Err(error), Encoding::Utf8) => return Err(format!("the line {error}")),
    };
    // Some editors begin a file with a byte order mark.
    let line = line.trim_start_matches('\u{feff}');
    if line.trim().is_empty() {
        return Ok(None);
    }
    let value: Value = serde_json::from_str(line).map_err(|error| format!("not JSON: {}", at(&error)))?;
    if !value.is_object() {
        return Err("it must be a JSON object".to_owned());
    }
    Ok(Some(value))
}

/// Returns the message of an error with its column. The line number is omitted, since each line is parsed separately.
fn at(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}

/// Reports whether a value can name a sample: text or a number that is read without rounding.
pub(crate) fn check_id(id: &Value) -> Result<(), String> {
    /// From here on, not every whole number has a float.
    const MOST: f64 = (1_u64 << 53) as f64;
    match id {
        Value::String(_) => Ok(()),
        Value::Number(id) if id.is_i64() || id.is_u64() || id.as_f64().is_some_and(|id| id.abs() < MOST) => Ok(()),
        Value::Number(_) => Err("\"id\" is too large a number; write it as text".to_owned()),
        _ => Err("\"id\" is missing or neither text nor a number".to_owned()),
    }
}
