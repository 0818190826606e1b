//! Scores of one sample.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use texlens_evaluate::{Parsed, Scorer as Metrics};
use texlens_metrics::suite::texbleu::TOKENISER;
use texlens_metrics::texbleu::{LoadedTokeniser, TexbleuModel, TokeniserChoice};
use texlens_metrics::{Appearances, Evidence, Settings, Side};
use texlens_tex::Compilation;
use wasm_bindgen::prelude::*;

use crate::input;
use crate::object::object;
use crate::tex::Looks;
use crate::types::{JsBytes, JsCompilation, JsKind, JsText};

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
    appearances: Arc<Appearances>,
}

#[wasm_bindgen]
impl Scorer {
    /// Creates a scorer. Throws if an option or a setting is unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(options: Option<ScorerOptions>) -> Result<Scorer, JsError> {
        let options = match options {
            Some(options) => input::value("the options", &options)?,
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
            appearances: Arc::default(),
        })
    }

    /// Sets the TeXBLEU model: the bytes of `models/texbleu.bin`. Without it, TeXBLEU is undefined. Throws if the bytes
    /// are not such a model.
    #[wasm_bindgen(js_name = useTexbleu)]
    pub fn use_texbleu(&mut self, bytes: JsBytes) -> Result<(), JsError> {
        let bytes = input::bytes("the model of TeXBLEU", &bytes)?;
        self.evidence.texbleu = Some(Arc::new(TexbleuModel::parse(&bytes)?));
        Ok(())
    }

    /// Sets the tokeniser of TeXBLEU: the bytes of a `tokenizer.json`, such as that of TeXBLEU's authors. `texbleu_old`
    /// needs it, and `texbleu` uses it: the setting `texbleu.tokenizer` becomes `sha256:` and the returned SHA-256.
    /// Throws if the bytes are not such a file.
    #[wasm_bindgen(js_name = useTexbleuTokenizer)]
    pub fn use_texbleu_tokenizer(&mut self, bytes: JsBytes) -> Result<String, JsError> {
        let bytes = input::bytes("the tokeniser of TeXBLEU", &bytes)?;
        let tokeniser = LoadedTokeniser::parse(&bytes)?;
        let sum = tokeniser.sum();
        self.settings.set_to(&TOKENISER, TokeniserChoice::File(sum));
        self.evidence.tokeniser = Some(Arc::new(tokeniser));
        Ok(sum.to_string())
    }

    /// Sets the looks of formulas, from `TexEngine.typeset`. Without those of both formulas of a pair, the metrics that
    /// compare looks are undefined.
    #[wasm_bindgen(js_name = useLooks)]
    pub fn use_looks(&mut self, looks: &Looks) {
        self.appearances = Arc::clone(&looks.appearances);
    }

    /// Scores one sample. A document is given as its pages, in order. Without the verdict of a `TexEngine` on the
    /// prediction some metrics are undefined; some also need the verdict on the reference. Throws if a text is too
    /// long, or if a metric is unknown or does not apply to this kind.
    pub fn score(
        &self,
        kind: JsKind,
        reference: JsText,
        prediction: JsText,
        compilation: Option<JsCompilation>,
        #[wasm_bindgen(js_name = "referenceCompilation")] reference_compilation: Option<JsCompilation>,
    ) -> Result<Scores, JsError> {
        let verdict = |name: &str, given: Option<JsCompilation>| -> Result<Option<Compilation>, JsError> {
            given.map(|given| input::value(name, &given)).transpose()
        };
        let compilation = verdict("the compilation", compilation)?;
        let of_reference = verdict("the compilation of the reference", reference_compilation)?;
        let kind = input::kind(&kind)?;
        let metrics = match &self.metrics {
            Some(ids) => Metrics::only(kind, &self.settings, ids)?,
            None => Metrics::new(kind, &self.settings),
        };
        let metrics = metrics
            .with_evidence(self.evidence.clone())
            .with_appearances(Arc::clone(&self.appearances));
        let reference = input::text("the reference", &reference)?;
        let prediction = input::text("the prediction", &prediction)?;
        let reference = Parsed::of(Side::Reference, &reference)?.with_compilation(of_reference.as_ref());
        let mut scores = metrics.score_text(&reference, &prediction, compilation.as_ref())?;
        if !self.spans {
            scores.iter_mut().for_each(|score| score.spans = Vec::new());
        }
        object(&scores)
    }
}
