//! Reads Parquet and Arrow files as lists of records: each row becomes a line of JSON, and its image a file. A file is
//! held in memory, as other lists are.

use std::fmt::{self, Write as _};

use arrow_array::ArrayRef;
use serde_json::Value;
use texlens_columnar::{Batch, ImageArray, Input, Reader, RowImage, TextArray, objects};

use super::error::ReadError;
use super::table::{ReadTable, TableImage, TableRemark, TableRoom};
use super::text::{Encoding, decode_as};
use crate::notice::Problem;

/// Reads a table. Rows that cannot be read become remarks.
///
/// # Errors
/// If the file is no table, or its records do not fit.
pub fn read_table(bytes: Vec<u8>, room: &TableRoom) -> Result<ReadTable, Problem> {
    let reader = Reader::open(Input::of_bytes(bytes), true).map_err(|error| table(&error))?;
    let mut rows = Rows {
        room,
        lines: Lines {
            text: String::new(),
            count: 0,
            limit: room.lines,
        },
        images: Vec::new(),
        images_left: room.images,
        remarks: Vec::new(),
    };
    for batch in reader {
        match batch {
            Ok(batch) => rows.add(&batch)?,
            Err(bad) => {
                rows.remark(rows.lines.count, table(&bad));
                // The number of a line stays that of its row.
                let lost = bad.lost.map_or(0, |lost| usize::try_from(lost).unwrap_or(usize::MAX));
                rows.lines.skip(lost.min(room.records));
            }
        }
        if rows.lines.text.len() as u64 > room.lines {
            return Err(ReadError::TooBig { limit: room.lines }.into());
        }
    }
    Ok(ReadTable {
        lines: rows.lines.text.into_bytes(),
        images: rows.images,
        remarks: rows.remarks,
    })
}

/// The rows that were read, with their images.
struct Rows<'r> {
    room: &'r TableRoom,
    lines: Lines,
    images: Vec<TableImage>,
    /// The size that further images may have, in bytes.
    images_left: u64,
    remarks: Vec<TableRemark>,
}

impl Rows<'_> {
    fn add(&mut self, batch: &Batch) -> Result<(), Problem> {
        let schema = batch.columns.schema();
        let columns = batch.columns.columns().iter().zip(schema.fields());
        let columns: Vec<Column> = columns
            .map(|(column, field)| Column::of(column, field.name()))
            .collect();
        let cells: Vec<Cells<'_>> = columns.iter().map(Column::cells).collect();
        let first = self.lines.count;
        let mut lines = std::mem::take(&mut self.lines);
        let mut rows = objects(&batch.columns, |place_of_column, row| {
            match cells.get(place_of_column)? {
                Cells::Images(images) => Some(self.add_image(first + row, *images.get(row)?)),
                Cells::Texts(name, texts) => match not_utf8(texts.get(row).copied().flatten()?, self.room.encoding)? {
                    Ok(text) => Some(text.into()),
                    Err(offset) => {
                        let detail = format!(
                            "the column {name} is not UTF-8 at byte {offset}, and is left out; save it as UTF-8, or use the command with --encoding latin1"
                        );
                        self.remark(first + row, Problem::Table { detail });
                        None
                    }
                },
                Cells::Others => None,
            }
        });
        // A few texts can be those of many rows, so that the rows after the limit are not even converted.
        let written = rows.try_for_each(|row| -> fmt::Result {
            writeln!(lines, "{}", Value::Object(row))?;
            lines.count += 1;
            Ok(())
        });
        drop(rows);
        self.lines = lines;
        let limit = self.room.lines;
        written.map_err(|fmt::Error| ReadError::TooBig { limit }.into())
    }

    /// Adds a remark on a row, counted from 0.
    fn remark(&mut self, row: usize, problem: Problem) {
        self.remarks.push(TableRemark { line: row + 1, problem });
    }

    /// Adds the image of a row, and returns its path beside the table. Without bytes, the path may name a file that is
    /// there.
    fn add_image(&mut self, row: usize, image: RowImage<'_>) -> Value {
        let given = image.path.map_or(Value::Null, Value::from);
        let Some(bytes) = image.bytes else { return given };
        let Some(ending) = ending_of(bytes) else { return given };
        let Some(left) = self.images_left.checked_sub(bytes.len() as u64) else {
            self.remark(row, ReadError::NoRoom { limit: self.room.all }.into());
            return Value::Null;
        };
        self.images_left = left;
        let name = format!("{row:06}.{ending}");
        let path = format!("{}/{name}", self.room.folder);
        self.images.push(TableImage {
            name,
            bytes: bytes.to_vec(),
        });
        path.into()
    }
}

/// The rows that were read, as JSON lines.
#[derive(Default)]
struct Lines {
    text: String,
    count: usize,
    /// Maximum size of the text, in bytes.
    limit: u64,
}

impl fmt::Write for Lines {
    /// Fails at the limit.
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if (self.text.len() + more.len()) as u64 > self.limit {
            return Err(fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}

impl Lines {
    fn skip(&mut self, lines: usize) {
        self.text.extend(std::iter::repeat_n('\n', lines));
        self.count += lines;
    }
}

fn table(error: &dyn std::fmt::Display) -> Problem {
    Problem::Table {
        detail: error.to_string(),
    }
}

/// A column whose cells do not become JSON by themselves.
enum Column {
    Images(ImageArray),
    Texts(String, TextArray),
    Others,
}

/// The cells of such a column.
enum Cells<'c> {
    Images(Vec<RowImage<'c>>),
    Texts(&'c str, Vec<Option<&'c [u8]>>),
    Others,
}

impl Column {
    /// Texts are read as bytes, too. A column of bytes is one of images if its first bytes are those of an image.
    fn of(column: &ArrayRef, name: &str) -> Self {
        let images = ImageArray::of(column).filter(|images| {
            let images = images.images();
            let mut bytes = images.iter().filter_map(|image| image.bytes);
            column.data_type().is_nested() || bytes.next().is_some_and(|bytes| ending_of(bytes).is_some())
        });
        match (images, TextArray::of(column)) {
            (Some(images), _) => Self::Images(images),
            (None, Ok(texts)) => Self::Texts(name.to_owned(), texts),
            (None, Err(_)) => Self::Others,
        }
    }

    fn cells(&self) -> Cells<'_> {
        match self {
            Self::Images(images) => Cells::Images(images.images()),
            Self::Texts(name, texts) => {
                let texts = texts.texts().into_iter();
                Cells::Texts(name, texts.map(|text| text.ok().flatten()).collect())
            }
            Self::Others => Cells::Others,
        }
    }
}

/// Returns a text that is not UTF-8 in the encoding of such texts, or the place at which it is not; `None` if it is UTF-8.
fn not_utf8(bytes: &[u8], encoding: Encoding) -> Option<Result<String, usize>> {
    let offset = std::str::from_utf8(bytes).err()?.valid_up_to();
    Some(match encoding {
        Encoding::Latin1 => decode_as(bytes.to_vec(), encoding).map_err(|_| offset),
        Encoding::Utf8 => Err(offset),
    })
}

/// Returns the ending of the name of an image or a document with these bytes.
fn ending_of(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("png"),
        [0xff, 0xd8, 0xff, ..] => Some("jpg"),
        [b'%', b'P', b'D', b'F', ..] => Some("pdf"),
        _ => None,
    }
}
