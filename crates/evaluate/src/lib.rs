//! From samples and predictions to an [`Evaluation`]: gathers evidence, runs the metrics, pairs the formulas.

mod model;

pub use model::{Evaluation, Formula, FormulaPair, Image, Kind, Prediction, Provenance, SampleResult, Setting};
