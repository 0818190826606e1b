//! The predictions of a study: formulas of an evaluation, or a list of pairs.

use std::path::Path;

use texlens_dataset::{Limits, read_pairs};
use texlens_ratings::{Exclusion, Predicted, Predictions, value_table};
use texlens_report::ItemValues;

use super::RatingsError;
use crate::commands::judge::source::Report;
use crate::failure::Failure;
use crate::input::read_text;

/// Reads the predictions of a file.
pub(super) fn predictions(path: &Path, exclusion: Option<Exclusion>) -> Result<Predictions, Failure> {
    if is_report(path)? {
        of_report(path, exclusion)
    } else {
        of_pairs(path, exclusion)
    }
}

/// Reports whether a file is an evaluation. A JSON file with a list holds pairs.
fn is_report(path: &Path) -> Result<bool, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    Ok(match ending.as_deref() {
        Some("jsonl" | "ndjson" | "csv" | "tsv") => false,
        Some("json") => !read_text(path, texlens_report::MAX_BYTES as u64)?
            .trim_start()
            .starts_with('['),
        _ => true,
    })
}

fn of_report(path: &Path, exclusion: Option<Exclusion>) -> Result<Predictions, Failure> {
    let report = Report::read(path)?;
    let table = value_table(ItemValues {
        table: report.metrics()?,
        judge: report.earlier().to_vec(),
    });
    let predictions = Predictions::of(report.subjects(), exclusion, &table);
    Ok(predictions.map_err(RatingsError::Predictions)?)
}

fn of_pairs(path: &Path, exclusion: Option<Exclusion>) -> Result<Predictions, Failure> {
    if exclusion == Some(Exclusion::Perfect) {
        return Err(RatingsError::NoScores.into());
    }
    let limits = Limits::default();
    let text = read_text(path, limits.table_bytes)?;
    let pairs = read_pairs(&path.display().to_string(), text, &limits).map_err(RatingsError::Pairs)?;
    let total = pairs.len();
    let is_kept =
        |pair: &texlens_dataset::PairRecord| exclusion.is_none() || pair.reference.trim() != pair.prediction.trim();
    let list: Vec<Predicted> = (pairs.into_iter().filter(is_kept))
        .map(|pair| Predicted {
            id: pair.id,
            system: pair.system,
            reference: pair.reference,
            prediction: pair.prediction,
        })
        .collect();
    Ok(Predictions {
        excluded: total - list.len(),
        list,
    })
}
