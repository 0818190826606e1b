//! Zstandard in Parquet files without the library in C, which is not there in WebAssembly: the pages of a row group are
//! unpacked, and stand in memory as a row group that is not packed.

use parquet::arrow::ProjectionMask;
use parquet::basic::Compression;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use ruzstd::decoding::FrameDecoder;

use super::chunk::{Page, Pages};
use super::input::Input;
use super::limits::MAX_RECORD_BATCH;

/// Reports whether columns of a row group are packed with Zstandard.
pub(super) fn is_in(metadata: &ParquetMetaData, group: usize, mask: &ProjectionMask) -> bool {
    let columns = metadata.row_group(group).columns().iter().enumerate();
    let mut read = columns.filter(|(place, _)| mask.leaf_included(*place));
    read.any(|(_, column)| is_zstandard(column))
}

/// Unpacks the columns of a row group that are read. Returns the bytes of their pages as a file without a footer, and the
/// metadata of a file that has this row group alone.
///
/// # Errors
/// The reason why a column cannot be unpacked. Together, the columns may have [`MAX_RECORD_BATCH`] bytes.
pub(super) fn unpacked(
    input: &Input,
    metadata: &ParquetMetaData,
    group: usize,
    mask: &ProjectionMask,
) -> Result<(Input, ParquetMetaData), String> {
    let group = metadata.row_group(group);
    let mut bytes = Vec::new();
    let mut columns = Vec::with_capacity(group.num_columns());
    for (place, column) in group.columns().iter().enumerate() {
        columns.push(match mask.leaf_included(place) {
            true => {
                let named = |reason: String| format!("column {}: {reason}", column.column_descr().name());
                add_column(input, column, &mut bytes).map_err(named)?
            }
            false => column.clone(),
        });
    }
    let group = group.clone().into_builder().set_column_metadata(columns).build();
    let group = group.map_err(|error| error.to_string())?;
    let metadata = ParquetMetaData::new(metadata.file_metadata().clone(), vec![group]);
    Ok((Input::of_bytes(bytes), metadata))
}

fn is_zstandard(column: &ColumnChunkMetaData) -> bool {
    matches!(column.compression(), Compression::ZSTD(_))
}

/// Adds the pages of a column, unpacked if they are packed with Zstandard. Returns the column at its new place.
fn add_column(input: &Input, column: &ColumnChunkMetaData, to: &mut Vec<u8>) -> Result<ColumnChunkMetaData, String> {
    let start = to.len();
    let is_zstandard = is_zstandard(column);
    for page in Pages::of(input, column)? {
        add_page(input, &page?, is_zstandard, to)?;
    }
    // The decoder starts at the dictionary, if there is one; all pages follow each other.
    let dictionary = column.dictionary_page_offset().map(|_| start as i64);
    let mut moved = column
        .clone()
        .into_builder()
        .set_dictionary_page_offset(dictionary)
        .set_data_page_offset(start as i64)
        .set_total_compressed_size((to.len() - start) as i64);
    if is_zstandard {
        moved = moved.set_compression(Compression::UNCOMPRESSED);
    }
    moved.build().map_err(|error| error.to_string())
}

fn add_page(input: &Input, Page { at, head }: &Page, is_zstandard: bool, to: &mut Vec<u8>) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let size = |bytes: u64| usize::try_from(bytes).map_err(|error| error.to_string());
    let is_unpacked = is_zstandard && head.is_packed;
    let body = if is_unpacked { head.unpacked } else { head.packed };
    if to.len() as u64 + head.length + body > MAX_RECORD_BATCH {
        return Err(format!(
            "with the columns before, it unpacks to more than {MAX_RECORD_BATCH} bytes: write the file with smaller row groups"
        ));
    }
    let described = input.bytes(*at, head.length).map_err(failed)?;
    let page = input.bytes(at + head.length, head.packed).map_err(failed)?;
    if !is_unpacked {
        to.extend_from_slice(&described);
        to.extend_from_slice(&page);
        return Ok(());
    }
    let (before, after) = head.packed_at;
    to.extend_from_slice(described.get(..before).unwrap_or_default());
    add_number(head.unpacked, to);
    to.extend_from_slice(described.get(after..).unwrap_or_default());
    let levels = size(head.levels)?;
    let (levels, packed) = page
        .split_at_checked(levels)
        .ok_or("a page is shorter than its head states")?;
    to.extend_from_slice(levels);
    let values = size(head.unpacked)?
        .checked_sub(levels.len())
        .ok_or("a page is shorter than its head states")?;
    let start = to.len();
    to.resize(start + values, 0);
    let unpacked = match packed {
        // A page without values may have no frame.
        [] => Ok(0),
        packed => FrameDecoder::new().decode_all(packed, to.get_mut(start..).unwrap_or_default()),
    };
    match unpacked {
        Ok(size) if size == values => Ok(()),
        Ok(_) => Err("a page has another size than its head states".to_owned()),
        Err(error) => Err(format!("a page cannot be unpacked ({error})")),
    }
}

