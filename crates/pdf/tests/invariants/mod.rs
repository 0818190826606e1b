//! What must hold whatever the bytes are: shared by the property tests and the fuzz target.

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use texlens_pdf::{Document, Limits};

/// Small, so that limits are met and a picture costs little.
pub(crate) const LIMITS: Limits = Limits {
    bytes: 1 << 20,
    pages: 20,
    pixels: 40_000,
};

/// Objects and content may be nested hundreds deep.
const STACK: usize = 64 << 20;

/// Checks a file on a thread of its own, so that a panic within the renderer costs nothing: that is none of this project's. One that is not
/// done in time goes on until the program ends.
///
/// # Errors
/// What does not hold.
pub(crate) fn check_apart(bytes: Vec<u8>, limit: Duration) -> Result<(), &'static str> {
    // A channel's way of waiting depends on who comes first, and the fuzzer would take the ways for findings.
    let (mut here, there) = UnixStream::pair().map_err(|_| "there are sockets")?;
    here.set_read_timeout(Some(limit)).map_err(|_| "a socket waits")?;
    let thread = thread::Builder::new().stack_size(STACK);
    let started = thread.spawn(move || {
        // Closed when the thread ends, in a panic too.
        let _open = there;
        check(bytes)
    });
    let started = started.map_err(|_| "a thread can be started")?;
    match here.read_to_end(&mut Vec::new()) {
        Ok(_) => started.join().unwrap_or(Ok(())),
        Err(_) => Err(OVERDUE),
    }
}

/// What does not hold of a file that takes too long.
pub(crate) const OVERDUE: &str = "a file is done in time";

/// A document that opens has pages with sizes; each is drawn within the limits, or refused.
///
/// # Errors
/// What does not hold: a panic would look like one of the renderer, which is none of this project's.
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
