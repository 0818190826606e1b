//! Pictures that a model is shown.

use serde::{Deserialize, Serialize};

/// A picture in a message, without its data, which is put into the request when it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Picture {
    /// SHA-256 of the data, in 64 hexadecimal digits.
    pub sha256: String,
    /// The format of the data.
    pub format: PictureFormat,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Length of the data in bytes.
    pub bytes: u64,
}

/// A format that all providers accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
}

impl PictureFormat {
    /// Returns the media type, such as `image/png`.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}
