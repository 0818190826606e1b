//! Synchronous reading of files that the browser holds, a block at a time, for the importers.

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::io::{self, Read};
use std::rc::Rc;

use texlens_blob::Blob;

/// Bytes to fetch at a time: asking the browser costs more than copying the bytes.
const BLOCK: u64 = 256 << 10;

/// An imported file. Until it arrives it has no bytes and cannot be read.
#[derive(Debug, Default)]
pub(super) struct Held(OnceCell<Here>);

/// The position of a file's bytes.
#[derive(Debug)]
struct Here {
    source: Rc<Source>,
    /// The offset of the first byte.
    offset: u64,
    size: u64,
}

/// Bytes that the browser holds: one file, or several concatenated files.
#[derive(Debug)]
pub(super) struct Source {
    blob: Blob,
    size: u64,
    /// Identifies the source.
    number: u64,
}

/// The bytes that were fetched last, from any source. Archives are read in small, adjacent pieces, and so are files
/// that arrived together.
#[derive(Default)]
struct Fetched {
    number: u64,
    offset: u64,
    bytes: Vec<u8>,
}

thread_local! {
    static NUMBERS: Cell<u64> = const { Cell::new(0) };
    static FETCHED: RefCell<Fetched> = RefCell::default();
}

impl Source {
    pub(super) fn new(blob: Blob) -> Rc<Self> {
        let number = NUMBERS.get() + 1;
        NUMBERS.set(number);
        let size = blob.size();
        Rc::new(Self { blob, size, number })
    }

    /// Fetches bytes from `offset` on: a block, or as many as `wanted` if that is more. `left` is the number of
    /// remaining bytes of the file. If reading fails, only these are read, so that a file can be read even if the files
    /// after it are gone.
    fn fetch(&self, offset: u64, wanted: u64, left: u64) -> io::Result<Fetched> {
        let most = BLOCK.max(wanted).min(self.size.saturating_sub(offset));
        let read = self.blob.read_now(offset, most);
        let bytes = if most > left {
            read.or_else(|_| self.blob.read_now(offset, left))
        } else {
            read
        };
        Ok(Fetched {
            number: self.number,
            offset,
            bytes: bytes?,
        })
    }
}

impl Held {
    /// Makes a file that has arrived.
    pub(super) fn new(blob: Blob) -> Self {
        let held = Self::default();
        let source = Source::new(blob);
        held.arrive(&source, 0, source.size);
        held
    }

    /// Records that the file has arrived as a part of a source. Does nothing if it had arrived before.
    pub(super) fn arrive(&self, source: &Rc<Source>, offset: u64, size: u64) {
        let Self(here) = self;
        here.get_or_init(|| Here {
            source: source.clone(),
            offset,
            size,
        });
    }

    fn here(&self) -> io::Result<&Here> {
        let Self(here) = self;
        here.get()
            .ok_or_else(|| io::Error::other("it did not arrive; add it again"))
    }
}

impl Here {
    /// Returns a handle to the bytes of this file alone.
    fn blob(&self) -> Blob {
        let Source { blob, size, .. } = &*self.source;
        if self.size == *size {
            return blob.clone();
        }
        blob.part(self.offset, self.size)
    }
}

impl Fetched {
    /// Returns the fetched bytes of a source from `offset` on, if there are any.
    fn rest(&self, source: &Source, offset: u64) -> Option<&[u8]> {
        let start = usize::try_from(offset.checked_sub(self.offset)?).ok()?;
        let rest = self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        (self.number == source.number).then_some(rest)
    }
}

impl texlens_dataset::Blob for Held {
    fn size(&self) -> u64 {
        self.here().map_or(0, |here| here.size)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let here = self.here()?;
        let left = here.size.saturating_sub(offset);
        if left == 0 || buffer.is_empty() {
            return Ok(0);
        }
        let at = here.offset + offset;
        FETCHED.with_borrow_mut(|fetched| {
            if fetched.rest(&here.source, at).is_none() {
                *fetched = here.source.fetch(at, left.min(buffer.len() as u64), left)?;
            }
            let rest = fetched.rest(&here.source, at).unwrap_or_default();
            rest.take(left).read(buffer)
        })
    }
}

/// Returns a handle to a file. Data that was unpacked in memory is given to the browser first.
pub(super) fn handle(source: &dyn texlens_dataset::Blob, media_type: &str) -> io::Result<Blob> {
    match (source as &dyn Any).downcast_ref::<Held>() {
        Some(held) => Ok(held.here()?.blob().typed(media_type)),
        None => Ok(Blob::new(&part(source, 0, whole(source))?, media_type)),
    }
}

/// Returns the length of a file.
pub(super) fn whole(source: &dyn texlens_dataset::Blob) -> usize {
    usize::try_from(source.size()).unwrap_or(usize::MAX)
}

/// Reads up to `length` bytes from `offset` on; fewer at the end of the file.
pub(super) fn part(source: &dyn texlens_dataset::Blob, offset: u64, length: usize) -> io::Result<Vec<u8>> {
    let left = source.size().saturating_sub(offset);
    let mut bytes = vec![0; length.min(usize::try_from(left).unwrap_or(usize::MAX))];
    let mut read = 0;
    while let Some(rest) = bytes.get_mut(read..).filter(|rest| !rest.is_empty()) {
        match source.read_at(offset + read as u64, rest)? {
            0 => break,
            more => read += more,
        }
    }
    bytes.truncate(read);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use texlens_dataset::Blob as _;

    use crate::desk::held::*;

    #[test]
    #[allow(clippy::cast_possible_truncation)] // The bytes are meant to wrap around.
    fn bytes_come_from_their_own_file_and_place() {
        let bytes: Vec<u8> = (0..600_000_u32).map(|index| (index / 7) as u8).collect();
        let (long, short) = (Held::new(Blob::new(&bytes, "")), Held::new(Blob::new(b"abc", "")));
        let mut buffer = [0; 10];
        for offset in [0, 3, 262_140, 262_144, 599_995, 5] {
            let read = long.read_at(offset as u64, &mut buffer).unwrap();
            assert_eq!(buffer[..read], bytes[offset..offset + read], "{offset}");
            assert!(read > 0);
        }
        assert_eq!((short.read_at(1, &mut buffer).unwrap(), &buffer[..2]), (2, &b"bc"[..]));
        assert_eq!(short.read_at(3, &mut buffer).unwrap(), 0);
        assert_eq!(long.read_at(u64::MAX, &mut buffer).unwrap(), 0);
    }

    #[test]
    fn files_that_came_together_are_read_each_for_itself() {
        let texts: Vec<String> = (0..2_000)
            .map(|index| format!("file {index} ").repeat(index % 60))
            .collect();
        let source = Source::new(Blob::new(texts.concat().as_bytes(), ""));
        let mut offset = 0;
        let files = texts.iter().map(|text| {
            let held = Held::default();
            held.arrive(&source, offset, text.len() as u64);
            offset += text.len() as u64;
            held
        });
        let files: Vec<Held> = files.collect();
        for (file, text) in files.iter().zip(&texts).chain(files.iter().zip(&texts).rev()) {
            assert_eq!(part(file, 0, usize::MAX).unwrap(), text.as_bytes());
            let end = part(file, text.len() as u64 / 2, 7).unwrap();
            assert!(text.as_bytes()[text.len() / 2..].starts_with(&end));
            let handle = handle(file, "").unwrap();
            assert_eq!(handle.read_now(0, u64::MAX).unwrap(), text.as_bytes());
        }
    }
}
