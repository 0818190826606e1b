//! An image in shades of grey.

use texlens_draw::Pixels;

/// An image: a byte for each pixel, from 0 for black to 255 for white, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grey {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) shades: Vec<u8>,
}

impl Grey {
    #[cfg(test)]
    pub(crate) fn white(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            shades: vec![255; width * height],
        }
    }

    /// Takes the luminance of pixels, by the weights of ITU-R BT.601 in 256ths.
    pub(crate) fn of(pixels: &Pixels) -> Self {
        let shade = |[red, green, blue]: &[u8; 3]| {
            let sum = 77 * u32::from(*red) + 150 * u32::from(*green) + 29 * u32::from(*blue);
            (sum >> 8) as u8
        };
        Self {
            width: pixels.width,
            height: pixels.height,
            shades: pixels.rgb.iter().map(shade).collect(),
        }
    }

    /// Returns a shade; outside of the image, it is white.
    pub(crate) fn at(&self, x: i64, y: i64) -> u8 {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            return 255;
        };
        if x >= self.width {
            return 255;
        }
        self.shades.get(y * self.width + x).copied().unwrap_or(255)
    }
}
