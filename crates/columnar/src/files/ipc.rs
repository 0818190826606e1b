//! Reads Arrow files, and streams of Arrow messages in a file, one record batch after another.

use std::io::{self, Read as _};
use std::sync::Arc;

use arrow_array::{Array as _, RecordBatch};
use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, CompressionType, Message, MessageHeader, MetadataVersion, root_as_footer, root_as_message};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use lz4_flex::frame::FrameDecoder;

use super::error::OpenError;
use super::guard::guarded;
use super::input::Input;
use super::limits::{MAX_METADATA, MAX_RECORD_BATCH, batch_rows};
use super::part::{BadPart, Batch};

/// The first and the last bytes of a file.
pub(crate) const MAGIC: &[u8] = b"ARROW1";

/// The first bytes of every message.
pub(crate) const CONTINUATION: &[u8] = &[0xff; 4];

/// Size of the length of the footer and the mark after it, in bytes.
const TAIL: u64 = 10;

/// Size of what stands before the description of a message, in bytes.
const HEAD: u64 = 8;

/// An Arrow file.
#[derive(Debug)]
pub(crate) struct ArrowFile {
    input: Input,
    decoder: FileDecoder,
    types: Types,
    messages: Messages,
    /// Number of record batches that were read.
    number: usize,
    row: u64,
    /// What is left of the last record batch, and the number of its rows to return at a time.
    rest: Option<(RecordBatch, usize)>,
}

/// The types of the columns.
#[derive(Debug)]
struct Types {
    /// As the file has them.
    schema: SchemaRef,
    /// As they are read.
    read: SchemaRef,
}

impl Types {
    fn of(schema: arrow_ipc::Schema<'_>, with_raw_texts: bool) -> Result<Self, String> {
        if !schema.endianness().equals_to_target_endianness() {
            return Err("its numbers have the other order of bytes".to_owned());
        }
        let schema = Arc::new(fb_to_schema(schema));
        let read = match with_raw_texts {
            true => Arc::new(without_text_types(&schema)),
            false => Arc::clone(&schema),
        };
        Ok(Self { schema, read })
    }

    fn decoder(&self, version: MetadataVersion) -> FileDecoder {
        FileDecoder::new(Arc::clone(&self.read), version)
    }
}

/// Where the messages are.
#[derive(Debug)]
enum Messages {
    /// The footer lists the record batches, here with the next one last.
    Listed(Vec<Block>),
    /// They follow each other from here on.
    From(u64),
}

/// A message of a stream.
enum Next {
    Batch(Block),
    Dictionary(Block),
    Other(Block),
    End,
}

impl ArrowFile {
    pub(crate) fn open(input: Input, with_raw_texts: bool) -> Result<Self, OpenError> {
        let head = input.head(0, MAGIC.len() as u64)?;
        let opened = match &*head == MAGIC {
            true => guarded(|| Self::of_file(&input, with_raw_texts)),
            false => guarded(|| Self::of_stream(&input, with_raw_texts)),
        };
        opened.map_err(OpenError::Damaged)
    }

    fn of_file(input: &Input, with_raw_texts: bool) -> Result<Self, String> {
        let tail_at = input.size().checked_sub(TAIL).ok_or("the file is too short")?;
        let tail = read(input, tail_at, TAIL)?;
        let tail = <[u8; 10]>::try_from(&*tail).map_err(|error| error.to_string())?;
        let length = read_footer_length(tail).map_err(|error| error.to_string())? as u64;
        let start = tail_at.checked_sub(length).filter(|_| length <= MAX_METADATA);
        let footer = read(input, start.ok_or("it is longer than the file or the limit")?, length)?;
        let footer = root_as_footer(&footer).map_err(|error| error.to_string())?;
        let types = Types::of(footer.schema().ok_or("it has no schema")?, with_raw_texts)?;
        let mut decoder = types.decoder(footer.version());
        for block in footer.dictionaries().into_iter().flatten() {
            let bytes = block_bytes(input, block)?;
            decoder
                .read_dictionary(block, &bytes)
                .map_err(|error| error.to_string())?;
        }
        let mut blocks: Vec<Block> = footer.recordBatches().into_iter().flatten().copied().collect();
        blocks.reverse();
        Ok(Self::new(input, types, decoder, Messages::Listed(blocks)))
    }

