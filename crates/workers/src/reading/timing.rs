//! The time that each stage of a page took, as an entry of the browser's performance timeline. Developer tools show the
//! entry, and the benchmark reads it.

use texlens_blob::message::to_object;
use texlens_ocr::detect::Stages;
use wasm_bindgen::prelude::*;

/// The name of the entry. Its details are [`Stages`].
const ENTRY: &str = "recognition";

#[wasm_bindgen]
extern "C" {
    /// Returns the milliseconds since the worker started.
    #[wasm_bindgen(js_namespace = performance)]
    pub(super) fn now() -> f64;
    #[wasm_bindgen(js_namespace = performance, catch)]
    fn measure(name: &str, options: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = performance, js_name = clearMeasures)]
    fn clear_measures(name: &str);
}

#[derive(serde::Serialize)]
struct Options {
    start: f64,
    detail: Stages,
}

/// Records a page whose reading started at `start` and ends now. The record replaces the previous one.
pub(super) fn record(start: f64, stages: Stages) {
    clear_measures(ENTRY);
    let options = Options { start, detail: stages };
    if let Ok(options) = to_object(&options) {
        // The app does not need the entry.
        let _ = measure(ENTRY, &options);
    }
}
