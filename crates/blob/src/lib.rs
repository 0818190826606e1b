//! Handles to bytes that the browser holds: files on disk, or data that the app made.

mod reader;

pub use reader::Reader;

#[cfg(target_arch = "wasm32")]
pub mod message;

/// A handle to bytes. It is as small as a number, however many bytes there are. The bytes exist as long as one copy of
/// the handle exists. The handle can be sent between page and workers, and stored in the browser's database, without
/// copying the bytes.
///
/// Outside a browser (that is, in tests) the handle holds the bytes.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(not(target_arch = "wasm32"), derive(serde::Serialize, serde::Deserialize))]
pub struct Blob(Bytes);

#[cfg(target_arch = "wasm32")]
type Bytes = web_sys::Blob;
#[cfg(not(target_arch = "wasm32"))]
type Bytes = Vec<u8>;

#[cfg(not(target_arch = "wasm32"))]
impl Blob {
    /// Wraps bytes with a media type such as `image/png`.
    #[must_use]
    pub fn new(bytes: &[u8], _media_type: &str) -> Self {
        Self(bytes.to_vec())
    }

    /// Returns the same bytes with another media type.
    #[must_use]
    pub fn typed(self, _media_type: &str) -> Self {
        self
    }

    /// Concatenates handles.
    pub fn joined<'b>(parts: impl Iterator<Item = &'b Self>) -> Self {
        Self(parts.flat_map(|part| part.0.iter().copied()).collect())
    }

    /// Returns a range of the bytes.
    pub fn part(&self, offset: u64, size: u64) -> Self {
        Self(self.slice(offset, size).to_vec())
    }

    /// Returns the number of bytes.
    pub fn size(&self) -> u64 {
        self.0.len() as u64
    }

    /// Reads a range of the bytes.
    pub fn read_now(&self, offset: u64, length: u64) -> std::io::Result<Vec<u8>> {
        Ok(self.slice(offset, length).to_vec())
    }

    fn slice(&self, offset: u64, length: u64) -> &[u8] {
        let clamp = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(self.0.len());
        let range = clamp(offset)..clamp(offset.saturating_add(length));
        self.0.get(range).unwrap_or_default()
    }
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use js_sys::{Array, Uint8Array};
    use wasm_bindgen_futures::JsFuture;
    use web_sys::FileReaderSync;

    use super::Blob;

    /// The browser cannot read the bytes: the file was changed, moved or deleted since it was dropped.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
    #[error("The file can no longer be read: it was changed or moved since it was added. Remove it and add it again.")]
    pub struct Unreadable;

    impl Blob {
        /// Gives the browser bytes with a media type such as `image/png`.
        #[must_use]
        pub fn new(bytes: &[u8], media_type: &str) -> Self {
            Self(gloo::file::Blob::new_with_options(bytes, Some(media_type)).into())
        }

        /// Returns the same bytes with another media type, since browsers display a file by its declared type.
        #[must_use]
        pub fn typed(self, media_type: &str) -> Self {
            let Self(blob) = self;
            if blob.type_() == media_type {
                return Self(blob);
            }
            let typed = blob.slice_with_f64_and_f64_and_content_type(0.0, blob.size(), media_type);
            Self(typed.unwrap_or(blob))
        }

        /// Concatenates handles without reading their bytes.
        pub fn joined<'b>(parts: impl Iterator<Item = &'b Self>) -> Self {
            let parts: Array = parts.map(|part| &part.0).collect();
            let joined = web_sys::Blob::new_with_blob_sequence(&parts);
            // Joining handles never fails.
            joined.map_or_else(|_| Self::new(&[], ""), Self)
        }

        /// Returns a handle to a range of the bytes. Nothing is copied.
        #[allow(clippy::cast_precision_loss)] // Sizes are far below 2^53.
        pub fn part(&self, offset: u64, size: u64) -> Self {
            let end = offset.saturating_add(size);
            let part = self.0.slice_with_f64_and_f64(offset as f64, end as f64);
            Self(part.unwrap_or_else(|_| self.0.clone()))
        }

        /// Returns the number of bytes.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Sizes are whole numbers far below 2^53.
        pub fn size(&self) -> u64 {
            self.0.size() as u64
        }

        /// Reads a range of the bytes synchronously. Browsers allow this in workers only.
        #[allow(clippy::cast_precision_loss)] // Sizes are far below 2^53.
        pub fn read_now(&self, offset: u64, length: u64) -> std::io::Result<Vec<u8>> {
            let end = offset.saturating_add(length);
            let read = || {
                let part = self.0.slice_with_f64_and_f64(offset as f64, end as f64)?;
                FileReaderSync::new()?.read_as_array_buffer(&part)
            };
            match read() {
                Ok(buffer) => Ok(Uint8Array::new(&buffer).to_vec()),
                Err(_) => Err(std::io::Error::other(Unreadable)),
            }
        }

        /// Reads all bytes.
        pub async fn bytes(&self) -> Result<Vec<u8>, Unreadable> {
            let buffer = JsFuture::from(self.0.array_buffer()).await;
            Ok(Uint8Array::new(&buffer.map_err(|_| Unreadable)?).to_vec())
        }

        /// Returns whether the bytes can still be read.
        pub async fn is_readable(&self) -> bool {
            let Ok(first) = self.0.slice_with_f64_and_f64(0.0, 1.0) else {
                return false;
            };
            JsFuture::from(first.array_buffer()).await.is_ok()
        }

        /// Returns the browser's own handle.
        pub fn handle(&self) -> &web_sys::Blob {
            &self.0
        }
    }

    impl From<web_sys::Blob> for Blob {
        fn from(blob: web_sys::Blob) -> Self {
            Self(blob)
        }
    }

    impl From<web_sys::File> for Blob {
        fn from(file: web_sys::File) -> Self {
            Self(file.into())
        }
    }
}
