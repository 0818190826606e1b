//! What a page took, stage by stage, as an entry of the browser's performance timeline: developer tools show it, and the bench
//! reads it.

use texlens_ocr::detect::Stages;
use wasm_bindgen::prelude::*;

/// Name of the entry; its details are [`Stages`].
const ENTRY: &str = "recognition";

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker started.
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

/// Records a page that began at `start` and is read now, in place of the one before.
pub(super) fn record(start: f64, stages: Stages) {
    clear_measures(ENTRY);
    let options = Options { start, detail: stages };
    if let Ok(options) = serde_wasm_bindgen::to_value(&options) {
        // Nothing depends on it.
        let _ = measure(ENTRY, &options);
    }
}
