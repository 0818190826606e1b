//! What other JavaScript gives the module. It may be anything: every value is looked at before it becomes one of Rust's, and what throws meanwhile is caught here. An exception that
//! passed through a method would leave its object locked for good.

use js_sys::{JSON, JsString, Reflect, Uint8Array};
use serde::de::DeserializeOwned;
use texlens_evaluate::{Kind, Text};
use wasm_bindgen::prelude::*;

use crate::types::JsKind;

/// Most UTF-16 units of one argument, the pages of a document together. Scores have a lower limit, a page at a time.
const MOST_UNITS: u32 = 16 << 20;

/// Most pages of a document.
const MOST_PAGES: u32 = 100_000;

/// Most bytes of a file: the largest one, the TeX engine's, is a tenth of it.
const MOST_BYTES: u32 = 64 << 20;

/// Options and verdicts, as JSON has them: own fields, and neither cycles nor fields that throw.
pub(crate) fn value<T: DeserializeOwned>(name: &str, value: &JsValue) -> Result<T, JsError> {
    let cannot = |why: &str| JsError::new(&format!("{name} cannot be read: {why}"));
    let json = JSON::stringify(value).map_err(|thrown| cannot(&message(&thrown)))?;
    // What is no value of JSON, as a function, has no text.
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

/// One of a few words.
pub(crate) fn word<T: DeserializeOwned>(name: &str, value: &JsValue) -> Result<T, JsError> {
    let word = string(name, value)?;
    serde_json::from_value(word.into()).map_err(|error| JsError::new(&format!("{name}: {error}")))
}

/// A text. Half a surrogate pair, which UTF-8 cannot have, becomes U+FFFD.
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

/// One text, or the texts of several pages.
pub(crate) fn text(name: &str, value: &JsValue) -> Result<Text<'static>, JsError> {
    let mut left = MOST_UNITS;
    if let Some(page) = value.dyn_ref::<JsString>() {
        let page = string_within(name, page, &mut left)?;
        return Ok(Text::document([page.as_str()]));
    }
    let must = || JsError::new(&format!("{name} must be a string or an array of strings"));
    // What looks like an array may throw at every turn, even when it is asked whether it is one.
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
    Ok(Text::document(pages.iter().map(String::as_str)))
}

/// The content of a file.
pub(crate) fn bytes(name: &str, value: &JsValue) -> Result<Vec<u8>, JsError> {
    let Some(bytes) = value.dyn_ref::<Uint8Array>() else {
        return Err(JsError::new(&format!("{name} must be a Uint8Array")));
    };
    if bytes.length() > MOST_BYTES {
        return Err(JsError::new(&format!("{name} is too long: at most {MOST_BYTES} bytes")));
    }
    Ok(bytes.to_vec())
}

/// What somebody's code has thrown, which need not be an error, nor let itself be asked.
fn message(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).ok();
    let message = message
        .or_else(|| Some(thrown.clone()))
        .and_then(|message| message.as_string());
    message.unwrap_or_else(|| "it throws something that is no error".to_owned())
}

/// What a sample is.
pub(crate) fn kind(value: &JsKind) -> Result<Kind, JsError> {
    word("the kind", value)
}
