//! Checks whether a file is a page image by its first and last bytes.

use std::io;
use std::rc::Rc;

use texlens_dataset::Blob as Source;
use texlens_ocr::detect::{GrayImage, MAX_PIXELS, shown_size};

use crate::desk::held::{handle, part, whole};
use crate::picture::{Picture, Source as Shown};

/// The reason why a file is not used as an image.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The file has no bytes.
    #[error("the file is empty; check that it was saved or downloaded completely")]
    Empty,
    /// The file is named like an image, but is not one.
    #[error("the name says image, but the content is neither PNG nor JPEG; export the page again as PNG")]
    NotAnImage,
    /// The file ends before any part of the image can be read.
    #[error("the image is truncated; copy or download it again, then add the complete file")]
    Truncated,
    /// The header cannot be read.
    #[error("the image is damaged: its header cannot be read; export the page again")]
    Damaged,
    /// The image has more than [`MAX_PIXELS`] pixels.
    #[error(
        "the image has {width} \u{d7} {height} pixels; the limit is {} million: scale it down, 200 dpi is enough",
        MAX_PIXELS / 1_000_000
    )]
    TooManyPixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The browser cannot read the file.
    #[error("the browser could not read the file ({0}); check that it still exists and may be read")]
    Unreadable(#[from] io::Error),
}

/// Number of bytes that contain the header of nearly every image. If they do not, the whole file is read.
const HEAD: usize = 64 << 10;
/// Number of bytes at the end of a file that are searched for the end of the image, because some cameras pad their
/// files.
const TAIL: usize = 4096;

const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG_END: &[u8] = b"IEND\xae\x42\x60\x82";
const JPEG_START: &[u8] = b"\xff\xd8\xff";
const JPEG_END: &[u8] = b"\xff\xd9";

/// Checks a PNG or JPEG file. Only the header is decoded, unless the image is truncated. The file stays where it is:
/// its pixels are decoded where the image is shown or read.
///
/// # Errors
/// Returns an error if the file is not an image, is too large, is truncated before any part can be read, or cannot be
/// read.
pub fn look(source: Rc<dyn Source>) -> Result<Picture, PictureError> {
    let head = part(&*source, 0, HEAD)?;
    let (media_type, end) = if head.is_empty() {
        return Err(PictureError::Empty);
    } else if head.starts_with(PNG_START) {
        ("image/png", PNG_END)
    } else if head.starts_with(JPEG_START) {
        ("image/jpeg", JPEG_END)
    } else {
        return Err(PictureError::NotAnImage);
    };
    let tail = part(&*source, source.size().saturating_sub(TAIL as u64), TAIL)?;
    let is_complete = tail.windows(end.len()).any(|window| window == end);
    let size = match shown_size(&head) {
        None if source.size() > HEAD as u64 => shown_size(&part(&*source, 0, whole(&*source))?),
        size => size,
    };
    let Some((width, height)) = size else {
        return Err(if is_complete {
            PictureError::Damaged
        } else {
            PictureError::Truncated
        });
    };
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooManyPixels { width, height });
    }
    let cut_off = if is_complete {
        None
    } else {
        // The part that exists can be shown and read.
        let decoded = GrayImage::decode(&part(&*source, 0, whole(&*source))?);
        decoded.map_err(|_| PictureError::Truncated)?.cut_off
    };
    Ok(Picture {
        media_type: media_type.to_owned(),
        width,
        height,
        cut_off,
        source: Shown::Image(handle(&*source, media_type)?),
    })
}
