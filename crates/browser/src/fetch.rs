//! Fetches files of the app, telling how far it got.

use std::ops::ControlFlow;

use js_sys::{Reflect, Uint8Array};
use sha2::{Digest, Sha256};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, Response, WorkerGlobalScope};

/// Why a file of the app could not be had.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// No answer at all.
    #[error("{url} could not be fetched ({why}). Check that you are online and the server runs; then try again.")]
    Unreachable { url: String, why: String },
    /// An answer other than the file.
    #[error("{url} could not be fetched: the server answered {status}.")]
    Status { url: String, status: u16 },
    /// Another file than the one that was built for this app.
    #[error("{url} is not the file this app was built with (SHA-256 {found}, expected {expected}). Reload the page.")]
    Changed {
        url: String,
        found: String,
        expected: String,
    },
    /// The person did not want to wait.
    #[error("Stopped.")]
    Stopped,
}

/// Fetches a small text.
pub async fn text(url: &str) -> Result<String, FetchError> {
    let bytes = bytes(url, |_, _| {}).await?.to_vec();
    // What is not UTF-8 is not what was asked for; whoever reads it says so.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Fetches `url` whole. `on_progress` is told the bytes so far and, where the server says it, the bytes in all.
pub async fn bytes(url: &str, mut on_progress: impl FnMut(f64, Option<f64>)) -> Result<Uint8Array, FetchError> {
    let on_progress = |loaded, total| {
        on_progress(loaded, total);
        ControlFlow::Continue(())
    };
    file_while(url, on_progress).await
}

/// As [`bytes`], as long as `on_progress` wants more.
pub async fn file_while(
    url: &str,
    mut on_progress: impl FnMut(f64, Option<f64>) -> ControlFlow<()>,
) -> Result<Uint8Array, FetchError> {
    let unreachable = |error: JsValue| FetchError::Unreachable {
        url: url.to_owned(),
        why: js_sys::Object::from(error).to_string().into(),
    };
    // A window answers to this as well.
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
    let mut chunks: Vec<Uint8Array> = Vec::new();
    let mut loaded = 0;
    loop {
        let step = JsFuture::from(reader.read()).await.map_err(unreachable)?;
        let chunk = Reflect::get(&step, &"value".into()).map_err(unreachable)?;
        let Ok(chunk) = chunk.dyn_into::<Uint8Array>() else {
            break;
        };
        loaded += chunk.length();
        chunks.push(chunk);
        if on_progress(f64::from(loaded), total).is_break() {
            // Whether the connection is closed at once makes no difference here.
            let _ = reader.cancel();
            return Err(FetchError::Stopped);
        }
    }
    let whole = Uint8Array::new_with_length(loaded);
    let mut offset = 0;
    for chunk in chunks {
        whole.set(&chunk, offset);
        offset += chunk.length();
    }
    Ok(whole)
}

/// The length of the decoded body; a compressed body's header tells another.
fn length(response: &Response) -> Option<f64> {
    let headers = response.headers();
    match headers.get("content-encoding") {
        Ok(None) => headers.get("content-length").ok()??.parse().ok(),
        _ => None,
    }
}

/// Refuses bytes with another SHA-256 than the expected one (lower-case hexadecimal).
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
