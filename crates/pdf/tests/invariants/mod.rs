//! What must hold whatever the bytes are: shared by the property tests and the fuzz target.

use texlens_pdf::{Document, Limits};

/// Small, so that limits are met and a picture costs little.
pub(crate) const LIMITS: Limits = Limits {
    bytes: 1 << 20,
    pages: 20,
    pixels: 40_000,
};

/// A document that opens has pages with sizes; each is drawn within the limits, or refused.
///
/// # Errors
/// What does not hold: a panic would look like one of the renderer, which is none of this project's.
pub(crate) fn check(bytes: Vec<u8>) -> Result<(), &'static str> {
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
