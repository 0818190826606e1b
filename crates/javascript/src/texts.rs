//! Conversion and matching of texts before they are scored.

use texlens_dataset::Syntax;
use texlens_evaluate::{Kind, formula_pairs_of};
use wasm_bindgen::prelude::*;

use crate::input;
use crate::object::object;
use crate::types::{JsKind, JsSource, JsText};

#[wasm_bindgen]
extern "C" {
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "Syntax")]
    pub type JsSyntax;
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "FormulaPair[]")]
    pub type JsFormulaPairs;
}

/// Converts a parser's Markdown, HTML, MathML or Unicode to the LaTeX that app and command score in its place. By
/// default, `syntax` is `auto` and `kind` is `page`. Fences and remarks around the text of a model's answer are removed.
/// Throws if either is unknown.
#[wasm_bindgen(js_name = toLatex)]
pub fn to_latex(source: JsSource, syntax: Option<JsSyntax>, kind: Option<JsKind>) -> Result<String, JsError> {
    let syntax = match syntax {
        Some(syntax) => input::word("the syntax", &syntax)?,
        None => Syntax::Auto,
    };
    let kind = kind.as_ref().map_or(Ok(Kind::Page), input::kind)?;
    let source = input::string("the source", &source)?;
    let answer = texlens_dataset::strip(&source, syntax);
    Ok(texlens_dataset::to_latex(&answer.text, syntax, kind).into_owned())
}

/// Pairs the formulas of the reference with the corresponding formulas of the prediction. A formula without a partner
/// forms a pair alone. Throws if a text is too long.
#[wasm_bindgen(js_name = formulaPairs)]
pub fn formula_pairs(kind: JsKind, reference: JsText, prediction: JsText) -> Result<JsFormulaPairs, JsError> {
    let reference = input::text("the reference", &reference)?;
    let prediction = input::text("the prediction", &prediction)?;
    let pairs = formula_pairs_of(input::kind(&kind)?, &reference, &prediction)?;
    object(&pairs)
}
