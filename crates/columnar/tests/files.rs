//! Tables in files: what is written is read again, and a damaged part costs its rows only.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::io::Write as _;
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, StringDictionaryBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BinaryArray, Float64Array, Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray,
    StructArray,
};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, GzipLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::schema::types::ColumnPath;
use serde_json::{Map, Value, json};
use texlens_columnar::{
    BadPart, FileFormat, Input, OpenError, Reader, TextArray, Writer, is_table, is_table_name, objects,
};

fn texts(texts: &[Option<&str>]) -> ArrayRef {
    Arc::new(StringArray::from(texts.to_vec()))
}

fn file(format: FileFormat, batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = Writer::new(format, Vec::new(), &batches[0].schema()).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.finish().unwrap()
}

/// A row with the bytes of its text, or a part that cannot be read.
type Row = Result<(u64, Option<Vec<u8>>), BadPart>;

/// Reads the texts of a column.
fn read(bytes: Vec<u8>, column: &str) -> Vec<Row> {
    let mut reader = Reader::open(Input::of_bytes(bytes), true).unwrap();
    let place = reader.schema().index_of(column).unwrap();
    reader.select(&[place]).unwrap();
    let mut rows = Vec::new();
    for batch in reader {
        match batch {
            Err(bad) => rows.push(Err(bad)),
            Ok(batch) => {
                assert_eq!(batch.columns.num_columns(), 1);
                let array = TextArray::of(batch.columns.column(0)).unwrap();
                let texts = array.texts().into_iter().map(|text| text.unwrap().map(<[u8]>::to_vec));
                rows.extend((batch.first_row..).zip(texts).map(Ok));
            }
        }
    }
    rows
}

fn strings(rows: &[Row]) -> Vec<(u64, Option<String>)> {
    let rows = rows.iter().map(|row| row.clone().unwrap());
    let text = |text: Vec<u8>| String::from_utf8_lossy(&text).into_owned();
    rows.map(|(row, bytes)| (row, bytes.map(text))).collect()
}

#[test]
fn every_format_gives_the_same_rows() {
    let given = [Some("x"), None, Some("a text that no view holds"), Some(""), Some("é")];
    let mut dictionary = StringDictionaryBuilder::<Int32Type>::new();
    given.iter().for_each(|text| dictionary.append_option(*text));
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3, 4, 5]));
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("number", numbers),
        ("utf8", texts(&given)),
        ("large", Arc::new(LargeStringArray::from(given.to_vec()))),
        ("view", Arc::new(StringViewArray::from(given.to_vec()))),
        ("dictionary", Arc::new(dictionary.finish())),
        (
            "bytes",
            Arc::new(
                given
                    .iter()
                    .map(|text| text.map(str::as_bytes))
                    .collect::<BinaryArray>(),
            ),
        ),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let expected: Vec<_> = (0..10)
        .map(|row| (row, given[row as usize % 5].map(str::to_owned)))
        .collect();
    for format in [FileFormat::Parquet, FileFormat::Arrow] {
        let bytes = file(format, &[batch.clone(), batch.clone()]);
        assert!(is_table(&bytes));
        for column in ["utf8", "large", "view", "dictionary", "bytes"] {
            assert_eq!(strings(&read(bytes.clone(), column)), expected, "{format:?} {column}");
        }
    }
    let mut stream = Vec::new();
    let mut writer = arrow_ipc::writer::StreamWriter::try_new(&mut stream, &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    drop(writer);
    assert!(is_table(&stream));
    for column in ["utf8", "dictionary"] {
        assert_eq!(strings(&read(stream.clone(), column)), expected, "stream {column}");
    }
    // A stream that was cut off still gives its first batch.
    let cut = read(stream[..stream.len() * 3 / 4].to_vec(), "utf8");
    let (bad, good) = cut.split_last().unwrap();
    assert_eq!(strings(good), expected[..5]);
    assert!(
        bad.as_ref()
            .unwrap_err()
            .to_string()
            .contains("record batch 1 cannot be read"),
        "{bad:?}"
    );
}

