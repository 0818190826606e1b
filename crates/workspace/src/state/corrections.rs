//! Corrections by hand. Corrected output belongs to a separate system, since its scores are not those of the OCR alone.
//! If there is a reference, a sample for that system is added beside the original, which stays.

use std::{collections::HashMap, rc::Rc};

use texlens_evaluate::Prediction;
use texlens_ocr::Correction;

use super::samples::unique;
use super::{Act, Focus, Leaf, Notice, Sample, SampleId, Scoring, State, Step};
use crate::naming;

/// Events of corrections by hand.
#[derive(Debug)]
pub enum CorrectAction {
    /// Corrects a word or formula of the page.
    Correct {
        /// The id of the sample.
        sample: SampleId,
        /// Its index in [`Recognition::tokens`](texlens_ocr::Recognition::tokens).
        token: usize,
        /// The corrected LaTeX.
        latex: String,
    },
    /// Opens the correction dialog for the selected word or formula.
    Open,
    /// Undoes the last correction.
    TakeBack(SampleId),
    /// Undoes all corrections.
    TakeAllBack(SampleId),
    /// Selects the next or previous word or formula with low confidence.
    StepUnsure(Step),
}

impl State {
    pub(super) fn correct_after(&mut self, action: CorrectAction) {
        match action {
            CorrectAction::Correct { sample, token, latex } => {
                let whole = self.whole_of(sample);
                self.remembering(Act::Corrected, sample, whole, |state| {
                    state.correct(sample, token, latex)
                });
            }
            CorrectAction::Open => self.open_correction(),
            // Taken back is not an act of its own if the correction can be undone.
            CorrectAction::TakeBack(id) if self.history.is_correction_of(id) => self.undo(),
            CorrectAction::TakeBack(id) => self.uncorrect(id),
            CorrectAction::TakeAllBack(id) => self.discard_corrections(id),
            CorrectAction::StepUnsure(step) => self.step_unsure(step),
        }
    }
}

impl Sample {
    /// Replaces the LaTeX at the place of a token.
    fn correct(&mut self, token: usize, latex: String) {
        let fixed = self.prediction.as_ref().and_then(|prediction| {
            let place = prediction.recognition.as_ref()?.tokens.get(token)?.bbox;
            let read = prediction.read()?;
            let read = read.latex_of(read.tokens.iter().find(|token| token.bbox == place)?);
            let mut corrections = prediction.corrections().to_vec();
            corrections.retain(|correction| correction.bbox != place);
            // The LaTeX that was read first is no correction.
            if latex != read {
                corrections.push(Correction {
                    bbox: place,
                    read: read.to_owned(),
                    written: latex,
                });
            }
            prediction.corrected(corrections)
        });
        self.replace_prediction(fixed);
    }

    /// Undoes all corrections but the first `keep`.
    fn take_back_corrections(&mut self, keep: usize) {
        let fewer = self.prediction.as_ref().and_then(|prediction| {
            let kept = prediction.corrections().get(..keep)?;
            prediction.corrected(kept.to_vec())
        });
        self.replace_prediction(fewer);
    }

    fn replace_prediction(&mut self, prediction: Option<Prediction>) {
        let changed = prediction.filter(|new| self.prediction.as_deref() != Some(new));
        if let Some(prediction) = changed {
            self.prediction = Some(Rc::new(prediction));
            self.prediction_changed();
            self.texts_changed();
        }
    }

    /// Renames the system of the prediction. Nothing else changes.
    fn rename_system(&mut self, rename: impl Fn(Prediction) -> Prediction) {
        self.prediction = self
            .prediction
            .take()
            .map(|prediction| Rc::new(rename(Rc::unwrap_or_clone(prediction))));
    }

    /// Returns the number of corrected places.
    #[must_use]
    pub fn corrections(&self) -> usize {
        self.prediction
            .as_ref()
            .map_or(0, |prediction| prediction.corrections().len())
    }

    fn is_of_corrected_system(&self) -> bool {
        self.prediction
            .as_ref()
            .is_some_and(|prediction| prediction.is_of_corrected_system())
    }

    /// Returns a copy of the sample for the system with corrections.
    fn for_corrections(&self, id: SampleId, name: String, leaf: Option<Leaf>) -> Self {
        let mut copy = Self {
            id,
            name,
            leaf,
            piece: None,
            looking: None,
            ..self.clone()
        };
        copy.rename_system(Prediction::by_corrected_system);
        if copy.scoring_job().is_some() {
            copy.scoring = Scoring::Queued;
        }
        copy
    }
}

