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

/// Largest number of pairs of ratings that kappa compares, over all resamples.
const MAX_COMPARED: usize = 1_000_000_000;

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
    let rows = rows(items, |_, code| code as f64);
    coefficient(bootstrap.statistic(&units(items), |drawn| statistic(&pick(&rows, drawn))))
}

/// Returns the answers about each item as numbers, by rater: one row for ratings, and two for choices. Which version is
/// the first one is arbitrary, so the second row has the answers as they are with the versions exchanged. Chance then
/// prefers both alike.
fn rows<T>(items: &[&Item<'_>], code: impl Fn(usize, i64) -> T) -> Vec<Vec<Vec<T>>> {
    let row = |item: &Item<'_>, is_exchanged: bool| -> Vec<T> {
        let number = |(rater, verdict): &(u32, Verdict)| code(*rater as usize, number(*verdict, is_exchanged));
        item.answers.iter().map(number).collect()
    };
    let is_choice = |item: &Item<'_>| item.pair.versions.len() > 1;
    let of_item = |item: &&Item<'_>| {
        let exchanged = is_choice(item).then(|| row(item, true));
        [Some(row(item, false)), exchanged].into_iter().flatten().collect()
    };
    items.iter().map(of_item).collect()
}

fn number(verdict: Verdict, is_exchanged: bool) -> i64 {
    match verdict {
        Verdict::Rating(rating) => rating,
        Verdict::Tie => 3,
        Verdict::First if !is_exchanged => 1,
        Verdict::Second if is_exchanged => 1,
        Verdict::First | Verdict::Second => 2,
    }
}

fn pick<'a, T>(rows: &'a [Vec<Vec<T>>], drawn: &[usize]) -> Vec<&'a [T]> {
    let items = drawn.iter().filter_map(|index| rows.get(*index));
    items.flatten().map(Vec::as_slice).collect()
}

fn kappa(paired: &[&Item<'_>], scale: Scale, weights: Weights, bootstrap: &Bootstrap) -> (Coefficient, Option<String>) {
    let in_item = |item: &&Item<'_>| item.answers.len() * item.answers.len().saturating_sub(1) / 2;
    let compared: usize = paired.iter().map(in_item).sum();
    if compared.saturating_mul(bootstrap.resamples()) > MAX_COMPARED {
        let reason =
            "there are too many pairs of raters for kappa; use Krippendorff's alpha, or fewer resamples".to_owned();
        return (Coefficient::Undefined { reason }, None);
    }
    let rows = rows(paired, |rater, code| (rater, code));
    let categories: Vec<i64> = scale.range().unwrap_or(1..=3).collect();
    let all: Vec<usize> = (0..rows.len()).collect();
    // Choices have two rows for each pair.
    let versions = scale.versions();
    let mean = |drawn: &[usize]| light::mean_kappa(&pick(&rows, drawn), &categories, weights, LEAST_COMMON * versions);
    let of_sample = match mean(&all) {
        Ok(of_sample) => of_sample,
        Err(StatsError::TooFew { found, .. }) => {
            let reason = format!(
                "no two raters have {LEAST_COMMON} pairs in common; the most are {}. Krippendorff's alpha needs no common pairs",
                found / versions
            );
            return (Coefficient::Undefined { reason }, None);
        }
        Err(error) => return (undefined(error), None),
    };
    let value = bootstrap.statistic(&units(paired), |drawn| mean(drawn).map(|mean| mean.value));
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
