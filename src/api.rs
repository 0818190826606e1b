//! What other JavaScript may call in the module: the scores and verdicts of the app and of the command, without either.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use texlens_evaluate::{Kind, Parsed, Scorer as Metrics, Text};
use texlens_metrics::texbleu::TexbleuModel;
use texlens_metrics::{Evidence, Settings, Side};
use texlens_tex::{Assembly, Compilation, Compiler, Manifest, compile_pages};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a sample is. */
export type Kind = 'formula' | 'page' | 'document';
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
export interface ScorerOptions {
  /** Ids of the metrics to compute; by default every metric that is defined on the kind of the sample. */
  metrics?: string[];
  /** Settings of the metrics by name, for example `{ 'ctp.min_words': '5' }`. */
  settings?: Record<string, string>;
  /** Whether the places that explain the values are told; by default they are. */
  spans?: boolean;
}
/** What the TeX engine says of a prediction. */
export interface Compilation {
  /** Exit status 0 in nonstop mode, and at least one page. */
  compiles: boolean;
  /** Whether the engine gave up before the end. */
  fatal: boolean;
  pages: number;
  error_count: number;
  /** The first errors; ranges as in a score. */
  errors: {
    class: string;
    message: string;
    advice: string;
    range?: { start: number; end: number };
    line?: number;
    column?: number;
    excerpt: string;
  }[];
  limit?: 'steps' | 'memory' | 'output' | 'files';
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "ScorerOptions")]
    pub type ScorerOptions;
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "Kind")]
    pub type JsKind;
    /// One text, or the texts of several pages.
    #[wasm_bindgen(typescript_type = "string | string[]")]
    pub type JsText;
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "Score[]")]
    pub type Scores;
    /// See `TYPES`.
    #[wasm_bindgen(typescript_type = "Compilation")]
    pub type JsCompilation;
    /// Names of files of the TeX engine, and what they are called beside its manifest.
    #[wasm_bindgen(typescript_type = "Record<string, string>")]
    pub type JsFiles;
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
        let kind: Kind = serde_wasm_bindgen::from_value(kind.into())?;
        let metrics = match &self.metrics {
            Some(ids) => Metrics::only(kind, &self.settings, ids)?,
            None => Metrics::new(kind, &self.settings),
        };
        let metrics = metrics.with_evidence(self.evidence.clone());
        let (reference, prediction) = (text(reference.into())?, text(prediction.into())?);
        let reference = Parsed::of(Side::Reference, &reference)?;
        let prediction = Parsed::of(Side::Prediction, &prediction)?;
        let prediction = prediction.with_compiled(compilation.as_ref().map(texlens_evaluate::compiled));
        let mut scores = metrics.score(&reference, &prediction);
        if !self.spans {
            scores.iter_mut().for_each(|score| score.spans.clear());
        }
        Ok(serde_wasm_bindgen::to_value(&scores)?.unchecked_into())
    }
}

/// Says whether predictions compile. Its files are the caller's to fetch: `tex/manifest.json`, and those that are missing.
#[wasm_bindgen]
pub struct TexEngine {
    compiler: Compiler,
}

#[wasm_bindgen]
impl TexEngine {
    /// From the content of the manifest. Throws if it is something else.
    #[wasm_bindgen(constructor)]
    pub fn new(manifest: &str) -> Result<TexEngine, JsError> {
        let compiler = Compiler::new(Manifest::parse(manifest.as_bytes())?);
        Ok(Self { compiler })
    }

    /// The files that it still needs for a prediction; a document is given as its pages, in order.
    pub fn missing(&self, prediction: JsText) -> Result<JsFiles, JsError> {
        let text = text(prediction.into())?;
        let mut files = BTreeMap::new();
        for source in Assembly::of(text.latex(), text.pages()).sources() {
            let missing = self.compiler.missing(source.form.into())?;
            files.extend(
                missing
                    .into_iter()
                    .map(|(name, artefact)| (name, artefact.file.as_str())),
            );
        }
        Ok(object(&files)?.unchecked_into())
    }

    /// Gives it a file, by its name in the manifest. Throws if it is not the file that the manifest describes.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), JsError> {
        let content = self.compiler.manifest().artefact(name)?.unpack(bytes)?;
        Ok(self.compiler.add(name, content)?)
    }

    /// Compiles a prediction; it blocks meanwhile. Throws if a file is missing.
    pub fn compile(&self, prediction: JsText) -> Result<JsCompilation, JsError> {
        let text = text(prediction.into())?;
        let compilation = compile_pages(text.latex(), text.pages(), |source| self.compiler.compile(source))?;
        Ok(object(&compilation)?.unchecked_into())
    }
}

/// With plain objects, where a `Map` would stand otherwise.
fn object(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&Serializer::new().serialize_maps_as_objects(true))?)
}

fn text(value: JsValue) -> Result<Text<'static>, JsError> {
    let pages: Vec<String> = match value.as_string() {
        Some(page) => vec![page],
        None => serde_wasm_bindgen::from_value(value)?,
    };
    Ok(Text::document(pages.iter().map(String::as_str)))
}
