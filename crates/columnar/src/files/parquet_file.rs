//! Reads Parquet files, one row group after another.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::basic::{ConvertedType, LogicalType, Type as PhysicalType};
use parquet::file::metadata::{FileMetaData, KeyValue, ParquetMetaData};
use parquet::schema::types::{SchemaDescriptor, Type};

use super::chunk;
use super::compact::{Cursor, kind};
use super::error::OpenError;
use super::guard::guarded;
use super::input::Input;
use super::limits::{BATCH_BYTES, MAX_METADATA, MAX_NESTING, batch_rows};
use super::part::{BadPart, Batch};
use super::zstandard;

/// The first and the last bytes of a file.
pub(crate) const MAGIC: &[u8] = b"PAR1";

/// Size of the length of the footer and the mark after it, in bytes.
const TAIL: u64 = 8;

/// A Parquet file.
#[derive(Debug)]
pub(crate) struct ParquetFile {
    input: Input,
    metadata: ArrowReaderMetadata,
    schema: SchemaRef,
    /// The places of the columns to read.
    selected: Vec<usize>,
    /// The next row group to open.
    next_group: usize,
    /// Number of rows before that one.
    next_row: u64,
    open: Option<Group>,
}

/// A row group that is being read.
struct Group {
    number: usize,
    reader: ParquetRecordBatchReader,
    /// Number of rows before the next ones.
    row: u64,
    /// Number of rows that are left.
    left: u64,
}

impl std::fmt::Debug for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Group")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl ParquetFile {
    pub(crate) fn open(input: Input, with_raw_texts: bool) -> Result<Self, OpenError> {
        check_footer(&input)?;
        let load = || {
            let declared = ArrowReaderMetadata::load(&input, options()).map_err(|error| error.to_string())?;
            let metadata = match with_raw_texts {
                true => Arc::new(without_text_types(declared.metadata())?),
                false => Arc::clone(declared.metadata()),
            };
            let plain = ArrowReaderMetadata::try_new(Arc::clone(&metadata), options());
            let plain = plain.map_err(|error| error.to_string())?;
            // Views refer to pages, so that a text that many rows have is in memory once.
            let views = Schema::new_with_metadata(as_views(plain.schema().fields()), plain.schema().metadata().clone());
            let viewed = ArrowReaderMetadata::try_new(metadata, options().with_schema(Arc::new(views)));
            Ok((
                Arc::clone(declared.schema()),
                viewed.map_err(|error| error.to_string())?,
            ))
        };
        let (schema, metadata) = guarded(load).map_err(OpenError::Damaged)?;
        Ok(Self {
            input,
            selected: (0..schema.fields().len()).collect(),
            metadata,
            schema,
            next_group: 0,
            next_row: 0,
            open: None,
        })
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns what programs wrote about the file, without the schema of Arrow.
    pub(crate) fn notes(&self) -> Vec<(String, String)> {
        let notes = self.metadata.metadata().file_metadata().key_value_metadata();
        let notes = notes.into_iter().flatten().filter(|note| note.key != "ARROW:schema");
        notes
            .map(|KeyValue { key, value }| (key.clone(), value.clone().unwrap_or_default()))
            .collect()
    }

    pub(crate) fn rows(&self) -> u64 {
        let groups = self.metadata.metadata().row_groups();
        groups
            .iter()
            .map(|group| size(group.num_rows()))
            .fold(0, u64::saturating_add)
    }

    pub(crate) fn select(&mut self, columns: &[usize]) {
        self.selected = columns.to_vec();
    }

    pub(crate) fn next(&mut self) -> Option<Result<Batch, BadPart>> {
        loop {
            let mut group = match self.open.take() {
                Some(group) => group,
                None => match self.open_next()? {
                    Ok(group) => group,
                    Err(bad) => return Some(Err(bad)),
                },
            };
            let read = guarded(|| group.reader.next().transpose().map_err(|error| error.to_string()));
            let rows = read
                .as_ref()
                .map_or(0, |batch| batch.as_ref().map_or(0, |batch| batch.num_rows() as u64));
            match read {
                Ok(Some(columns)) if rows <= group.left => {
                    let first_row = group.row;
                    group.row += rows;
                    group.left -= rows;
                    self.open = Some(group);
                    if rows > 0 {
                        return Some(Ok(Batch { first_row, columns }));
                    }
                }
                Ok(None) if group.left == 0 => {}
                Ok(_) => {
                    return Some(Err(
                        group.bad("it has another number of rows than the file states".to_owned())
                    ));
                }
                Err(reason) => return Some(Err(group.bad(reason))),
            }
        }
    }

    /// Opens the next row group. Returns `None` after the last one.
    fn open_next(&mut self) -> Option<Result<Group, BadPart>> {
        let number = self.next_group;
        let (row, rows) = (
            self.next_row,
            size(self.metadata.metadata().row_groups().get(number)?.num_rows()),
        );
        self.next_group += 1;
        self.next_row = row.saturating_add(rows);
        let opened = guarded(|| self.reader(number)).map_err(|reason| bad(number, row, rows, reason));
        Some(opened.map(|reader| Group {
            number,
            reader,
            row,
            left: rows,
        }))
    }

    fn reader(&self, number: usize) -> Result<ParquetRecordBatchReader, String> {
        let metadata = self.metadata.metadata();
        let descriptor = metadata.file_metadata().schema_descr();
        let mask = ProjectionMask::roots(descriptor, self.selected.iter().copied());
        let group = metadata.row_group(number);
        let mut bytes = 0_u64;
        let mut most = usize::MAX;
        for (place, column) in group
            .columns()
            .iter()
            .enumerate()
            .filter(|(place, _)| mask.leaf_included(*place))
        {
            let named = |reason: String| format!("column {}: {reason}", descriptor.column(place).name());
            let facts = chunk::check(&self.input, column).map_err(named)?;
            bytes = bytes.saturating_add(size(column.uncompressed_size()));
            if let Some(rows) = BATCH_BYTES.checked_div(facts.repeated) {
                most = most.min(usize::try_from(rows).unwrap_or(usize::MAX)).max(1);
            }
        }
        let rows = batch_rows(bytes, size(group.num_rows())).min(most);
        let (input, metadata, number) = match !cfg!(feature = "zstd") && zstandard::is_in(metadata, number, &mask) {
            true => self.without_zstandard(number, &mask)?,
            false => (self.input.clone(), self.metadata.clone(), number),
        };
        ParquetRecordBatchReaderBuilder::new_with_metadata(input, metadata)
            .with_row_groups(vec![number])
            .with_projection(mask)
            .with_batch_size(rows)
            .build()
            .map_err(|error| error.to_string())
    }
}

