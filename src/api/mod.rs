//! What other JavaScript may call in the module: the scores and verdicts of the app and of the command, without either.
//! `types.d.ts` says what the values look like.

mod input;
pub mod metrics;
pub mod scorer;
pub mod tex;
pub mod texts;

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use texlens_evaluate::Kind;
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
    /// A text.
    #[wasm_bindgen(typescript_type = "string")]
    pub type JsSource;
    /// The content of a file.
    #[wasm_bindgen(typescript_type = "Uint8Array")]
    pub type JsBytes;
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "Compilation")]
    pub type JsCompilation;
}

fn kind(value: &JsKind) -> Result<Kind, JsError> {
    input::word("the kind", value)
}

/// With plain objects, where a `Map` would stand otherwise.
fn object<T: JsCast>(value: &impl Serialize) -> Result<T, JsError> {
    let value = value.serialize(&Serializer::new().serialize_maps_as_objects(true))?;
    Ok(value.unchecked_into())
}
