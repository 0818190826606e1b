//! Turns the state into an [`Evaluation`] that can be saved.

mod format;
mod formulas;

use std::collections::HashSet;
use std::rc::Rc;

use texlens_evaluate::{Evaluation, JudgeRun, JudgedItem, PageOf, Provenance, SampleResult, Scored, Setting};

pub use format::Format;

use super::state::{Sample, State};
use crate::picture::Picture;

impl State {
    /// Returns all samples with all their data except the bytes of their images. `created` is ISO 8601, UTC, seconds.
    #[must_use]
    pub fn evaluation(&self, created: String, settings: Vec<Setting>) -> Evaluation {
        let result = |sample: &Rc<Sample>| SampleResult {
            page_of: self.page_of(sample),
            ..sample.result()
        };
        let mut samples: Vec<SampleResult> = self.samples.iter().map(result).collect();
        // A dataset that all samples have in common says nothing.
        if samples
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if a.dataset == b.dataset))
        {
            samples.iter_mut().for_each(|sample| sample.dataset = None);
        }
        let title = match samples.as_slice() {
            [only] => format!("texlens: {}", only.id),
            all => format!("texlens: {} samples", all.len()),
        };
        Evaluation {
            title,
            judge: self.judge_runs(),
            texts_left_out: self.samples.iter().any(|sample| sample.is_bare()),
            samples,
            provenance: Provenance {
                texlens: env!("CARGO_PKG_VERSION").to_owned(),
                created,
                settings: (settings.into_iter())
                    .chain(self.resolution())
                    .chain(self.whole_answers())
                    .collect(),
                provider: self.distinct(|sample| sample.run.as_ref()?.provider.clone()),
                model: self.distinct(|sample| sample.run.as_ref()?.model.clone()),
                ..Provenance::default()
            },
            ..Evaluation::default()
        }
    }

    /// Returns the choice to keep what stands around the LaTeX of answers, which has the same name as in the command.
    fn whole_answers(&self) -> Option<Setting> {
        self.text_choices.whole_answers.then(|| Setting {
            name: "whole_answers".to_owned(),
            value: true.to_string(),
        })
    }

    /// Returns the lowest resolution at which pages of PDF files are drawn.
    fn resolution(&self) -> Option<Setting> {
        let pages = self.samples.iter().filter_map(|sample| sample.pdf_page());
        pages.map(|page| page.dpi).min().map(resolution)
    }

    /// Returns the judges' runs that have verdicts on listed samples.
    fn judge_runs(&self) -> Vec<JudgeRun> {
        let listed: HashSet<(&str, &str)> = (self.samples.iter())
            .filter_map(|sample| Some((sample, sample.system()?)))
            .flat_map(|(sample, system)| [(sample.name.as_str(), system), (&*sample.case, system)])
            .collect();
        let is_listed = |item: &JudgedItem| {
            let (name, _) = item.id.rsplit_once('#').unwrap_or((&item.id, ""));
            [name, &item.id]
                .iter()
                .any(|name| listed.contains(&(*name, item.system.as_str())))
        };
        let runs = self.judging.verdicts.iter().map(|verdicts| verdicts.run());
        runs.filter(|run| run.items.iter().any(is_listed)).cloned().collect()
    }

    fn page_of(&self, page: &Sample) -> Option<PageOf> {
        let leaf = page.leaf?;
        Some(PageOf {
            document: self.samples.get(leaf.document)?.name.clone(),
            page: leaf.number,
        })
    }

    /// Returns the images of all samples, in order.
    #[must_use]
    pub fn pictures(&self) -> Vec<Option<Rc<Picture>>> {
        self.samples.iter().map(|sample| sample.image.clone()).collect()
    }

    /// Returns the distinct values that the samples have, joined.
    fn distinct(&self, of: impl Fn(&Sample) -> Option<String>) -> Option<String> {
        let mut found: Vec<String> = Vec::new();
        for value in self.samples.iter().filter_map(|sample| of(sample)) {
            if !found.contains(&value) {
                found.push(value);
            }
        }
        (!found.is_empty()).then(|| found.join("; "))
    }
}