/// Writes a Parquet file with the options of other programs.
fn parquet(batch: &RecordBatch, properties: WriterProperties) -> Vec<u8> {
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

#[test]
fn files_of_other_writers_are_read() {
    let many: Vec<String> = (0..3000)
        .map(|row| format!("text {} {}", row % 7, "y".repeat(row % 50)))
        .collect();
    let column: ArrayRef = Arc::new(StringArray::from(many.clone()));
    let batch = RecordBatch::try_from_iter([("text", column)]).unwrap();
    let builder = || WriterProperties::builder().set_max_row_group_row_count(Some(700));
    let mut files = vec![
        builder().set_compression(Compression::UNCOMPRESSED),
        builder().set_compression(Compression::GZIP(GzipLevel::default())),
        builder().set_compression(Compression::LZ4_RAW),
        builder()
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .set_compression(Compression::SNAPPY),
        builder()
            .set_dictionary_enabled(false)
            .set_column_encoding(ColumnPath::from("text"), Encoding::DELTA_BYTE_ARRAY),
        builder().set_dictionary_enabled(false).set_data_page_size_limit(500),
    ];
    if cfg!(feature = "zstd") {
        files.push(builder().set_compression(Compression::ZSTD(Default::default())));
    }
    for properties in files {
        let read = strings(&read(parquet(&batch, properties.build()), "text"));
        assert!(read.into_iter().eq((0..).zip(many.iter().cloned().map(Some))));
    }
}

#[test]
fn zstandard_is_read_without_its_library_in_c() {
    let bytes = include_bytes!("../../../tests/e2e/fixtures/zstd.parquet");
    let rows = strings(&read(bytes.to_vec(), "id"));
    let ids: Vec<Option<&str>> = rows.iter().map(|(_, id)| id.as_deref()).collect();
    assert_eq!(ids, ["subaddresses", "halo-model", "transit-search"].map(Some));
}

#[test]
fn notes_of_a_table_are_kept() {
    let schema = Schema::new_with_metadata(
        vec![Field::new("text", DataType::Utf8, true)],
        [("texlens.version".to_owned(), "1".to_owned())].into(),
    );
    let batch = RecordBatch::try_new(Arc::new(schema), vec![texts(&[Some("x")])]).unwrap();
    for format in [FileFormat::Parquet, FileFormat::Arrow] {
        let reader = Reader::open(Input::of_bytes(file(format, std::slice::from_ref(&batch))), false).unwrap();
        assert_eq!(
            reader.notes(),
            [("texlens.version".to_owned(), "1".to_owned())],
            "{format:?}"
        );
    }
}

/// A column of these bytes, which are said to be UTF-8.
fn unchecked(rows: &[&[u8]]) -> ArrayRef {
    let lengths = OffsetBuffer::<i32>::from_lengths(rows.iter().map(|row| row.len()));
    let offsets: ScalarBuffer<i32> = lengths.into_inner();
    let data = ArrayData::builder(DataType::Utf8)
        .len(rows.len())
        .add_buffer(offsets.into_inner())
        .add_buffer(Buffer::from(rows.concat()));
    // SAFETY: the test reads the texts as bytes only.
    #[allow(unsafe_code)]
    let data = unsafe { data.build_unchecked() };
    Arc::new(StringArray::from(data))
}

#[test]
fn a_text_that_is_not_utf8_costs_no_other_row() {
    let batch = RecordBatch::try_from_iter([("text", unchecked(&[b"x", b"x\xff", b"y"]))]).unwrap();
    for format in [FileFormat::Parquet, FileFormat::Arrow] {
        let rows = read(file(format, std::slice::from_ref(&batch)), "text");
        let rows: Vec<_> = rows.into_iter().map(Result::unwrap).collect();
        let expected: [&[u8]; 3] = [b"x", b"x\xff", b"y"];
        assert!(
            rows.into_iter().eq((0..).zip(expected.map(|text| Some(text.to_vec())))),
            "{format:?}"
        );
    }
}

#[test]
fn a_damaged_row_group_costs_its_rows_only() {
    let many: Vec<String> = (0..30)
        .map(|row| format!("row {row} {}", "abcdefghij".repeat(20 + row)))
        .collect();
    let column: ArrayRef = Arc::new(StringArray::from(many.clone()));
    let batch = RecordBatch::try_from_iter([("text", column)]).unwrap();
    let builder = WriterProperties::builder().set_max_row_group_row_count(Some(10));
    let mut bytes = parquet(&batch, builder.set_compression(Compression::SNAPPY).build());
    let whole = read(bytes.clone(), "text");
    assert_eq!(whole.len(), 30);
    let metadata = ArrowWriterMetadata::of(&bytes);
    bytes[metadata.start(1)..metadata.end(1)].fill(0xa5);
    let rows = read(bytes, "text");
    let (bad, good): (Vec<_>, Vec<_>) = rows.into_iter().partition(Result::is_err);
    let bad: Vec<_> = bad.into_iter().map(Result::unwrap_err).collect();
    assert_eq!((bad[0].first_row, bad[0].lost, bad.len()), (10, Some(10), 1));
    assert!(
        bad[0]
            .to_string()
            .starts_with("row group 1 cannot be read (rows 10 to 19, from 0): "),
        "{}",
        bad[0]
    );
    let kept = whole.into_iter().enumerate().filter(|(row, _)| !(10..20).contains(row));
    assert!(kept.map(|(_, row)| row).eq(good));
}

/// Where the row groups of a file are.
struct ArrowWriterMetadata(parquet::file::metadata::ParquetMetaData);

impl ArrowWriterMetadata {
    fn of(bytes: &[u8]) -> Self {
        use parquet::file::reader::{FileReader, SerializedFileReader};

        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes.to_vec())).unwrap();
        Self(reader.metadata().clone())
    }

    fn start(&self, group: usize) -> usize {
        let column = self.0.row_group(group).column(0);
        let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        usize::try_from(start).unwrap()
    }

    fn end(&self, group: usize) -> usize {
        self.start(group) + usize::try_from(self.0.row_group(group).column(0).compressed_size()).unwrap()
    }
}

