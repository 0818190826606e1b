//! Reads a handle's bytes as one reads a file.

use std::io::{self, Read, Seek, SeekFrom};

use crate::Blob;

/// Reads a handle's bytes from any place. In a browser, only workers may do so.
#[derive(Debug, Clone)]
pub struct Reader {
    blob: Blob,
    at: u64,
}

impl Blob {
    /// Reads bytes from a place on into a buffer; returns their number, which is smaller at the end. In a browser, only
    /// workers may do so.
    ///
    /// # Errors
    /// If the bytes can no longer be read.
    pub fn read_into(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let read = self.read_now(offset, buffer.len() as u64)?;
        let length = read.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..length), read.get(..length)) {
            to.copy_from_slice(from);
        }
        Ok(length)
    }

    /// Returns a reader of the bytes.
    #[must_use]
    pub fn reader(&self) -> Reader {
        Reader {
            blob: self.clone(),
            at: 0,
        }
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.blob.read_into(buffer, self.at)?;
        self.at += length as u64;
        Ok(length)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(distance) => self.blob.size().checked_add_signed(distance),
            SeekFrom::Current(distance) => self.at.checked_add_signed(distance),
        };
        self.at = at.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a place before the first byte"))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn bytes_are_read_from_any_place() {
        let mut reader = Blob::new(b"abcdef", "").reader();
        let mut two = [0; 2];
        reader.seek(SeekFrom::Start(3)).unwrap();
        reader.read_exact(&mut two).unwrap();
        assert_eq!(&two, b"de");
        reader.seek(SeekFrom::Current(-4)).unwrap();
        reader.read_exact(&mut two).unwrap();
        assert_eq!(&two, b"bc");
        assert_eq!(reader.seek(SeekFrom::End(2)).unwrap(), 8);
        assert_eq!(reader.read(&mut two).unwrap(), 0);
        assert!(reader.seek(SeekFrom::Current(-9)).is_err());
    }
}
