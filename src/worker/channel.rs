//! One message is a JavaScript array: the serialised value, then the buffer that travels with it, if any.

use js_sys::{Array, ArrayBuffer};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wasm_bindgen::{JsCast, JsValue};

/// What the page's handle sends: a request, or a question whether the worker still answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ToWorker<R> {
    /// What the worker is there for.
    Request(R),
    /// Answered at once by [`FromWorker::Pong`].
    Ping,
}

/// What a worker sends.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FromWorker<E> {
    /// Messages are listened to from now on.
    Started {
        /// A Web Lock that the worker holds as long as it lives, where the browser has them.
        lock: Option<String>,
    },
    /// For the page.
    Event(E),
    /// The answer to [`ToWorker::Ping`].
    Pong,
}

/// Packs a message; the second value is its transfer list.
pub(super) fn pack(
    message: &impl Serialize,
    buffer: Option<&ArrayBuffer>,
) -> Result<(Array, Array), serde_wasm_bindgen::Error> {
    let parts = Array::of1(&serde_wasm_bindgen::to_value(message)?);
    let transfer = Array::new();
    if let Some(buffer) = buffer {
        parts.push(buffer);
        transfer.push(buffer);
    }
    Ok((parts, transfer))
}

/// Unpacks what [`pack`] made.
pub(super) fn unpack<T: DeserializeOwned>(
    data: JsValue,
) -> Result<(T, Option<ArrayBuffer>), serde_wasm_bindgen::Error> {
    let parts = Array::from(&data);
    let message = serde_wasm_bindgen::from_value(parts.get(0))?;
    Ok((message, parts.get(1).dyn_into().ok()))
}