impl ParquetFile {
    /// Returns a file in memory with one row group, whose columns are not packed with Zstandard.
    fn without_zstandard(
        &self,
        number: usize,
        mask: &ProjectionMask,
    ) -> Result<(Input, ArrowReaderMetadata, usize), String> {
        let (input, metadata) = zstandard::unpacked(&self.input, self.metadata.metadata(), number, mask)?;
        let options = options().with_schema(Arc::clone(self.metadata.schema()));
        let metadata = ArrowReaderMetadata::try_new(Arc::new(metadata), options);
        Ok((input, metadata.map_err(|error| error.to_string())?, 0))
    }
}

impl Group {
    fn bad(&self, reason: String) -> BadPart {
        bad(self.number, self.row, self.left, reason)
    }
}

/// Returns how files are read: by the types of Parquet, whatever a program wrote about those of Arrow.
fn options() -> ArrowReaderOptions {
    ArrowReaderOptions::new().with_skip_arrow_metadata(true)
}

fn bad(number: usize, first_row: u64, lost: u64, reason: String) -> BadPart {
    BadPart {
        part: format!("row group {number}"),
        first_row,
        lost: Some(lost),
        reason,
    }
}

/// Returns a number that a file states; of a negative one, 0.
fn size(stated: i64) -> u64 {
    u64::try_from(stated).unwrap_or_default()
}

/// Checks the description of the content before it is decoded: no list in it is longer than the bytes that are there,
/// and its columns are not nested too deep.
fn check_footer(input: &Input) -> Result<(), OpenError> {
    let damaged = |reason: &str| OpenError::Damaged(reason.to_owned());
    let tail_at = input
        .size()
        .checked_sub(TAIL)
        .ok_or_else(|| damaged("the file is too short"))?;
    let tail = input.bytes(tail_at, TAIL)?;
    let (length, magic) = tail.split_at(4);
    if magic != MAGIC {
        let why = "the file does not end as a Parquet file, so that it was probably not copied as a whole";
        return Err(damaged(why));
    }
    let length = u64::from(u32::from_le_bytes(length.try_into().unwrap_or_default()));
    if length > MAX_METADATA {
        return Err(damaged(&format!(
            "it has {length} bytes, and at most {MAX_METADATA} are read"
        )));
    }
    let start = tail_at
        .checked_sub(length)
        .ok_or_else(|| damaged("it is longer than the file"))?;
    let footer = input.bytes(start, length)?;
    let mut tree = Tree::default();
    let read = Cursor::new(&footer).structure(|cursor, number, of| match (number, of) {
        (SCHEMA, kind::LIST | kind::SET) => {
            tree = Tree::default();
            cursor.structures(|cursor| tree.read(cursor)).map(|()| true)
        }
        // The decoder does not look at the type of this field.
        (SCHEMA, _) => None,
        _ => Some(false),
    });
    if tree.is_deep {
        return Err(damaged(&format!(
            "its columns are nested deeper than {MAX_NESTING} levels, and are not read"
        )));
    }
    read.filter(|()| tree.open.is_empty())
        .ok_or_else(|| damaged("it has no valid structure"))
}