/// Adds a number as Thrift's compact protocol writes it. It is not negative.
fn add_number(number: u64, to: &mut Vec<u8>) {
    let mut zigzag = number << 1;
    while zigzag >= 0x80 {
        to.push((zigzag & 0x7f) as u8 | 0x80);
        zigzag >>= 7;
    }
    to.push(zigzag as u8);
}

/// What the library in C unpacks is the measure.
#[cfg(test)]
#[cfg(feature = "zstd")]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
    use parquet::arrow::ArrowWriter;
    use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
    use parquet::file::properties::{WriterProperties, WriterVersion};

    use super::*;
    use crate::files::guard::guarded;

    /// Returns a file with three columns and two row groups, each of several pages.
    fn file(version: WriterVersion, has_dictionary: bool) -> Vec<u8> {
        let texts = (0..3000).map(|row| (row % 7 > 0).then(|| format!("text {}", row % 50 * 50_000)));
        let columns: [(&str, ArrayRef); 3] = [
            ("text", Arc::new(texts.collect::<StringArray>())),
            ("number", Arc::new((0..3000).collect::<Int64Array>())),
            (
                "null",
                Arc::new(vec![None::<&str>; 3000].into_iter().collect::<StringArray>()),
            ),
        ];
        let batch =
            RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true))).unwrap();
        let properties = WriterProperties::builder()
            .set_writer_version(version)
            .set_dictionary_enabled(has_dictionary)
            .set_compression(Compression::ZSTD(Default::default()))
            .set_data_page_row_count_limit(500)
            .set_write_batch_size(100)
            .set_max_row_group_row_count(Some(2000))
            .build();
        let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.into_inner().unwrap()
    }

    fn rows(input: Input, metadata: ArrowReaderMetadata, group: usize, mask: ProjectionMask) -> Vec<RecordBatch> {
        let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(input, metadata)
            .with_row_groups(vec![group])
            .with_projection(mask)
            .build();
        reader.unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn unpacked_pages_have_the_same_rows() {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            for has_dictionary in [true, false] {
                let input = Input::of_bytes(file(version, has_dictionary));
                let packed = ArrowReaderMetadata::load(&input, ArrowReaderOptions::new()).unwrap();
                for columns in [&[0, 1, 2][..], &[1], &[0, 2]] {
                    let descriptor = packed.metadata().file_metadata().schema_descr();
                    let mask = ProjectionMask::roots(descriptor, columns.iter().copied());
                    for group in 0..2 {
                        assert!(is_in(packed.metadata(), group, &mask));
                        let (bytes, alone) = unpacked(&input, packed.metadata(), group, &mask).unwrap();
                        assert!(!is_in(&alone, 0, &mask));
                        let alone = ArrowReaderMetadata::try_new(Arc::new(alone), ArrowReaderOptions::new()).unwrap();
                        let expected = rows(input.clone(), packed.clone(), group, mask.clone());
                        assert_eq!(
                            rows(bytes, alone, 0, mask.clone()),
                            expected,
                            "{version:?} {has_dictionary}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn damaged_pages_are_refused() {
        let whole = file(WriterVersion::PARQUET_2_0, false);
        let packed = ArrowReaderMetadata::load(&Input::of_bytes(whole.clone()), ArrowReaderOptions::new()).unwrap();
        let column = packed.metadata().row_group(0).column(1);
        let (start, length) = (column.data_page_offset() as usize, column.compressed_size() as usize);
        let mut refused = 0;
        for at in (start..start + length).step_by(37) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            let read = guarded(|| unpacked(&Input::of_bytes(damaged), packed.metadata(), 0, &ProjectionMask::all()));
            refused += usize::from(read.is_err());
        }
        assert!(refused > 0);
    }

    #[test]
    fn a_page_that_states_another_size_is_refused() {
        let whole = file(WriterVersion::PARQUET_1_0, false);
        let packed = ArrowReaderMetadata::load(&Input::of_bytes(whole.clone()), ArrowReaderOptions::new()).unwrap();
        let column = packed.metadata().row_group(0).column(1);
        let input = Input::of_bytes(whole);
        let page = Pages::of(&input, column).unwrap().next().unwrap().unwrap();
        for (unpacked, expected) in [
            (page.head.unpacked - 1, "cannot be unpacked"),
            (page.head.unpacked + 1, "another size"),
        ] {
            let mut head = page.head;
            head.unpacked = unpacked;
            let error = add_page(&input, &Page { at: page.at, head }, true, &mut Vec::new()).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn numbers_are_written_as_the_decoder_reads_them() {
        for number in [0, 1, 63, 64, 8191, 8192, 1 << 29] {
            let mut bytes = Vec::new();
            add_number(number, &mut bytes);
            assert_eq!(super::super::compact::Cursor::new(&bytes).number(), Some(number as i64));
        }
    }
}
