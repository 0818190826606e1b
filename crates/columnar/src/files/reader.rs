//! Reads tables from files, whatever their format.

use arrow_schema::SchemaRef;

use super::error::OpenError;
use super::input::Input;
use super::ipc::{self, ArrowFile};
use super::parquet_file::{self, ParquetFile};
use super::part::{BadPart, Batch};

/// Number of bytes at the start of a file from which [`is_table`] tells.
pub const MAGIC_BYTES: usize = 6;

/// Reports whether a file with these first bytes is a Parquet or Arrow file.
#[must_use]
pub fn is_table(head: &[u8]) -> bool {
    head.starts_with(parquet_file::MAGIC) || head.starts_with(ipc::MAGIC) || head.starts_with(ipc::CONTINUATION)
}

/// Reports by its name whether a file is a Parquet or Arrow file.
#[must_use]
pub fn is_table_name(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    let ending = ending.as_deref().unwrap_or_default();
    matches!(ending, "parquet" | "pq" | "arrow" | "arrows" | "feather" | "ipc")
}

/// A table in a file, read batch by batch.
///
/// ```
/// use std::sync::Arc;
///
/// use arrow_array::{ArrayRef, RecordBatch, StringArray};
/// use texlens_columnar::{FileFormat, Input, Reader, TextArray, Writer};
///
/// let texts: ArrayRef = Arc::new(StringArray::from(vec!["x", "y"]));
/// let columns = RecordBatch::try_from_iter([("text", texts)])?;
/// let mut writer = Writer::new(FileFormat::Parquet, Vec::new(), &columns.schema())?;
/// writer.write(&columns)?;
///
/// let mut reader = Reader::open(Input::of_bytes(writer.finish()?), true)?;
/// let batch = reader.next().expect("there are rows")?;
/// let texts = TextArray::of(batch.columns.column(0))?;
/// assert_eq!(texts.texts(), [Ok(Some(&b"x"[..])), Ok(Some(b"y"))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader(Format);

#[derive(Debug)]
enum Format {
    Parquet(Box<ParquetFile>),
    Arrow(Box<ArrowFile>),
}

impl Reader {
    /// Opens a file. With `raw_texts`, columns of texts are read as bytes, so that a text that is not UTF-8 does not
    /// cost the rows around it.
    ///
    /// # Errors
    /// If the file has another format, or its description is damaged.
    pub fn open(input: Input, raw_texts: bool) -> Result<Self, OpenError> {
        let head = input.head(0, MAGIC_BYTES as u64)?;
        if !is_table(&head) {
            return Err(OpenError::OtherFormat);
        }
        let format = match head.starts_with(parquet_file::MAGIC) {
            true => Format::Parquet(Box::new(ParquetFile::open(input, raw_texts)?)),
            false => Format::Arrow(Box::new(ArrowFile::open(input, raw_texts)?)),
        };
        Ok(Self(format))
    }

    /// Returns all columns with their types.
    #[must_use]
    pub fn schema(&self) -> &SchemaRef {
        match &self.0 {
            Format::Parquet(file) => file.schema(),
            Format::Arrow(file) => file.schema(),
        }
    }

    /// Returns the notes of other programs on the whole table, by their names.
    #[must_use]
    pub fn notes(&self) -> Vec<(String, String)> {
        match &self.0 {
            Format::Parquet(file) => file.notes(),
            Format::Arrow(file) => {
                let notes = file.schema().metadata().iter();
                notes.map(|(name, note)| (name.clone(), note.clone())).collect()
            }
        }
    }

    /// Returns the number of rows, if the file tells it at once.
    #[must_use]
    pub fn rows(&self) -> Option<u64> {
        match &self.0 {
            Format::Parquet(file) => Some(file.rows()),
            Format::Arrow(_) => None,
        }
    }

    /// Chooses the columns to read by their places in the schema, in ascending order, before the first batch is read.
    /// Other columns of a Parquet file are not unpacked.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn select(&mut self, columns: &[usize]) -> Result<(), OpenError> {
        if let Some(place) = columns.iter().find(|place| **place >= self.schema().fields().len()) {
            return Err(OpenError::Damaged(format!("there is no column {place}")));
        }
        match &mut self.0 {
            Format::Parquet(file) => file.select(columns),
            Format::Arrow(file) => file.select(columns).map_err(OpenError::Damaged)?,
        }
        Ok(())
    }
}

impl Iterator for Reader {
    type Item = Result<Batch, BadPart>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Format::Parquet(file) => file.next(),
            Format::Arrow(file) => file.next(),
        }
    }
}
