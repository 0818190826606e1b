//! Writes tables to files.

use std::io::Write;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::ByteViewType;
use arrow_array::{Array, ArrayRef, GenericByteViewArray, RecordBatch, RecordBatchOptions, StructArray};
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::error::WriteError;

/// Maximum number of rows of a row group. A row group is in memory until it is complete.
const GROUP_ROWS: usize = 1 << 16;

/// Size of a row group from which on it is complete, in bytes.
const GROUP_BYTES: usize = 64 << 20;

/// A format of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// Parquet, packed by Snappy.
    Parquet,
    /// An Arrow file, not packed, which can be mapped into memory.
    Arrow,
}

impl FileFormat {
    /// Returns the format for a name, or `None` if it is another one.
    #[must_use]
    pub fn of_name(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1.to_lowercase().as_str() {
            "parquet" | "pq" => Some(Self::Parquet),
            "arrow" | "feather" | "ipc" => Some(Self::Arrow),
            _ => None,
        }
    }
}

/// Writes a table batch by batch. Its memory does not grow with the number of rows.
pub struct Writer<W: Write + Send>(Format<W>);

impl<W: Write + Send> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Writer")
    }
}

enum Format<W: Write + Send> {
    Parquet(Box<ArrowWriter<W>>),
    Arrow(Box<FileWriter<W>>),
}

impl<W: Write + Send> Writer<W> {
    /// Begins a file. The notes of the schema become notes of the file.
    ///
    /// # Errors
    /// If the start cannot be written, or a type is not supported.
    pub fn new(format: FileFormat, out: W, schema: &SchemaRef) -> Result<Self, WriteError> {
        Ok(Self(match format {
            FileFormat::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    .set_max_row_group_row_count(Some(GROUP_ROWS))
                    .set_created_by(concat!("texlens ", env!("CARGO_PKG_VERSION")).to_owned())
                    .set_key_value_metadata(Some(notes(schema)));
                // Without Arrow's own description, which says how columns were in memory: old libraries do not know views.
                let options = ArrowWriterOptions::new().with_properties(properties.build());
                let options = options.with_skip_arrow_metadata(true);
                let writer = ArrowWriter::try_new_with_options(out, Arc::clone(schema), options);
                Format::Parquet(Box::new(writer.map_err(of_parquet)?))
            }
            FileFormat::Arrow => {
                let writer = FileWriter::try_new_with_options(out, schema, IpcWriteOptions::default());
                Format::Arrow(Box::new(writer.map_err(of_arrow)?))
            }
        }))
    }

    /// Adds rows.
    ///
    /// # Errors
    /// If they cannot be written, or have another schema.
    pub fn write(&mut self, columns: &RecordBatch) -> Result<(), WriteError> {
        match &mut self.0 {
            Format::Parquet(writer) => {
                writer.write(columns).map_err(of_parquet)?;
                if writer.in_progress_size() > GROUP_BYTES {
                    writer.flush().map_err(of_parquet)?;
                }
                Ok(())
            }
            Format::Arrow(writer) => writer.write(&compact(columns).map_err(of_arrow)?).map_err(of_arrow),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If the end cannot be written.
    pub fn finish(self) -> Result<W, WriteError> {
        match self.0 {
            Format::Parquet(writer) => writer.into_inner().map_err(of_parquet),
            Format::Arrow(mut writer) => {
                writer.finish().map_err(of_arrow)?;
                writer.into_inner().map_err(of_arrow)
            }
        }
    }
}

/// Returns the same rows with views of their own texts only. An Arrow file has all texts to which a record batch may
/// refer, and the pieces of a table share them.
fn compact(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let columns = batch.columns().iter().map(compact_column).collect();
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(batch.schema(), columns, &options)
}

fn compact_column(column: &ArrayRef) -> ArrayRef {
    match column.data_type() {
        DataType::Utf8View => compact_views(column.as_string_view()),
        DataType::BinaryView => compact_views(column.as_binary_view()),
        DataType::Struct(fields) if !fields.is_empty() => {
            let inner = column.as_struct();
            let columns = inner.columns().iter().map(compact_column).collect();
            let compacted = StructArray::try_new(fields.clone(), columns, inner.nulls().cloned());
            compacted.map_or_else(|_| Arc::clone(column), |compacted| Arc::new(compacted))
        }
        _ => Arc::clone(column),
    }
}

/// Copies the texts, unless this takes more memory, as it does if many rows share a text.
fn compact_views<T: ByteViewType>(views: &GenericByteViewArray<T>) -> ArrayRef {
    let shared: usize = views.data_buffers().iter().map(|buffer| buffer.len()).sum();
    Arc::new(if views.total_buffer_bytes_used() < shared {
        views.gc()
    } else {
        views.clone()
    })
}

/// Returns the notes of a schema in the order of their names, so that equal tables are equal files.
fn notes(schema: &Schema) -> Vec<KeyValue> {
    let mut notes: Vec<(&String, &String)> = schema.metadata().iter().collect();
    notes.sort();
    let notes = notes.into_iter();
    notes
        .map(|(name, note)| KeyValue::new(name.clone(), note.clone()))
        .collect()
}

fn of_parquet(error: ParquetError) -> WriteError {
    match error {
        ParquetError::External(error) => match error.downcast() {
            Ok(error) => WriteError::Io(*error),
            Err(error) => WriteError::Encode(error.to_string()),
        },
        other => WriteError::Encode(other.to_string()),
    }
}

fn of_arrow(error: ArrowError) -> WriteError {
    match error {
        ArrowError::IoError(_, error) => WriteError::Io(error),
        other => WriteError::Encode(other.to_string()),
    }
}
