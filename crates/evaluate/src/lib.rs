//! From samples and predictions to an [`Evaluation`]: gathers evidence, runs the metrics, pairs the formulas.

mod matching;
mod model;
mod scores;
mod settings;
mod text;

pub use matching::{
    Delimiters, Extracted, Markup, extract_formulas, extract_segments, formula_pairs, locate_formula, locate_formulas,
    locate_segment,
};
pub use model::{
    Credit, Evaluation, Formula, FormulaPair, Found, Image, Prediction, Provenance, SampleResult, Setting,
};
pub use scores::{InputError, MAX_BYTES, score};
pub use settings::list_settings;
pub use texlens_metrics::Kind;
pub use text::Text;
