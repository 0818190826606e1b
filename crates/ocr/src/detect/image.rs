//! Page images: decoding within limits, grey values, resampling.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageError as Codec, ImageFormat, ImageReader, Limits, error::LimitErrorKind,
    metadata::Orientation,
};
use texlens_vocabulary::{BBox, CutOff};

use super::cut::{self, Jpeg};
use super::tone::Tone;

/// Most pixels of an accepted page: an A3 sheet at 600 dpi fits.
pub const MAX_PIXELS: u64 = 72_000_000;

/// Most memory that decoding an image may use, in bytes.
const MAX_BYTES: usize = MAX_PIXELS as usize * 16;

/// The reason why bytes could not be read as a page image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// The file is empty.
    #[error("the file is empty; choose a PNG or JPEG image of a page")]
    Empty,
    /// The file is no PNG or JPEG image.
    #[error("this is not a PNG or JPEG image{}; export the page as PNG and try again", hint(.looks_like))]
    NotAnImage {
        /// The format that the first bytes suggest, where it is clear.
        looks_like: Option<&'static str>,
    },
    /// The file ends before anything that can be read.
    #[error("the image file is cut off before anything that can be read; save or download it again")]
    CutOff,
    /// The data contradicts itself.
    #[error("the image is damaged or cut off ({detail}); save or download it again")]
    Damaged {
        /// The message of the decoder.
        detail: String,
    },
    /// The image has more than [`MAX_PIXELS`] pixels.
    #[error("the image is {width} x {height} pixels; the limit is {} megapixels: scale it down, 150 to 300 dpi is enough", MAX_PIXELS / 1_000_000)]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
}

fn hint(looks_like: &Option<&'static str>) -> String {
    looks_like
        .map(|what| format!(", it looks like {what}"))
        .unwrap_or_default()
}

/// Returns the width and height of a PNG or JPEG as it is shown, read from its header; `None` if the header is damaged.
#[must_use]
pub fn shown_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut decoder = reader.into_decoder().ok()?;
    let mut size = decoder.dimensions();
    if is_on_its_side(orientation(&mut decoder)) {
        size = (size.1, size.0);
    }
    Some(size)
}

/// Returns how the picture must be turned to be shown. Cameras store how they were held; browsers and viewers turn the
/// picture accordingly.
fn orientation(decoder: &mut impl ImageDecoder) -> Orientation {
    decoder.orientation().unwrap_or(Orientation::NoTransforms)
}

/// Reports whether width and height change places.
fn is_on_its_side(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate90FlipH | Rotate270 | Rotate270FlipH)
}

/// A grey image with values from 0 (black) to 255 (white), row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrayImage {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Grey values, `width * height` of them.
    pub pixels: Vec<u8>,
    /// The missing part, if the file is cut off.
    pub cut_off: Option<CutOff>,
}

impl GrayImage {
    /// Creates a complete image from `width * height` values.
    #[must_use]
    pub fn new(width: usize, height: usize, pixels: Vec<u8>) -> Self {
        Self {
            width,
            height,
            pixels,
            cut_off: None,
        }
    }

    /// Creates a complete image from samples of eight bits, row by row: one for each pixel (grey), three (red, green,
    /// blue) or four (with opacity). The greys are those of a PNG file with these samples. Returns `None` if there are
    /// fewer samples, or another number for each pixel.
    ///
    /// # Errors
    /// [`ImageError::TooLarge`]
    pub fn from_samples(width: u32, height: u32, channels: u8, samples: Vec<u8>) -> Result<Option<Self>, ImageError> {
        check_size(width, height)?;
        let image = match channels {
            1 => image::GrayImage::from_raw(width, height, samples).map(DynamicImage::from),
            3 => image::RgbImage::from_raw(width, height, samples).map(DynamicImage::from),
            4 => image::RgbaImage::from_raw(width, height, samples).map(DynamicImage::from),
            _ => None,
        };
        Ok(image.map(|image| Self::of(image, None)))
    }

