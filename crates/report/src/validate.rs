//! Validation of an evaluation: conditions between its parts on which readers rely.

use std::ops::Range;

use texlens_evaluate::{
    Coefficient, Comparison, Correlations, Credit, Difference, Evaluation, Formula, Interval, JudgeRun, Prediction,
    SampleResult, TestedSystem, UnitTests,
};
use texlens_metrics::{Outcome, Score, Side, Span};
use texlens_vocabulary::{BBox, Recognition};

/// Media types of page images.
pub(crate) const MEDIA_TYPES: [&str; 2] = ["image/png", "image/jpeg"];

/// Validates an evaluation; an error says what is wrong and where.
pub(crate) fn evaluation(evaluation: &Evaluation) -> Result<(), String> {
    evaluation.comparisons.iter().try_for_each(comparison)?;
    evaluation.judge.iter().try_for_each(judge_run)?;
    evaluation.unit_tests.as_ref().map_or(Ok(()), unit_tests)?;
    evaluation
        .samples
        .iter()
        .try_for_each(|result| sample(result).map_err(|what| format!("sample “{}”: {what}", result.id)))
}

/// Checks that rates are shares.
fn unit_tests(tests: &UnitTests) -> Result<(), String> {
    let rates =
        |system: &'_ TestedSystem| [&system.kinds[..], &system.files, std::slice::from_ref(&system.score)].concat();
    for rate in tests.systems.iter().flat_map(rates) {
        let ends = rate.interval.iter().flat_map(|interval| [interval.low, interval.high]);
        if !ends.chain([rate.value]).all(|share| (0.0..=1.0).contains(&share)) {
            return Err(format!("a pass rate of “{}” that is not 0 to 1", rate.name));
        }
    }
    finite(tests.differences.iter().map(of_difference))
}

/// The id of a value, its numbers and its interval.
type Numbers<'a> = (&'a str, [Option<f64>; 2], Option<Interval>);

fn of_difference(difference: &Difference) -> Numbers<'_> {
    let values = [Some(difference.mean), difference.p_value];
    (&difference.metric, values, difference.interval)
}

/// Checks that all numbers are finite; others would be null in JSON.
fn finite<'a>(mut numbers: impl Iterator<Item = Numbers<'a>>) -> Result<(), String> {
    let is_finite = |(_, values, interval): &Numbers<'_>| {
        let ends = interval
            .iter()
            .flat_map(|interval| [interval.low, interval.high, interval.level]);
        values.iter().flatten().copied().chain(ends).all(f64::is_finite)
    };
    match numbers.find(|numbers| !is_finite(numbers)) {
        Some((id, ..)) => Err(format!("a mean of {id} is not a finite number")),
        None => Ok(()),
    }
}

/// Checks that scores are on their scale, and that JSON can represent all numbers.
fn judge_run(run: &JudgeRun) -> Result<(), String> {
    for item in &run.items {
        let scores = [item.verdict.score(), item.swapped]
            .into_iter()
            .chain(item.repeats.iter().copied());
        if !scores.flatten().all(|score| (0.0..=10.0).contains(&score)) {
            return Err(format!("a judge’s score of “{}” that is not 0 to 10", item.id));
        }
    }
    run.comparison.iter().try_for_each(comparison)?;
    let costs = [run.cost.dollars, run.cost.earlier_dollars];
    let means = run.groups.iter().map(|group| group.mean);
    let ends = run
        .groups
        .iter()
        .filter_map(|group| group.interval)
        .flat_map(|interval| [interval.low, interval.high, interval.level]);
    if !costs.into_iter().chain(means).flatten().chain(ends).all(f64::is_finite) {
        return Err("a number of a judge that is not finite".to_owned());
    }
    run.correlations.as_ref().map_or(Ok(()), correlations)
}

fn correlations(correlations: &Correlations) -> Result<(), String> {
    let ratings = correlations.ratings.as_ref();
    let kappas = ratings.into_iter().flat_map(|ratings| &ratings.agreement);
    let estimates = (correlations.coefficients())
        .chain(kappas.map(|pair| &pair.kappa))
        .filter_map(Coefficient::estimate);
    let numbers = estimates.flat_map(|one| [one.value, one.interval.low, one.interval.high, one.interval.level]);
    let range = ratings
        .into_iter()
        .flat_map(|ratings| [ratings.lowest, ratings.highest]);
    let averages = correlations.averages.iter().map(|average| average.value);
    if numbers.chain(range.flatten()).chain(averages).all(f64::is_finite) {
        Ok(())
    } else {
        Err("a correlation that is not a finite number".to_owned())
    }
}

