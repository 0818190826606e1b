//! A folder as a zip archive.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use flate2::{Compression, write::DeflateEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::{FolderFile, ReportError};

/// Writes files into a zip archive in memory.
pub struct ZipWriter {
    archive: ZipArchiveWriter<Written>,
    written: Written,
}

/// The bytes that are written and not [taken](ZipWriter::take) yet.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Default for ZipWriter {
    fn default() -> Self {
        let written = Written::default();
        Self {
            archive: ZipArchiveWriter::new(written.clone()),
            written,
        }
    }
}

impl ZipWriter {
    /// Adds a file. Images and fonts are already compressed and are stored unchanged.
    ///
    /// # Errors
    /// [`ReportError::Inconsistent`] if the archive cannot hold the file.
    pub fn add(&mut self, file: &FolderFile) -> Result<(), ReportError> {
        let is_text = [".html", ".css", ".js", ".json", ".jsonl", ".tex"]
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

    /// Returns the next bytes of the archive, so that it need not be in memory as a whole.
    pub fn take(&mut self) -> Vec<u8> {
        self.written.0.take()
    }

    /// Returns the archive, or the rest of it.
    ///
    /// # Errors
    /// [`ReportError::Inconsistent`] if the list of files cannot be written.
    pub fn finish(self) -> Result<Vec<u8>, ReportError> {
        self.archive.finish().map_err(unwritten)?;
        Ok(self.written.0.take())
    }
}

fn unwritten(error: impl std::fmt::Display) -> ReportError {
    ReportError::Inconsistent(format!("its archive cannot be written: {error}"))
}
