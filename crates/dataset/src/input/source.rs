//! Sources of the bytes of files.

use std::ops::Range;
use std::rc::Rc;

use super::blob::{self, Blob};
use super::error::ReadError;
use super::zipped::Zipped;

/// The source of the bytes of a file.
#[derive(Debug)]
pub(super) enum Source {
    Blob(Rc<dyn Blob>),
    Zipped(Zipped),
    /// A range of an archive that is held in memory.
    Held(Rc<Vec<u8>>, Range<usize>),
}

impl Source {
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Blob(blob) => blob.size(),
            Self::Zipped(zipped) => zipped.size,
            Self::Held(_, range) => range.len() as u64,
        }
    }

    pub(super) fn read(&self, limit: u64) -> Result<Vec<u8>, ReadError> {
        match self {
            Self::Blob(blob) => blob::read_all(&**blob, limit),
            Self::Zipped(zipped) => zipped.read(limit),
            Self::Held(bytes, range) => Ok(bytes.get(range.clone()).unwrap_or_default().to_vec()),
        }
    }

    /// Returns the first bytes, at most `length`.
    pub(super) fn head(&self, length: u64) -> Result<Vec<u8>, ReadError> {
        match self {
            Self::Blob(blob) => blob::read_head(&**blob, length),
            Self::Zipped(zipped) => zipped.head(length),
            Self::Held(bytes, range) => {
                let head = bytes.iter().take(range.end).skip(range.start);
                Ok(head
                    .take(usize::try_from(length).unwrap_or(usize::MAX))
                    .copied()
                    .collect())
            }
        }
    }
}