#[test]
fn files_that_are_no_tables_are_refused_with_advice() {
    let open = |bytes: &[u8]| {
        Reader::open(Input::of_bytes(bytes.to_vec()), true)
            .map(|_| ())
            .unwrap_err()
    };
    for bytes in [&b""[..], b"PAR", b"{\"id\": 1}", b"\x89PNG\r\n"] {
        assert!(matches!(open(bytes), OpenError::OtherFormat), "{bytes:?}");
    }
    let batch = RecordBatch::try_from_iter([("text", texts(&[Some("x")]))]).unwrap();
    let whole = file(FileFormat::Parquet, &[batch]);
    let error = open(&whole[..whole.len() - 20]).to_string();
    assert!(error.contains("not copied as a whole"), "{error}");
    // A footer that states two thousand million row groups.
    let mut bomb = b"PAR1\x15\x02\x49\xfc\x80\x80\x80\x80\x07\x00".to_vec();
    bomb.extend([10, 0, 0, 0]);
    bomb.extend(b"PAR1");
    let error = open(&bomb).to_string();
    assert!(error.contains("no valid structure"), "{error}");
    for name in ["a.parquet", "A.PQ", "a.arrow", "a.feather"] {
        assert!(is_table_name(name), "{name}");
    }
    assert!(!is_table_name("a.jsonl") && !is_table_name("parquet"));
}

/// A Parquet file without rows. Each column has so many columns in it; the one after the last has none.
fn file_of_columns(children: &[u8]) -> Vec<u8> {
    let mut footer = vec![0x15, 0x02, 0x19, 0xfc];
    let count = children.len() + 1;
    footer.extend([(count & 0x7f) as u8 | 0x80, (count >> 7) as u8]);
    for count in children {
        // Required, called a.
        footer.extend([0x35, 0x00, 0x18, 0x01, b'a', 0x15, 2 * count, 0x00]);
    }
    footer.extend([0x15, 0x0c, 0x25, 0x00, 0x18, 0x01, b'a', 0x00]);
    footer.extend([0x16, 0x00, 0x19, 0x0c, 0x00]);
    let mut bytes = b"PAR1".to_vec();
    bytes.extend(&footer);
    bytes.extend(u32::try_from(footer.len()).unwrap().to_le_bytes());
    bytes.extend(b"PAR1");
    bytes
}

#[test]
fn columns_that_are_nested_too_deep_are_refused() {
    let open = |children: &[u8]| Reader::open(Input::of_bytes(file_of_columns(children)), true);
    assert_eq!(open(&[1; 20]).unwrap().schema().fields().len(), 1);
    assert!(open(&[1; 64]).is_ok());
    // The decoder overflows the stack at some thousand levels.
    for depth in [65, 3000, 10_000] {
        let error = open(&vec![1; depth]).unwrap_err().to_string();
        assert!(error.contains("nested deeper than 64 levels"), "{error}");
    }
    // Too many columns, and too few.
    for children in [[2, 1], [0, 1], [1, 0]] {
        let error = open(&children).unwrap_err().to_string();
        assert!(error.contains("no valid structure"), "{error}");
    }
}

