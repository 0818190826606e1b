//! How far the raters of a group agree.

use serde::Serialize;
use texlens_evaluate::{Bootstrap, Coefficient};
use texlens_stats::icc::{self, Form};
use texlens_stats::kappa::Weights;
use texlens_stats::krippendorff::{self, Level};
use texlens_stats::{StatsError, bootstrap::Resampled, light};

use super::items::{Item, Items, units};
use crate::merge::Verdict;
use crate::scale::Scale;

/// Smallest number of common pairs of two raters for whom kappa is calculated.
pub const LEAST_COMMON: usize = 10;

/// A measure of agreement with its bootstrap interval.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measured {
    /// Name of the measure.
    pub name: String,
    /// The value, or the reason why there is none.
    pub value: Coefficient,
    /// What the value is based on, where it is not all answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Calculates all measures that the scale and the design allow. Only pairs with two answers count. Intervals are by a
/// bootstrap over formulas.
pub(super) fn agreement(items: &Items<'_>, bootstrap: &Bootstrap) -> Vec<Measured> {
    let paired: Vec<&Item<'_>> = items.list.iter().filter(|item| item.answers.len() > 1).collect();
    let scale = items.study.scale;
    let mut measured = Vec::new();
    let mut add = |name: String, value: Coefficient, note: Option<String>| {
        measured.push(Measured { name, value, note });
    };
    let levels: &[(Level, &str)] = if scale == Scale::Choice {
        &[(Level::Nominal, "nominal")]
    } else {
        &[
            (Level::Nominal, "nominal"),
            (Level::Ordinal, "ordinal"),
            (Level::Interval, "interval"),
        ]
    };
    for (level, name) in levels {
        let alpha = bootstrapped(&paired, bootstrap, |drawn| krippendorff::alpha(drawn, *level));
        add(format!("Krippendorff's alpha, {name}"), alpha, None);
    }
    let weights: &[(Weights, &str)] = if scale == Scale::Choice {
        &[(Weights::Nominal, "Cohen's kappa")]
    } else {
        &[
            (Weights::Linear, "weighted kappa, linear"),
            (Weights::Quadratic, "weighted kappa, quadratic"),
        ]
    };
    for (weights, name) in weights {
        let (value, note) = kappa(&paired, scale, *weights, bootstrap);
        add(format!("{name}, mean of pairs of raters"), value, note);
    }
    if scale == Scale::Choice {
        return measured;
    }
    let complete = complete(&paired);
    for form in Form::ALL {
        let own = if form.is_crossed() {
            complete.as_ref()
        } else {
            Some(&paired)
        };
        let Some(own) = own else { continue };
        let value = bootstrapped(own, bootstrap, |drawn| icc::coefficient(drawn, form));
        let note = (own.len() < paired.len()).then(|| format!("{} pairs that every rater has rated", own.len()));
        add(form.name().to_owned(), value, note);
    }
    measured
}

/// Estimates a statistic of the answers by a bootstrap over formulas.
fn bootstrapped(
    items: &[&Item<'_>],
    bootstrap: &Bootstrap,
    statistic: impl Fn(&[&[f64]]) -> Result<f64, StatsError>,
) -> Coefficient {
    let values = |item: &&Item<'_>| codes(item).map(|(_, code)| code as f64).collect();
    let values: Vec<Vec<f64>> = items.iter().map(values).collect();
    coefficient(bootstrap.statistic(&units(items), |drawn| statistic(&pick(&values, drawn))))
}

/// Returns the answers as numbers, by rater.
fn codes(item: &Item<'_>) -> impl Iterator<Item = (usize, i64)> {
    item.answers.iter().map(|(rater, verdict)| {
        let code = match verdict {
            Verdict::Rating(rating) => *rating,
            Verdict::First => 1,
            Verdict::Second => 2,
            Verdict::Tie => 3,
        };
        (*rater as usize, code)
    })
}

fn pick<'a, T>(values: &'a [Vec<T>], drawn: &[usize]) -> Vec<&'a [T]> {
    drawn
        .iter()
        .filter_map(|index| values.get(*index).map(Vec::as_slice))
        .collect()
}

fn kappa(paired: &[&Item<'_>], scale: Scale, weights: Weights, bootstrap: &Bootstrap) -> (Coefficient, Option<String>) {
    let codes: Vec<Vec<(usize, i64)>> = paired.iter().map(|item| codes(item).collect()).collect();
    let categories: Vec<i64> = scale.range().unwrap_or(1..=3).collect();
    let all: Vec<usize> = (0..codes.len()).collect();
    let mean = |drawn: &[usize], least| light::mean_kappa(&pick(&codes, drawn), &categories, weights, least);
    let of_sample = match mean(&all, LEAST_COMMON) {
        Ok(of_sample) => of_sample,
        Err(StatsError::TooFew { found, .. }) => {
            let reason = format!(
                "no two raters have {LEAST_COMMON} pairs in common; the most are {found}. Krippendorff's alpha needs no common pairs"
            );
            return (Coefficient::Undefined { reason }, None);
        }
        Err(error) => return (undefined(error), None),
    };
    let value = bootstrap.statistic(&units(paired), |drawn| mean(drawn, LEAST_COMMON).map(|mean| mean.value));
    let note = format!("{} pairs of raters; left out: {}", of_sample.pairs, of_sample.left_out);
    (coefficient(value), Some(note))
}

/// Returns the pairs that every rater of the group has rated, if they are at least half of all.
fn complete<'i, 'a>(paired: &[&'i Item<'a>]) -> Option<Vec<&'i Item<'a>>> {
    let mut raters: Vec<u32> = paired
        .iter()
        .flat_map(|item| item.answers.iter().map(|(rater, _)| *rater))
        .collect();
    raters.sort_unstable();
    raters.dedup();
    let complete: Vec<&Item<'_>> = paired
        .iter()
        .copied()
        .filter(|item| item.answers.len() == raters.len())
        .collect();
    (complete.len() > 1 && complete.len() * 2 >= paired.len()).then_some(complete)
}

/// Turns an estimate of a bootstrap into a coefficient.
pub(super) fn coefficient(estimate: Result<Resampled, StatsError>) -> Coefficient {
    estimate.map_or_else(undefined, |resampled| Coefficient::Defined(resampled.estimate))
}

fn undefined(error: StatsError) -> Coefficient {
    Coefficient::Undefined {
        reason: error.to_string(),
    }
}
