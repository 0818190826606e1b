//! Size of a page in pixels at a resolution.

use crate::error::RenderError;
use crate::limits::Limits;

/// Maximum length of a side in pixels: the limit of the renderer, less a margin for rounding up.
const MAX_SIDE: f32 = 65_000.0;

/// Points per inch.
const POINTS: f32 = 72.0;

/// Size of a page in points (1/72 inch).
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageSize {
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// The pixel grid on which a page is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raster {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Resolution in dots per inch: as requested, or lower if the page is too large.
    pub dpi: u16,
}

impl Raster {
    /// Returns the grid at this resolution, or at the highest lower integer resolution at which the page is within the
    /// limits.
    pub(crate) fn fitting(size: PageSize, dpi: u16, limits: &Limits) -> Result<Self, RenderError> {
        let PageSize { width, height } = size;
        let highest = highest(size, limits);
        if highest.is_nan() || highest < 1.0 {
            return Err(RenderError::TooLarge { width, height });
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 1 and a u16"
        )]
        let dpi = highest.min(f32::from(dpi.max(1))) as u16;
        Ok(Self {
            width: pixels(width, dpi),
            height: pixels(height, dpi),
            dpi,
        })
    }

    /// Returns the number of pixels per point.
    pub(crate) fn scale(&self) -> f64 {
        f64::from(self.dpi) / f64::from(POINTS)
    }
}

/// Returns the highest resolution at which a page is within the limits.
#[expect(clippy::cast_precision_loss, reason = "a limit need not be met to the pixel")]
fn highest(PageSize { width, height }: PageSize, limits: &Limits) -> f32 {
    let by_side = MAX_SIDE * POINTS / width.max(height);
    let by_pixels = (limits.pixels as f32 / width / height).sqrt() * POINTS;
    by_side.min(by_pixels)
}

/// Returns the length of a side in pixels, rounded up.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded by `highest`"
)]
fn pixels(points: f32, dpi: u16) -> u16 {
    // Lengths are binary fractions: 8.5 inches may be slightly more.
    let exact = points * f32::from(dpi) / POINTS - 0.01;
    exact.ceil().max(1.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster(width: f32, height: f32, dpi: u16) -> Option<(u16, u16, u16)> {
        let raster = Raster::fitting(PageSize { width, height }, dpi, &Limits::default());
        raster.ok().map(|raster| (raster.width, raster.height, raster.dpi))
    }

    #[test]
    fn a_page_has_the_pixels_that_other_tools_give_it() {
        assert_eq!(raster(612.0, 792.0, 200), Some((1700, 2200, 200)));
        assert_eq!(raster(595.276, 841.89, 200), Some((1654, 2339, 200)));
        assert_eq!(raster(612.0, 792.0, 0), Some((9, 11, 1)));
    }

    #[test]
    fn a_large_page_gets_fewer_dots_and_says_so() {
        // A poster of two metres.
        let (width, height, dpi) = raster(5669.3, 5669.3, 200).unwrap();
        assert!(dpi < 200);
        assert!(u64::from(width) * u64::from(height) <= Limits::default().pixels + 20_000);
        // A roll of paper.
        assert_eq!(raster(100_000.0, 10.0, 200), Some((63_889, 7, 46)));
    }

    #[test]
    fn a_page_that_fits_at_no_resolution_is_refused() {
        for side in [1e9, f32::INFINITY, f32::NAN] {
            assert_eq!(raster(side, side, 200), None, "{side}");
        }
    }
}
