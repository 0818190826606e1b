//! What other JavaScript may call in the module: the scores of the app and of the command, without either.

use std::collections::BTreeMap;

use serde::Deserialize;
use texlens_evaluate::{Kind, Parsed, Scorer, Text};
use texlens_metrics::{Settings, Side};
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
export interface ScoreOptions {
  /** Ids of the metrics to compute; by default every metric that is defined on the kind. */
  metrics?: string[];
  /** Settings of the metrics by name, for example `{ 'ctp.min_words': '5' }`. */
  settings?: Record<string, string>;
  /** Whether the places that explain the values are told; by default they are. */
  spans?: boolean;
}
/**
 * Scores one sample. A document is given as its pages, in order. Throws if a text is too long or a metric or setting is
 * unknown.
 */
export function score(
  kind: 'formula' | 'page' | 'document',
  reference: string | string[],
  prediction: string | string[],
  options?: ScoreOptions,
): Score[];
"#;

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    metrics: Option<Vec<String>>,
    settings: BTreeMap<String, String>,
    spans: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            metrics: None,
            settings: BTreeMap::new(),
            spans: true,
        }
    }
}

/// Scores one sample.
///
/// # Errors
///
/// If an argument is not of its type, a text is too long, or a metric or setting is unknown.
#[wasm_bindgen(skip_typescript)]
pub fn score(kind: JsValue, reference: JsValue, prediction: JsValue, options: JsValue) -> Result<JsValue, JsError> {
    let kind: Kind = serde_wasm_bindgen::from_value(kind)?;
    let options: Options = if options.is_undefined() {
        Options::default()
    } else {
        serde_wasm_bindgen::from_value(options)?
    };
    let mut settings = Settings::default();
    for (name, text) in &options.settings {
        settings.set(name, text)?;
    }
    let scorer = match &options.metrics {
        Some(ids) => Scorer::only(kind, &settings, ids)?,
        None => Scorer::new(kind, &settings),
    };
    let (reference, prediction) = (text(reference)?, text(prediction)?);
    let reference = Parsed::of(Side::Reference, &reference)?;
    let prediction = Parsed::of(Side::Prediction, &prediction)?;
    let mut scores = scorer.score(&reference, &prediction);
    if !options.spans {
        scores.iter_mut().for_each(|score| score.spans.clear());
    }
    Ok(serde_wasm_bindgen::to_value(&scores)?)
}

/// One text, or the texts of several pages.
fn text(value: JsValue) -> Result<Text<'static>, JsError> {
    let pages: Vec<String> = match value.as_string() {
        Some(page) => vec![page],
        None => serde_wasm_bindgen::from_value(value)?,
    };
    Ok(Text::document(pages.iter().map(String::as_str)))
}
