//! Pictures as they are sent: as they are, reduced, or several pages merged into one.

use std::io::Cursor;

use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat, ImageReader, Limits, RgbImage};
use sha2::{Digest, Sha256};
use texlens_judge::{Picture, PictureFormat};

/// Maximum length of a side, in pixels. Some providers refuse larger pictures.
pub const MAX_SIDE: u32 = 8_000;

/// Maximum size of a picture, in bytes. Some providers refuse larger ones.
pub const MAX_BYTES: usize = 20 << 20;

/// Maximum memory that decoding a picture may take, in bytes.
const MAX_DECODED: u64 = 512 << 20;

/// The longest side of merged pages, in pixels, if no other is given.
const MERGED_SIDE: u32 = 4_000;

/// A picture with its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// The picture.
    pub picture: Picture,
    /// Its data.
    pub bytes: Vec<u8>,
}

/// The reason why a picture cannot be sent.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// The data is neither PNG nor JPEG.
    #[error("it is neither a PNG nor a JPEG image")]
    NotAnImage,
    /// The data is damaged, or too large to be decoded.
    #[error("the image cannot be decoded: {0}")]
    Damaged(String),
    /// The picture is larger than providers accept.
    #[error(
        "the picture has {width} x {height} pixels and {bytes} bytes; providers take at most {MAX_SIDE} pixels a side and {} MiB. Give a longest side, so that it is reduced",
        MAX_BYTES >> 20
    )]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Length in bytes.
        bytes: usize,
    },
}

/// Prepares the picture of a page. It stays as it is, to the byte, unless a side is longer than `longest_side`; then it is
/// reduced (Lanczos) and becomes a PNG.
///
/// # Errors
/// If the data is not an image, or if the picture is larger than providers accept.
pub fn prepare(bytes: Vec<u8>, longest_side: Option<u32>) -> Result<Prepared, PrepareError> {
    let (format, width, height) = size(&bytes)?;
    match longest_side.filter(|side| width.max(height) > *side) {
        None => checked(format, (width, height), bytes),
        Some(side) => encoded(&reduced(decoded(&bytes)?, side)),
    }
}

/// Merges pages into one picture, on white, row by row in a grid that is as wide as high or one wider. The picture is
/// reduced to `longest_side`, or to 4,000 pixels.
///
/// # Errors
/// As [`prepare`]; and if there is no page.
pub fn merge(pages: &[Vec<u8>], longest_side: Option<u32>) -> Result<Prepared, PrepareError> {
    let columns = (1..=pages.len()).find(|columns| columns * columns >= pages.len());
    let columns = u32::try_from(columns.ok_or(PrepareError::NotAnImage)?).unwrap_or(1);
    let rows = u32::try_from(pages.len()).unwrap_or(1).div_ceil(columns);
    let longest = longest_side.unwrap_or(MERGED_SIDE).min(MAX_SIDE);
    // Each page is reduced before the next one is decoded, so that memory holds one of them.
    let side = (longest / columns.max(rows)).max(1);
    let pages = pages
        .iter()
        .map(|page| Ok(reduced(decoded(page)?, side).into_rgb8()))
        .collect::<Result<Vec<RgbImage>, PrepareError>>()?;
    let cell = |of: fn(&RgbImage) -> u32| pages.iter().map(of).max().unwrap_or(1);
    let (width, height) = (cell(RgbImage::width), cell(RgbImage::height));
    let mut merged = RgbImage::from_pixel(width * columns, height * rows, image::Rgb([255; 3]));
    for (page, index) in pages.iter().zip(0_u32..) {
        let place = (index % columns * width, index / columns * height);
        image::imageops::replace(&mut merged, page, place.0.into(), place.1.into());
    }
    encoded(&merged.into())
}

fn size(bytes: &[u8]) -> Result<(PictureFormat, u32, u32), PrepareError> {
    let format = match image::guess_format(bytes) {
        Ok(ImageFormat::Png) => PictureFormat::Png,
        Ok(ImageFormat::Jpeg) => PictureFormat::Jpeg,
        _ => return Err(PrepareError::NotAnImage),
    };
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let size = reader.map_err(damaged)?.into_dimensions().map_err(damaged)?;
    Ok((format, size.0, size.1))
}

fn decoded(bytes: &[u8]) -> Result<DynamicImage, PrepareError> {
    size(bytes)?;
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(damaged)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED);
    reader.limits(limits);
    reader.decode().map_err(damaged)
}

fn reduced(image: DynamicImage, side: u32) -> DynamicImage {
    if image.width().max(image.height()) <= side {
        return image;
    }
    image.resize(side, side, FilterType::Lanczos3)
}

fn encoded(image: &DynamicImage) -> Result<Prepared, PrepareError> {
    let mut bytes = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .map_err(damaged)?;
    checked(PictureFormat::Png, (image.width(), image.height()), bytes)
}

fn checked(format: PictureFormat, (width, height): (u32, u32), bytes: Vec<u8>) -> Result<Prepared, PrepareError> {
    if width.max(height) > MAX_SIDE || bytes.len() > MAX_BYTES {
        return Err(PrepareError::TooLarge {
            width,
            height,
            bytes: bytes.len(),
        });
    }
    let picture = Picture {
        sha256: hex::encode(Sha256::digest(&bytes)),
        format,
        width,
        height,
        bytes: bytes.len() as u64,
    };
    Ok(Prepared { picture, bytes })
}

fn damaged(error: impl std::fmt::Display) -> PrepareError {
    PrepareError::Damaged(error.to_string())
}
