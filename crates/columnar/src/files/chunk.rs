//! Checks the pages of a column in a row group before they are decoded: the decoder reserves what their heads state.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use parquet::basic::Compression;
use parquet::file::metadata::ColumnChunkMetaData;

use super::compact::{Cursor, kind};
use super::input::Input;
use super::limits::MAX_PAGE;

/// Sizes of the pieces in which the head of a page is read, in bytes. Heads with statistics of long texts are long.
const HEADS: [u64; 3] = [512, 64 << 10, 16 << 20];

/// Gzip packs at most about a thousand bytes into one.
const GZIP_RATIO: u64 = 1032;

/// The encoding of texts as the parts that differ from the text before: a page can hold many times its size.
const DELTA_BYTE_ARRAY: i64 = 7;

/// The reason why a page is refused whose size is wrong.
const OTHER_SIZE: &str = "a page has another size than its head states";

/// What the heads of pages say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Size of the largest text that a row can have although the page is not larger, in bytes; 0 if there is none.
    pub(crate) repeated: u64,
}

/// Checks the pages of a column.
///
/// # Errors
/// Returns the reason if a page is over a limit, or its head cannot be read.
pub(crate) fn check(input: &Input, column: &ColumnChunkMetaData) -> Result<Facts, String> {
    let codec = column.compression();
    if codec == Compression::LZ4 {
        return Err(
            "its compression is the obsolete form of LZ4: write the file with LZ4_RAW, Zstandard or Snappy".to_owned(),
        );
    }
    let mut facts = Facts::default();
    for page in Pages::of(input, column)? {
        let Page { at, head } = page?;
        if codec == Compression::UNCOMPRESSED && head.packed != head.unpacked {
            return Err(OTHER_SIZE.to_owned());
        }
        if matches!(codec, Compression::GZIP(_)) && head.is_packed && head.packed.saturating_mul(GZIP_RATIO) > MAX_PAGE
        {
            check_gzip(input, at + head.length, &head)?;
        }
        if head.encoding == DELTA_BYTE_ARRAY {
            facts.repeated = facts.repeated.max(head.unpacked);
        }
    }
    Ok(facts)
}

/// The pages of a column, in their order. After an error, there are no more.
pub(super) struct Pages<'i> {
    input: &'i Input,
    at: u64,
    end: u64,
}

/// A page of a column.
pub(super) struct Page {
    /// The place of its head in the file.
    pub(super) at: u64,
    /// Its head.
    pub(super) head: Head,
}

impl<'i> Pages<'i> {
    /// Finds the pages.
    ///
    /// # Errors
    /// If they are outside the file.
    pub(super) fn of(input: &'i Input, column: &ColumnChunkMetaData) -> Result<Self, String> {
        // The decoder starts here, whatever the other offset is. Its own function for this panics on negative numbers.
        let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        let outside = || "its pages are outside the file".to_owned();
        let at = u64::try_from(start).map_err(|_| outside())?;
        let length = u64::try_from(column.compressed_size()).map_err(|_| outside())?;
        let end = at
            .checked_add(length)
            .filter(|end| *end <= input.size())
            .ok_or_else(outside)?;
        Ok(Self { input, at, end })
    }

    fn page(&self) -> Result<Page, String> {
        let head = head(self.input, self.at, self.end)?;
        head.check(self.end - self.at - head.length)?;
        Ok(Page { at: self.at, head })
    }
}

impl Iterator for Pages<'_> {
    type Item = Result<Page, String>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.end {
            return None;
        }
        let page = self.page();
        self.at = page
            .as_ref()
            .map_or(self.end, |page| page.at + page.head.length + page.head.packed);
        Some(page)
    }
}

/// Unpacks a page and forgets it, since the decoder unpacks until the end, whatever the size that the head states.
fn check_gzip(input: &Input, at: u64, head: &Head) -> Result<(), String> {
    let page = input.bytes(at, head.packed).map_err(|error| error.to_string())?;
    let packed = usize::try_from(head.levels).ok().and_then(|levels| page.get(levels..));
    let mut unpacked = MultiGzDecoder::new(packed.unwrap_or_default()).take(head.unpacked + 1);
    let size = io::copy(&mut unpacked, &mut io::sink()).map_err(|error| error.to_string())?;
    if size > head.unpacked {
        return Err(OTHER_SIZE.to_owned());
    }
    Ok(())
}

/// The head of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    /// Size of the head itself.
    pub(super) length: u64,
    /// Where the size of the packed page stands in the head: its first byte, and the one after it.
    pub(super) packed_at: (usize, usize),
    /// Size of the page after the head.
    pub(super) packed: u64,
    /// Size of the page when it is unpacked.
    pub(super) unpacked: u64,
    values: u64,
    encoding: i64,
    is_dictionary: bool,
    /// Size of what stands before the values and is never packed.
    pub(super) levels: u64,
    /// Whether the values are packed, if the column is.
    pub(super) is_packed: bool,
}

