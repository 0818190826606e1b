//! Turns the state into an [`Evaluation`] that can be saved.

mod format;
mod formulas;

use std::collections::HashSet;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use texlens_evaluate::{
    Candidate, Evaluation, Filtered, JudgeRun, JudgedItem, PageOf, Provenance, SampleResult, Scored, Setting, selected,
};

pub use format::Format;

use super::state::{Sample, State};
use crate::picture::Picture;
use crate::words::list::described;

/// The samples that are saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Extent {
    /// All samples.
    #[default]
    All,
    /// Those that the filter of the list [selects](selected).
    Filtered,
}

impl State {
    /// Returns all samples with all their data except the bytes of their images. `created` is ISO 8601, UTC, seconds.
    #[must_use]
    pub fn evaluation(&self, created: String, settings: Vec<Setting>) -> Evaluation {
        self.evaluation_of(Extent::All, created, settings)
    }

    /// Returns some samples with all their data except the bytes of their images. `created` is ISO 8601, UTC, seconds.
    #[must_use]
    pub fn evaluation_of(&self, extent: Extent, created: String, settings: Vec<Setting>) -> Evaluation {
        let saved = self.saved(extent);
        let systems: HashSet<&str> = saved.iter().filter_map(|sample| sample.system()).collect();
        let result = |sample: &&Rc<Sample>| {
            let mut result = SampleResult {
                page_of: self.page_of(sample),
                ..sample.result()
            };
            if extent == Extent::Filtered {
                result
                    .unit_tests
                    .retain(|tests| systems.contains(tests.system.as_str()));
            }
            result
        };
        let mut samples: Vec<SampleResult> = saved.iter().map(result).collect();
        let filtered = (extent == Extent::Filtered).then(|| Filtered {
            filter: described(&self.listing),
            samples: saved.len(),
            of: self.samples.len(),
        });
        // A dataset that all samples have in common says nothing.
        if samples
            .windows(2)
            .all(|pair| matches!(pair, [a, b] if a.dataset == b.dataset))
        {
            samples.iter_mut().for_each(|sample| sample.dataset = None);
        }
        let title = match samples.as_slice() {
            [only] => format!("texlens: {}", only.id),
            some if filtered.is_some() => format!("texlens: {} of {} samples", some.len(), self.samples.len()),
            all => format!("texlens: {} samples", all.len()),
        };
        Evaluation {
            title,
            judge: self.judge_runs(&saved),
            texts_left_out: saved.iter().any(|sample| sample.is_bare()),
            samples,
            provenance: Provenance {
                texlens: env!("CARGO_PKG_VERSION").to_owned(),
                created,
                settings: (settings.into_iter())
                    .chain(resolution_of(&saved))
                    .chain(self.whole_answers())
                    .collect(),
                provider: distinct(&saved, |sample| sample.run.as_ref()?.provider.clone()),
                model: distinct(&saved, |sample| sample.run.as_ref()?.model.clone()),
                filtered,
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

    /// Returns the samples that are saved.
    fn saved(&self, extent: Extent) -> Vec<&Rc<Sample>> {
        if extent == Extent::All {
            return self.samples.iter().collect();
        }
        let listed: HashSet<_> = self.listed().into_iter().collect();
        let candidates = self.samples.iter().map(|sample| Candidate {
            case: [&sample.dataset, &sample.case],
            system: sample.system(),
            is_admitted: listed.contains(&sample.id),
        });
        let candidates: Vec<Candidate<'_>> = candidates.collect();
        let is_selected = selected(&candidates);
        let samples = self.samples.iter().zip(is_selected);
        samples
            .filter_map(|(sample, is_selected)| is_selected.then_some(sample))
            .collect()
    }

    /// Returns the number of samples that the filter selects, or `None` if nothing is filtered.
    #[must_use]
    pub fn filtered_count(&self) -> Option<usize> {
        self.listing.is_selective().then(|| self.saved(Extent::Filtered).len())
    }

    /// Returns the judges' runs that have verdicts on the saved samples. A run with verdicts on other listed samples is
    /// left out, since its means are not those of the saved ones.
    fn judge_runs(&self, saved: &[&Rc<Sample>]) -> Vec<JudgeRun> {
        let (kept, listed) = (names_of(saved), names_of(&self.saved(Extent::All)));
        let is_of = |names: &HashSet<(&str, &str)>, item: &JudgedItem| {
            let (name, _) = item.id.rsplit_once('#').unwrap_or((&item.id, ""));
            let mut ids = [name, &item.id].into_iter();
            ids.any(|id| names.contains(&(id, item.system.as_str())))
        };
        let runs = self.judging.verdicts.iter().map(|verdicts| verdicts.run());
        let is_kept = |run: &&JudgeRun| {
            let is_of_others = |item: &JudgedItem| is_of(&listed, item) && !is_of(&kept, item);
            run.items.iter().any(|item| is_of(&kept, item)) && !run.items.iter().any(is_of_others)
        };
        runs.filter(is_kept).cloned().collect()
    }

    fn page_of(&self, page: &Sample) -> Option<PageOf> {
        let leaf = page.leaf?;
        Some(PageOf {
            document: self.samples.get(leaf.document)?.name.clone(),
            page: leaf.number,
        })
    }

    /// Returns the images of the samples that are saved, in order.
    #[must_use]
    pub fn pictures(&self, extent: Extent) -> Vec<Option<Rc<Picture>>> {
        self.saved(extent).iter().map(|sample| sample.image.clone()).collect()
    }
}

/// Returns the names by which a judge's items name samples, each with its system.
fn names_of<'s>(samples: &[&'s Rc<Sample>]) -> HashSet<(&'s str, &'s str)> {
    let names = samples.iter().filter_map(|sample| Some((sample, sample.system()?)));
    names
        .flat_map(|(sample, system)| [(sample.name.as_str(), system), (&*sample.case, system)])
        .collect()
}

/// Returns the distinct values that samples have, joined.
fn distinct(samples: &[&Rc<Sample>], of: impl Fn(&Sample) -> Option<String>) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    for value in samples.iter().filter_map(|sample| of(sample)) {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    (!found.is_empty()).then(|| found.join("; "))
}

/// Returns the lowest resolution at which pages of PDF files are drawn.
fn resolution_of(samples: &[&Rc<Sample>]) -> Option<Setting> {
    let pages = samples.iter().filter_map(|sample| sample.pdf_page());
    pages.map(|page| page.dpi).min().map(resolution)
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

    use super::Extent;
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
    fn only_the_filtered_samples_are_saved_and_say_so() {
        let files: [(&str, &[u8]); 4] = [
            ("a.tex", b"x"),
            ("a.pred.tex", b"y"),
            ("b.tex", b"x"),
            ("b.pred.tex", b"x"),
        ];
        let mut state = State::default().after(handed(&files));
        assert_eq!(state.filtered_count(), None);
        let whole = state.evaluation_of(Extent::All, String::new(), Vec::new());
        assert_eq!((whole.samples.len(), whole.provenance.filtered), (2, None));
        state.listing.query = "B".into();
        assert_eq!(state.filtered_count(), Some(1));
        let some = state.evaluation_of(Extent::Filtered, String::new(), Vec::new());
        assert_eq!((some.samples.len(), some.samples[0].id.as_str()), (1, "b"));
        assert_eq!(state.pictures(Extent::Filtered).len(), 1);
        let filtered = some.provenance.filtered.clone().unwrap();
        assert_eq!((filtered.filter.as_str(), filtered.samples, filtered.of), ("B", 1, 2));

        // Where it is opened, the notice says the same.
        let mut brought = Brought::default();
        brought.reports.push(some.into());
        state = State::default().after(Action::Catalogue(CatalogueAction::Fetched(brought)));
        assert_eq!(state.samples.len(), 1);
        let notice = state.notice.as_ref().unwrap().to_string();
        assert!(notice.contains("1 of 2 samples"), "{notice}");
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
