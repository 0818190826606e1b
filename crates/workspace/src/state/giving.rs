//! Texts that the person gives to a sample: its reference, or the prediction of a system.

use std::rc::Rc;

use texlens_dataset::{Answer, Syntax, strip};
use texlens_evaluate::{Kind, Prediction};
use texlens_metrics::Side;

use super::arriving::{Added, Arriving};
use super::{Notice, Reading, Sample, SampleId, State};
use crate::brought::{Brought, Draft, ImportId, Stripped, Text};
use crate::words::add_text::PASTED;

/// A file that is on its way to a sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Giving {
    /// The id of the sample.
    pub sample: SampleId,
    /// What the text in the file is.
    pub side: Side,
    /// The system of a prediction, if the person named it.
    pub system: Option<String>,
}

impl State {
    /// Gives the text of an imported file to the sample that waits for it. Returns `false` if no sample does, or if the
    /// import has something else than one text.
    pub(super) fn give_imported(&mut self, brought: &Brought) -> bool {
        let Some(Giving { sample, side, system }) = self.giving.take() else {
            return false;
        };
        let [draft] = brought.drafts.as_slice() else {
            return false;
        };
        let text = match (&draft.reference, draft.predictions.as_slice()) {
            (Some(text), []) => text.clone(),
            (None, [given]) => Text {
                origin: given.system.clone(),
                latex: given.latex.clone(),
            },
            _ => return false,
        };
        let origin = system.unwrap_or(text.origin);
        let is_text = draft.image.is_none() && draft.sheets.is_empty() && self.samples.get(sample).is_some();
        if is_text {
            self.stripped = Rc::new(brought.stripped.clone());
            self.give(sample, side, Text { origin, ..text });
        }
        is_text
    }

    /// Removes what stands around the LaTeX of a pasted answer, unless the person wants whole texts.
    pub(super) fn answer(&mut self, latex: String) -> String {
        if self.text_choices.whole_answers {
            return latex;
        }
        let Answer {
            text,
            removed,
            is_stripped,
        } = strip(&latex, Syntax::Latex);
        if is_stripped {
            let removed = removed.into_iter().map(str::to_owned).collect();
            Rc::make_mut(&mut self.stripped).push(Stripped {
                name: PASTED.to_owned(),
                removed,
            });
        }
        text.into_owned()
    }

    /// Gives a text to a sample. A reference is that of all systems. If the sample has a prediction, another system has
    /// a sample of its own. Undo takes the text away again.
    pub(super) fn give(&mut self, id: SampleId, side: Side, text: Text) {
        let Some(sample) = self.samples.get(id).cloned() else {
            return;
        };
        if text.latex.trim().is_empty() {
            return;
        }
        self.dialog = None;
        self.end_adding();
        let name = sample.name.clone();
        match side {
            Side::Reference => {
                let targets = self.of_same_case(&sample);
                self.refer(targets, &text);
            }
            Side::Prediction => self.predict(&sample, &text),
        }
        self.remember_adding();
        self.notice = Some(Notice::Given { side, name });
    }

    /// Takes a text of an import that was not Unicode: gives it to those samples of its case that the import has already
    /// added.
    pub(super) fn complete(&mut self, draft: Draft, import: Option<ImportId>, of_case: &[SampleId]) {
        let is_of_import = |sample: &Rc<Sample>| sample.piece.map(|piece| piece.import) == import;
        let of_case: Vec<Rc<Sample>> = (of_case.iter())
            .filter_map(|id| self.samples.get(*id))
            .filter(|sample| is_of_import(sample) && sample.kind == draft.kind)
            .cloned()
            .collect();
        let Some(first) = of_case.first() else {
            let brought = Brought {
                drafts: vec![draft],
                ..Brought::default()
            };
            let added = std::mem::take(&mut self.added);
            let arriving = Arriving {
                import,
                ..Arriving::default()
            };
            self.take(brought, arriving);
            self.added.splice(0..0, added);
            if self.current().is_none() {
                self.select(self.added.first().map(|added| added.id));
            }
            return;
        };
        if let Some(reference) = &draft.reference {
            let lacking = of_case.iter().filter(|sample| sample.reference.is_none());
            self.refer(lacking.map(|sample| sample.id).collect(), reference);
        }
        for given in draft.predictions {
            let text = Text {
                origin: given.system,
                latex: given.latex,
            };
            self.predict(first, &text);
        }
    }

    /// Returns the samples of all systems for the case of a sample.
    fn of_same_case(&self, sample: &Sample) -> Vec<SampleId> {
        let of_case = self.samples.of_case(&sample.case);
        let is_same = |other: &&Rc<Sample>| other.dataset == sample.dataset && other.kind == sample.kind;
        of_case.filter(is_same).map(|other| other.id).collect()
    }