/// Makes a setting of the lowest resolution at which pages of PDF files were drawn, in dots per inch. It has the same
/// name as in the command.
#[must_use]
pub fn resolution(dpi: u16) -> Setting {
    Setting {
        name: "pdf.dpi".to_owned(),
        value: dpi.to_string(),
    }
}

impl Sample {
    /// Returns whether the sample comes from a report without texts. Such a sample has results, but no reference.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        let has_scores = self.scored.as_ref().is_some_and(|scored| !scored.scores.is_empty());
        self.reference.is_none() && (self.texts_left_out || has_scores)
    }

    /// Returns all data of the sample except the bytes of its image.
    pub(super) fn result(&self) -> SampleResult {
        let Scored {
            scores,
            counts,
            formulas,
            error_types,
            suspicions,
            ..
        } = self.scored.as_deref().cloned().unwrap_or_default();
        SampleResult {
            id: self.name.clone(),
            case: (*self.case != *self.name).then(|| self.case.to_string()),
            kind: self.kind,
            page_of: None,
            document: (self.document.as_ref())
                .filter(|_| self.leaf.is_none())
                .map(ToString::to_string),
            dataset: (!self.dataset.is_empty()).then(|| self.dataset.to_string()),
            image: self.image.as_ref().map(|picture| picture.described()),
            reference: self.reference.as_ref().map(|text| text.latex.clone()),
            prediction: self.prediction.as_deref().cloned(),
            credit: self.credit.as_deref().cloned(),
            scores,
            counts,
            formulas,
            compilation: self.compilation().map(|compilation| (**compilation).clone()),
            reference_compilation: self
                .reference_verdict
                .as_ref()
                .map(|compilation| (**compilation).clone()),
            error_types,
            suspicions,
            unit_tests: (*self.unit_tests).clone(),
            texts_left_out: self.texts_left_out,
            tags: (*self.tags).clone(),
            comment: self.comment.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use texlens_metrics::{Outcome, Score};
    use texlens_report::Content;

    use crate::brought::Brought;
    use crate::state::{Action, CatalogueAction, State};
    use crate::testing::handed;

    #[test]
    fn what_is_shown_is_what_is_saved() {
        let state = State::default().after(handed(&[("a.tex", b"x"), ("a.pred.tex", b"y")]));
        let evaluation = state.evaluation("2026-01-02T03:04:05Z".to_owned(), Vec::new());
        assert_eq!(evaluation.title, "texlens: a");
        assert_eq!(evaluation.samples[0].reference.as_deref(), Some("x"));
        assert_eq!(
            evaluation.samples[0]
                .prediction
                .as_ref()
                .map(|prediction| prediction.latex.as_str()),
            Some("y")
        );
        assert_eq!(evaluation.provenance.provider, None);
        assert_eq!(evaluation.provenance.created, "2026-01-02T03:04:05Z");
    }

    #[test]
    fn what_was_saved_without_texts_opens_and_is_saved_again() {
        let mut state = State::default().after(handed(&[("a.tex", b"x"), ("a.pred.tex", b"x")]));
        let score = Score {
            metric: "ds".to_owned(),
            outcome: Outcome::Defined {
                value: 0.5,
                ratio: None,
            },
            summary: String::new(),
            spans: Vec::new(),
            unlisted: 0,
        };
        let mut evaluation = state.evaluation(String::new(), Vec::new());
        evaluation.samples[0].scores = vec![score];
        let content = Content {
            texts: false,
            images: true,
        };
        content.apply(&mut evaluation);
        let mut brought = Brought::default();
        brought.reports.push(evaluation.into());
        state = State::default().after(Action::Catalogue(CatalogueAction::Fetched(brought)));
        let sample = state.samples.iter().next().unwrap();
        assert!(sample.is_bare() && sample.compilable().is_none());
        assert!(
            state
                .notice
                .as_ref()
                .unwrap()
                .to_string()
                .contains("only the scores are available")
        );
        let again = state.evaluation(String::new(), Vec::new());
        assert!(again.texts_left_out);
        assert_eq!(again.samples[0].scores[0].value(), Some(0.5));
    }
}
