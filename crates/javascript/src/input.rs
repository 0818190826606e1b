//! Arguments from other JavaScript, which may be anything.
//!
//! Every value is checked before it becomes a Rust value, and exceptions that it throws are caught here. An exception
//! that passed through a method would leave the method's object locked forever.

use js_sys::{JSON, JsString, Reflect, Uint8Array};
use serde::de::DeserializeOwned;
use texlens_evaluate::{Kind, Text};
use wasm_bindgen::prelude::*;

use crate::types::JsKind;

/// Maximum number of UTF-16 units of one argument; the pages of a document count together. Scores have a lower limit
/// for each page.
const MOST_UNITS: u32 = 16 << 20;

/// Maximum number of pages of a document.
const MOST_PAGES: u32 = 100_000;

/// Maximum number of bytes of a file. The largest file, the TeX engine's, has a tenth of this.
const MOST_BYTES: u32 = 64 << 20;

/// Reads options and verdicts by way of JSON, which keeps only own fields and refuses cycles and fields that throw.
pub(crate) fn value<T: DeserializeOwned>(name: &str, value: &JsValue) -> Result<T, JsError> {
    let cannot = |why: &str| JsError::new(&format!("{name} cannot be read: {why}"));
    let json = JSON::stringify(value).map_err(|thrown| cannot(&message(&thrown)))?;
    // A value that JSON cannot express, for example a function, has no text.
    let json = JsValue::from(json).dyn_into::<JsString>();
    let json = json.map_err(|_| cannot("it is undefined, a symbol or a function"))?;
    if json.length() > MOST_UNITS {
        return Err(cannot("it is too large"));
    }
    let json = String::from(json);
    if json.starts_with('[') {
        return Err(cannot("it is an array"));
    }
    serde_json::from_str(&json).map_err(|error| cannot(&error.to_string()))
}

/// Reads one of a fixed set of words.
pub(crate) fn word<T: DeserializeOwned>(name: &str, value: &JsValue) -> Result<T, JsError> {
    let word = string(name, value)?;
    serde_json::from_value(word.into()).map_err(|error| JsError::new(&format!("{name}: {error}")))
}

/// Reads a text. A lone surrogate, which UTF-8 cannot express, becomes U+FFFD.
pub(crate) fn string(name: &str, value: &JsValue) -> Result<String, JsError> {
    let text = value.dyn_ref::<JsString>();
    string_within(
        name,
        text.ok_or_else(|| JsError::new(&format!("{name} must be a string")))?,
        &mut { MOST_UNITS },
    )
}

fn string_within(name: &str, text: &JsString, left: &mut u32) -> Result<String, JsError> {
    match left.checked_sub(text.length()) {
        Some(rest) => *left = rest,
        None => {
            return Err(JsError::new(&format!(
                "{name} is too long: at most {MOST_UNITS} UTF-16 units"
            )));
        }
    }
    Ok(text.into())
}

/// Reads one text, or the texts of several pages.
pub(crate) fn text(name: &str, value: &JsValue) -> Result<Text<'static>, JsError> {
    let pages = strings(name, value)?;
    Ok(Text::document(pages.iter().map(String::as_str)))
}

/// Reads one text or an array of texts.
pub(crate) fn strings(name: &str, value: &JsValue) -> Result<Vec<String>, JsError> {
    let mut left = MOST_UNITS;
    if let Some(only) = value.dyn_ref::<JsString>() {
        return Ok(vec![string_within(name, only, &mut left)?]);
    }
    let must = || JsError::new(&format!("{name} must be a string or an array of strings"));
    // A value that looks like an array may throw at any access, even in `Array.isArray`.
    let at = |index: &JsValue| {
        Reflect::get(value, index)
            .map_err(|thrown| JsError::new(&format!("{name} cannot be read: {}", message(&thrown))))
    };
    let length = value.is_object().then(|| at(&"length".into())).ok_or_else(must)??;
    let length = length.as_f64().ok_or_else(must)?;
    if !(0.0..=f64::from(MOST_PAGES)).contains(&length) {
        return Err(JsError::new(&format!(
            "{name} has too many pages: at most {MOST_PAGES}"
        )));
    }
    let mut pages = Vec::new();
    for index in 0..length as u32 {
        let page = at(&index.into())?;
        pages.push(string_within(name, page.dyn_ref().ok_or_else(must)?, &mut left)?);
    }
    Ok(pages)
}

/// Reads the content of a file.
pub(crate) fn bytes(name: &str, value: &JsValue) -> Result<Vec<u8>, JsError> {
    let Some(bytes) = value.dyn_ref::<Uint8Array>() else {
        return Err(JsError::new(&format!("{name} must be a Uint8Array")));
    };
    if bytes.length() > MOST_BYTES {
        return Err(JsError::new(&format!("{name} is too long: at most {MOST_BYTES} bytes")));
    }
    Ok(bytes.to_vec())
}

/// Returns the message of a thrown value, which need not be an error and may itself throw when it is read.
fn message(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).ok();
    let message = message
        .or_else(|| Some(thrown.clone()))
        .and_then(|message| message.as_string());
    message.unwrap_or_else(|| "it throws a value that is not an error".to_owned())
}

/// Reads the kind of a sample.
pub(crate) fn kind(value: &JsKind) -> Result<Kind, JsError> {
    word("the kind", value)
}