#[test]
fn a_page_that_unpacks_to_more_than_it_states_is_refused() {
    // A text that cannot be packed, since pages of less than half a megabyte may be unpacked whatever they hold.
    let mut random = fastrand::Rng::with_seed(3);
    let text: String = std::iter::repeat_with(|| random.alphanumeric())
        .take(1_500_000)
        .collect();
    let column: ArrayRef = Arc::new(StringArray::from(vec![text.as_str()]));
    let batch = RecordBatch::try_from_iter([("text", column)]).unwrap();
    let builder = WriterProperties::builder().set_compression(Compression::GZIP(GzipLevel::default()));
    let mut bytes = parquet(&batch, builder.set_dictionary_enabled(false).build());
    assert!(read(bytes.clone(), "text")[0].is_ok());
    // The head begins with the type of the page and its unpacked size, whose last digits become smaller.
    let start = ArrowWriterMetadata::of(&bytes).start(0);
    assert_eq!(bytes[start..start + 3], [0x15, 0x00, 0x15]);
    bytes[start + 3] &= 0x80;
    let rows = read(bytes, "text");
    let error = rows[0].as_ref().unwrap_err().to_string();
    assert!(error.contains("column text: a page has another size"), "{error}");
}

#[test]
fn a_column_that_unpacks_to_more_than_it_states_is_refused() {
    let text = "a".repeat(10_000);
    let batch = RecordBatch::try_from_iter([("text", texts(&[Some(&text)]))]).unwrap();
    let options = IpcWriteOptions::default().try_with_compression(Some(CompressionType::LZ4_FRAME));
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options.unwrap()).unwrap();
    writer.write(&batch).unwrap();
    let mut bytes = writer.into_inner().unwrap();
    assert!(read(bytes.clone(), "text")[0].is_ok());
    // The size, and the first bytes of the frame.
    let stated = *b"\x10\x27\x00\x00\x00\x00\x00\x00\x04\x22\x4d\x18";
    let at = bytes.windows(stated.len()).position(|bytes| *bytes == stated).unwrap();
    bytes[at..at + 2].copy_from_slice(&[10, 0]);
    let rows = read(bytes, "text");
    let error = rows[0].as_ref().unwrap_err().to_string();
    assert!(error.contains("a column has another size than it states"), "{error}");
}

#[test]
fn a_small_record_batch_of_many_columns_is_read_at_once() {
    let long: ArrayRef = Arc::new(StringArray::from(vec!["x".repeat(1000); 2000]));
    let short: ArrayRef = Arc::new(StringArray::from(vec!["x"; 2000]));
    let names: Vec<String> = (0..20).map(|number| number.to_string()).collect();
    let columns = names.iter().map(|name| (name.as_str(), Arc::clone(&short)));
    let batch = RecordBatch::try_from_iter(columns.chain([("long", long)])).unwrap();
    let reader = Reader::open(Input::of_bytes(file(FileFormat::Arrow, &[batch])), true).unwrap();
    let sizes: Vec<usize> = reader.map(|batch| batch.unwrap().columns.num_rows()).collect();
    assert_eq!(sizes, [2000]);
}

#[test]
fn pieces_of_a_table_are_written_with_their_own_texts() {
    let texts: Vec<String> = (0..100).map(|row| format!("{row:01000}")).collect();
    let views: ArrayRef = Arc::new(StringViewArray::from_iter_values(&texts));
    let inner = StructArray::try_from(vec![("inner", Arc::clone(&views))]).unwrap();
    let batch = RecordBatch::try_from_iter([("text", views), ("outer", Arc::new(inner) as ArrayRef)]).unwrap();
    let pieces: Vec<RecordBatch> = (0..100).map(|row| batch.slice(row, 1)).collect();
    let bytes = file(FileFormat::Arrow, &pieces);
    assert!(bytes.len() < 500_000, "{}", bytes.len());
    let rows = strings(&read(bytes, "text"));
    assert!(rows.into_iter().eq((0..).zip(texts.into_iter().map(Some))));
}

