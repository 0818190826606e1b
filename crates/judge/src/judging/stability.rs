//! Stability of a judge: its agreement with itself, and the effect of the order of the texts.

use texlens_evaluate::{JudgeOrder, JudgeRepeats, JudgeStability, JudgedItem};
use texlens_stats::kappa::{Ratings, Weights};
use texlens_stats::{Bootstrap, Confidence, Estimate, Units, describe, wilson};

pub(super) fn stability(
    items: &[JudgedItem],
    asked: u32,
    is_swapped: bool,
    bootstrap: &Bootstrap,
) -> Option<JudgeStability> {
    let repeats = (asked > 1).then(|| repeats(items, asked, bootstrap.confidence()));
    let order = is_swapped.then(|| order(items, bootstrap));
    (repeats.is_some() || order.is_some()).then_some(JudgeStability { repeats, order })
}

fn repeats(items: &[JudgedItem], asked: u32, confidence: Confidence) -> JudgeRepeats {
    let scores = |item: &JudgedItem| {
        item.verdict
            .score()
            .into_iter()
            .chain(item.repeats.iter().copied().flatten())
            .collect::<Vec<f64>>()
    };
    let repeated: Vec<Vec<f64>> = items
        .iter()
        .filter(|item| !item.repeats.is_empty())
        .map(scores)
        .filter(|scores| scores.len() > 1)
        .collect();
    let ranges: Vec<f64> = repeated.iter().map(|scores| range(scores)).collect();
    let firsts: Vec<(f64, f64)> = repeated.iter().map(|scores| (scores[0], scores[1])).collect();
    JudgeRepeats {
        asked,
        items: repeated.len(),
        same: share(&ranges, |range| range == 0.0, confidence),
        mean_range: describe::mean(&ranges).ok(),
        kappa: weighted_kappa(&firsts, confidence),
    }
}

fn range(scores: &[f64]) -> f64 {
    let [low, high] = scores
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], score| {
            [low.min(*score), high.max(*score)]
        });
    high - low
}

fn order(items: &[JudgedItem], bootstrap: &Bootstrap) -> JudgeOrder {
    let pair = |item: &JudgedItem| Some((item.document.clone(), item.verdict.score()?, item.swapped?));
    let pairs: Vec<(String, f64, f64)> = items.iter().filter_map(pair).collect();
    let documents: Vec<&str> = pairs.iter().map(|(document, ..)| document.as_str()).collect();
    let changes: Vec<f64> = pairs.iter().map(|(_, first, second)| second - first).collect();
    let scores: Vec<(f64, f64)> = pairs.iter().map(|(_, first, second)| (*first, *second)).collect();
    JudgeOrder {
        items: pairs.len(),
        same: share(&changes, |change| change == 0.0, bootstrap.confidence()),
        change: bootstrap
            .mean(&Units::clusters(&documents), &changes)
            .ok()
            .map(|mean| mean.estimate),
        kappa: weighted_kappa(&scores, bootstrap.confidence()),
    }
}

fn share(values: &[f64], is: impl Fn(f64) -> bool, confidence: Confidence) -> Option<Estimate> {
    let successes = values.iter().filter(|value| is(**value)).count();
    wilson::estimate(successes as u64, values.len() as u64, confidence).ok()
}

/// Returns Cohen's kappa with quadratic weights of scores that are rounded to whole numbers from 0 to 10.
pub(super) fn weighted_kappa(pairs: &[(f64, f64)], confidence: Confidence) -> Option<Estimate> {
    let scale: Vec<i64> = (0..=10).collect();
    let (first, second): (Vec<i64>, Vec<i64>) = pairs.iter().map(|(a, b)| (a.round() as i64, b.round() as i64)).unzip();
    Ratings::on_scale(&scale, &first, &second)
        .ok()?
        .kappa(Weights::Quadratic, confidence)
        .ok()
}
