//! A page image: what is known of it, and where its bytes are.

use texlens_evaluate::Image;
use texlens_ocr::detect::{MAX_PIXELS, shown_size};

use super::intake::Reason;
use crate::blob::Blob;

/// A page image, whose bytes stay with the browser.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// `image/png` or `image/jpeg`.
    pub media_type: String,
    /// Pixels, as it is shown.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The encoded bytes.
    pub blob: Blob,
}

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG_SIGNATURE: &[u8] = b"\xff\xd8\xff";

impl Picture {
    /// Looks at the bytes that `blob` stands for; none if they are neither PNG nor JPEG. Only the header is decoded: the pixels
    /// are the worker's.
    #[must_use]
    pub fn look(bytes: &[u8], blob: &Blob) -> Option<Result<Self, Reason>> {
        if bytes.starts_with(PNG_SIGNATURE) {
            Some(Self::checked(bytes, blob, "image/png", png_is_complete))
        } else if bytes.starts_with(JPEG_SIGNATURE) {
            Some(Self::checked(bytes, blob, "image/jpeg", jpeg_is_complete))
        } else {
            None
        }
    }

    fn checked(bytes: &[u8], blob: &Blob, media_type: &str, is_complete: fn(&[u8]) -> bool) -> Result<Self, Reason> {
        let Some((width, height)) = shown_size(bytes) else {
            return Err(if is_complete(bytes) {
                Reason::DamagedImage
            } else {
                Reason::TruncatedImage
            });
        };
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(Reason::TooManyPixels { width, height });
        }
        if !is_complete(bytes) {
            return Err(Reason::TruncatedImage);
        }
        Ok(Self {
            media_type: media_type.to_owned(),
            width,
            height,
            blob: blob.clone().typed(media_type),
        })
    }

    /// As evaluations describe it, without the bytes.
    #[must_use]
    pub fn described(&self) -> Image {
        Image {
            media_type: self.media_type.clone(),
            bytes: Vec::new(),
            width: self.width,
            height: self.height,
        }
    }

    /// The image of an evaluation, with its bytes elsewhere.
    #[must_use]
    pub fn with_bytes(image: Image, blob: Blob) -> Self {
        Self {
            blob: blob.typed(&image.media_type),
            media_type: image.media_type,
            width: image.width,
            height: image.height,
        }
    }
}

/// Gives the bytes to the browser.
impl From<Image> for Picture {
    fn from(image: Image) -> Self {
        let blob = Blob::new(&image.bytes, &image.media_type);
        Self::with_bytes(image, blob)
    }
}

/// Walks the chunks to `IEND`.
fn png_is_complete(bytes: &[u8]) -> bool {
    const OVERHEAD: usize = 12; // length, type and checksum
    let mut rest = bytes.get(PNG_SIGNATURE.len()..).unwrap_or_default();
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let [l0, l1, l2, l3, kind @ ..] = *head;
        let length = u32::from_be_bytes([l0, l1, l2, l3]) as usize;
        if &kind == b"IEND" {
            return after.len() >= length.saturating_add(OVERHEAD - 8);
        }
        let Some(next) = rest.get(length.saturating_add(OVERHEAD)..) else {
            return false;
        };
        rest = next;
    }
    false
}

/// Looks for the end marker in the last bytes: some cameras pad the file behind it.
fn jpeg_is_complete(bytes: &[u8]) -> bool {
    const PADDING: usize = 4096;
    bytes.windows(2).rev().take(PADDING).any(|pair| pair == [0xff, 0xd9])
}
