//! Files in the browser's hands, as the importers read them: a part at a time, and at once.

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::io::{self, Read};

use crate::blob::Blob;

/// So many bytes are fetched at a time: asking the browser costs more than to copy them.
const BLOCK: u64 = 256 << 10;

/// A file that a person brought. Until it is here it has no bytes, and cannot be read.
#[derive(Debug)]
pub(super) struct Held {
    here: OnceCell<Here>,
    /// Tells its bytes from those of others.
    number: u64,
}

#[derive(Debug)]
struct Here {
    blob: Blob,
    size: u64,
}

/// The bytes that were fetched last, of whichever file: archives are read in small pieces that lie close together.
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

impl Held {
    /// A file that is here.
    pub(super) fn new(blob: Blob) -> Self {
        let held = Self::awaited();
        held.arrive(blob);
        held
    }

    /// A file that is not here yet.
    pub(super) fn awaited() -> Self {
        let number = NUMBERS.get() + 1;
        NUMBERS.set(number);
        Self {
            here: OnceCell::new(),
            number,
        }
    }

    /// It is here; one that was here before stays.
    pub(super) fn arrive(&self, blob: Blob) {
        self.here.get_or_init(|| Here {
            size: blob.size(),
            blob,
        });
    }

    fn here(&self) -> io::Result<&Here> {
        let missing = || io::Error::other("it has not come; bring it again");
        self.here.get().ok_or_else(missing)
    }
}

impl Fetched {
    /// The bytes of a file from `offset` on, as far as they are here.
    fn rest(&self, held: &Held, offset: u64) -> Option<&[u8]> {
        let start = usize::try_from(offset.checked_sub(self.offset)?).ok()?;
        let rest = self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        (self.number == held.number).then_some(rest)
    }
}

impl texlens_dataset::Blob for Held {
    fn size(&self) -> u64 {
        self.here.get().map_or(0, |here| here.size)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let here = self.here()?;
        let length = BLOCK.max(buffer.len() as u64).min(here.size.saturating_sub(offset));
        if length == 0 || buffer.is_empty() {
            return Ok(0);
        }
        FETCHED.with_borrow_mut(|fetched| {
            if fetched.rest(self, offset).is_none() {
                *fetched = Fetched {
                    number: self.number,
                    offset,
                    bytes: here.blob.read_now(offset, length)?,
                };
            }
            fetched.rest(self, offset).unwrap_or_default().read(buffer)
        })
    }
}

/// The file where the browser has it; what was unpacked in memory is given to the browser.
pub(super) fn handle(source: &dyn texlens_dataset::Blob, media_type: &str) -> io::Result<Blob> {
    match (source as &dyn Any).downcast_ref::<Held>() {
        Some(held) => Ok(held.here()?.blob.clone().typed(media_type)),
        None => Ok(Blob::new(&part(source, 0, whole(source))?, media_type)),
    }
}

/// The length of a file.
pub(super) fn whole(source: &dyn texlens_dataset::Blob) -> usize {
    usize::try_from(source.size()).unwrap_or(usize::MAX)
}

/// So many bytes from a place on, or fewer at the end.
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

    use super::*;

    #[test]
    #[allow(clippy::cast_possible_truncation)] // That is what the bytes are.
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
}
