//! Fetches files of the app and reports progress.

use std::ops::ControlFlow;

use js_sys::{Reflect, Uint8Array};
use sha2::{Digest, Sha256};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, Response, WorkerGlobalScope};

/// The reason why a file of the app could not be fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The server did not answer, or the connection broke.
    #[error("{url} could not be fetched ({why}). Check that you are online and the server runs; then try again.")]
    Unreachable {
        /// The address of the file.
        url: String,
        /// The browser's error message.
        why: String,
    },
    /// The server answered with an error.
    #[error("{url} could not be fetched: the server answered {status}.")]
    Status {
        /// The address of the file.
        url: String,
        /// The HTTP status.
        status: u16,
    },
    /// The file is not the one that the app was built with.
    #[error("{url} is not the file this app was built with (SHA-256 {found}, expected {expected}). Reload the page.")]
    Changed {
        /// The address of the file.
        url: String,
        /// The SHA-256 of the file, in lower-case hexadecimal.
        found: String,
        /// The expected SHA-256, in lower-case hexadecimal.
        expected: String,
    },
    /// The caller stopped the download.
    #[error("Stopped.")]
    Stopped,
}

/// Fetches a small text file.
///
/// # Errors
/// [`FetchError`] as for [`bytes`].
pub async fn text(url: &str) -> Result<String, FetchError> {
    let bytes = bytes(url, |_, _| {}).await?.to_vec();
    // A file that is not UTF-8 is not the expected one; the caller finds out when parsing it.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Fetches a whole file. `on_progress` receives the number of bytes so far and, if the server reports it, the total.
///
/// # Errors
/// [`FetchError::Unreachable`] or [`FetchError::Status`].
pub async fn bytes(url: &str, mut on_progress: impl FnMut(f64, Option<f64>)) -> Result<Uint8Array, FetchError> {
    let on_progress = |loaded, total| {
        on_progress(loaded, total);
        ControlFlow::Continue(())
    };
    file_while(url, on_progress).await
}

/// Fetches a file as [`bytes`] does, until `on_progress` breaks.
///
/// # Errors
/// As for [`bytes`], and [`FetchError::Stopped`] if `on_progress` breaks.
pub async fn file_while(
    url: &str,
    mut on_progress: impl FnMut(f64, Option<f64>) -> ControlFlow<()>,
) -> Result<Uint8Array, FetchError> {
    let unreachable = |error: JsValue| FetchError::Unreachable {
        url: url.to_owned(),
        why: js_sys::Object::from(error).to_string().into(),
    };
    // A window has `fetch` as well.
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    let response: Response = JsFuture::from(scope.fetch_with_str(url))
        .await
        .map_err(unreachable)?
        .unchecked_into();
    if !response.ok() {
        return Err(FetchError::Status {
            url: url.to_owned(),
            status: response.status(),
        });
    }
    let total = length(&response);
    let Some(body) = response.body() else {
        return Ok(Uint8Array::new_with_length(0));
    };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    // Large files in pieces and whole at the same time would double the memory.
    let mut file = Growing::with_capacity(total);
    loop {
        let step = JsFuture::from(reader.read()).await.map_err(unreachable)?;
        let chunk = Reflect::get(&step, &"value".into()).map_err(unreachable)?;
        let Ok(chunk) = chunk.dyn_into::<Uint8Array>() else {
            break;
        };
        file.push(&chunk);
        if on_progress(f64::from(file.length), total).is_break() {
            // The result is the same even if the connection is not closed.
            let _ = reader.cancel();
            return Err(FetchError::Stopped);
        }
    }
    Ok(file.finish())
}

/// A file that arrives in pieces.
struct Growing {
    bytes: Uint8Array,
    length: u32,
}

impl Growing {
    /// Maximum capacity at the start: a server may report any length.
    const MAX_START: f64 = 64e6;

    fn with_capacity(total: Option<f64>) -> Self {
        let capacity = total.unwrap_or_default().clamp(0.0, Self::MAX_START);
        let bytes = Uint8Array::new_with_length(capacity as u32);
        Self { bytes, length: 0 }
    }

    fn push(&mut self, chunk: &Uint8Array) {
        let length = self.length + chunk.length();
        if length > self.bytes.length() {
            let larger = Uint8Array::new_with_length(length.max(self.bytes.length().saturating_mul(2)));
            larger.set(&self.bytes, 0);
            self.bytes = larger;
        }
        self.bytes.set(chunk, self.length);
        self.length = length;
    }

    /// Returns the bytes in a buffer of exactly their length.
    fn finish(self) -> Uint8Array {
        if self.length == self.bytes.length() {
            self.bytes
        } else {
            self.bytes.slice(0, self.length)
        }
    }
}

/// Returns the length of the decoded body in bytes, if the server reports it. The `content-length` of a compressed body
/// is its compressed length, so the result is then `None`.
fn length(response: &Response) -> Option<f64> {
    let headers = response.headers();
    match headers.get("content-encoding") {
        Ok(None) => headers.get("content-length").ok()??.parse().ok(),
        _ => None,
    }
}

/// Reports whether the browser has a network.
#[must_use]
pub fn is_online() -> bool {
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    scope.navigator().on_line()
}

/// Checks that bytes have the expected SHA-256 (lower-case hexadecimal).
///
/// # Errors
/// [`FetchError::Changed`] if the SHA-256 differs.
pub fn verify(url: &str, bytes: &[u8], expected: &str) -> Result<(), FetchError> {
    let found = hex::encode(Sha256::digest(bytes));
    if found == expected {
        Ok(())
    } else {
        Err(FetchError::Changed {
            url: url.to_owned(),
            found,
            expected: expected.to_owned(),
        })
    }
}