    /// Converts an image to grey.
    fn of(image: DynamicImage, cut_off: Option<CutOff>) -> Self {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let pixels = if image.color().has_alpha() {
            image
                .to_luma_alpha8()
                .pixels()
                .map(|p| over_white(p.0[0], p.0[1]))
                .collect()
        } else {
            image.into_luma8().into_raw()
        };
        Self {
            width,
            height,
            pixels,
            cut_off,
        }
    }

    /// Reads a PNG or JPEG. Transparent pixels and the missing lines of a file that is [cut off](Self::cut_off) count
    /// as white paper.
    ///
    /// # Errors
    /// See [`ImageError`]; the size is checked before any pixel is decoded. A file that is cut off is refused if
    /// nothing is left to read.
    pub fn decode(bytes: &[u8]) -> Result<Self, ImageError> {
        let (image, cut_off) = decode(bytes)?;
        Ok(Self::of(image, cut_off))
    }

    /// Returns the part that a region with a margin covers, at least one pixel, and the column and row at which it
    /// begins.
    pub(super) fn part(&self, region: BBox, margin: f32) -> (Self, usize, usize) {
        let within = |from: f32, to: f32, length: usize| {
            let start = ((from - margin).max(0.0) as usize).min(length.saturating_sub(1));
            let end = ((to + margin).max(0.0).ceil() as usize).clamp(start + 1, length.max(start + 1));
            start..end
        };
        let (columns, rows) = (
            within(region.x0, region.x1, self.width),
            within(region.y0, region.y1, self.height),
        );
        let row = |y: usize| {
            let start = y * self.width;
            self.pixels
                .get(start + columns.start..start + columns.end)
                .unwrap_or(&[])
        };
        let part = Self {
            width: columns.len(),
            height: rows.len(),
            pixels: rows.clone().flat_map(row).copied().collect(),
            cut_off: None,
        };
        (part, columns.start, rows.start)
    }

    /// Measures which greys are paper and ink.
    pub(super) fn tone(&self) -> Tone {
        Tone::of(&self.pixels)
    }

    /// Returns the ink of each pixel, from 0 (paper) to 1 (black), resampled by `scale`. Light text on dark paper
    /// counts as ink, too.
    #[must_use]
    pub fn ink(&self, scale: f32) -> Ink {
        let tone = self.tone();
        let greys: [f32; 256] = std::array::from_fn(|grey| tone.ink(grey as u8));
        let value = |p: u8| greys[usize::from(p)];
        if (scale - 1.0).abs() < 0.02 {
            return Ink {
                width: self.width,
                height: self.height,
                values: self.pixels.iter().map(|&p| value(p)).collect(),
                scale: 1.0,
            };
        }
        let width = ((self.width as f32 * scale) as usize).max(1);
        let height = ((self.height as f32 * scale) as usize).max(1);
        let plain = image::GrayImage::from_raw(self.width as u32, self.height as u32, self.pixels.clone());
        let values = plain.map_or_else(Vec::new, |plain| {
            // A triangle filter averages when it shrinks and interpolates when it enlarges.
            image::imageops::resize(
                &plain,
                width as u32,
                height as u32,
                image::imageops::FilterType::Triangle,
            )
            .into_raw()
            .into_iter()
            .map(value)
            .collect()
        });
        Ink {
            width,
            height,
            values,
            scale,
        }
    }
}

/// An image of red, green and blue values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColourImage {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// The pixels, `width * height` of them, row by row.
    pub pixels: Vec<[u8; 3]>,
    /// The missing part, if the file is cut off.
    pub cut_off: Option<CutOff>,
}

impl ColourImage {
    /// Reads a PNG or JPEG as [`GrayImage::decode`] does.
    ///
    /// # Errors
    /// See [`GrayImage::decode`].
    pub fn decode(bytes: &[u8]) -> Result<Self, ImageError> {
        let (image, cut_off) = decode(bytes)?;
        let (width, height) = (image.width() as usize, image.height() as usize);
        let pixels = if image.color().has_alpha() {
            let image = image.into_rgba8();
            let over_white = |[r, g, b, alpha]: [u8; 4]| [r, g, b].map(|value| over_white(value, alpha));
            image.pixels().map(|pixel| over_white(pixel.0)).collect()
        } else {
            image.into_rgb8().pixels().map(|pixel| pixel.0).collect()
        };
        Ok(Self {
            width,
            height,
            pixels,
            cut_off,
        })
    }
}