    fn of_stream(input: &Input, with_raw_texts: bool) -> Result<Self, String> {
        let Next::Other(block) = next_message(input, 0)? else {
            return Err("the stream does not begin with a schema".to_owned());
        };
        let bytes = block_bytes(input, &block)?;
        let message = message(&bytes)?;
        let schema = message
            .header_as_schema()
            .ok_or("the stream does not begin with a schema")?;
        let types = Types::of(schema, with_raw_texts)?;
        let decoder = types.decoder(message.version());
        Ok(Self::new(input, types, decoder, Messages::From(end_of(&block))))
    }

    fn new(input: &Input, types: Types, decoder: FileDecoder, messages: Messages) -> Self {
        Self {
            input: input.clone(),
            decoder,
            types,
            messages,
            number: 0,
            row: 0,
            rest: None,
        }
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.types.schema
    }

    pub(crate) fn select(&mut self, columns: &[usize]) -> Result<(), String> {
        self.types.read.project(columns).map_err(|error| error.to_string())?;
        let empty = self.types.decoder(MetadataVersion::V5);
        self.decoder = std::mem::replace(&mut self.decoder, empty).with_projection(columns.to_vec());
        Ok(())
    }

    pub(crate) fn next(&mut self) -> Option<Result<Batch, BadPart>> {
        let (batch, most) = match self.rest.take() {
            Some(rest) => rest,
            None => match self.next_batch()? {
                Ok(batch) => batch,
                Err(Lost { rows, reason }) => {
                    let bad = BadPart {
                        part: format!("record batch {}", self.number.saturating_sub(1)),
                        first_row: self.row,
                        lost: rows,
                        reason,
                    };
                    self.row = self.row.saturating_add(rows.unwrap_or_default());
                    return Some(Err(bad));
                }
            },
        };
        let rows = most.min(batch.num_rows());
        if rows < batch.num_rows() {
            self.rest = Some((batch.slice(rows, batch.num_rows() - rows), most));
        }
        let first_row = self.row;
        self.row += rows as u64;
        Some(Ok(Batch {
            first_row,
            columns: batch.slice(0, rows),
        }))
    }

    fn next_batch(&mut self) -> Option<Result<(RecordBatch, usize), Lost>> {
        loop {
            let block = match &mut self.messages {
                Messages::Listed(blocks) => blocks.pop()?,
                Messages::From(at) => match next_message(&self.input, *at) {
                    Ok(Next::End) => return None,
                    Ok(Next::Other(block)) => {
                        *at = end_of(&block);
                        continue;
                    }
                    Ok(Next::Dictionary(block)) => {
                        *at = end_of(&block);
                        let (input, decoder) = (&self.input, &mut self.decoder);
                        let added = guarded(|| {
                            let bytes = block_bytes(input, &block)?;
                            decoder
                                .read_dictionary(&block, &bytes)
                                .map_err(|error| error.to_string())
                        });
                        if let Err(reason) = added {
                            // Without its dictionary, no later batch means anything.
                            return Some(Err(self.end(&format!("a dictionary is damaged ({reason})"))));
                        }
                        continue;
                    }
                    Ok(Next::Batch(block)) => {
                        *at = end_of(&block);
                        block
                    }
                    Err(reason) => return Some(Err(self.end(&reason))),
                },
            };
            self.number += 1;
            let decoded = guarded(|| {
                let bytes = block_bytes(&self.input, &block)?;
                let batch = self.decoder.read_record_batch(&block, &bytes);
                let batch = batch.map_err(|error| error.to_string())?;
                Ok(batch.map(|batch| {
                    let rows = batch_rows(size_of(&batch), batch.num_rows() as u64);
                    (batch, rows)
                }))
            });
            match decoded {
                Ok(Some(read)) if read.0.num_rows() > 0 => return Some(Ok(read)),
                Ok(_) => {}
                Err(reason) => {
                    let rows = guarded(|| stated_rows(&self.input, &block)).ok();
                    return Some(Err(Lost { rows, reason }));
                }
            }
        }
    }

    /// Ends the stream, because nothing tells where the next message is or what it means.
    fn end(&mut self, reason: &str) -> Lost {
        self.messages = Messages::Listed(Vec::new());
        self.number += 1;
        Lost {
            rows: None,
            reason: format!("{reason}, so that the rest is not read"),
        }
    }
}

