//! A file in a zip archive, which is unpacked when it is read.

use std::io::Read;
use std::rc::Rc;

use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder};

use super::blob::Shared;
use super::error::{ReadError, damaged};

/// A file in a zip archive.
#[derive(Debug)]
pub(super) struct Zipped {
    pub(super) archive: Rc<Archive>,
    pub(super) wayfinder: ZipArchiveEntryWayfinder,
    pub(super) method: CompressionMethod,
    /// Unpacked size in bytes, according to the directory.
    pub(super) size: u64,
}

/// The archive that contains the file.
pub(super) struct Archive(pub(super) ZipArchive<Shared>);

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Archive")
    }
}

impl Zipped {
    /// Returns the first bytes, unpacked but not verified.
    pub(super) fn head(&self, length: u64) -> Result<Vec<u8>, ReadError> {
        let entry = self.archive.0.get_entry(self.wayfinder).map_err(damaged)?;
        let packed = entry.reader();
        let mut bytes = Vec::new();
        let read = if self.method == CompressionMethod::STORE {
            packed.take(length).read_to_end(&mut bytes)
        } else {
            DeflateDecoder::new(packed).take(length).read_to_end(&mut bytes)
        };
        read.map_err(damaged)?;
        Ok(bytes)
    }

    /// Returns the bytes, unpacked and verified against the size and checksum in the directory.
    pub(super) fn read(&self, limit: u64) -> Result<Vec<u8>, ReadError> {
        let size = self.wayfinder.uncompressed_size_hint();
        if size > limit {
            return Err(ReadError::TooBig { limit });
        }
        let entry = self.archive.0.get_entry(self.wayfinder).map_err(damaged)?;
        let packed = entry.reader();
        let mut bytes = Vec::new();
        // A file that unpacks to more than the directory says is cut off one byte later; its checksum then fails.
        let most = size.saturating_add(1);
        let read = if self.method == CompressionMethod::STORE {
            entry.verifying_reader(packed).take(most).read_to_end(&mut bytes)
        } else {
            let inflated = DeflateDecoder::new(packed);
            entry.verifying_reader(inflated).take(most).read_to_end(&mut bytes)
        };
        read.map_err(damaged)?;
        if bytes.len() as u64 != size {
            return Err(damaged("the size of a file differs from that in the directory").into());
        }
        Ok(bytes)
    }
}
