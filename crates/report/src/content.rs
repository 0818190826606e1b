//! Selection of the content of a report.

use serde::{Deserialize, Serialize};
use texlens_evaluate::{Evaluation, JudgeRun, Judgement, PageVerdicts, SampleResult, Setting};

/// The parts of an evaluation that go into a report; by default all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Whether to include page images.
    pub images: bool,
    /// Whether to include references and predictions, and everything that quotes them. Without them, the report has
    /// scores only.
    pub texts: bool,
}

impl Default for Content {
    fn default() -> Self {
        Self {
            images: true,
            texts: true,
        }
    }
}

impl Content {
    /// Removes the parts to leave out, and notes in the evaluation that they are missing.
    ///
    /// Without texts, the following remains: names, systems, tags and comments; values of scores, and the reasons why
    /// others are undefined; the error types that were found; whether predictions compile; comparisons; the mean scores
    /// of judges; whether unit tests pass.
    ///
    /// Spans, explanations, reasons of unit tests, formulas, compile errors, and the requests and answers of judges are removed, since they
    /// quote texts. Recognitions of page images are removed, too. Page images also show texts; `images` decides about
    /// them.
    pub fn apply(self, evaluation: &mut Evaluation) {
        if !self.images {
            let images = evaluation.samples.iter_mut().map(|sample| sample.image.take());
            let count = images.flatten().count();
            note_images_left_out(&mut evaluation.provenance.settings, count);
        }
        if !self.texts {
            evaluation.texts_left_out = true;
            evaluation.samples.iter_mut().for_each(leave_texts_out);
            evaluation.judge.iter_mut().for_each(leave_quotes_out);
            let systems = evaluation.unit_tests.iter_mut().flat_map(|tests| &mut tests.systems);
            leave_reasons_out(systems.flat_map(|system| &mut system.pages));
        }
    }
}

/// Removes the reasons of verdicts, which quote texts.
fn leave_reasons_out<'p>(pages: impl Iterator<Item = &'p mut PageVerdicts>) {
    for verdict in pages.flat_map(|page| &mut page.verdicts) {
        verdict.reason.clear();
    }
}

/// Records the number of page images that are not in a report, unless it is 0.
pub fn note_images_left_out(settings: &mut Vec<Setting>, count: usize) {
    if count > 0 {
        settings.push(Setting {
            name: "page images left out".to_owned(),
            value: count.to_string(),
        });
    }
}

/// Reports whether the texts of a sample were left out. Earlier versions did not note it; their samples have scores,
/// which need a reference, but no reference.
pub(crate) fn is_bare(sample: &SampleResult) -> bool {
    sample.texts_left_out || sample.reference.is_none() && !sample.scores.is_empty()
}

fn leave_texts_out(sample: &mut SampleResult) {
    sample.texts_left_out |= sample.reference.is_some() || sample.prediction.is_some();
    sample.reference = None;
    leave_reasons_out(sample.unit_tests.iter_mut().map(|tests| &mut tests.page));
    if let Some(prediction) = &mut sample.prediction {
        prediction.latex = String::new();
        prediction.recognition = None;
        prediction.by_hand = None;
    }
    sample.formulas = Vec::new();
    for score in &mut sample.scores {
        score.summary = String::new();
        score.spans = Vec::new();
    }
    for finding in &mut sample.error_types {
        finding.spans = Vec::new();
        if let Judgement::Found { why } = &mut finding.judgement {
            *why = String::new();
        }
    }
    let compilations = [&mut sample.compilation, &mut sample.reference_compilation];
    for compilation in compilations.into_iter().flatten() {
        compilation.errors = Vec::new();
    }
    for suspicion in &mut sample.suspicions {
        suspicion.reason = String::new();
        suspicion.spans = Vec::new();
    }
}

fn leave_quotes_out(run: &mut JudgeRun) {
    run.items = Vec::new();
    run.problems = Vec::new();
    run.transcript = Vec::new();
}
