//! Scores every sample for every system.

use std::num::NonZeroUsize;

use texlens_evaluate::{
    FormulaPair, Kind, Parsed, SampleScores, Scored, Scorer, SystemScores, Text, compiled, formula_pairs,
    formula_pairs_of, noun, parallel,
};
use texlens_metrics::{Need, Side};

use super::corpus::{Corpus, Predicted, System};
use super::level::Sample;
use super::progress::Progress;
use crate::verdicts::Verdicts;

/// The scores of all samples, in their order, without the spans that explain them.
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
    let progress = Progress::new(noun(unit, samples.len()), samples.len());
    let scored = parallel::map(samples, threads, |sample| {
        let scores = match scorer.kind() {
            Kind::Formula if !is_formula(corpus, sample) => formulas(scorer, corpus, sample),
            Kind::Formula | Kind::Page | Kind::Document => vec![texts(scorer, corpus, verdicts, sample)],
        };
        progress.step();
        scores
    });
    scored.into_iter().flatten().collect()
}

/// Whether a sample is a formula by itself.
fn is_formula(corpus: &Corpus, sample: &Sample) -> bool {
    let mut pages = sample.pages.iter().filter_map(|&page| corpus.pages.get(page));
    pages.any(|page| page.kind == Kind::Formula)
}

/// The pages of a text, put together.
pub(super) fn join<'p>(kind: Kind, pages: &[&'p str]) -> Text<'p> {
    match (kind, pages) {
        (Kind::Page | Kind::Formula, [page]) => Text::from(*page),
        _ => Text::document(pages.iter().copied()),
    }
}

/// The reference of a sample, or what is wrong with it.
pub(super) fn reference<'c>(corpus: &'c Corpus, sample: &Sample) -> Result<Vec<&'c str>, String> {
    let pages = sample.pages.iter().filter_map(|&page| corpus.references.get(page));
    let pages = pages.map(|page| page.as_ref().map(String::as_str).map_err(String::clone));
    pages.collect()
}

/// The prediction of a sample, missing pages as empty ones, and how many are missing; or what is wrong with it.
pub(super) fn prediction<'c>(system: &'c System, sample: &Sample) -> Result<(Vec<&'c str>, usize), String> {
    let mut missing = 0;
    let mut pages = Vec::with_capacity(sample.pages.len());
    for predicted in sample.pages.iter().filter_map(|&page| system.predictions.get(page)) {
        pages.push(match predicted {
            Predicted::Latex(latex) => latex.as_str(),
            Predicted::Missing => {
                missing += 1;
                ""
            }
            Predicted::Unusable(why) => return Err(why.clone()),
        });
    }
    Ok((pages, missing))
}

/// A page, a document, or a formula that is a sample by itself.
fn texts(scorer: &Scorer<'_>, corpus: &Corpus, verdicts: &Verdicts, sample: &Sample) -> SampleScores {
    let kind = scorer.kind();
    let verdicts = (scorer.needs(Need::Compilation) && kind != Kind::Formula).then_some(verdicts);
    let text = reference(corpus, sample).map(|pages| join(kind, &pages));
    let parsed = text
        .as_ref()
        .map_err(String::clone)
        .and_then(|text| parse(Side::Reference, text));
    let score = |system: &System| {
        let reference = match &parsed {
            Ok(reference) => reference,
            Err(why) => return failed(why.clone()),
        };
        match prediction(system, sample) {
            Ok((pages, missing)) => SystemScores {
                missing,
                outcome: score_text(scorer, reference, &join(kind, &pages), verdicts),
            },
            Err(why) => failed(why),
        }
    };
    SampleScores {
        id: sample.id.clone(),
        document: sample.document.clone(),
        tags: sample.tags.clone(),
        systems: corpus.systems.iter().map(score).collect(),
    }
}

fn parse<'t>(side: Side, text: &'t Text<'_>) -> Result<Parsed<'t>, String> {
    Parsed::of(side, text).map_err(|error| error.to_string())
}

fn failed(why: String) -> SystemScores {
    SystemScores {
        missing: 0,
        outcome: Err(why),
    }
}

fn score_text(
    scorer: &Scorer<'_>,
    reference: &Parsed<'_>,
    prediction: &Text<'_>,
    verdicts: Option<&Verdicts>,
) -> Result<Scored, String> {
    let parsed = parse(Side::Prediction, prediction)?;
    let compilation = verdicts.and_then(|verdicts| verdicts.of(prediction));
    let prediction = parsed.with_compiled(compilation.as_ref().map(compiled));
    let mut scores = scorer.score(reference, &prediction);
    for score in &mut scores {
        score.spans = Vec::new();
    }
    let formulas = formula_pairs_of(scorer.kind(), reference.latex(), prediction.latex());
    let formulas = formulas.map_err(|error| error.to_string())?;
    let mut error_types = scorer.error_types(reference, &prediction, &formulas);
    for finding in &mut error_types {
        finding.spans = Vec::new();
    }
    Ok(Scored {
        scores,
        counts: scorer.counts(reference, &prediction),
        error_types,
        compilation,
    })
}

/// The formulas of a page's reference, each with what the prediction has in its place; a formula that has nothing there is
/// missing. Formulas of the prediction that the reference lacks are not samples.
fn formulas(scorer: &Scorer<'_>, corpus: &Corpus, sample: &Sample) -> Vec<SampleScores> {
    let reference = match reference(corpus, sample) {
        Ok(pages) => pages.concat(),
        Err(why) => return vec![unmatched(corpus, sample, &why)],
    };
    let pairs = |system: &System| {
        let (pages, _) = prediction(system, sample)?;
        formula_pairs(&reference, &pages.concat()).map_err(|error| error.to_string())
    };
    let pairs: Vec<Result<Vec<FormulaPair>, String>> = corpus.systems.iter().map(pairs).collect();
    let of_reference = formula_pairs(&reference, "").unwrap_or_default();
    let references = of_reference.iter().filter_map(|pair| pair.reference.as_ref());
    let sample_scores = |(index, formula): (usize, &texlens_evaluate::Formula)| {
        let text = Text::from(&formula.latex);
        let parsed = parse(Side::Reference, &text);
        let score = |pairs: &Result<Vec<FormulaPair>, String>| {
            let (pairs, reference) = match (pairs, &parsed) {
                (Ok(pairs), Ok(reference)) => (pairs, reference),
                (Err(why), _) | (_, Err(why)) => return failed(why.clone()),
            };
            let same = |pair: &&FormulaPair| pair.reference.as_ref().is_some_and(|r| r.range == formula.range);
            let predicted = pairs.iter().find(same).and_then(|pair| pair.prediction.as_ref());
            let latex = predicted.map_or("", |predicted| predicted.latex.as_str());
            SystemScores {
                missing: usize::from(predicted.is_none()),
                outcome: score_text(scorer, reference, &Text::from(latex), None),
            }
        };
        SampleScores {
            id: format!("{}#{}", sample.id, index + 1),
            document: sample.document.clone(),
            tags: sample.tags.clone(),
            systems: pairs.iter().map(score).collect(),
        }
    };
    references.enumerate().map(sample_scores).collect()
}

/// A page whose formulas cannot be found.
fn unmatched(corpus: &Corpus, sample: &Sample, why: &str) -> SampleScores {
    SampleScores {
        id: sample.id.clone(),
        document: sample.document.clone(),
        tags: sample.tags.clone(),
        systems: corpus.systems.iter().map(|_| failed(why.to_owned())).collect(),
    }
}