    fn refer(&mut self, targets: Vec<SampleId>, text: &Text) {
        let reference = Rc::new(text.clone());
        for id in targets {
            self.change_undoably(id, |sample| {
                sample.reference = Some(Rc::clone(&reference));
                sample.asks_sides = false;
            });
        }
    }

    fn predict(&mut self, sample: &Sample, text: &Text) {
        let prediction = Rc::new(Prediction::given(text.origin.clone(), text.latex.clone()));
        let others = self.of_same_case(sample);
        let lacks = |id: &SampleId| self.samples.get(*id).is_some_and(|other| other.prediction.is_none());
        let lacking = std::iter::once(sample.id).chain(others).find(lacks);
        if let Some(id) = lacking {
            if let Some(job) = self.samples.get(id).and_then(|sample| sample.job()) {
                self.stops.push(job);
            }
            return self.change_undoably(id, |sample| {
                sample.prediction = Some(prediction);
                sample.is_given = sample.kind == Kind::Document;
                sample.reading = Reading::Idle;
                sample.prediction_changed();
            });
        }
        let name = self.free_name(&sample.case, &sample.case, Some(&text.origin));
        let mut other = self.sample_beside(sample, name);
        other.prediction = Some(prediction);
        other.is_given = other.kind == Kind::Document;
        other.prediction_changed();
        other.texts_changed();
        let id = other.id;
        self.samples.insert(Rc::new(other));
        self.added.push(Added { id, before: None });
        self.select(Some(id));
    }

    fn change_undoably(&mut self, id: SampleId, change: impl FnOnce(&mut Sample)) {
        let Some(before) = self.samples.get(id).cloned() else {
            return;
        };
        self.edit(id, |sample| {
            change(sample);
            sample.texts_changed();
        });
        // An undo goes back to the first of several changes.
        if self.added.iter().all(|added| added.id != id) {
            self.added.push(Added {
                id,
                before: Some(before),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::state::{Action, HistoryAction, SampleAction};

    fn written(reference: &str, prediction: &str) -> State {
        State::default().after(Action::Sample(SampleAction::Written {
            kind: Kind::Formula,
            reference: reference.to_owned(),
            prediction: prediction.to_owned(),
            system: "ours".to_owned(),
        }))
    }

    fn give(state: State, side: Side, origin: &str, latex: &str) -> State {
        let sample = state.selected.unwrap();
        let text = Text {
            origin: origin.to_owned(),
            latex: latex.to_owned(),
        };
        state.after(Action::Sample(SampleAction::Give { sample, side, text }))
    }

    fn texts(state: &State) -> Vec<(Option<String>, Option<String>, Option<String>)> {
        let of = |sample: &Rc<Sample>| {
            let owned = |text: Option<&str>| text.map(str::to_owned);
            (
                owned(sample.reference_latex()),
                owned(sample.system()),
                owned(sample.prediction_latex()),
            )
        };
        state.samples.iter().map(of).collect()
    }

    fn row(reference: &str, system: &str, prediction: &str) -> (Option<String>, Option<String>, Option<String>) {
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        (some(reference), some(system), some(prediction))
    }

    #[test]
    fn a_missing_text_is_added_and_taken_away() {
        let state = give(written("", "y"), Side::Reference, "r.tex", "x");
        assert_eq!(texts(&state), [row("x", "ours", "y")]);
        assert_eq!(state.notice.clone().unwrap().to_string(), "Reference of pasted added.");
        assert!(
            state
                .samples
                .iter()
                .all(|sample| sample.scoring == crate::state::Scoring::Queued)
        );
        let state = state.after(Action::History(HistoryAction::Undo));
        assert_eq!(texts(&state), [row("", "ours", "y")]);

        let state = give(written("x", ""), Side::Prediction, "nougat", "z");
        assert_eq!(texts(&state), [row("x", "nougat", "z")]);
        let state = state.after(Action::History(HistoryAction::Undo));
        assert_eq!(texts(&state), [row("x", "", "")]);
        // A blank text changes nothing.
        assert_eq!(texts(&give(state, Side::Reference, "r", " \n")), [row("x", "", "")]);
    }

    #[test]
    fn another_system_has_a_sample_of_its_own_and_shares_the_reference() {
        let state = give(written("", "y"), Side::Prediction, "nougat", "z");
        assert_eq!(texts(&state), [row("", "ours", "y"), row("", "nougat", "z")]);
        assert_eq!(state.current().unwrap().name, "pasted \u{b7} nougat");
        let state = give(state, Side::Reference, "r.tex", "x");
        assert_eq!(texts(&state), [row("x", "ours", "y"), row("x", "nougat", "z")]);
        // A reference is replaced, and the replaced one comes back.
        let state = give(state, Side::Reference, "other.tex", "w");
        assert_eq!(texts(&state), [row("w", "ours", "y"), row("w", "nougat", "z")]);
        let state = state.after(Action::History(HistoryAction::Undo));
        assert_eq!(texts(&state), [row("x", "ours", "y"), row("x", "nougat", "z")]);
    }
}
