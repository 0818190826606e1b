//! What other JavaScript may call in the module: the scores and verdicts of the app and of the command, without either.
//! `types.d.ts` says what the values look like.

pub mod metrics;
pub mod scorer;
pub mod tex;
pub mod texts;

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use texlens_evaluate::{Kind, Text};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

#[wasm_bindgen]
extern "C" {
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "Kind")]
    pub type JsKind;
    /// One text, or the texts of several pages.
    #[wasm_bindgen(typescript_type = "string | string[]")]
    pub type JsText;
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "Compilation")]
    pub type JsCompilation;
}

fn kind(value: JsKind) -> Result<Kind, JsError> {
    Ok(serde_wasm_bindgen::from_value(value.into())?)
}

fn text(value: JsText) -> Result<Text<'static>, JsError> {
    let pages: Vec<String> = match value.as_string() {
        Some(page) => vec![page],
        None => serde_wasm_bindgen::from_value(value.into())?,
    };
    Ok(Text::document(pages.iter().map(String::as_str)))
}

/// With plain objects, where a `Map` would stand otherwise.
fn object<T: JsCast>(value: &impl Serialize) -> Result<T, JsError> {
    let value = value.serialize(&Serializer::new().serialize_maps_as_objects(true))?;
    Ok(value.unchecked_into())
}
