//! TypeScript types of arguments that several functions take.

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