/// Checks that all numbers are finite; others would be null in JSON.
fn comparison(comparison: &Comparison) -> Result<(), String> {
    let of_tags = comparison.breakdowns.iter().flat_map(|breakdown| &breakdown.values);
    let systems = || {
        comparison
            .systems
            .iter()
            .chain(of_tags.clone().flat_map(|row| &row.systems))
    };
    let metrics = systems().flat_map(|system| &system.metrics);
    let metrics = metrics.map(|summary| {
        (
            summary.metric.as_str(),
            [summary.mean, summary.pooled],
            summary.interval,
        )
    });
    let errors = systems().flat_map(|system| &system.error_types);
    if let Some(error) = errors.clone().find(|error| error.found > error.judged) {
        let id = error.error_type.info().id;
        return Err(format!("error type {id} was found in more samples than were judged"));
    }
    let errors = errors.map(|error| (error.error_type.info().id, [None, None], error.interval));
    let groups = systems().flat_map(|system| &system.groups);
    let groups = groups.map(|summary| (summary.group.as_str(), [summary.value, None], summary.interval));
    let differences = comparison.differences.iter().map(of_difference);
    finite(metrics.chain(groups).chain(differences).chain(errors))
}

fn sample(sample: &SampleResult) -> Result<(), String> {
    if let Some(image) = &sample.image
        && !MEDIA_TYPES.contains(&image.media_type.as_str())
    {
        return Err(format!("an image of type “{}”", image.media_type));
    }
    sample.credit.as_ref().map_or(Ok(()), credit)?;
    let reference = sample.reference.as_deref();
    let prediction = sample.prediction.as_ref().map(|prediction| prediction.latex.as_str());
    for score in &sample.scores {
        is_number(score)?;
        spans(
            [reference, prediction],
            &score.spans,
            &format!("metric {}", score.metric),
        )?;
    }
    for finding in &sample.error_types {
        let name = finding.error_type.info().id;
        spans([reference, prediction], &finding.spans, &format!("error type {name}"))?;
    }
    for pair in &sample.formulas {
        if pair.reference.is_none() && pair.prediction.is_none() {
            return Err("a formula pair without a formula".to_owned());
        }
        formula(reference, pair.reference.as_ref())?;
        formula(prediction, pair.prediction.as_ref())?;
    }
    if let Some(compilation) = &sample.compilation {
        let ranges = compilation
            .errors
            .iter()
            .filter_map(|error| error.diagnostic.range.as_ref());
        for range in ranges {
            within(prediction, range, "an error of the compilation")?;
        }
    }
    sample.prediction.as_ref().map_or(Ok(()), recognition)
}

/// Checks the recognition and its version before the corrections.
fn recognition(prediction: &Prediction) -> Result<(), String> {
    prediction.recognition.as_ref().map_or(Ok(()), tokens)?;
    prediction.read().map_or(Ok(()), tokens)?;
    match prediction
        .corrections()
        .iter()
        .find(|correction| !is_finite(correction.bbox))
    {
        Some(correction) => Err(format!("a correction of “{}” without a place", correction.read)),
        None => Ok(()),
    }
}

fn spans([reference, prediction]: [Option<&str>; 2], spans: &[Span], of: &str) -> Result<(), String> {
    spans.iter().try_for_each(|span| {
        let text = match span.side {
            Side::Reference => reference,
            Side::Prediction => prediction,
        };
        within(text, &span.range, &format!("a span of {of}"))
    })
}

/// Checks the addresses of a credit. They become links wherever the evaluation is shown, so they may lead to a page,
/// but must not run code.
fn credit(credit: &Credit) -> Result<(), String> {
    let leads_to_a_page = |url: &str| url.starts_with("https://") || url.starts_with("http://");
    match [&credit.source_url, &credit.licence_url]
        .into_iter()
        .find(|url| !leads_to_a_page(url))
    {
        Some(url) => Err(format!("a credit with the address “{url}”, which is not a web address")),
        None => Ok(()),
    }
}

fn is_number(score: &Score) -> Result<(), String> {
    if let Outcome::Defined { value, ratio } = &score.outcome {
        let ratio = ratio.iter().flat_map(|ratio| [ratio.numerator, ratio.denominator]);
        if !ratio.chain([*value]).all(f64::is_finite) {
            return Err(format!("metric {} is not a finite number", score.metric));
        }
    }
    Ok(())
}

fn formula(text: Option<&str>, formula: Option<&Formula>) -> Result<(), String> {
    formula.map_or(Ok(()), |formula| within(text, &formula.range, "a formula"))
}

fn tokens(recognition: &Recognition) -> Result<(), String> {
    if !recognition.turn.is_finite() {
        return Err("a page whose turn is not a finite number".to_owned());
    }
    for token in &recognition.tokens {
        within(Some(&recognition.latex), &token.range, "a recognised token")?;
        if !(is_finite(token.bbox) && token.confidence.is_finite()) {
            return Err("a recognised token without a place".to_owned());
        }
    }
    for origin in &recognition.origins {
        within(Some(&recognition.latex), &origin.range, "an origin of a glyph")?;
        if !origin.confidence.is_finite() {
            return Err("a glyph whose confidence is not a number".to_owned());
        }
    }
    Ok(())
}

fn is_finite(bbox: BBox) -> bool {
    [bbox.x0, bbox.y0, bbox.x1, bbox.y1]
        .iter()
        .all(|value| value.is_finite())
}

fn within(text: Option<&str>, range: &Range<usize>, what: &str) -> Result<(), String> {
    match text.and_then(|text| text.get(range.clone())) {
        Some(_) => Ok(()),
        None => Err(format!(
            "{what} at bytes {} to {} lies outside its text",
            range.start, range.end
        )),
    }
}
