//! What must hold whatever the bytes are: shared by the property tests and the fuzz target.

use texlens_pdf::{Document, Limits};

/// Small, so that limits are met and a picture costs little.
pub(crate) const LIMITS: Limits = Limits {
    bytes: 1 << 20,
    pages: 20,
    pixels: 40_000,
};

/// A document that opens has pages with sizes; each is drawn within the limits, or refused.
pub(crate) fn check(bytes: Vec<u8>) {
    let Ok(document) = Document::open(bytes, LIMITS) else {
        return;
    };
    let pages = document.pages();
    assert!(pages > 0);
    for page in 1..=pages.min(3) {
        let raster = document.raster(page, 72).ok();
        let Ok(image) = document.render(page, 72) else { continue };
        let drawn = (image.width, image.height, image.dpi);
        assert_eq!(
            Some(drawn),
            raster.map(|raster| (raster.width.into(), raster.height.into(), raster.dpi))
        );
        assert!(image.width > 0 && image.height > 0 && image.dpi <= 72);
        assert!(u64::from(image.width - 1) * u64::from(image.height - 1) <= LIMITS.pixels);
    }
    assert!(document.render(pages + 1, 72).is_err() && document.render(0, 72).is_err());
}
