//! A folder as a zip archive.

use std::io::Write;

use flate2::{Compression, write::DeflateEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::{FolderFile, ReportError};

/// Writes files into a zip archive in memory.
pub struct ZipWriter {
    archive: ZipArchiveWriter<Vec<u8>>,
}

impl Default for ZipWriter {
    fn default() -> Self {
        Self {
            archive: ZipArchiveWriter::new(Vec::new()),
        }
    }
}

impl ZipWriter {
    /// Adds a file. Images and fonts are already compressed and are stored unchanged.
    ///
    /// # Errors
    /// [`ReportError::Inconsistent`] if the archive cannot hold the file.
    pub fn add(&mut self, file: &FolderFile) -> Result<(), ReportError> {
        let is_text = [".html", ".css", ".js", ".json"]
            .iter()
            .any(|ending| file.path.ends_with(ending));
        let method = if is_text {
            CompressionMethod::DEFLATE
        } else {
            CompressionMethod::STORE
        };
        let builder = self.archive.new_file(&file.path).compression_method(method);
        let (mut entry, config) = builder.start().map_err(unwritten)?;
        if is_text {
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            writer.write_all(&file.bytes).map_err(unwritten)?;
            let (encoder, output) = writer.finish().map_err(unwritten)?;
            encoder.finish().map_err(unwritten)?;
            entry.finish(output).map_err(unwritten)?;
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(&file.bytes).map_err(unwritten)?;
            let (_, output) = writer.finish().map_err(unwritten)?;
            entry.finish(output).map_err(unwritten)?;
        }
        Ok(())
    }

    /// Returns the archive.
    ///
    /// # Errors
    /// [`ReportError::Inconsistent`] if the list of files cannot be written.
    pub fn finish(self) -> Result<Vec<u8>, ReportError> {
        self.archive.finish().map_err(unwritten)
    }
}

fn unwritten(error: impl std::fmt::Display) -> ReportError {
    ReportError::Inconsistent(format!("its archive cannot be written: {error}"))
}
