//! Blind ratings of formulas by people: who rates what, the sheets of the raters, and what the answers say.
//!
//! | step | items |
//! | --- | --- |
//! | an evaluation has predictions | [`Predictions`] |
//! | predictions become a study | [`StudyPlan`]; in steps: [`gather`], [`Design`], [`assign`] |
//! | a person answers | [`Sheet`] |
//! | the files come back | [`merge_files`], [`merge`] |
//! | agreement, correlations, strengths | [`Results`] |
//!
//! The crate reads no files and no clock. Raters are numbers. Everything random comes from the seed of the study, so
//! that the same input gives the same bytes on every machine. Wrong input is a value: [`DesignError`], [`StudyError`],
//! [`SheetError`], or a [`Problem`] of the merged files.
//!
//! ```
//! use texlens_ratings::{Attention, Design, Evidence, Predicted, Response, Results, Scale, Sheet, gather, merge_files};
//!
//! let predicted = |id: usize| Predicted {
//!     id: format!("page#{id}"),
//!     system: "A".to_owned(),
//!     reference: format!("x_{id}"),
//!     prediction: format!("x^{id}"),
//! };
//! let predictions: Vec<Predicted> = (1..=10).map(predicted).collect();
//! let pairs = gather(&predictions, Scale::Ten, None, 1)?.pairs;
//! let study = Design { raters: 4, each: 2, checks_each: 0, ..Design::new(Scale::Ten, 1) }.study(pairs)?;
//!
//! // Each of four people gets five questions; the second answers all of them with 7.
//! let mut sheet = Sheet::of(&study, &study.hash(), 2).unwrap();
//! while let Some(question) = sheet.next_open(0) {
//!     sheet.set(question, Response::Rating(7), None)?;
//! }
//! let file = sheet.to_json();
//! assert!(!file.contains("page#"));
//!
//! let merged = merge_files(&study, [("sheet-02.json", file.as_str())], Attention::default());
//! assert_eq!(merged.answers.len(), 5);
//! assert!(merged.problems.is_empty());
//! let results = Results::of(&study, &merged, &Evidence::of(&study));
//! assert_eq!(results.groups[0].means[0].mean, 7.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod assign;
mod checks;
mod design;
mod error;
mod filled;
mod limits;
mod merge;
mod plan;
mod predictions;
mod problem;
mod results;
mod scale;
mod sheet;
mod source;
mod study;
mod tables;

pub use answer::{Answer, Response, Side};
pub use assign::assign;
pub use checks::checks;
pub use design::Design;
pub use error::{DesignError, SheetError, StudyError};
pub use filled::Filled;
pub use limits::{MAX_ANSWERS, MAX_GROUPS, MAX_JSON, MAX_PAIRS, MAX_RATERS, MAX_TEXT};
pub use merge::{Attention, Given, Merged, RaterSummary, Verdict, merge, merge_files};
pub use plan::{LeftOut, Planned, StudyPlan, files};
pub use predictions::{Exclusion, NoScores, Predicted, Predictions, PredictionsError, value_table};
pub use problem::Problem;
pub use results::{
    ALL_RATERS, Duel, Evidence, GroupResults, LEAST_COMMON, Measured, PRIOR_TIES, PairMean, PreferenceShare, RESAMPLES,
    Results, Strengths, SystemMean, SystemStrength,
};
pub use scale::Scale;
pub use sheet::{Question, Sheet};
pub use source::{Gathered, gather};
pub use study::{Check, Expected, Group, Pair, Study, Subject, Task, Version};
