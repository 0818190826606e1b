//! The wire format of protocol buffers, in which ONNX files are written. Libraries for it want a message in memory as a
//! whole; here, gigabytes of weights are passed over.

use std::io::{BufReader, Read, Seek, SeekFrom};

use super::error::OnnxError;

/// Most fields of a file. Large models have some hundred thousand.
const MOST_FIELDS: u64 = 20_000_000;

/// Most bytes of a text that is read; the rest is passed over.
const MOST_TEXT: u64 = 1 << 12;

/// The value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// A whole number.
    Number(u64),
    /// Bytes, which are a text or a message: from where the reader is to this position.
    Until(u64),
    /// Another number, already passed over.
    Other,
}

/// A file, read field by field.
pub(super) struct Wire<R> {
    reader: BufReader<R>,
    at: u64,
    size: u64,
    fields: u64,
}

impl<R: Read + Seek> Wire<R> {
    pub(super) fn new(mut source: R) -> Result<Self, OnnxError> {
        let size = source.seek(SeekFrom::End(0)).map_err(unreadable)?;
        source.rewind().map_err(unreadable)?;
        Ok(Self {
            reader: BufReader::with_capacity(1 << 16, source),
            at: 0,
            size,
            fields: 0,
        })
    }

    /// The size of the file.
    pub(super) const fn size(&self) -> u64 {
        self.size
    }

    /// Gives the number and value of each field of the message that ends there. What is not read of a value is passed over.
    pub(super) fn message(
        &mut self,
        end: u64,
        mut each: impl FnMut(&mut Self, u64, Value) -> Result<(), OnnxError>,
    ) -> Result<(), OnnxError> {
        while self.at < end {
            self.fields += 1;
            if self.fields > MOST_FIELDS {
                return Err(OnnxError::TooLarge(MOST_FIELDS));
            }
            let key = self.number(end)?;
            let value = match key & 7 {
                0 => Value::Number(self.number(end)?),
                1 => self.pass(8, end)?,
                2 => {
                    let length = self.number(end)?;
                    let until = self.at.checked_add(length).filter(|until| *until <= end);
                    Value::Until(until.ok_or(OnnxError::Damaged(self.at))?)
                }
                5 => self.pass(4, end)?,
                _ => return Err(OnnxError::Damaged(self.at)),
            };
            each(self, key >> 3, value)?;
            if let Value::Until(until) = value {
                self.go(until)?;
            }
        }
        if self.at == end {
            Ok(())
        } else {
            Err(OnnxError::Damaged(self.at))
        }
    }

    /// Reads the text up to a position.
    pub(super) fn text(&mut self, until: u64) -> Result<String, OnnxError> {
        let mut bytes = Vec::new();
        let length = until.saturating_sub(self.at).min(MOST_TEXT);
        let read = self.reader.by_ref().take(length).read_to_end(&mut bytes);
        self.at += read.map_err(unreadable)? as u64;
        if (bytes.len() as u64) < length {
            return Err(OnnxError::Damaged(self.at));
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Reads a whole number of seven bits a byte, the lowest ones first.
    pub(super) fn number(&mut self, end: u64) -> Result<u64, OnnxError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let mut byte = [0];
            if self.at >= end || self.reader.read(&mut byte).map_err(unreadable)? == 0 {
                break;
            }
            self.at += 1;
            let [byte] = byte;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(OnnxError::Damaged(self.at))
    }

    /// The position.
    pub(super) const fn at(&self) -> u64 {
        self.at
    }

    fn pass(&mut self, bytes: u64, end: u64) -> Result<Value, OnnxError> {
        let until = self.at + bytes;
        if until > end {
            return Err(OnnxError::Damaged(self.at));
        }
        self.go(until)?;
        Ok(Value::Other)
    }

    /// Goes forward to a position.
    fn go(&mut self, until: u64) -> Result<(), OnnxError> {
        if until > self.size {
            return Err(OnnxError::Damaged(self.size));
        }
        let distance = i64::try_from(until.saturating_sub(self.at)).map_err(|_| OnnxError::Damaged(self.at))?;
        // What is in the buffer stays there.
        self.reader.seek_relative(distance).map_err(unreadable)?;
        self.at = until;
        Ok(())
    }
}

#[allow(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn unreadable(error: std::io::Error) -> OnnxError {
    OnnxError::Unreadable(error.to_string())
}
