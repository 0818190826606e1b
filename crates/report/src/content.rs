//! What of an evaluation goes into a report.

use texlens_evaluate::{Evaluation, JudgeRun, Judgement, SampleResult, Setting};

/// What of an evaluation goes into a report; by default all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Content {
    /// Page images.
    pub images: bool,
    /// References and predictions, and whatever quotes them. Without, the report has scores only.
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
    /// Takes out what is to be left out, and says so in the evaluation.
    ///
    /// Without texts there remain names, systems, tags and comments, values of scores and the reasons why others are not defined, which error types were
    /// found, whether predictions compile, comparisons, and scores of judges. Places, explanations, formulas, errors and what judges were sent and said are
    /// taken out, since they quote texts; of a judge its means stay. So is what was read from page images. Page images show texts as well: that they go, too, is said by `images`.
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
        }
    }
}

/// Notes how many page images are not in a report; nothing if none is missing.
pub fn note_images_left_out(settings: &mut Vec<Setting>, count: usize) {
    if count > 0 {
        settings.push(Setting {
            name: "page images left out".to_owned(),
            value: count.to_string(),
        });
    }
}

/// Whether the texts of a sample were left out: a score takes a reference.
pub(crate) fn is_bare(sample: &SampleResult) -> bool {
    sample.reference.is_none() && !sample.scores.is_empty()
}

fn leave_texts_out(sample: &mut SampleResult) {
    sample.reference = None;
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
