//! Marked content: the parts of a page that its file names.

use hayro::hayro_syntax::object::{self, Dict, Name};

use crate::content::Mark;

/// Largest length of a tag, and of the text that a part stands for, in bytes.
const LONGEST_TAG: usize = 100;
const LONGEST_TEXT: usize = 4_000;

/// Reads what the file says of a part.
pub(super) fn mark(tag: &[u8], properties: Option<&Dict<'_>>, within: Option<usize>) -> Mark {
    let name = |name: &[u8]| {
        let name = name.get(..LONGEST_TAG).unwrap_or(name);
        String::from_utf8_lossy(name).into_owned()
    };
    let kind = properties.and_then(|properties| properties.get::<Name<'_>>(b"Type"));
    let text = properties.and_then(|properties| properties.get::<object::String<'_>>(b"ActualText"));
    Mark {
        tag: name(tag),
        artifact: kind.filter(|_| tag == b"Artifact").map(|kind| name(&kind)),
        text: text.and_then(|text| text_of(text.as_bytes())),
        id: properties.and_then(|properties| properties.get::<u32>(b"MCID")),
        within,
    }
}

/// Decodes a text of the file: UTF-16 or UTF-8 if it begins with a byte order mark, otherwise one byte a character as in
/// Latin-1, from which the encoding of PDF differs in a few signs.
fn text_of(bytes: &[u8]) -> Option<String> {
    if bytes.len() > LONGEST_TEXT {
        return None;
    }
    match bytes {
        [0xfe, 0xff, wide @ ..] => {
            let units = wide.as_chunks::<2>().0.iter().map(|unit| u16::from_be_bytes(*unit));
            Some(
                char::decode_utf16(units)
                    .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect(),
            )
        }
        [0xef, 0xbb, 0xbf, text @ ..] => Some(String::from_utf8_lossy(text).into_owned()),
        _ => Some(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_one_of_three_encodings() {
        assert_eq!(text_of(b"\xfe\xff\x21\x15").as_deref(), Some("\u{2115}"));
        assert_eq!(text_of(b"\xfe\xff\xd8\x35\xdd\x44").as_deref(), Some("\u{1d544}"));
        assert_eq!(text_of(b"\xef\xbb\xbf\xe2\x84\x95").as_deref(), Some("\u{2115}"));
        assert_eq!(text_of(b"caf\xe9").as_deref(), Some("caf\u{e9}"));
        assert_eq!(text_of(b"\xfe\xff\xd8").as_deref(), Some(""));
        assert_eq!(text_of(&[b'a'; LONGEST_TEXT + 1]), None);
    }
}
