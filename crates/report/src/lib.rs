//! A finished evaluation in files: static HTML that opens again in the app, and scores for programs and papers.
//!
//! [`to_html`] writes a page that needs no network and reads without scripts: image, LaTeX, differences, rendered formulas, scores
//! and how they came about, with the evaluation itself as inert JSON. [`from_html`] reads that JSON back, so that
//! `from_html(to_html(e)) == e`. [`HtmlWriter`] writes it step by step, [`FolderWriter`] writes it as files for static hosts, which [`from_folder`] reads back, and [`Content`] says what of an evaluation
//! goes in. Everything that comes from an evaluation is escaped; the page's own policy forbids requests, forms and all scripts but the one that filters and sorts
//! the samples, whatever a prediction contains.
//!
//! [`to_json`] and [`to_csv`] write the scores of whole datasets for programs, [`to_markdown`] and [`to_latex`] tables of systems, [`to_junit`] what CI systems read;
//! [`add_judge`] adds what a language model said of them, [`read_item_values`] takes out what can be correlated.
//!
//! [`diff`], [`formula`] and [`plot`] are what the page is made with and serve the app as well.

mod assets;
mod content;
pub mod diff;
mod envelope;
mod error;
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
mod scores;
mod size;
mod summary;
mod validate;
mod values;
mod writer;
mod zip;

pub use assets::Assets;
pub use content::{Content, note_images_left_out};
pub use error::ReportError;
pub use folder::{DATA, FolderFile, FolderWriter, from_folder};
pub use format::MAX_BYTES;
pub use items::{ItemValues, item_values, read_item_values};
pub use judged::{JudgeInput, add_judge, read_judge_input};
pub use junit::{Cases, Check, to_junit};
pub use latex::to_latex;
pub use markdown::to_markdown;
pub use scores::{LevelScores, SampleTexts, to_csv, to_json};
pub use size::{estimate, estimate_zip};
pub use values::{MetricValue, MetricValues};
pub use writer::HtmlWriter;
pub use zip::ZipWriter;

use texlens_evaluate::Evaluation;

/// Writes the report as one HTML page.
///
/// # Errors
/// [`ReportError::Inconsistent`] if a range does not lie in its text, a number is not finite, an image has a type other
/// than PNG and JPEG or an address in a credit is not one of the web; [`ReportError::Assets`] if the style sheet names a font that was not given;
/// [`ReportError::TooLarge`] above [`MAX_BYTES`].
pub fn to_html(evaluation: &Evaluation, assets: &Assets) -> Result<String, ReportError> {
    HtmlWriter::new(evaluation, assets)?.finish()
}

/// Whether a page says that it is a report; reading it may find that it is damaged.
#[must_use]
pub fn is_report(html: &str) -> bool {
    html.contains(envelope::OPEN)
}

/// Reads the evaluation back from a page that [`to_html`] wrote.
///
/// The page is not trusted: sizes are limited, ranges are checked against their texts, images must be what they say.
///
/// # Errors
/// Which of the ways in which a file can fail to be a report this is, with what to do about it.
pub fn from_html(html: &str) -> Result<Evaluation, ReportError> {
    if html.len() > MAX_BYTES {
        return Err(ReportError::TooLarge { bytes: html.len() });
    }
    let evaluation = envelope::read(html)?;
    validate::evaluation(&evaluation).map_err(|detail| ReportError::Damaged { detail })?;
    Ok(evaluation)
}
