//! What other JavaScript may call in the module: the scores of the app and of the command, without either.

use std::collections::BTreeMap;

use texlens_evaluate::{Kind, Text};
use texlens_metrics::Settings;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What one metric says of one sample. */
export interface Score {
  metric: string;
  outcome:
    | { state: 'defined'; value: number; ratio?: { numerator: number; denominator: number } }
    | { state: 'undefined'; reason: string };
  /** The value in a sentence. */
  summary?: string;
  /** Places that explain the value; ranges count bytes of the UTF-8 text, in a document of its pages joined by a line break. */
  spans: {
    side: 'reference' | 'prediction';
    range: { start: number; end: number };
    kind: 'match' | 'missing' | 'extra' | 'different' | 'ignored';
    note: string;
  }[];
}
/**
 * Scores one sample with every metric that is defined on its kind. A document is given as its pages, in order.
 * Throws if a text is too long or a setting is unknown.
 */
export function score(
  kind: 'formula' | 'page' | 'document',
  reference: string | string[],
  prediction: string | string[],
  settings?: Record<string, string>,
): Score[];
"#;

/// Scores one sample.
///
/// # Errors
///
/// If an argument is not of its type, a text is too long, or a setting is unknown.
#[wasm_bindgen(skip_typescript)]
pub fn score(kind: JsValue, reference: JsValue, prediction: JsValue, settings: JsValue) -> Result<JsValue, JsError> {
    let kind: Kind = serde_wasm_bindgen::from_value(kind)?;
    let settings = read_settings(settings)?;
    let [reference, prediction] = [pages(reference)?, pages(prediction)?];
    let [reference, prediction] =
        [&reference, &prediction].map(|pages| Text::document(pages.iter().map(String::as_str)));
    let scores = texlens_evaluate::score(kind, reference, prediction, &settings)?;
    Ok(serde_wasm_bindgen::to_value(&scores)?)
}

/// One text, or the texts of several pages.
fn pages(value: JsValue) -> Result<Vec<String>, JsError> {
    Ok(match value.as_string() {
        Some(page) => vec![page],
        None => serde_wasm_bindgen::from_value(value)?,
    })
}

fn read_settings(value: JsValue) -> Result<Settings, JsError> {
    let mut settings = Settings::default();
    if !value.is_undefined() {
        let changed: BTreeMap<String, String> = serde_wasm_bindgen::from_value(value)?;
        for (name, text) in changed {
            settings.set(&name, &text)?;
        }
    }
    Ok(settings)
}
