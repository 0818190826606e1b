//! Writes evaluations as files: HTML that opens again in the app, and scores for programs and papers.
//!
//! | function | output |
//! | --- | --- |
//! | [`to_html`], [`HtmlWriter`] (in steps) | one page that needs no network and is readable without scripts |
//! | [`FolderWriter`] | the same as files for a static host |
//! | [`to_json`], [`to_csv`] | the scores of whole datasets for programs |
//! | [`correlations_to_csv`] | correlations for programs |
//! | [`curves_to_csv`] | measures by the values of a factor for programs |
//! | [`to_markdown`], [`to_latex`] | tables of systems |
//! | [`to_junit`] | test results for CI systems |
//!
//! A page holds the evaluation itself as inert JSON, which [`from_html`] and [`from_folder`] read back:
//! `from_html(to_html(e)) == e`. [`Content`] selects the parts of an evaluation to write. Everything that comes from an
//! evaluation is escaped. The page's own policy forbids requests, forms and all scripts except the one that filters and
//! sorts the samples, whatever a prediction contains.
//!
//! [`add_judge`] adds the verdicts of a language model; [`read_item_values`] extracts values that can be correlated.
//! [`diff`], [`formula`], [`tables`] and [`plot`] make parts of the page and serve the app as well.
//!
//! ```
//! use texlens_evaluate::{Evaluation, Kind, Prediction, SampleResult, score};
//! use texlens_metrics::Settings;
//! use texlens_report::{Assets, from_html, to_html};
//!
//! let (reference, prediction) = ("x^2", "x^3");
//! let evaluation = Evaluation {
//!     title: "One formula".to_owned(),
//!     samples: vec![SampleResult {
//!         id: "square".to_owned(),
//!         kind: Kind::Formula,
//!         reference: Some(reference.to_owned()),
//!         prediction: Some(Prediction::given("a system".to_owned(), prediction.to_owned())),
//!         scores: score(Kind::Formula, reference, prediction, &Settings::default())?,
//!         ..SampleResult::default()
//!     }],
//!     ..Evaluation::default()
//! };
//! let html = to_html(&evaluation, &Assets::default())?;
//! assert!(html.contains("<title>One formula"));
//! assert_eq!(from_html(&html)?, evaluation);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assets;
mod content;
mod correlations;
mod curves;
pub mod diff;
mod envelope;
mod error;
mod eval_results;
mod folder;
mod format;
pub mod formula;
mod items;
mod judged;
mod junit;
mod latex;
mod markdown;
mod page;
pub mod plot;
mod result_table;
mod saved;
mod scores;
mod size;
mod spreadsheet;
mod style;
mod summary;
pub mod tables;
mod unit_tests;
mod validate;
mod writer;
mod zip;

pub use assets::Assets;
pub use content::{Content, note_images_left_out};
pub use correlations::correlations_to_csv;
pub use curves::curves_to_csv;
pub use error::ReportError;
pub use eval_results::{BenchmarkTask, to_eval_results};
pub use folder::{DATA, FolderFile, FolderWriter, from_folder};
pub use format::MAX_BYTES;
pub use items::{ItemValues, item_values, read_item_values};
pub use judged::{JudgeInput, add_judge, read_judge_input};
pub use junit::{Cases, Check, to_junit};
pub use latex::to_latex;
pub use markdown::to_markdown;
pub use result_table::ResultTable;
pub use saved::{SavedScores, read_saved_scores};
pub use scores::{LevelScores, to_csv, to_json};
pub use size::{estimate, estimate_zip};
pub use spreadsheet::{as_text as spreadsheet_text, csv as spreadsheet_csv};
pub use summary::missing as missing_words;
pub use unit_tests::{rate_names, unit_tests_caption};
pub use writer::HtmlWriter;
pub use zip::ZipWriter;

use texlens_evaluate::Evaluation;

/// Writes the report as one HTML page.
///
/// # Errors
/// - [`ReportError::Inconsistent`] if a range is outside its text, a number is not finite, an image is neither PNG nor
///   JPEG, or an address in a credit is not a web address.
/// - [`ReportError::Assets`] if the style sheet names a font that was not given.
/// - [`ReportError::TooLarge`] above [`MAX_BYTES`].
pub fn to_html(evaluation: &Evaluation, assets: &Assets) -> Result<String, ReportError> {
    HtmlWriter::new(evaluation, assets)?.finish()
}

/// Reports whether a page claims to be a report. The report may still be damaged.
#[must_use]
pub fn is_report(html: &str) -> bool {
    html.contains(envelope::OPEN)
}

/// Reads the evaluation back from a page that [`to_html`] wrote.
///
/// The page is not trusted: sizes are limited, ranges are checked against their texts, and images must be of the type
/// that they claim.
///
/// # Errors
/// The reason why the file is not a valid report, with advice: see [`ReportError`].
pub fn from_html(html: &str) -> Result<Evaluation, ReportError> {
    if html.len() > MAX_BYTES {
        return Err(ReportError::TooLarge { bytes: html.len() });
    }
    let evaluation = envelope::read(html)?;
    validate::evaluation(&evaluation).map_err(|detail| ReportError::Damaged { detail })?;
    Ok(evaluation)
}
