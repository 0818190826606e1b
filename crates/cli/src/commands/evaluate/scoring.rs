//! Scores every sample for every system.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use texlens_evaluate::{
    Formula, FormulaPair, InputError, Kind, MAX_SCORED, Parsed, SampleScores, Scorer, SystemScores, Text,
    add_formula_tags, formula_pairs, is_missing, noun, parallel,
};
use texlens_metrics::{Need, Side};
use texlens_native::Verdicts;

use super::corpus::{Corpus, Predicted, System};
use super::level::{self, Sample};
use crate::terminal;

/// Scores all samples in order, without the spans that explain the scores.
pub(super) fn score(
    scorer: &Scorer<'_>,
    corpus: &Corpus,
    verdicts: &Verdicts,
    samples: &[Sample],
    threads: NonZeroUsize,
) -> Vec<SampleScores> {
    let unit = match scorer.kind() {
        Kind::Formula => Kind::Page,
        other => other,
    };
    let template = format!("{{pos}} of {{len}} {}", noun(unit, samples.len()));
    let progress = terminal::progress(samples.len(), &template);
    let fitting = match scorer.kind() {
        Kind::Formula => formulas_that_fit(corpus, samples, threads),
        Kind::Page | Kind::Document => samples.len(),
    };
    let samples: Vec<(usize, &Sample)> = samples.iter().enumerate().collect();
    let scored = parallel::map(&samples, threads, |&(index, sample)| {
        let scores = match scorer.kind() {
            Kind::Formula if index >= fitting => {
                let why = format!(
                    "its formulas are left out: more than {MAX_SCORED} would be scored; name fewer systems or split the dataset"
                );
                vec![unmatched(corpus, sample, &why)]
            }
            Kind::Formula if !is_formula(corpus, sample) => formulas(scorer, corpus, sample),
            Kind::Formula | Kind::Page | Kind::Document => vec![texts(scorer, corpus, verdicts, sample)],
        };
        progress.inc(1);
        scores
    });
    scored.into_iter().flatten().collect()
}

/// Sets all formulas of references and predictions, if the scorer scores formulas and has metrics that compare how they
/// look.
pub(super) fn typeset<'s>(
    scorer: Scorer<'s>,
    corpus: &Corpus,
    verdicts: &Verdicts,
    threads: NonZeroUsize,
) -> Scorer<'s> {
    let is_needed = scorer.needs(Need::GlyphBoxes) || scorer.needs(Need::Layouts);
    if scorer.kind() != Kind::Formula || !is_needed {
        return scorer;
    }
    let samples = level::samples(Kind::Formula, corpus);
    let formulas = parallel::map(&samples, threads, |sample| formulas_of(corpus, sample));
    // In order, so that every run sets the same formulas together.
    let formulas: BTreeSet<&str> = formulas.iter().flatten().map(String::as_str).collect();
    let formulas: Vec<&str> = formulas
        .into_iter()
        .filter(|formula| !formula.trim().is_empty())
        .collect();
    let template = format!("typeset {{pos}} of {{len}} {}", noun(Kind::Formula, formulas.len()));
    let progress = terminal::progress(formulas.len(), &template);
    let set = verdicts.appearances(&scorer, &formulas, threads, |count| progress.inc(count as u64));
    scorer.with_appearances(Arc::new(set))
}

/// Returns the formulas of a sample that are scored: those of its reference, and their counterparts in the predictions.
fn formulas_of(corpus: &Corpus, sample: &Sample) -> Vec<String> {
    let Ok(pages) = reference(corpus, sample) else {
        return Vec::new();
    };
    let text = pages.concat();
    if is_formula(corpus, sample) {
        let predictions = corpus.systems.iter().map(|system| prediction(system, sample).0);
        let predictions = predictions.map(|pages| pages.into_iter().flatten().collect());
        return std::iter::once(text).chain(predictions).collect();
    }
    let matched = corpus
        .systems
        .iter()
        .filter_map(|system| Matched::of(&text, system, sample).ok());
    let pairs = matched.flat_map(|matched| matched.pairs);
    pairs
        .filter(|pair| pair.reference.is_some())
        .flat_map(|pair| [pair.reference, pair.prediction])
        .flatten()
        .map(|formula| formula.latex)
        .collect()
}

/// Returns the number of samples whose formulas are together within the limit.
fn formulas_that_fit(corpus: &Corpus, samples: &[Sample], threads: NonZeroUsize) -> usize {
    let counts = parallel::map(samples, threads, |sample| {
        let Ok(pages) = reference(corpus, sample) else { return 1 };
        match is_formula(corpus, sample) {
            true => 1,
            false => formula_pairs(&pages.concat(), "").map_or(1, |pairs| pairs.len()),
        }
    });
    let mut left = MAX_SCORED;
    let fits = |count: &&usize| {
        let rest = left.checked_sub(count.saturating_mul(corpus.systems.len()));
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    counts.iter().take_while(fits).count()
}

/// Reports whether a sample is itself a formula.
fn is_formula(corpus: &Corpus, sample: &Sample) -> bool {
    let mut pages = sample.pages.iter().filter_map(|&page| corpus.pages.get(page));
    pages.any(|page| page.kind == Kind::Formula)
}

/// Returns the pages of a sample's reference, or the error in it.
pub(super) fn reference<'c>(corpus: &'c Corpus, sample: &Sample) -> Result<Vec<&'c str>, String> {
    let pages = sample.pages.iter().filter_map(|&page| corpus.references.get(page));
    let pages = pages.map(|page| page.as_ref().map(String::as_str).map_err(String::clone));
    pages.collect()
}