#[test]
fn rows_become_objects() {
    let mut image = BinaryBuilder::new();
    image.append_value(b"\x89PNG");
    image.append_value(b"\x89PNG");
    let image = StructArray::from(vec![
        (
            Arc::new(Field::new("bytes", DataType::Binary, true)),
            Arc::new(image.finish()) as ArrayRef,
        ),
        (
            Arc::new(Field::new("path", DataType::Utf8, true)),
            texts(&[Some("a.png"), None]),
        ),
    ]);
    let list = arrow_array::ListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1), None]), None]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("text", unchecked(&[b"x", b"\xff"])),
        ("score", Arc::new(Float64Array::from(vec![Some(0.5), Some(f64::NAN)]))),
        ("image", Arc::new(image)),
        ("list", Arc::new(list)),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let bytes = file(FileFormat::Parquet, &[batch]);
    let mut reader = Reader::open(Input::of_bytes(bytes), true).unwrap();
    let batch = reader.next().unwrap().unwrap();
    let take = |column, row| (column == 1 && row == 1).then(|| json!("taken"));
    let rows: Vec<Map<String, Value>> = objects(&batch.columns, take).collect();
    assert_eq!(
        Value::from_iter(rows),
        json!([
            {"text": "x", "score": 0.5, "image": {"path": "a.png"}, "list": [1, null]},
            {"score": "taken", "image": {"path": null}, "list": null},
        ])
    );
}

#[test]
fn damaged_files_never_panic() {
    let many: Vec<String> = (0..200)
        .map(|row| format!("row {} {}", row % 9, "ab".repeat(row % 40)))
        .collect();
    let column: ArrayRef = Arc::new(StringArray::from(many));
    let numbers: ArrayRef = Arc::new((0..200).collect::<Int64Array>());
    let batch = RecordBatch::try_from_iter([("text", column), ("id", numbers)]).unwrap();
    let builder = || WriterProperties::builder().set_max_row_group_row_count(Some(50));
    let mut stream = Vec::new();
    let mut writer = arrow_ipc::writer::StreamWriter::try_new(&mut stream, &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    drop(writer);
    let files = [
        file(FileFormat::Arrow, &[batch.clone(), batch.clone()]),
        stream,
        parquet(&batch, builder().set_compression(Compression::SNAPPY).build()),
        parquet(&batch, builder().set_writer_version(WriterVersion::PARQUET_2_0).build()),
        parquet(
            &batch,
            builder()
                .set_dictionary_enabled(false)
                .set_column_encoding(ColumnPath::from("text"), Encoding::DELTA_BYTE_ARRAY)
                .build(),
        ),
    ];
    let mut random = fastrand::Rng::with_seed(7);
    let mut read = 0;
    for bytes in files {
        for _ in 0..400 {
            let mut damaged = bytes.clone();
            for _ in 0..random.usize(1..6) {
                let place = random.usize(..damaged.len());
                damaged[place] = random.u8(..);
            }
            if random.bool() {
                damaged.truncate(random.usize(..damaged.len()));
            }
            for raw in [true, false] {
                let Ok(reader) = Reader::open(Input::of_bytes(damaged.clone()), raw) else {
                    continue;
                };
                for batch in reader.take(100).flatten() {
                    for column in batch.columns.columns() {
                        if let Ok(texts) = TextArray::of(column) {
                            read += texts.texts().len();
                        }
                    }
                    objects(&batch.columns, |_, _| None).for_each(drop);
                }
            }
        }
    }
    assert!(read > 1000, "most damage leaves some rows: {read}");
}

#[test]
fn a_file_on_a_disk_is_read_in_parts() {
    let column: ArrayRef = Arc::new(StringArray::from(vec!["x".repeat(1000); 100_000]));
    let batch = RecordBatch::try_from_iter([("text", column)]).unwrap();
    let mut named = tempfile::NamedTempFile::new().unwrap();
    let builder = WriterProperties::builder().set_dictionary_enabled(false);
    named.write_all(&parquet(&batch, builder.build())).unwrap();
    let input = Input::of_file(named.reopen().unwrap()).unwrap();
    let sizes: Vec<usize> = Reader::open(input, true)
        .unwrap()
        .map(|batch| batch.unwrap().columns.num_rows())
        .collect();
    assert_eq!(sizes.iter().sum::<usize>(), 100_000);
    assert!(sizes.iter().all(|rows| *rows <= 4096), "{sizes:?}");
}
