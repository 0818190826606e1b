//! Messages between the caller and the process that draws and reads, through pipes.
//!
//! A message is a mark, the lengths of its two parts (four bytes each, little-endian), a header in JSON, and a body.
//! Messages are not trusted: lengths are limited, and memory is reserved only for bytes that have arrived.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The bytes with which a message begins.
const MARK: [u8; 4] = *b"tpdf";

/// Maximum length of a header, in bytes.
const MAX_HEADER: u32 = 64 << 10;

/// Maximum length of a body, in bytes. A file has at most 64 MiB, an image three bytes for each of 70 million pixels,
/// and a glyph takes some 200 bytes.
const MAX_BODY: u32 = 256 << 20;

/// A request to the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Request {
    /// Open the file in the body. Closes the previous file.
    Open,
    /// Draw a page of the open file.
    Draw { page: u32, dpi: u16 },
    /// Read the text of a page of the open file, in pixels of the image that would be drawn.
    Read { page: u32, dpi: u16 },
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Answer {
    /// The process can serve. Comes first and without a request.
    Ready,
    /// The file is open.
    Opened { pages: u32 },
    /// The body is the image.
    Drawn {
        width: u32,
        height: u32,
        dpi: u16,
        remarks: Vec<String>,
    },
    /// The body is the glyphs of the page in JSON.
    Read,
    /// The request failed for this reason.
    Refused { why: String },
}

/// Writes a message.
///
/// # Errors
/// If a part is too long, or if the other end is closed.
pub(super) fn write(to: &mut impl Write, header: &impl Serialize, body: &[u8]) -> io::Result<()> {
    let header = serde_json::to_vec(header)?;
    let lengths = [length(&header, MAX_HEADER)?, length(body, MAX_BODY)?];
    let start = [MARK, lengths[0].to_le_bytes(), lengths[1].to_le_bytes()].concat();
    to.write_all(&start)?;
    to.write_all(&header)?;
    to.write_all(body)?;
    to.flush()
}

/// Reads a message. Returns `None` at the end.
///
/// # Errors
/// If the bytes are not a message, or end within one.
pub(super) fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<(T, Vec<u8>)>> {
    let start = part(from, 12)?;
    let [mark, header, body] = match start.as_chunks::<4>() {
        ([], []) => return Ok(None),
        ([mark, header, body], []) => [*mark, *header, *body],
        _ => return Err(io::ErrorKind::UnexpectedEof.into()),
    };
    let (header, body) = (u32::from_le_bytes(header), u32::from_le_bytes(body));
    if mark != MARK || header > MAX_HEADER || body > MAX_BODY {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is no message"));
    }
    let [header, body] = [whole(from, header)?, whole(from, body)?];
    Ok(Some((serde_json::from_slice(&header)?, body)))
}

fn length(part: &[u8], limit: u32) -> io::Result<u32> {
    let length = u32::try_from(part.len()).ok().filter(|length| *length <= limit);
    length.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it is too long for a message"))
}

fn whole(from: &mut impl Read, bytes: u32) -> io::Result<Vec<u8>> {
    let part = part(from, bytes)?;
    let is_whole = part.len() == bytes as usize;
    is_whole.then_some(part).ok_or(io::ErrorKind::UnexpectedEof.into())
}

/// Reads this number of bytes, or fewer at the end.
fn part(from: &mut impl Read, bytes: u32) -> io::Result<Vec<u8>> {
    let mut part = Vec::new();
    from.take(bytes.into()).read_to_end(&mut part)?;
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> Vec<u8> {
        let mut pipe = Vec::new();
        write(&mut pipe, &Answer::Opened { pages: 3 }, b"body").unwrap();
        pipe
    }

    #[test]
    fn what_is_written_is_read() {
        let mut pipe = [message(), message()].concat();
        write(&mut pipe, &Request::Draw { page: 7, dpi: 200 }, &[]).unwrap();
        let mut pipe = pipe.as_slice();
        for _ in 0..2 {
            let read = read(&mut pipe).unwrap();
            assert_eq!(read, Some((Answer::Opened { pages: 3 }, b"body".to_vec())));
        }
        let drawn = read(&mut pipe).unwrap();
        assert_eq!(drawn, Some((Request::Draw { page: 7, dpi: 200 }, Vec::new())));
        assert!(read::<Request>(&mut pipe).unwrap().is_none());
    }

    #[test]
    fn what_ends_within_a_message_or_is_none_is_an_error() {
        let whole = message();
        for end in 1..whole.len() {
            assert!(read::<Answer>(&mut &whole[..end]).is_err(), "{end}");
        }
        for place in 0..whole.len() - b"body".len() {
            let mut changed = whole.clone();
            changed[place] ^= 0x80;
            assert!(read::<Answer>(&mut changed.as_slice()).is_err(), "{place}");
        }
        assert!(read::<Answer>(&mut b"thread 'main' panicked at".as_slice()).is_err());
        assert!(
            read::<Request>(&mut whole.as_slice()).is_err(),
            "an answer is no request"
        );
    }

    #[test]
    fn a_length_takes_no_memory_by_itself() {
        let huge = [MARK, 2u32.to_le_bytes(), MAX_BODY.to_le_bytes(), *b"{}  "].concat();
        assert_eq!(
            read::<Request>(&mut huge.as_slice()).unwrap_err().kind(),
            io::ErrorKind::UnexpectedEof
        );
        let beyond = [MARK, 2u32.to_le_bytes(), (MAX_BODY + 1).to_le_bytes(), *b"{}  "].concat();
        assert_eq!(
            read::<Request>(&mut beyond.as_slice()).unwrap_err().kind(),
            io::ErrorKind::InvalidData
        );
    }
}