impl State {
    pub(super) fn correct(&mut self, id: SampleId, token: usize, latex: String) {
        let id = self.sample_to_correct(id);
        self.edit(id, |sample| {
            sample.correct(token, latex);
            sample.rename_system(Prediction::by_corrected_system);
        });
        self.dialog = None;
        self.corrections_changed(id);
    }

    /// Undoes the last correction.
    pub(super) fn uncorrect(&mut self, id: SampleId) {
        let keep = self.samples.get(id).map_or(0, |sample| sample.corrections());
        self.take_back(Act::TookCorrectionBack, id, keep.saturating_sub(1));
    }

    pub(super) fn discard_corrections(&mut self, id: SampleId) {
        let count = self.samples.get(id).map_or(0, |sample| sample.corrections());
        self.take_back(Act::TookCorrectionsBack(count), id, 0);
    }

    fn take_back(&mut self, act: Act, id: SampleId, keep: usize) {
        self.remembering(act, id, self.whole_of(id), |state| {
            state.edit(id, |sample| sample.take_back_corrections(keep));
            state.corrections_changed(id);
        });
    }

    /// Returns the document with its pages that a sample belongs to, or the sample itself.
    pub(super) fn whole_of(&self, id: SampleId) -> Vec<SampleId> {
        let leaf = self.samples.get(id).and_then(|sample| sample.leaf);
        self.family(leaf.map_or(id, |leaf| leaf.document))
    }

    /// Returns the sample that a correction applies to. If the correction would change scores, this is a copy for the
    /// system with corrections; the copy is made of the whole document.
    fn sample_to_correct(&mut self, id: SampleId) -> SampleId {
        let whole: Vec<Rc<Sample>> = (self.whole_of(id).into_iter())
            .filter_map(|id| self.samples.get(id).cloned())
            .collect();
        let is_corrected = self
            .samples
            .get(id)
            .is_some_and(|sample| sample.is_of_corrected_system());
        if is_corrected || whole.iter().all(|sample| sample.reference.is_none()) {
            return id;
        }
        let mut copies: HashMap<SampleId, SampleId> = HashMap::new();
        for sample in whole {
            let copy = SampleId(self.next_id);
            self.next_id += 1;
            let name = unique(&naming::read_by(&sample.name, "corrected"), &self.samples);
            let leaf = sample.leaf.map(|leaf| Leaf {
                document: copies.get(&leaf.document).copied().unwrap_or(leaf.document),
                ..leaf
            });
            copies.insert(sample.id, copy);
            self.samples.insert(Rc::new(sample.for_corrections(copy, name, leaf)));
        }
        let copy = copies.get(&id).copied().unwrap_or(id);
        self.select(Some(copy));
        copy
    }

    /// Reacts to a change of corrections. If none are left, the copy for the system with corrections is removed or,
    /// without an original, gets its old system name.
    fn corrections_changed(&mut self, id: SampleId) {
        let count = self.samples.get(id).map_or(0, |sample| sample.corrections());
        let whole = self.whole_of(id);
        let is_any_left = whole
            .iter()
            .any(|id| self.samples.get(*id).is_some_and(|sample| sample.corrections() > 0));
        let id = if is_any_left {
            id
        } else {
            self.give_up_corrected(id, &whole)
        };
        self.notice = Some(Notice::Corrected(count));
        let tokens = self.samples.get(id).map_or(0, |sample| sample.tokens().len());
        // Removing a word shifts the following ones.
        if matches!(self.focus, Focus::Token(at) if at >= tokens) {
            self.focus = Focus::Nothing;
        }
    }

    /// Gives up the system with corrections and returns the sample that is left.
    fn give_up_corrected(&mut self, id: SampleId, whole: &[SampleId]) -> SampleId {
        let Some(read) = self.read_beside(id) else {
            for id in whole {
                self.edit(*id, |sample| sample.rename_system(Prediction::by_system_alone));
            }
            return id;
        };
        let focus = std::mem::take(&mut self.focus);
        self.select(Some(read));
        self.focus = focus;
        for id in whole {
            self.take_out(*id);
        }
        read
    }

    /// Returns the original sample, without corrections.
    fn read_beside(&self, id: SampleId) -> Option<SampleId> {
        let corrected = self.samples.get(id)?;
        let alone = (**corrected.prediction.as_ref()?).clone().by_system_alone();
        let is_it = |sample: &&Rc<Sample>| {
            let is_same = sample.id != id && sample.kind == corrected.kind && sample.case == corrected.case;
            is_same && sample.dataset == corrected.dataset && sample.system() == Some(&alone.system)
        };
        self.samples.iter().find(is_it).map(|sample| sample.id)
    }
}
