//! A page image: what is known of it, and where its bytes are.

use serde::{Deserialize, Serialize};
use texlens_evaluate::Image;

use crate::blob::Blob;

/// A page image, whose bytes stay with the browser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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

impl Picture {
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