/// Returns the pages of a system's prediction for a sample, and the first reason why an existing one cannot be used.
pub(super) fn prediction<'c>(system: &'c System, sample: &Sample) -> (Vec<Option<&'c str>>, Option<String>) {
    let mut problem = None;
    let pages = sample.pages.iter().filter_map(|&page| system.predictions.get(page));
    let pages = pages.map(|predicted| match predicted {
        Predicted::Latex(latex) => Some(latex.as_str()),
        Predicted::Missing => None,
        Predicted::Unusable(why) => {
            problem.get_or_insert_with(|| why.clone());
            None
        }
    });
    (pages.collect(), problem)
}

/// Scores a page, a document, or a sample that is a formula.
fn texts(scorer: &Scorer<'_>, corpus: &Corpus, verdicts: &Verdicts, sample: &Sample) -> SampleScores {
    let predicted = |system| {
        let (pages, problem) = prediction(system, sample);
        texlens_evaluate::Predicted { pages, problem }
    };
    let sample = texlens_evaluate::Sample {
        id: sample.id.clone(),
        document: sample.document.clone(),
        tags: sample.tags.clone(),
        reference: reference(corpus, sample),
        predictions: corpus.systems.iter().map(predicted).collect(),
    };
    SampleScores::assess(scorer, sample, |text| verdicts.of(text))
}

fn parse<'t>(side: Side, text: &'t Text<'_>) -> Result<Parsed<'t>, String> {
    Parsed::of(side, text).map_err(|error| error.to_string())
}

/// The formulas of a page, matched with a system's prediction.
struct Matched {
    pairs: Vec<FormulaPair>,
    /// Whether the page has a prediction.
    is_covered: bool,
    problem: Option<String>,
}

impl Matched {
    fn of(reference: &str, system: &System, sample: &Sample) -> Result<Self, InputError> {
        let (pages, mut problem) = prediction(system, sample);
        let pairs = formula_pairs(reference, &pages.iter().flatten().copied().collect::<String>());
        let is_covered = !pages.iter().any(|page| is_missing(*page, Some(reference))) && pairs.is_ok();
        let pairs = pairs.or_else(|error| {
            problem = Some(error.to_string());
            formula_pairs(reference, "")
        })?;
        Ok(Self {
            pairs,
            is_covered,
            problem,
        })
    }

    /// Returns the predicted counterpart of a formula of the reference.
    fn prediction(&self, formula: &Formula) -> Option<&str> {
        let same = |pair: &&FormulaPair| pair.reference.as_ref().is_some_and(|r| r.range == formula.range);
        let pair = self.pairs.iter().find(same)?;
        pair.prediction.as_ref().map(|predicted| predicted.latex.as_str())
    }
}

/// Scores the formulas of a page's reference, each with its counterpart in the prediction. A formula without a
/// counterpart is missing. Formulas that occur only in the prediction are not samples.
fn formulas(scorer: &Scorer<'_>, corpus: &Corpus, sample: &Sample) -> Vec<SampleScores> {
    let reference_text = match reference(corpus, sample) {
        Ok(pages) => pages.concat(),
        Err(why) => return vec![unmatched(corpus, sample, &why)],
    };
    let matched = corpus
        .systems
        .iter()
        .map(|system| Matched::of(&reference_text, system, sample));
    let matched = match matched.collect::<Result<Vec<Matched>, InputError>>() {
        Ok(matched) => matched,
        Err(error) => return vec![unmatched(corpus, sample, &error.to_string())],
    };
    let of_reference = formula_pairs(&reference_text, "").unwrap_or_default();
    let references = of_reference.iter().filter_map(|pair| pair.reference.as_ref());
    let of_page = SampleScores::content_of(&reference_text);
    let sample_scores = |(index, formula): (usize, &Formula)| {
        let text = Text::from(&formula.latex);
        let parsed = parse(Side::Reference, &text);
        let mut tags = sample.tags.clone();
        add_formula_tags(&mut tags, formula);
        let score = |matched: &Matched| match &parsed {
            Ok(reference) => {
                // A page's problem is reported once.
                let problem = matched.problem.clone().filter(|_| index == 0);
                let scores = SystemScores::assess(scorer, reference, &[matched.prediction(formula)], problem, |_| None);
                SystemScores {
                    is_covered: matched.is_covered,
                    ..scores
                }
            }
            Err(why) => SystemScores::of(0, Err(why.clone())),
        };
        SampleScores {
            id: format!("{}#{}", sample.id, index + 1),
            document: sample.document.clone(),
            content: Some(SampleScores::content_of(&(of_page, index))),
            tags,
            reference_compilation: None,
            systems: matched.iter().map(score).collect(),
        }
    };
    references.enumerate().map(sample_scores).collect()
}

/// Makes the result of a page whose formulas cannot be found.
fn unmatched(corpus: &Corpus, sample: &Sample, why: &str) -> SampleScores {
    SampleScores {
        id: sample.id.clone(),
        document: sample.document.clone(),
        content: None,
        tags: sample.tags.clone(),
        reference_compilation: None,
        systems: corpus
            .systems
            .iter()
            .map(|_| SystemScores::of(0, Err(why.to_owned())))
            .collect(),
    }
}
