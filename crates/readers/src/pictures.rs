//! Pictures as they are sent: as they are, reduced, or several pages merged into one.

use std::io::Cursor;

use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, RgbImage};
use sha2::{Digest, Sha256};
use texlens_judge::{Picture, PictureFormat};

use crate::granularity::{Granularity, MAX_SIDE};
use crate::merged::{Grid, reduced_size};

/// Maximum size of a picture, in bytes. Some providers refuse larger ones.
pub const MAX_BYTES: usize = 20 << 20;

/// Maximum size of the pictures of a request, in bytes. Providers refuse requests of 20 to 100 MB, and the page needs several
/// times as much memory.
pub const MAX_REQUEST_BYTES: u64 = 48 << 20;

/// A picture with its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// The picture.
    pub picture: Picture,
    /// Its data.
    pub bytes: Vec<u8>,
}

/// The pictures of a request.
#[derive(Debug, Default)]
pub struct Shown {
    /// The pictures, in the order of the pages.
    pub pictures: Vec<Prepared>,
    /// The pages that are not shown, by their index among those that were given, with the reason.
    pub failed: Vec<(usize, PrepareError)>,
}

/// The reason why a picture cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
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
    /// The pictures of a request are larger together than a request may be.
    #[error(
        "the pictures of the request have {bytes} bytes; at most {} MiB are sent. Give a longest side, or fewer pages a request",
        MAX_REQUEST_BYTES >> 20
    )]
    TooLargeTogether {
        /// Length of all of them in bytes.
        bytes: u64,
    },
}

/// Prepares the pictures of a request from the images of its pages. A page whose image cannot be used is left out.
///
/// A picture stays as it is, to the byte, unless a side is longer than `longest_side`; then it is reduced (Lanczos), turned as
/// a camera says, and becomes a PNG. Merged pages stand on white in a [`Grid`]; a page that is alone is not merged.
#[must_use]
pub fn show(images: Vec<Vec<u8>>, granularity: Granularity, longest_side: Option<u32>) -> Shown {
    let pages = images.len();
    let shown = match granularity {
        Granularity::Merged if pages > 1 => merged(images, longest_side),
        _ => each(images, longest_side),
    };
    let bytes: u64 = shown.pictures.iter().map(|prepared| prepared.picture.bytes).sum();
    if bytes <= MAX_REQUEST_BYTES {
        return shown;
    }
    let error = PrepareError::TooLargeTogether { bytes };
    Shown {
        pictures: Vec::new(),
        failed: (0..pages).map(|page| (page, error.clone())).collect(),
    }
}

fn each(images: Vec<Vec<u8>>, longest_side: Option<u32>) -> Shown {
    let mut shown = Shown::default();
    for (page, image) in images.into_iter().enumerate() {
        match prepared(image, longest_side) {
            Ok(prepared) => shown.pictures.push(prepared),
            Err(error) => shown.failed.push((page, error)),
        }
    }
    shown
}

fn prepared(bytes: Vec<u8>, longest_side: Option<u32>) -> Result<Prepared, PrepareError> {
    let (format, size) = head(&bytes)?;
    match longest_side.filter(|side| size.0.max(size.1) > *side) {
        None => checked(format, size, bytes),
        Some(side) => encoded(&reduced(decoded(&bytes)?, side)),
    }
}

fn merged(images: Vec<Vec<u8>>, longest_side: Option<u32>) -> Shown {
    let grid = Grid::of(images.len(), longest_side);
    let mut shown = Shown::default();
    let mut pages: Vec<(usize, RgbImage)> = Vec::new();
    for (page, image) in images.iter().enumerate() {
        // Each page is reduced before the next one is decoded.
        match decoded(image) {
            Ok(image) => pages.push((page, reduced(image, grid.side).into_rgb8())),
            Err(error) => shown.failed.push((page, error)),
        }
    }
    if pages.is_empty() {
        return shown;
    }
    let (width, height) = grid.cell(pages.iter().map(|(_, page)| page.dimensions()));
    let rows = u32::try_from(pages.len()).unwrap_or(u32::MAX).div_ceil(grid.columns);
    let mut picture = RgbImage::from_pixel(width * grid.columns, height * rows, image::Rgb([255; 3]));
    for ((_, page), index) in pages.iter().zip(0_u32..) {
        let place = (index % grid.columns * width, index / grid.columns * height);
        image::imageops::replace(&mut picture, page, place.0.into(), place.1.into());
    }
    match encoded(&picture.into()) {
        Ok(prepared) => shown.pictures.push(prepared),
        Err(error) => shown
            .failed
            .extend(pages.iter().map(|(page, _)| (*page, error.clone()))),
    }
    shown
}

/// Returns format, width and height, from the header.
fn head(bytes: &[u8]) -> Result<(PictureFormat, (u32, u32)), PrepareError> {
    let format = match image::guess_format(bytes) {
        Ok(ImageFormat::Png) => PictureFormat::Png,
        Ok(ImageFormat::Jpeg) => PictureFormat::Jpeg,
        _ => return Err(PrepareError::NotAnImage),
    };
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let size = reader.map_err(damaged)?.into_dimensions().map_err(damaged)?;
    Ok((format, size))
}

/// Decodes an image, and turns it as a camera says. The memory is limited (512 MiB, the default of the decoder).
fn decoded(bytes: &[u8]) -> Result<DynamicImage, PrepareError> {
    head(bytes)?;
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let mut decoder = reader.map_err(damaged)?.into_decoder().map_err(damaged)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    image.apply_orientation(orientation);
    Ok(image)
}

fn reduced(image: DynamicImage, side: u32) -> DynamicImage {
    let size = (image.width(), image.height());
    match reduced_size(size, side) {
        same if same == size => image,
        (width, height) => image.resize_exact(width, height, FilterType::Lanczos3),
    }
}

fn encoded(image: &DynamicImage) -> Result<Prepared, PrepareError> {
    let mut bytes = Vec::new();
    let written = image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png);
    written.map_err(damaged)?;
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