/// The field of the description of a file that has its columns: a tree, as a list from top to bottom.
const SCHEMA: i64 = 2;

/// The field of a column that has the number of columns in it.
const CHILDREN: i64 = 5;

/// The tree of columns, as far as it was read. The decoder follows it by recursion, and takes the numbers of columns
/// for granted.
#[derive(Default)]
struct Tree {
    has_root: bool,
    /// Number of columns that are still to come in each column around the next one.
    open: Vec<u64>,
    is_deep: bool,
}

impl Tree {
    /// Reads the next column. Returns `None` if there is none, it does not fit, or it is too deep.
    fn read(&mut self, cursor: &mut Cursor<'_>) -> Option<()> {
        let mut children = 0;
        cursor.structure(|cursor, number, of| match (number, of) {
            (CHILDREN, kind::I16 | kind::I32 | kind::I64) => {
                let stated = i32::try_from(cursor.number()?).ok()?;
                children = u64::try_from(stated).ok()?;
                Some(true)
            }
            (CHILDREN, _) => None,
            _ => Some(false),
        })?;
        match self.open.last_mut() {
            Some(left) => *left -= 1,
            None if self.has_root => return None,
            None => self.has_root = true,
        }
        if children > 0 {
            self.open.push(children);
        }
        // A column stays open until all in it are read, so that the length is the depth.
        self.is_deep = self.open.len() > MAX_NESTING;
        while self.open.last() == Some(&0) {
            self.open.pop();
        }
        (!self.is_deep).then_some(())
    }
}

/// Returns the metadata with texts as bytes. Otherwise one text that is not UTF-8 would cost all rows around it.
fn without_text_types(metadata: &ParquetMetaData) -> Result<ParquetMetaData, String> {
    let file = metadata.file_metadata();
    let root = file.schema_descr().root_schema();
    let fields = root.get_fields().iter();
    let fields: Result<Vec<_>, String> = fields.map(as_bytes).collect();
    let root = Type::group_type_builder(root.name()).with_fields(fields?).build();
    let root = root.map_err(|error| error.to_string())?;
    let file = FileMetaData::new(
        file.version(),
        file.num_rows(),
        file.created_by().map(str::to_owned),
        file.key_value_metadata().cloned(),
        Arc::new(SchemaDescriptor::new(Arc::new(root))),
        None,
    );
    Ok(ParquetMetaData::new(file, metadata.row_groups().to_vec()))
}

fn as_bytes(field: &Arc<Type>) -> Result<Arc<Type>, String> {
    let info = field.get_basic_info();
    let is_text = field.is_primitive()
        && field.get_physical_type() == PhysicalType::BYTE_ARRAY
        && info.converted_type() != ConvertedType::DECIMAL
        && !matches!(info.logical_type_ref(), Some(LogicalType::Decimal { .. }));
    if !is_text || !info.has_repetition() {
        return Ok(Arc::clone(field));
    }
    let bytes = Type::primitive_type_builder(info.name(), PhysicalType::BYTE_ARRAY).with_repetition(info.repetition());
    bytes.build().map(Arc::new).map_err(|error| error.to_string())
}

fn as_views(fields: &Fields) -> Fields {
    fields.iter().map(as_view).collect()
}

fn as_view(field: &Arc<Field>) -> Arc<Field> {
    let kind = match field.data_type() {
        DataType::Utf8 => DataType::Utf8View,
        DataType::Binary => DataType::BinaryView,
        DataType::Struct(fields) => DataType::Struct(as_views(fields)),
        DataType::List(field) => DataType::List(as_view(field)),
        _ => return Arc::clone(field),
    };
    Arc::new(field.as_ref().clone().with_data_type(kind))
}
