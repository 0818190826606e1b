//! Reads text from files.

use std::io;
use std::path::Path;
use std::str::Utf8Error;

use crate::failure::{Failure, NotUtf8};

/// Why a file gave no text.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error(transparent)]
    NotUtf8(#[from] NotUtf8),
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let text = std::fs::read(path).map_err(ReadError::Io).and_then(text);
    text.map_err(|error| Failure::Read {
        path: path.to_owned(),
        error,
    })
}

fn text(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| not_utf8(error.as_bytes(), error.utf8_error()).into())
}

/// Bytes as text.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, error))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn not_utf8(bytes: &[u8], error: Utf8Error) -> NotUtf8 {
    let offset = error.valid_up_to();
    NotUtf8 {
        offset,
        byte: bytes.get(offset).copied().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_wrong_byte_is_named() {
        assert_eq!(utf8("é".as_bytes()), Ok("é"));
        assert_eq!(utf8(b"caf\xe9 \xff"), Err(NotUtf8 { offset: 3, byte: 0xe9 }));
        assert_eq!(utf8(b"caf\xc3"), Err(NotUtf8 { offset: 3, byte: 0xc3 }));
    }
}