fn head(input: &Input, at: u64, end: u64) -> Result<Head, String> {
    for length in HEADS {
        let length = length.min(end - at);
        let bytes = input.bytes(at, length).map_err(|error| error.to_string())?;
        if let Some(head) = Head::read(&bytes) {
            return Ok(head);
        }
        if length == end - at {
            break;
        }
    }
    Err("the head of a page is damaged".to_owned())
}

impl Head {
    /// Checks the sizes that the head states. `left` is the size of what is left of the column.
    fn check(&self, left: u64) -> Result<(), String> {
        let Self { packed, unpacked, .. } = *self;
        if packed > left {
            return Err("a page is outside its column".to_owned());
        }
        if unpacked > MAX_PAGE {
            return Err(format!(
                "a page has {unpacked} bytes, and at most {MAX_PAGE} are read: write the file with smaller pages"
            ));
        }
        // Runs of equal values take less than a byte for each, but a dictionary has no runs.
        if self.is_dictionary && self.values > unpacked {
            return Err("a dictionary states more values than it can hold".to_owned());
        }
        Ok(())
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut head = Self {
            length: 0,
            packed_at: (0, 0),
            packed: 0,
            unpacked: 0,
            values: 0,
            encoding: 0,
            is_dictionary: false,
            levels: 0,
            is_packed: true,
        };
        let mut cursor = Cursor::new(bytes);
        let size = |cursor: &mut Cursor<'_>| u64::try_from(cursor.number()?).ok();
        cursor.structure(|cursor, number, of| {
            match (number, of) {
                (2, kind::I32) => head.unpacked = size(cursor)?,
                (3, kind::I32) => {
                    let start = cursor.position();
                    head.packed = size(cursor)?;
                    head.packed_at = (start, cursor.position());
                }
                // Data pages, dictionaries, and data pages of the second version.
                (5 | 7 | 8, kind::STRUCT) => {
                    head.is_dictionary = number == 7;
                    let is_second = number == 8;
                    cursor.structure(|cursor, field, of| {
                        match (field, of) {
                            (1, kind::I32) => head.values = size(cursor)?,
                            (2, kind::I32) if !is_second => head.encoding = cursor.number()?,
                            (4, kind::I32) if is_second => head.encoding = cursor.number()?,
                            (5 | 6, kind::I32) if is_second => head.levels += size(cursor)?,
                            (7, kind::FALSE) if is_second => head.is_packed = false,
                            _ => return Some(false),
                        }
                        Some(true)
                    })?;
                }
                _ => return Some(false),
            }
            Some(true)
        })?;
        head.length = cursor.position() as u64;
        Some(head)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::basic::Type as PhysicalType;
    use parquet::schema::types::{ColumnDescriptor, ColumnPath, Type};

    use super::*;

    #[test]
    fn the_pages_are_checked_where_the_decoder_starts() {
        // A data page of 4 bytes, and one whose two sizes differ although it is not packed.
        let good = *b"\x15\x00\x15\x08\x15\x08\x2c\x15\x02\x15\x00\x00\x00aaaa";
        let mut bad = good;
        bad[3] = 0x0a;
        let check = |bytes: [[u8; 17]; 2], dictionary: Option<i64>, data: i64| {
            let kind = Type::primitive_type_builder("a", PhysicalType::BYTE_ARRAY).build();
            let column = ColumnDescriptor::new(Arc::new(kind.unwrap()), 0, 0, ColumnPath::from("a"));
            let column = ColumnChunkMetaData::builder(Arc::new(column))
                .set_dictionary_page_offset(dictionary)
                .set_data_page_offset(data)
                .set_total_compressed_size(17)
                .build();
            check(&Input::of_bytes(bytes.concat()), &column.unwrap())
        };
        assert_eq!(check([good, bad], None, 0), Ok(Facts::default()));
        assert_eq!(check([bad, good], Some(17), 0), Ok(Facts::default()));
        assert_eq!(check([bad, good], Some(0), 17), Err(OTHER_SIZE.to_owned()));
        assert_eq!(check([good, bad], Some(17), 0), Err(OTHER_SIZE.to_owned()));
        assert!(check([good, good], Some(-1), 0).is_err());
    }

    #[test]
    fn sizes_over_a_limit_are_refused() {
        // A data page of 1,000 bytes, unpacked 2,000, with 5 values in DELTA_BYTE_ARRAY.
        let bytes = [
            0x15, 0x00, 0x15, 0xa0, 0x1f, 0x15, 0xd0, 0x0f, 0x2c, 0x15, 0x0a, 0x15, 0x0e, 0x00, 0x00,
        ];
        let head = Head::read(&bytes).unwrap();
        assert_eq!((head.packed, head.unpacked, head.values), (1000, 2000, 5));
        assert_eq!((head.encoding, head.length), (DELTA_BYTE_ARRAY, bytes.len() as u64));
        assert_eq!(head.check(1000), Ok(()));
        assert!(head.check(999).is_err());
        let unpacked = MAX_PAGE + 1;
        let error = Head { unpacked, ..head }.check(1000).unwrap_err();
        assert!(error.contains("smaller pages"), "{error}");
        let dictionary = Head {
            is_dictionary: true,
            values: 2001,
            ..head
        };
        assert!(dictionary.check(1000).is_err());
    }
}
