//! The predictions of a study: formulas of an evaluation, or a list of pairs.

use std::path::Path;

use texlens_dataset::{Limits, read_pairs};
use texlens_evaluate::{CorrelatedItems, FormulaPair, ValueTable};
use texlens_judge::judging::{JudgeItem, Subject, formula_items, items_of_pairs, judged_values};
use texlens_ratings::Predicted;

use super::RatingsError;
use super::exclusion::Exclusion;
use crate::commands::judge::source::Report;
use crate::failure::Failure;
use crate::input::read_text;

/// Predictions, and the number of those that were excluded.
pub(super) struct Source {
    pub(super) predictions: Vec<Predicted>,
    pub(super) excluded: usize,
}

impl Source {
    /// Reads the predictions of some systems, or of all if none is named.
    pub(super) fn read(path: &Path, systems: &[String], exclude: Option<Exclusion>) -> Result<Self, Failure> {
        let mut source = if is_report(path)? {
            of_report(path, exclude)?
        } else {
            of_pairs(path, exclude)?
        };
        let mut known: Vec<&str> = source.predictions.iter().map(|one| one.system.as_str()).collect();
        known.sort_unstable();
        known.dedup();
        if let Some(unknown) = systems.iter().find(|system| !known.contains(&system.as_str())) {
            let known: Vec<String> = known.iter().map(|system| format!("{system:?}")).collect();
            return Err(RatingsError::NoSystem(unknown.clone(), known.join(", ")).into());
        }
        if !systems.is_empty() {
            source.predictions.retain(|one| systems.contains(&one.system));
        }
        Ok(source)
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

fn of_report(path: &Path, exclude: Option<Exclusion>) -> Result<Source, Failure> {
    let report = Report::read(path)?;
    let table = match exclude {
        Some(Exclusion::Perfect) => Some(values(&report)?),
        _ => None,
    };
    let (mut predictions, mut excluded) = (Vec::new(), 0);
    for (subject, pairs) in report.subjects() {
        for item in items(&subject, pairs)? {
            let is_excluded = match (&table, exclude) {
                (Some(table), _) => !table.is_counted(&item.id, &item.system, CorrelatedItems::Imperfect),
                (None, Some(_)) => item.has_same_tokens,
                (None, None) => false,
            };
            if is_excluded {
                excluded += 1;
                continue;
            }
            predictions.push(Predicted {
                id: item.id,
                system: item.system,
                reference: item.reference,
                prediction: item.prediction.unwrap_or_default(),
            });
        }
    }
    Ok(Source { predictions, excluded })
}

fn items(subject: &Subject<'_>, pairs: &[FormulaPair]) -> Result<Vec<JudgeItem>, Failure> {
    Ok(match pairs {
        [] => formula_items(subject)?,
        pairs => items_of_pairs(subject, pairs),
    })
}

/// Returns the metrics and judges of a report, if perfect formulas can be told by them.
fn values(report: &Report) -> Result<ValueTable, Failure> {
    let mut table = report.metrics()?;
    for judge in judged_values(&report.earlier().iter().collect::<Vec<_>>()) {
        table.add_judge(&judge);
    }
    match table.obstacle(CorrelatedItems::Imperfect) {
        Some(reason) => Err(RatingsError::NotApplied(reason).into()),
        None => Ok(table),
    }
}

fn of_pairs(path: &Path, exclude: Option<Exclusion>) -> Result<Source, Failure> {
    if exclude == Some(Exclusion::Perfect) {
        return Err(RatingsError::NoScores.into());
    }
    let limits = Limits::default();
    let text = read_text(path, limits.table_bytes)?;
    let pairs = read_pairs(&path.display().to_string(), text, &limits).map_err(RatingsError::Pairs)?;
    let total = pairs.len();
    let is_kept =
        |pair: &texlens_dataset::PairRecord| exclude.is_none() || pair.reference.trim() != pair.prediction.trim();
    let predictions: Vec<Predicted> = (pairs.into_iter().filter(is_kept))
        .map(|pair| Predicted {
            id: pair.id,
            system: pair.system,
            reference: pair.reference,
            prediction: pair.prediction,
        })
        .collect();
    Ok(Source {
        excluded: total - predictions.len(),
        predictions,
    })
}
