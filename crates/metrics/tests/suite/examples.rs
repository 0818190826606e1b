//! Each metric on the example of its own documentation: what the documentation prints is calculated again.

mod arithmetic;
mod example;
mod given;

use texlens_latex::Outline;
use texlens_metrics::{Input, Kind, Metric, Outcome, Settings, Shared, guide, registry};

use crate::perfect::document;
use example::{Example, Expected};

#[test]
fn every_metric_has_an_example_that_holds() {
    let faults: Vec<String> = registry()
        .iter()
        .filter_map(|metric| {
            let fault = check(*metric).err()?;
            Some(format!("{}: {fault}", metric.info().id))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Runs a metric on its example.
fn check(metric: &dyn Metric) -> Result<(), String> {
    let example = Example::of(&guide(metric))?;
    given::check_needs(metric.info(), &example)?;
    let (reference, reference_pages) = document(&example.reference);
    let (prediction, prediction_pages) = document(&example.prediction);
    let (evidence, scores) = given::given(&example)?;
    let input = Input {
        reference: &Outline::of(reference.trim_end()),
        prediction: &Outline::of(prediction.trim_end()),
        reference_pages: &reference_pages,
        prediction_pages: &prediction_pages,
        evidence: &evidence,
        settings: &Settings::default(),
        scores: &scores,
        shared: &Shared::default(),
    };
    let is_single = metric.info().kinds == [Kind::Formula];
    if is_single && example.reference.len() + example.prediction.len() > 2 {
        return Err("a formula has no pages".to_owned());
    }
    match (metric.score(&input).outcome, &example.expected) {
        (Outcome::Defined { value, .. }, Expected::Value(printed)) => printed.check(value)?,
        (Outcome::Undefined { reason }, Expected::Undefined(expected)) if reason == *expected => {}
        (outcome, expected) => return Err(format!("{outcome:?} instead of {expected:?}")),
    }
    for (id, printed) in &example.others {
        let other = texlens_metrics::metric(id).ok_or_else(|| format!("no metric {id}"))?;
        let value = other
            .score(&input)
            .value()
            .ok_or_else(|| format!("{id} has no value"))?;
        printed.check(value).map_err(|fault| format!("{id}: {fault}"))?;
    }
    Ok(())
}
