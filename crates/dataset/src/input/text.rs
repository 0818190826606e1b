//! Decoding of bytes as text.

use serde::{Deserialize, Serialize};

/// The reason why bytes are not text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum TextError {
    /// The bytes are not UTF-8, and no byte order mark gives another encoding.
    #[error(
        "is not UTF-8: byte 0x{byte:02X} at offset {offset}. Convert it first, for example with: iconv -f LATIN1 -t UTF-8"
    )]
    NotUtf8 {
        /// Number of bytes before the invalid byte.
        offset: usize,
        /// Value of the invalid byte.
        byte: u8,
    },
    /// The bytes begin with the byte order mark of UTF-16 but are not UTF-16.
    #[error("begins as UTF-16 but has an incomplete character at offset {offset}; save it as UTF-8")]
    NotUtf16 {
        /// Number of bytes before the half character.
        offset: usize,
    },
}

/// Decodes bytes as UTF-8, or as UTF-16 with a byte order mark. Removes a byte order mark. A NUL, which LaTeX cannot
/// hold, becomes U+FFFD.
///
/// # Errors
/// Returns an error if the bytes are neither.
pub fn decode(bytes: Vec<u8>) -> Result<String, TextError> {
    let text = match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        _ => utf8(bytes)?,
    };
    if text.contains('\0') {
        return Ok(text.replace('\0', "\u{fffd}"));
    }
    Ok(text)
}

fn utf8(bytes: Vec<u8>) -> Result<String, TextError> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(offset).copied().unwrap_or_default();
        TextError::NotUtf8 { offset, byte }
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, TextError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut offset = 2;
    for c in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        let c = c.map_err(|_| TextError::NotUtf16 { offset })?;
        offset += 2 * c.len_utf16();
        text.push(c);
    }
    if rest.is_empty() {
        Ok(text)
    } else {
        Err(TextError::NotUtf16 { offset })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings() {
        assert_eq!(decode(b"\xef\xbb\xbfa\xc3\xa9".to_vec()).unwrap(), "aé");
        assert_eq!(decode(b"\xff\xfea\0\xe9\0".to_vec()).unwrap(), "aé");
        assert_eq!(decode(b"\xfe\xff\0a\xd8\x35\xdc\x00".to_vec()).unwrap(), "a𝐀");
        assert_eq!(decode(b"a\0b".to_vec()).unwrap(), "a\u{fffd}b");
        assert_eq!(decode(Vec::new()).unwrap(), "");
    }

    #[test]
    fn the_first_wrong_byte_is_named() {
        let wrong = |bytes: &[u8]| decode(bytes.to_vec()).unwrap_err();
        assert_eq!(wrong(b"caf\xe9 \xff"), TextError::NotUtf8 { offset: 3, byte: 0xe9 });
        assert_eq!(wrong(b"\xff\xfea\0\0"), TextError::NotUtf16 { offset: 4 });
        assert_eq!(wrong(b"\xff\xfea\0\x00\xdc"), TextError::NotUtf16 { offset: 4 });
    }
}