/// Decodes a PNG or JPEG, set upright as its file states.
fn decode(bytes: &[u8]) -> Result<(DynamicImage, Option<CutOff>), ImageError> {
    if bytes.is_empty() {
        return Err(ImageError::Empty);
    }
    let format = image::guess_format(bytes).ok();
    let jpeg = match format {
        Some(ImageFormat::Jpeg) => Some(Jpeg::of(bytes)).filter(|jpeg| !jpeg.is_whole),
        Some(ImageFormat::Png) => None,
        _ => {
            return Err(ImageError::NotAnImage {
                looks_like: looks_like(bytes),
            });
        }
    };
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(damaged)?;
    let mut decoder = reader.into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES as u64);
    decoder.set_limits(limits).map_err(|error| match error {
        Codec::Limits(limit) if matches!(limit.kind(), LimitErrorKind::DimensionError) => {
            ImageError::TooLarge { width, height }
        }
        other => damaged(other),
    })?;
    let orientation = orientation(&mut decoder);
    let decoded = DynamicImage::from_decoder(decoder);
    let (mut image, cut_off) = match (decoded, jpeg) {
        (Ok(image), None) => (image, None),
        (Ok(mut image), Some(jpeg)) => {
            let cut_off = jpeg.cut_off(&mut image).ok_or(ImageError::CutOff)?;
            (image, Some(cut_off))
        }
        (Err(error), None) if is_end_of_file(&error) => cut::png(bytes, MAX_BYTES).ok_or(ImageError::CutOff)?,
        (Err(_), Some(_)) => return Err(ImageError::CutOff),
        (Err(error), None) => return Err(damaged(error)),
    };
    image.apply_orientation(orientation);
    Ok((image, cut_off))
}

/// Ink values of a page at the model's resolution.
#[derive(Debug, Clone, PartialEq)]
pub struct Ink {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Ink values, row by row: 0 for paper, 1 for black.
    pub values: Vec<f32>,
    /// Pixels of this page for each pixel of the image.
    pub scale: f32,
}

impl Ink {
    /// Returns the value at a pixel; 0, the value of paper, outside the page.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> f32 {
        if x < self.width {
            self.values.get(y * self.width + x).copied().unwrap_or(0.0)
        } else {
            0.0
        }
    }

    /// Returns one row of values, empty below the page.
    #[must_use]
    pub fn row(&self, y: usize) -> &[f32] {
        self.values.get(y * self.width..(y + 1) * self.width).unwrap_or(&[])
    }
}

fn check_size(width: u32, height: u32) -> Result<(), ImageError> {
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ImageError::TooLarge { width, height });
    }
    Ok(())
}

fn over_white(value: u8, alpha: u8) -> u8 {
    let (value, alpha) = (u16::from(value), u16::from(alpha));
    ((value * alpha + 255 * (255 - alpha)) / 255) as u8
}

/// Reports whether a decoder ran out of bytes.
fn is_end_of_file(error: &Codec) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        let io = error.downcast_ref::<std::io::Error>();
        if io.is_some_and(|error| error.kind() == std::io::ErrorKind::UnexpectedEof) {
            return true;
        }
        cause = error.source();
    }
    matches!(error, Codec::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof)
}

fn damaged(error: impl std::fmt::Display) -> ImageError {
    ImageError::Damaged {
        detail: error.to_string(),
    }
}

fn looks_like(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'%', b'P', b'D', b'F', ..] => Some("a PDF"),
        [b'G', b'I', b'F', ..] => Some("a GIF"),
        [b'R', b'I', b'F', b'F', ..] => Some("a WebP"),
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Some("a TIFF"),
        [b'P', b'K', ..] => Some("a zip archive"),
        _ if std::str::from_utf8(&bytes[..bytes.len().min(256)]).is_ok() => Some("text"),
        _ => None,
    }
}
