//! The metrics: each is a pure function of reference, prediction and evidence.
//!
//! Each metric is one file in a folder of `src/suite`; [`registry`] lists them all. To add a metric, add a file. This
//! crate knows nothing of files, engines or networks. Input beyond the two texts reaches a metric as [`Evidence`],
//! which `texlens-evaluate` gathers.
//!
//! ```
//! use texlens_latex::Outline;
//! use texlens_metrics::{Evidence, Input, Settings, Shared, metric};
//!
//! let (reference, prediction) = ("the cat sat", "the cat sits");
//! let input = Input {
//!     reference: &Outline::of(reference),
//!     prediction: &Outline::of(prediction),
//!     reference_pages: &[0..reference.len()],
//!     prediction_pages: &[0..prediction.len()],
//!     evidence: &Evidence::default(),
//!     settings: &Settings::default(),
//!     scores: &[],
//!     shared: &Shared::default(),
//! };
//! let wer = metric("wer").expect("the word error rate is in the registry");
//! assert_eq!(wer.info().range, 0.0..=f64::INFINITY);
//! let score = wer.score(&input);
//! assert_eq!(score.value(), Some(1.0 / 3.0));
//! assert_eq!(&reference[score.spans[0].range.clone()], "sat");
//! ```

mod alignment;
mod appearance;
pub mod cdm;
mod collapse;
mod compare;
mod compiled;
mod displays;
mod grid;
mod guide;
mod html;
mod judged;
mod labels;
pub mod layout;
mod mean;
mod metric;
mod numbers;
pub mod olmocr;
mod page_faults;
mod parts;
mod python;
pub mod regions;
mod registry;
mod settings;
mod structure;
mod summary;
mod table_match;
mod tables;
mod teds;
pub mod texbleu;
mod text;

/// The metrics, one module each.
pub mod suite {
    include!(concat!(env!("OUT_DIR"), "/suite.rs"));
}

/// Tokenisers of the metrics: they split texts into tokens before the texts are compared.
pub mod tokenise {
    pub use crate::text::pdf_parse_bench::{clean as pdf_parse_bench_clean, tokens as pdf_parse_bench_tokens};
    pub use crate::text::sacrebleu::{mteval_13a, mteval_v14_international};
}

pub use appearance::{Appearance, Appearances, lacks_appearance};
pub use compiled::Compiled;
pub use grid::{TabularCell, TabularRow, tabular_rows};
pub use guide::guide;
pub use mean::GROUPS as TEXOCR_GROUPS;
pub use metric::{Direction, Evidence, Group, Headline, Info, Input, Judged, Metric, Need, Pooled, Shared};
pub use numbers::printed;
pub use registry::{headlines, info, infos, label, leading, means, metric, registry, score_all};
pub use settings::{
    AnyParameter, Choice, DEPARTURES, Departure, PROFILE, Parameter, SettingError, Settings, Share, TEXOCR_LETTER,
    Value, metric_parameters,
};
pub use structure::prints_alike;
pub use table_match::{CellWords, MAX_MATCHED_TABLES, cell_letters, match_tables};
pub use teds::{CellState, Sheet, SheetCell, TableComparison, compare_tables};
pub use texlens_vocabulary::{Kind, MAX_SPANS, Outcome, Ratio, Score, Side, Span, SpanKind, place_at, places};
pub use text::omnidocbench::normalise_omnidocbench_formula;
pub use text::windows::partial_ratio;
