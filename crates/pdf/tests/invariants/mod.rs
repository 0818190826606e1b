//! Invariants for arbitrary bytes, shared by the property tests and the fuzz target.

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use texlens_pdf::{Document, Limits};

/// Small limits, so that files reach them and an image costs little.
pub(crate) const LIMITS: Limits = Limits {
    bytes: 1 << 20,
    pages: 20,
    pixels: 40_000,
};

/// Stack size in bytes. Objects and content may be nested hundreds of levels deep.
const STACK: usize = 64 << 20;

/// Checks a file on a separate thread and ignores a panic: it comes from the renderer, which is not part of this
/// project. A thread that exceeds the time limit runs until the program ends.
///
/// # Errors
/// The invariant that does not hold.
pub(crate) fn check_apart(bytes: Vec<u8>, limit: Duration) -> Result<(), &'static str> {
    // A channel's way of waiting depends on which side comes first, and the fuzzer would count the difference as new
    // coverage.
    let (mut here, there) = UnixStream::pair().map_err(|_| "there are sockets")?;
    here.set_read_timeout(Some(limit)).map_err(|_| "a socket waits")?;
    let thread = thread::Builder::new().stack_size(STACK);
    let started = thread.spawn(move || {
        // Closed when the thread ends, even by a panic.
        let _open = there;
        check(bytes)
    });
    let started = started.map_err(|_| "a thread can be started")?;
    match here.read_to_end(&mut Vec::new()) {
        Ok(_) => started.join().unwrap_or(Ok(())),
        Err(_) => Err(OVERDUE),
    }
}

/// The invariant that a file breaks if it takes too long.
pub(crate) const OVERDUE: &str = "a file is done in time";

/// Checks that a document that opens has pages, and that each page is drawn within the limits or refused.
///
/// # Errors
/// The invariant that does not hold. A panic would look like one of the renderer, which is not part of this project.
fn check(bytes: Vec<u8>) -> Result<(), &'static str> {
    let Ok(document) = Document::open(bytes, LIMITS) else {
        return Ok(());
    };
    let pages = document.pages();
    holds(pages > 0, "a document that opens has pages")?;
    for page in 1..=pages.min(3) {
        let raster = document.raster(page, 72).ok();
        let Ok(image) = document.render(page, 72) else { continue };
        let drawn = (image.width, image.height, image.dpi);
        let planned = raster.map(|raster| (raster.width.into(), raster.height.into(), raster.dpi));
        holds(Some(drawn) == planned, "a page is drawn as large as was said before")?;
        holds(
            image.width > 0 && image.height > 0 && image.dpi <= 72,
            "an image has pixels, and no more than were asked for",
        )?;
        holds(
            u64::from(image.width - 1) * u64::from(image.height - 1) <= LIMITS.pixels,
            "an image keeps to the limit",
        )?;
    }
    let beyond = [0, pages + 1].map(|page| document.render(page, 72).is_err());
    holds(beyond == [true, true], "there are no other pages")
}

fn holds(condition: bool, what: &'static str) -> Result<(), &'static str> {
    if condition { Ok(()) } else { Err(what) }
}
