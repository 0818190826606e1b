//! Answers that were paid for, in a file with one record per line.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use texlens_judge::Record;

use crate::failure::Failure;
use crate::input::{Folder, ReadError};

const FILE: &str = "judge.jsonl";

/// Maximum size of the file, in bytes. A hundred thousand answers take a tenth of that.
const MAX_BYTES: u64 = 2 << 30;

pub(super) struct Cache {
    path: PathBuf,
    file: File,
    records: Vec<Record>,
}

impl Cache {
    /// Opens the file, and creates the folder if necessary. Skips lines that cannot be read, for example a line that
    /// was cut off; their calls are sent again.
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(FILE);
        let failure = |error| Failure::WriteFile {
            path: path.clone(),
            error,
        };
        fs::create_dir_all(folder).map_err(failure)?;
        let read = Folder::new(folder).map_err(failure)?.read(&path, MAX_BYTES);
        let text = match read {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(ReadError::Io(error)) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Failure::Read { path, error }),
        };
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .map_err(failure)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(failure)?;
        }
        let records = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        Ok(Self {
            records: records.collect(),
            path,
            file,
        })
    }

    /// Returns the records that the file had when it was opened.
    pub(super) fn take_records(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records)
    }

    /// Adds a record, if it settles its call.
    pub(super) fn keep(&mut self, record: &Record) -> Result<(), Failure> {
        if !record.is_settled() {
            return Ok(());
        }
        let line = serde_json::to_string(record).unwrap_or_default() + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| Failure::WriteFile {
            path: self.path.clone(),
            error,
        })
    }
}