/// A record batch that cannot be read.
struct Lost {
    /// Number of its rows, if it tells.
    rows: Option<u64>,
    reason: String,
}

/// Returns the number of rows that a record batch states.
fn stated_rows(input: &Input, block: &Block) -> Result<u64, String> {
    let offset = u64::try_from(block.offset()).map_err(|error| error.to_string())?;
    let length = u64::try_from(block.metaDataLength()).map_err(|error| error.to_string())?;
    let bytes = read(input, offset, length.min(MAX_METADATA))?;
    let batch = message(&bytes)?.header_as_record_batch().map(|batch| batch.length());
    u64::try_from(batch.ok_or("it is no record batch")?).map_err(|error| error.to_string())
}

fn read(input: &Input, start: u64, length: u64) -> Result<bytes::Bytes, String> {
    input.bytes(start, length).map_err(|error| error.to_string())
}

/// Returns the size of the values of a record batch, in bytes. The memory of each column is that of the whole message,
/// so that its size tells nothing.
fn size_of(batch: &RecordBatch) -> u64 {
    let columns = batch.columns().iter().map(|column| column.to_data());
    let sizes = columns.map(|column| {
        let size = column.get_slice_memory_size().unwrap_or(usize::MAX);
        size.saturating_add(size_of_viewed(&column)) as u64
    });
    sizes.fold(0, u64::saturating_add)
}

/// Returns the size of the texts to which views refer, which is not part of the size of an array.
fn size_of_viewed(array: &ArrayData) -> usize {
    let viewed = match array.data_type() {
        DataType::Utf8View | DataType::BinaryView => array.buffers().get(1..).unwrap_or_default(),
        _ => &[],
    };
    let own = viewed.iter().map(Buffer::len);
    own.chain(array.child_data().iter().map(size_of_viewed))
        .fold(0, usize::saturating_add)
}

/// Returns the place after a message.
fn end_of(block: &Block) -> u64 {
    let length = i64::from(block.metaDataLength()).saturating_add(block.bodyLength());
    u64::try_from(block.offset().saturating_add(length)).unwrap_or(u64::MAX)
}

/// Finds the message at a place of a stream. A stream may end without a mark.
fn next_message(input: &Input, at: u64) -> Result<Next, String> {
    let head = input.head(at, HEAD).map_err(|error| error.to_string())?;
    if head.is_empty() {
        return Ok(Next::End);
    }
    let (Some((mark, rest)), true) = (head.split_at_checked(4), head.len() as u64 == HEAD) else {
        return Err("the file ends within a message".to_owned());
    };
    if mark != CONTINUATION {
        return Err("there is no message where one must begin".to_owned());
    }
    let length = i32::from_le_bytes(rest.try_into().unwrap_or_default());
    if length == 0 {
        return Ok(Next::End);
    }
    let described = u64::try_from(length).ok().filter(|length| *length <= MAX_METADATA);
    let described = described.ok_or("the description of a message is over the limit")?;
    let bytes = read(input, at + HEAD, described).map_err(|_| "the file ends within a message".to_owned())?;
    let message = root_as_message(&bytes).map_err(|error| error.to_string())?;
    let metadata = i32::try_from(HEAD + described).map_err(|error| error.to_string())?;
    let offset = i64::try_from(at).map_err(|error| error.to_string())?;
    let block = Block::new(offset, metadata, message.bodyLength());
    if message.bodyLength() < 0 || end_of(&block) > input.size() {
        return Err("the file ends within a message".to_owned());
    }
    Ok(match message.header_type() {
        MessageHeader::RecordBatch => Next::Batch(block),
        MessageHeader::DictionaryBatch => Next::Dictionary(block),
        _ => Next::Other(block),
    })
}

/// Returns the bytes of a message, after its sizes are checked.
fn block_bytes(input: &Input, block: &Block) -> Result<Buffer, String> {
    let lengths = (
        u64::try_from(block.offset()),
        u64::try_from(block.metaDataLength()),
        u64::try_from(block.bodyLength()),
    );
    let (Ok(offset), Ok(metadata), Ok(body)) = lengths else {
        return Err("it has a negative size".to_owned());
    };
    if !(HEAD..=MAX_METADATA + HEAD).contains(&metadata) || body > MAX_RECORD_BATCH {
        return Err(format!(
            "it has {body} bytes, and at most {MAX_RECORD_BATCH} are read: write the file with smaller record batches"
        ));
    }
    let bytes = read(input, offset, metadata + body)?;
    check_buffers(
        &message(&bytes)?,
        body,
        bytes
            .get(usize::try_from(metadata).unwrap_or_default()..)
            .unwrap_or_default(),
    )?;
    Ok(Buffer::from(bytes))
}

