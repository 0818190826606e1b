//! Agreement of two judges on the same items.

use std::collections::HashMap;

use texlens_evaluate::{JudgeAgreement, JudgeRun, JudgedItem};
use texlens_stats::kappa::{Ratings, Weights};
use texlens_stats::{Bootstrap, Units, pearson, spearman};

use super::judge_name;
use super::stability::weighted_kappa;

/// Returns how well two judges agree on the items to which both gave a score. Omits items that a protocol decides
/// without its judge, because they say nothing about the judges.
#[must_use]
pub fn agreement(run: &JudgeRun, other: &JudgeRun, bootstrap: &Bootstrap) -> JudgeAgreement {
    let scored = |item: &&JudgedItem| matches!(item.verdict, texlens_evaluate::JudgeVerdict::Scored { .. });
    let known: HashMap<(&str, &str), &JudgedItem> = other
        .items
        .iter()
        .filter(scored)
        .map(|item| ((item.id.as_str(), item.system.as_str()), item))
        .collect();
    let pairs: Vec<(&JudgedItem, &JudgedItem)> = run
        .items
        .iter()
        .filter(scored)
        .filter_map(|item| Some((item, *known.get(&(item.id.as_str(), item.system.as_str()))?)))
        // An item may have the same number but another text.
        .filter(|(item, other)| item.reference == other.reference && item.prediction == other.prediction)
        .collect();
    let scores: Vec<(f64, f64)> = pairs
        .iter()
        .filter_map(|(a, b)| Some((a.verdict.score()?, b.verdict.score()?)))
        .collect();
    let (first, second): (Vec<f64>, Vec<f64>) = scores.iter().copied().unzip();
    let correct: Vec<(bool, bool)> = pairs
        .iter()
        .filter_map(|(a, b)| Some((a.verdict.is_correct()?, b.verdict.is_correct()?)))
        .collect();
    let (first_correct, second_correct): (Vec<bool>, Vec<bool>) = correct.into_iter().unzip();
    let confidence = bootstrap.confidence();
    let documents: Vec<&str> = pairs.iter().map(|(item, _)| item.document.as_str()).collect();
    let difference = bootstrap.difference(&Units::clusters(&documents), &first, &second).ok();
    JudgeAgreement {
        with: judge_name(other),
        items: pairs.len(),
        pearson: pearson::estimate(&first, &second, confidence).ok(),
        spearman: spearman::estimate(&first, &second, confidence).ok(),
        kappa: weighted_kappa(&scores, confidence),
        correct_kappa: Ratings::new(&first_correct, &second_correct)
            .and_then(|ratings| ratings.kappa(Weights::Nominal, confidence))
            .ok(),
        difference: difference.map(|comparison| comparison.difference.estimate),
    }
}
