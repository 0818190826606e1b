//! Bytes of files, read when they are needed.

use std::any::Any;
use std::fmt::Debug;
use std::io::{self, Read};
use std::rc::Rc;

use rawzip::ReaderAt;

use super::error::ReadError;

/// The bytes of a file: on a disk, in a browser, or in memory. Since `Blob` extends [`Any`], its creator can recognise
/// it by its type.
pub trait Blob: Debug + Any {
    /// Returns the number of bytes.
    fn size(&self) -> u64;

    /// Reads bytes from `offset` on into `buffer`. Returns the number of bytes read; 0 at the end.
    ///
    /// # Errors
    /// Returns an error if the disk or the browser refuses.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
}

impl Blob for Vec<u8> {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(self.len());
        let mut rest = self.get(start..).unwrap_or_default();
        rest.read(buffer)
    }
}

/// Returns all bytes, if there are no more than `limit`.
///
/// # Errors
/// If there are more, or the disk or the browser refuses.
pub fn read_all(blob: &dyn Blob, limit: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::with_capacity(usize::try_from(blob.size().min(limit)).unwrap_or_default());
    let stream = Stream { blob, at: 0 };
    let read = stream.take(limit.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > limit {
        return Err(ReadError::TooBig { limit });
    }
    Ok(bytes)
}

/// Returns the first bytes, at most `length`.
pub(super) fn read_head(blob: &dyn Blob, length: u64) -> Result<Vec<u8>, ReadError> {
    let mut head = Vec::new();
    let read = Stream { blob, at: 0 }.take(length).read_to_end(&mut head);
    read.map(|_| head).map_err(|error| unreadable(&error))
}

fn unreadable(error: &io::Error) -> ReadError {
    ReadError::Unreadable {
        detail: error.to_string(),
    }
}

/// A reader of the bytes of a blob, from `at` to the end.
pub(super) struct Stream<'a> {
    pub(super) blob: &'a dyn Blob,
    pub(super) at: u64,
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.blob.read_at(self.at, buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// A blob in the form that the reader of zip archives requires.
#[derive(Debug, Clone)]
pub(super) struct Shared(pub(super) Rc<dyn Blob>);

impl ReaderAt for Shared {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.read_at(offset, buffer)
    }
}
