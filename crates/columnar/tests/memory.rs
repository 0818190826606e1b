//! Rows become JSON one by one: a text to which many rows refer is not in memory for each of them.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(unsafe_code, reason = "an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray};
use texlens_columnar::objects;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: all is left to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::SeqCst) + layout.size();
        PEAK.fetch_max(now, Ordering::SeqCst);
        // SAFETY: the caller keeps to the same conditions.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::SeqCst);
        // SAFETY: the caller keeps to the same conditions.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_text_that_all_rows_share_is_copied_row_by_row() {
    let text: ArrayRef = Arc::new(StringArray::from(vec!["x".repeat(10_000)]));
    let keys = Int32Array::from(vec![0; 4000]);
    let column = DictionaryArray::<Int32Type>::new(keys, text);
    let batch = RecordBatch::try_from_iter([("text", Arc::new(column) as ArrayRef)]).unwrap();
    let before = NOW.load(Ordering::SeqCst);
    PEAK.store(before, Ordering::SeqCst);
    assert_eq!(objects(&batch, |_, _| None).count(), 4000);
    let more = PEAK.load(Ordering::SeqCst) - before;
    assert!(more < 1_000_000, "{more}");
}
