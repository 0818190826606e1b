//! JavaScript bindings of the renderer, `crates/pdf-web`.

use js_sys::{Function, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// The loaded module.
    #[derive(Clone)]
    pub(super) type Renderer;

    #[wasm_bindgen(method, structural, catch)]
    pub(super) fn open(this: &Renderer, bytes: &Uint8Array) -> Result<OpenPdf, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    pub(super) fn memory(this: &Renderer) -> Result<f64, JsValue>;

    /// An open PDF file: `Pdf` in `crates/pdf-web`.
    pub(super) type OpenPdf;

    #[wasm_bindgen(method, structural, catch)]
    pub(super) fn sizes(this: &OpenPdf, dpi: u16) -> Result<Vec<u16>, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    pub(super) fn draw(this: &OpenPdf, page: u32, dpi: u16) -> Result<DrawnPage, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    pub(super) fn read(this: &OpenPdf, page: u32, dpi: u16) -> Result<ReadPage, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    pub(super) fn free(this: &OpenPdf) -> Result<(), JsValue>;

    /// A drawn page: `Drawn` in `crates/pdf-web`.
    pub(super) type DrawnPage;

    #[wasm_bindgen(method, structural, getter)]
    pub(super) fn width(this: &DrawnPage) -> u32;

    #[wasm_bindgen(method, structural, getter)]
    pub(super) fn height(this: &DrawnPage) -> u32;

    #[wasm_bindgen(method, structural, getter)]
    pub(super) fn dpi(this: &DrawnPage) -> u16;

    #[wasm_bindgen(method, structural, catch)]
    pub(super) fn remarks(this: &DrawnPage) -> Result<Vec<String>, JsValue>;

    #[wasm_bindgen(method, structural, catch)]
    pub(super) fn png(this: &DrawnPage) -> Result<Uint8Array, JsValue>;

    /// The text of a page: `Text` in `crates/pdf-web`.
    pub(super) type ReadPage;

    #[wasm_bindgen(method, structural, getter)]
    pub(super) fn obstacle(this: &ReadPage) -> Option<String>;

    #[wasm_bindgen(method, structural, getter)]
    pub(super) fn unread(this: &ReadPage) -> u32;

    #[wasm_bindgen(method, structural, catch)]
    pub(super) fn glyphs(this: &ReadPage) -> Result<Uint8Array, JsValue>;
}

/// The reason why a file was not opened, or a page not drawn or read.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The renderer refused the request and says what is wrong and what to do. It accepts further requests.
    Refused(String),
    /// The renderer crashed or could not be loaded. It accepts no further requests.
    Lost(String),
}

impl From<JsValue> for Trouble {
    /// Converts an exception. The renderer throws a text to refuse a request; every other exception comes from a module
    /// that has crashed.
    fn from(thrown: JsValue) -> Self {
        match thrown.as_string() {
            Some(refused) => Self::Refused(refused),
            None => Self::Lost(
                "the PDF is damaged in a way that the renderer does not survive, or takes too much memory; print it to a new PDF, or use a lower resolution"
                    .to_owned(),
            ),
        }
    }
}

/// Loads the module.
pub(super) async fn load(loader: &Function) -> Result<Renderer, Trouble> {
    let unavailable = |_| {
        Trouble::Lost(
            "the part of the app that draws PDFs could not be loaded; check the network, and that the app is still being served, and try again"
                .to_owned(),
        )
    };
    let loading: Promise = loader.call0(&JsValue::NULL).map_err(unavailable)?.unchecked_into();
    Ok(JsFuture::from(loading).await.map_err(unavailable)?.unchecked_into())
}
