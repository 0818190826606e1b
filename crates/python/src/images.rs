//! The networks that read images, for all threads of this process.

use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use texlens_native::ImageReader;

use crate::installed;

/// The reader with the process that loaded it.
static READER: Mutex<Option<(u32, ImageReader)>> = Mutex::new(None);

/// The lock of the reader.
pub(crate) type Reading = MutexGuard<'static, Option<(u32, ImageReader)>>;

/// Waits until no thread reads an image, and then keeps others from it.
pub(crate) fn reading() -> Reading {
    READER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets one thread after the other use the reader. Each run uses all processors.
pub(crate) fn with_reader<T>(work: impl FnOnce(&mut ImageReader) -> T) -> T {
    let mut loaded = reading();
    let (owner, reader) = loaded.get_or_insert_with(|| {
        let reader = ImageReader::new(installed::places(), None, 0);
        (process::id(), reader)
    });
    // A process that was forked does not have the threads of the runtime.
    if *owner != process::id() {
        *owner = process::id();
        reader.renew();
    }
    work(reader)
}
