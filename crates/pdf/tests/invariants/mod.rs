//! Invariants for arbitrary bytes, shared by the property tests and the fuzz targets.

#![allow(dead_code, reason = "each fuzz target uses some of it")]

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use texlens_pdf::{Document, Limits};
use texlens_vocabulary::Glyph;

/// Small limits, so that files reach them and an image costs little.
pub(crate) const LIMITS: Limits = Limits {
    bytes: 1 << 20,
    pages: 20,
    pixels: 40_000,
    content: 300,
};

/// Stack size in bytes. Objects and content may be nested hundreds of levels deep.
const STACK: usize = 64 << 20;

/// A check of a file. Its error is the invariant that does not hold. A panic would look like one of the renderer, which
/// is not part of this project.
pub(crate) type Check = fn(Vec<u8>) -> Result<(), &'static str>;

/// Checks a file on a separate thread and ignores a panic: it comes from the renderer, which is not part of this
/// project. A thread that exceeds the time limit runs until the program ends.
///
/// # Errors
/// The invariant that does not hold.
pub(crate) fn check_apart(bytes: Vec<u8>, limit: Duration, check: Check) -> Result<(), &'static str> {
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
pub(crate) fn is_drawn(bytes: Vec<u8>) -> Result<(), &'static str> {
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

/// Checks that each page of a document is read within the limits, with usable places.
pub(crate) fn is_read(bytes: Vec<u8>) -> Result<(), &'static str> {
    let Ok(document) = Document::open(bytes, LIMITS) else {
        return Ok(());
    };
    for page in 1..=document.pages().min(3) {
        let Ok(reading) = document.read(page, 72) else { continue };
        let planned = document.raster(page, 72).ok();
        holds(
            planned == Some(reading.raster),
            "a page is read in the pixels of its image",
        )?;
        let content = document.content(page).map_err(|_| "a page that is read has content")?;
        holds(content.glyphs.len() <= LIMITS.content, "the glyphs keep to the limit")?;
        holds(
            content
                .glyphs
                .iter()
                .all(|glyph| glyph.character < content.characters.len()),
            "a glyph shows a character of the page",
        )?;
        let is_font = |font: Option<usize>| font.is_none_or(|font| font < content.fonts.len());
        holds(
            content.characters.iter().all(|character| is_font(character.font)),
            "a character is of a font of the page",
        )?;
        holds(
            reading.counts.all() <= content.glyphs.len(),
            "no glyph is counted twice",
        )?;
        let is_usable = |glyph: &Glyph| {
            let lengths = [glyph.x, glyph.y, glyph.width, glyph.height, glyph.depth, glyph.size];
            lengths.iter().all(|length| !length.is_nan()) && glyph.size > 0.0 && !glyph.symbol.is_empty()
        };
        holds(
            reading.page.glyphs.iter().all(is_usable),
            "a glyph has a symbol and a place",
        )?;
    }
    Ok(())
}

fn holds(condition: bool, what: &'static str) -> Result<(), &'static str> {
    if condition { Ok(()) } else { Err(what) }
}
