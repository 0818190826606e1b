//! Messages between the page, its workers and its frames: one JSON text, with the handles of [`Blob`](crate::Blob)s beside
//! it. The browser copies a text in one operation, whereas an object costs a call into JavaScript for each of its fields;
//! and what is stored as JSON is read by the same code.

use std::cell::RefCell;

use js_sys::{Array, JSON};
use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wasm_bindgen::{JsCast, JsValue};

use super::Blob;

thread_local! {
    /// The handles of the message that is being written or read.
    static HANDLES: RefCell<Option<Array>> = const { RefCell::new(None) };
}

/// The message cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// It is not of the type that is wanted.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It is no message.
    #[error("it is no {0}")]
    Form(&'static str),
}

/// Runs a function while these handles belong to its message.
fn with_handles<R>(handles: Array, function: impl FnOnce() -> R) -> (R, Array) {
    HANDLES.set(Some(handles));
    let result = function();
    (result, HANDLES.take().unwrap_or_default())
}

/// Writes a message: an array of its text and its handles.
///
/// # Errors
/// Returns an error if a key of a map is not a text or a number.
pub fn write<T: Serialize>(message: &T) -> Result<JsValue, MessageError> {
    let (text, handles) = with_handles(Array::new(), || serde_json::to_string(message));
    handles.unshift(&JsValue::from(text?));
    Ok(handles.into())
}

/// Reads a message.
///
/// # Errors
/// Returns an error if it is not of this type.
pub fn read<T: DeserializeOwned>(message: &JsValue) -> Result<T, MessageError> {
    let parts: &Array = message.dyn_ref().ok_or_else(|| MessageError::Form("array"))?;
    let text = parts.get(0).as_string().ok_or_else(|| MessageError::Form("text"))?;
    let (read, _) = with_handles(parts.clone(), || serde_json::from_str(&text));
    Ok(read?)
}

/// Converts a value without handles to an object of JavaScript.
///
/// # Errors
/// See [`write`].
pub fn to_object<T: Serialize>(value: &T) -> Result<JsValue, MessageError> {
    let text = serde_json::to_string(value)?;
    JSON::parse(&text).map_err(|_| MessageError::Form("JSON"))
}

/// Reads an object of JavaScript that has no handles.
///
/// # Errors
/// Returns an error if it is not of this type.
pub fn from_object<T: DeserializeOwned>(object: &JsValue) -> Result<T, MessageError> {
    let text = JSON::stringify(object).map_err(|_| MessageError::Form("JSON"))?;
    Ok(serde_json::from_str(&String::from(text))?)
}

/// A handle is the number of its place beside the text.
impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = HANDLES.with_borrow(|handles| Some(handles.as_ref()?.push(&self.0)));
        let place = place.ok_or_else(|| S::Error::custom("a handle is only sent in messages"))?;
        serializer.serialize_u32(place)
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let place = u32::deserialize(deserializer)?;
        let handle = HANDLES.with_borrow(|handles| Some(handles.as_ref()?.get(place)));
        let blob = handle.and_then(|handle| handle.dyn_into::<web_sys::Blob>().ok());
        blob.map(Self)
            .ok_or_else(|| D::Error::custom("the message lacks a handle"))
    }
}
