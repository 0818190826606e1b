//! Positions in a text, for JavaScript.

use texlens_evaluate::Text;
use wasm_bindgen::prelude::*;

use crate::input;
use crate::object::object;
use crate::position::Places;
use crate::types::JsText;

#[wasm_bindgen]
extern "C" {
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "Position")]
    pub type JsPosition;
}

/// Converts the byte ranges of scores and errors to indices, lines and columns.
#[wasm_bindgen]
pub struct Positions(Places);

#[wasm_bindgen]
impl Positions {
    /// Takes a text, or the pages of a document, which are joined by a line break.
    #[wasm_bindgen(constructor)]
    pub fn new(text: JsText) -> Result<Positions, JsError> {
        let text: Text<'static> = input::text("the text", &text)?;
        Ok(Self(Places::of(text)))
    }

    /// Returns the position of a byte of the UTF-8 text. Throws beyond the end of the text and inside a character.
    pub fn at(&self, byte: usize) -> Result<JsPosition, JsError> {
        let position = self.0.at(byte);
        let position =
            position.ok_or_else(|| JsError::new(&format!("no character of the text begins at byte {byte}")))?;
        object(&position)
    }
}
