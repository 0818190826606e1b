//! Decoding of bytes as text.

use serde::{Deserialize, Serialize};

/// The reason why bytes are not text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum TextError {
    /// The bytes are not UTF-8, and no byte order mark gives another encoding.
    #[error(
        "is not UTF-8: byte 0x{byte:02X} at offset {offset}. Read it as Latin-1 (in the command, --encoding latin1), or save it as UTF-8"
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

/// The encoding of texts that are not Unicode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// There is none: such texts are errors.
    #[default]
    Utf8,
    /// Windows-1252, which browsers mean by the label `latin1`: Latin-1 with typographic quotes, dashes and others at
    /// 0x80 to 0x9F. Every byte is a character.
    Latin1,
}

/// Decodes bytes as UTF-8, or as UTF-16 with a byte order mark. Removes a byte order mark. A NUL, which LaTeX cannot
/// hold, becomes U+FFFD.
///
/// # Errors
/// Returns an error if the bytes are neither.
pub fn decode(bytes: Vec<u8>) -> Result<String, TextError> {
    decode_as(bytes, Encoding::Utf8)
}

/// Decodes bytes as [`decode`] does. Bytes that are not UTF-8 have the given encoding.
///
/// # Errors
/// Returns an error if the bytes are neither Unicode nor in the encoding.
pub fn decode_as(bytes: Vec<u8>, encoding: Encoding) -> Result<String, TextError> {
    let text = match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        _ if encoding == Encoding::Latin1 && std::str::from_utf8(&bytes).is_err() => {
            bytes.iter().copied().map(latin1).collect()
        }
        _ => utf8(bytes)?,
    };
    if text.contains('\0') {
        return Ok(text.replace('\0', "\u{fffd}"));
    }
    Ok(text)
}

/// Returns a text with a line feed at every end of a line, as programs in Python read files: the official scores are of
/// such texts.
#[must_use]
pub fn with_line_feeds(text: String) -> String {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text
    }
}

/// Returns the character of a byte of Windows-1252. The five bytes without a character are controls, as in browsers.
fn latin1(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2c6}',
        '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', '\u{90}', '\u{2018}', '\u{2019}',
        '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}',
        '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
    ];
    let high = byte.checked_sub(0x80).and_then(|index| HIGH.get(usize::from(index)));
    high.copied().unwrap_or(char::from(byte))
}

/// Returns the first line of bytes that are not UTF-8 in which Latin-1 differs from ASCII, as a person may check it;
/// `None` if there is no such line.
#[must_use]
pub fn latin1_line(bytes: &[u8]) -> Option<String> {
    const BEFORE: usize = 40;
    const LENGTH: usize = 120;
    let at = bytes.iter().position(|byte| !byte.is_ascii())?;
    let start = bytes
        .get(..at)?
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    let start = start.max(at.saturating_sub(BEFORE));
    let line = bytes
        .get(start..)?
        .iter()
        .copied()
        .take_while(|byte| !matches!(byte, b'\n' | b'\r'));
    Some(line.take(LENGTH).map(latin1).collect())
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
        assert_eq!(with_line_feeds("a\r\nb\rc\n\r".to_owned()), "a\nb\nc\n\n");
    }

    #[test]
    fn latin1_is_what_browsers_read() {
        let read = |bytes: &[u8]| decode_as(bytes.to_vec(), Encoding::Latin1).unwrap();
        assert_eq!(
            read(b"caf\xe9 \x93a\x94 \x80 \xff\x9d\0"),
            "caf\u{e9} \u{201c}a\u{201d} \u{20ac} \u{ff}\u{9d}\u{fffd}"
        );
        // Unicode stays Unicode.
        assert_eq!(read("caf\u{e9}".as_bytes()), "caf\u{e9}");
        assert_eq!(read(b"\xff\xfea\0\xe9\0"), "a\u{e9}");
        let every: Vec<u8> = (1..=255).collect();
        assert_eq!(read(&every).chars().count(), 255);
        assert_eq!(
            latin1_line(b"one\ntwo caf\xe9\r\nthree"),
            Some("two caf\u{e9}".to_owned())
        );
        assert_eq!(latin1_line(b"one"), None);
    }

    #[test]
    fn the_first_wrong_byte_is_named() {
        let wrong = |bytes: &[u8]| decode(bytes.to_vec()).unwrap_err();
        assert_eq!(wrong(b"caf\xe9 \xff"), TextError::NotUtf8 { offset: 3, byte: 0xe9 });
        assert_eq!(wrong(b"\xff\xfea\0\0"), TextError::NotUtf16 { offset: 4 });
        assert_eq!(wrong(b"\xff\xfea\0\x00\xdc"), TextError::NotUtf16 { offset: 4 });
    }
}
