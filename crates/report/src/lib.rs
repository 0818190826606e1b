//! A finished evaluation as one file: static HTML that opens again in the app.
//!
//! [`to_html`] writes a page that needs no script and no network: image, LaTeX, differences, rendered formulas, scores
//! and how they came about, with the evaluation itself as inert JSON. [`from_html`] reads that JSON back, so that
//! `from_html(to_html(e)) == e`. Everything that comes from an evaluation is escaped; the page's own policy forbids
//! scripts, requests and forms whatever a prediction contains.
//!
//! [`to_json`] and [`to_csv`] write the scores of whole datasets for programs; [`add_judge`] adds what a language model said of them,
//! [`read_item_values`] takes out what can be correlated.
//!
//! [`diff`], [`formula`] and [`plot`] are what the page is made with and serve the app as well.

mod assets;
pub mod diff;
mod envelope;
mod error;
pub mod formula;
mod items;
mod judged;
mod page;
pub mod plot;
mod scores;
mod validate;
mod values;

pub use assets::Assets;
pub use error::ReportError;
pub use items::{ItemValues, item_values, read_item_values};
pub use judged::{JudgeInput, add_judge, read_judge_input};
pub use scores::{LevelScores, SampleTexts, to_csv, to_json};
pub use values::{MetricValue, MetricValues};

use texlens_evaluate::Evaluation;

/// Largest report that is written or read, in bytes: some 200 page images.
pub const MAX_BYTES: usize = 128 << 20;

/// Writes the report as one HTML page.
///
/// # Errors
/// [`ReportError::Inconsistent`] if a range does not lie in its text, a number is not finite, an image has a type other
/// than PNG and JPEG or an address in a credit is not one of the web; [`ReportError::Assets`] if the style sheet names a font that was not given;
/// [`ReportError::TooLarge`] above [`MAX_BYTES`].
pub fn to_html(evaluation: &Evaluation, assets: &Assets) -> Result<String, ReportError> {
    validate::evaluation(evaluation).map_err(ReportError::Inconsistent)?;
    let json = envelope::write(evaluation)?;
    let html = page::page(evaluation, assets, &json)?;
    if html.len() > MAX_BYTES {
        return Err(ReportError::TooLarge { bytes: html.len() });
    }
    Ok(html)
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
