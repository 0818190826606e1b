//! Whether a file is the image of a page, from its first and last bytes.

use std::io;
use std::rc::Rc;

use texlens_dataset::Blob as Source;
use texlens_ocr::detect::{GrayImage, MAX_PIXELS, shown_size};

use crate::desk::held::{handle, part, whole};
use crate::picture::{Picture, Source as Shown};

/// Why a file is not used as an image.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// No bytes.
    #[error("the file is empty; check that it was saved or downloaded completely")]
    Empty,
    /// Named like an image, but it is none.
    #[error("the name says image, but the content is neither PNG nor JPEG; export the page again as PNG")]
    NotAnImage,
    /// It stops before there is anything of it to read.
    #[error("the image stops before its end; copy or download it again, then bring the complete file")]
    Truncated,
    /// Its header makes no sense.
    #[error("the image is damaged: its header cannot be read; export the page again")]
    Damaged,
    /// Over [`MAX_PIXELS`].
    #[error(
        "the image has {width} \u{d7} {height} pixels; the limit is {} million: scale it down, 200 dpi is enough",
        MAX_PIXELS / 1_000_000
    )]
    TooManyPixels {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// The browser refuses.
    #[error("the browser could not read the file ({0}); check that it still exists and may be read")]
    Unreadable(#[from] io::Error),
}

/// The head of nearly every image is in so many bytes; otherwise all of it is read.
const HEAD: usize = 64 << 10;
/// The end of an image is looked for in so many: some cameras pad the file behind it.
const TAIL: usize = 4096;

const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG_END: &[u8] = b"IEND\xae\x42\x60\x82";
const JPEG_START: &[u8] = b"\xff\xd8\xff";
const JPEG_END: &[u8] = b"\xff\xd9";

/// Looks at a PNG or JPEG. Only its header is decoded, unless it is cut off, and a file stays where it is: its pixels are the matter
/// of those who show and read it.
///
/// # Errors
/// If it is none, or larger than what can be read, or cut off before there is anything to read.
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
        // What there is of it can be shown and read.
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
