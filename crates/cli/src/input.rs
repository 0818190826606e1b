//! Reads text from files.

use std::fs;
use std::path::Path;

use crate::failure::{Failure, NotUtf8};

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::Read {
        path: path.to_owned(),
        error,
    })?;
    match utf8(&bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(Failure::NotUtf8 {
            path: path.to_owned(),
            error,
        }),
    }
}

/// Bytes as text.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        NotUtf8 {
            offset,
            byte: bytes.get(offset).copied().unwrap_or_default(),
        }
    })
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
