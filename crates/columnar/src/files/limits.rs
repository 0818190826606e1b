//! Limits on files, which are untrusted.

/// Maximum size of the footer of a Parquet file, or of the metadata of an Arrow message, in bytes.
pub const MAX_METADATA: u64 = 64 << 20;

/// Maximum size of a page of a Parquet file, unpacked, in bytes. Pages of images have many megabytes.
pub const MAX_PAGE: u64 = 512 << 20;

/// Maximum size of a record batch of an Arrow file, unpacked, in bytes. It is in memory as a whole.
pub const MAX_RECORD_BATCH: u64 = 2 << 30;

/// Maximum nesting of the columns of a Parquet file. The decoder follows it by recursion, with the stack of the thread.
pub const MAX_NESTING: usize = 64;

/// Maximum size of the values of a row as a JSON object, in bytes of memory. Lists can refer to a text many times.
pub const MAX_ROW: u64 = 512 << 20;

/// Size of the rows that are read at a time, in bytes, as far as the file tells their size.
pub(crate) const BATCH_BYTES: u64 = 32 << 20;

/// Maximum number of rows that are read at a time.
pub(crate) const BATCH_ROWS: usize = 4096;

/// Returns the number of rows to read at a time, if so many rows have so many bytes.
pub(crate) fn batch_rows(bytes: u64, rows: u64) -> usize {
    let each = bytes.checked_div(rows).unwrap_or(0).max(1);
    usize::try_from(BATCH_BYTES / each).map_or(BATCH_ROWS, |rows| rows.clamp(1, BATCH_ROWS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rows_are_read_a_few_at_a_time() {
        assert_eq!(batch_rows(100 * 1000, 1000), BATCH_ROWS);
        assert_eq!(batch_rows(1000 << 20, 1000), 32);
        assert_eq!(batch_rows(u64::MAX, 1), 1);
        assert_eq!(batch_rows(0, 0), BATCH_ROWS);
    }
}
