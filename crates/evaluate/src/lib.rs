//! From samples and predictions to an [`Evaluation`]: gathers evidence, runs the metrics, pairs the formulas.

mod formulas;
mod matching;
mod model;
mod scores;
mod settings;
mod text;

pub use formulas::formula_pairs;
pub use matching::{Delimiters, Extracted, extract_segments, locate_segment};
pub use model::{Credit, Evaluation, Formula, FormulaPair, Image, Prediction, Provenance, SampleResult, Setting};
pub use scores::{InputError, MAX_BYTES, score};
pub use settings::list_settings;
pub use texlens_metrics::Kind;
pub use text::Text;
