//! Reads tables that the fuzzer generates.
#![no_main]

use libfuzzer_sys::fuzz_target;
use texlens_columnar::{ImageArray, Input, Reader, TextArray, objects};

/// Number of batches that are read: a small file may state many rows.
const BATCHES: usize = 20;

fuzz_target!(|data: &[u8]| {
    for with_raw_texts in [true, false] {
        let Ok(reader) = Reader::open(Input::of_bytes(data.to_vec()), with_raw_texts) else {
            return;
        };
        for batch in reader.take(BATCHES).flatten() {
            for column in batch.columns.columns() {
                if let Ok(texts) = TextArray::of(column) {
                    assert_eq!(texts.texts().len(), batch.columns.num_rows());
                }
                if let Some(images) = ImageArray::of(column) {
                    assert_eq!(images.images().len(), batch.columns.num_rows());
                }
            }
            assert_eq!(objects(&batch.columns, |_, _| None).count(), batch.columns.num_rows());
        }
    }
});
