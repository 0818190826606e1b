//! Scores of one sample.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use texlens_evaluate::{Parsed, Scorer as Metrics};
use texlens_metrics::texbleu::TexbleuModel;
use texlens_metrics::{Evidence, Settings, Side};
use texlens_tex::Compilation;
use wasm_bindgen::prelude::*;

use super::{JsCompilation, JsKind, JsText, kind, object, text};

#[wasm_bindgen]
extern "C" {
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "ScorerOptions")]
    pub type ScorerOptions;
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "Score[]")]
    pub type Scores;
}

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

/// Scores samples.
#[wasm_bindgen]
pub struct Scorer {
    metrics: Option<Vec<String>>,
    settings: Settings,
    spans: bool,
    evidence: Evidence,
}

#[wasm_bindgen]
impl Scorer {
    /// Throws if an option or a setting is unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(options: Option<ScorerOptions>) -> Result<Scorer, JsError> {
        let options = match options {
            Some(options) => serde_wasm_bindgen::from_value(options.into())?,
            None => Options::default(),
        };
        let mut settings = Settings::default();
        for (name, text) in &options.settings {
            texlens_evaluate::set_setting(&mut settings, name, text)?;
        }
        Ok(Self {
            metrics: options.metrics,
            settings,
            spans: options.spans,
            evidence: Evidence::default(),
        })
    }

    /// Gives it the bytes of `models/texbleu.bin`, without which TeXBLEU is not defined. Throws if they are something else.
    #[wasm_bindgen(js_name = useTexbleu)]
    pub fn use_texbleu(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        self.evidence.texbleu = Some(Arc::new(TexbleuModel::parse(bytes)?));
        Ok(())
    }

    /// Scores one sample; a document is given as its pages, in order. Without the verdict of a `TexEngine` on the prediction
    /// some metrics are not defined. Throws if a text is too long, or a metric unknown or not defined on this kind.
    pub fn score(
        &self,
        kind: JsKind,
        reference: JsText,
        prediction: JsText,
        compilation: Option<JsCompilation>,
    ) -> Result<Scores, JsError> {
        let compilation: Option<Compilation> = match compilation {
            Some(compilation) => Some(serde_wasm_bindgen::from_value(compilation.into())?),
            None => None,
        };
        let kind = self::kind(kind)?;
        let metrics = match &self.metrics {
            Some(ids) => Metrics::only(kind, &self.settings, ids)?,
            None => Metrics::new(kind, &self.settings),
        };
        let metrics = metrics.with_evidence(self.evidence.clone());
        let (reference, prediction) = (text(reference)?, text(prediction)?);
        let reference = Parsed::of(Side::Reference, &reference)?;
        let prediction = Parsed::of(Side::Prediction, &prediction)?;
        let prediction = prediction.with_compiled(compilation.as_ref().map(texlens_evaluate::compiled));
        let mut scores = metrics.score(&reference, &prediction);
        if !self.spans {
            scores.iter_mut().for_each(|score| score.spans.clear());
        }
        object(&scores)
    }
}
