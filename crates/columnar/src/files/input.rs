//! The bytes of a file: on a disk, or in memory.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};

/// Size of the pieces in which the heads of pages are read, in bytes.
const PIECE: usize = 4096;

/// The bytes of a file.
#[derive(Debug, Clone)]
pub struct Input {
    source: Source,
    size: u64,
}

#[derive(Debug, Clone)]
enum Source {
    /// All reads set the position first, so that clones can share it.
    File(Arc<Mutex<File>>),
    Bytes(Bytes),
}

impl Input {
    /// Takes an open file.
    ///
    /// # Errors
    /// If its size is not known.
    pub fn of_file(file: File) -> io::Result<Self> {
        Ok(Self {
            size: file.metadata()?.len(),
            source: Source::File(Arc::new(Mutex::new(file))),
        })
    }

    /// Takes bytes in memory.
    #[must_use]
    pub fn of_bytes(bytes: Vec<u8>) -> Self {
        Self {
            size: bytes.len() as u64,
            source: Source::Bytes(Bytes::from(bytes)),
        }
    }

    /// Returns the number of bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns exactly these bytes.
    pub(crate) fn bytes(&self, start: u64, length: u64) -> io::Result<Bytes> {
        if start.checked_add(length).is_none_or(|end| end > self.size) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let too_long = |_| io::Error::from(io::ErrorKind::OutOfMemory);
        let length = usize::try_from(length).map_err(too_long)?;
        match &self.source {
            Source::File(file) => {
                let mut bytes = vec![0; length];
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(start))?;
                file.read_exact(&mut bytes)?;
                Ok(bytes.into())
            }
            Source::Bytes(bytes) => {
                let start = usize::try_from(start).map_err(too_long)?;
                Ok(bytes.slice(start..start + length))
            }
        }
    }

    /// Returns at most so many bytes, fewer at the end.
    pub(crate) fn head(&self, start: u64, length: u64) -> io::Result<Bytes> {
        self.bytes(start, length.min(self.size.saturating_sub(start)))
    }
}

impl Length for Input {
    fn len(&self) -> u64 {
        self.size
    }
}

impl ChunkReader for Input {
    type T = BufReader<From>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        let from = From {
            input: self.clone(),
            at: start,
        };
        Ok(BufReader::with_capacity(PIECE, from))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        Ok(self.bytes(start, length as u64)?)
    }
}

/// A reader of the bytes from a position on.
#[derive(Debug)]
pub struct From {
    input: Input,
    at: u64,
}

impl Read for From {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.head(self.at, buffer.len() as u64)?;
        let read = (&*bytes).read(buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}