fn message(bytes: &[u8]) -> Result<Message<'_>, String> {
    let start = if bytes.starts_with(CONTINUATION) { 8 } else { 4 };
    root_as_message(bytes.get(start..).unwrap_or_default()).map_err(|error| error.to_string())
}

/// The reason why a file with Zstandard is refused where its library in C is not there.
const NO_ZSTANDARD: &str = "it is compressed with Zstandard, which only the command can unpack in Arrow files: use the command, or write the file with LZ4 or as Parquet";

/// Checks that the buffers are inside the body, and that they do not unpack to more than the limit.
fn check_buffers(message: &Message<'_>, body: u64, bytes: &[u8]) -> Result<(), String> {
    let batch = message.header_as_record_batch();
    let Some(batch) = batch.or_else(|| message.header_as_dictionary_batch()?.data()) else {
        return Ok(());
    };
    if batch.length() < 0 {
        return Err("it has a negative number of rows".to_owned());
    }
    let outside = || "a column is outside its record batch".to_owned();
    let codec = batch.compression().map(|compression| compression.codec());
    if codec == Some(CompressionType::ZSTD) && !cfg!(feature = "zstd") {
        return Err(NO_ZSTANDARD.to_owned());
    }
    let mut unpacked = 0_u64;
    for buffer in batch.buffers().into_iter().flatten() {
        let (offset, length) = (u64::try_from(buffer.offset()), u64::try_from(buffer.length()));
        let (Ok(offset), Ok(length)) = (offset, length) else {
            return Err("a column has a negative size".to_owned());
        };
        let end = offset
            .checked_add(length)
            .filter(|end| *end <= body)
            .ok_or_else(outside)?;
        let (Some(codec), true) = (codec, length > 0) else {
            continue;
        };
        let range = usize::try_from(offset).ok().zip(usize::try_from(end).ok());
        let buffer = range.and_then(|(start, end)| bytes.get(start..end));
        let (stated, packed) = buffer.and_then(<[u8]>::split_first_chunk).ok_or_else(outside)?;
        // A negative size says that the buffer is not packed.
        let stated = u64::try_from(i64::from_le_bytes(*stated)).unwrap_or(0);
        unpacked = unpacked.saturating_add(stated);
        if unpacked > MAX_RECORD_BATCH {
            return Err(format!(
                "it unpacks to {unpacked} bytes or more, and at most {MAX_RECORD_BATCH} are read: write the file with smaller record batches"
            ));
        }
        if codec == CompressionType::LZ4_FRAME && stated > 0 {
            check_lz4(packed, stated)?;
        }
    }
    Ok(())
}

/// Unpacks a buffer and forgets it, since the decoder unpacks until the end, whatever the size that the buffer states.
/// This is done for every buffer: it takes little time beside what is done with the rows.
fn check_lz4(packed: &[u8], stated: u64) -> Result<(), String> {
    let mut unpacked = FrameDecoder::new(packed).take(stated.saturating_add(1));
    let size = io::copy(&mut unpacked, &mut io::sink()).map_err(|error| error.to_string())?;
    if size != stated {
        return Err("a column has another size than it states".to_owned());
    }
    Ok(())
}

/// Returns the schema with texts as bytes, which have the same form. Otherwise one text that is not UTF-8 would cost all
/// rows of its record batch.
fn without_text_types(schema: &Schema) -> Schema {
    let fields = schema.fields().iter();
    let fields: Vec<Field> = fields
        .map(|field| field.as_ref().clone().with_data_type(as_bytes(field.data_type())))
        .collect();
    Schema::new_with_metadata(fields, schema.metadata().clone())
}

fn as_bytes(kind: &DataType) -> DataType {
    match kind {
        DataType::Utf8 => DataType::Binary,
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        DataType::Dictionary(keys, texts) => DataType::Dictionary(keys.clone(), Box::new(as_bytes(texts))),
        other => other.clone(),
    }
}
