//! Whether a file is the image of a page, from its first and last bytes.

use std::any::Any;
use std::io;
use std::rc::Rc;

use texlens_dataset::Blob as Source;
use texlens_ocr::detect::{MAX_PIXELS, shown_size};

use super::held::Held;
use crate::blob::Blob;
use crate::picture::Picture;

/// Why a file is not used as an image.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// No bytes.
    #[error("the file is empty; check that it was saved or downloaded completely")]
    Empty,
    /// Named like an image, but it is none.
    #[error("the name says image, but the content is neither PNG nor JPEG; export the page again as PNG")]
    NotAnImage,
    /// It stops before its end.
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

/// Looks at a PNG or JPEG. Only its header is decoded, and a file stays where it is: its pixels are the matter of those who show and
/// read it.
///
/// # Errors
/// If it is none, or not whole, or larger than what can be read.
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
    if !is_complete {
        return Err(PictureError::Truncated);
    }
    let blob = match (&*source as &dyn Any).downcast_ref::<Held>() {
        Some(held) => held.blob.clone().typed(media_type),
        None => Blob::new(&part(&*source, 0, whole(&*source))?, media_type),
    };
    Ok(Picture {
        media_type: media_type.to_owned(),
        width,
        height,
        blob,
    })
}

fn whole(source: &dyn Source) -> usize {
    usize::try_from(source.size()).unwrap_or(usize::MAX)
}

/// So many bytes from a place on, or fewer at the end.
fn part(source: &dyn Source, offset: u64, length: usize) -> io::Result<Vec<u8>> {
    let left = source.size().saturating_sub(offset);
    let mut bytes = vec![0; length.min(usize::try_from(left).unwrap_or(usize::MAX))];
    let mut read = 0;
    while let Some(rest) = bytes.get_mut(read..).filter(|rest| !rest.is_empty()) {
        match source.read_at(offset + read as u64, rest)? {
            0 => break,
            more => read += more,
        }
    }
    bytes.truncate(read);
    Ok(bytes)
}
