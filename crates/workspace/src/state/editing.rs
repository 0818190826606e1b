//! Changes to samples by the person: writing, tagging, removing, restoring, and swapping their texts.

use std::rc::Rc;

use crate::brought::{Brought, Draft, Given, Text};
use crate::words::add_text as words;
use texlens_evaluate::Kind;
use texlens_metrics::Side;

use super::arriving::Arriving;
use super::history::{Memento, at_rest};
use super::sample::given;
use super::{Act, Focus, Notice, Sample, SampleId, State};

/// Changes to samples by the person.
#[derive(Debug)]
pub enum SampleAction {
    /// Texts were typed or pasted.
    Written {
        /// The kind of the sample.
        kind: Kind,
        /// The reference LaTeX; may be blank.
        reference: String,
        /// The prediction LaTeX; may be blank.
        prediction: String,
        /// The name of the system that produced the prediction; may be blank.
        system: String,
    },
    /// Gives a reference or a prediction to a sample.
    Give {
        /// The id of the sample.
        sample: SampleId,
        /// What the text is.
        side: Side,
        /// The text. Its origin names the system of a prediction.
        text: Text,
    },
    /// Adds a tag to a sample, or removes it.
    Tag {
        /// The id of the sample.
        sample: SampleId,
        /// The tag.
        name: String,
        /// Whether to add the tag.
        is_on: bool,
    },
    /// Sets the comment on a sample.
    Comment {
        /// The id of the sample.
        sample: SampleId,
        /// The whole comment.
        text: String,
    },
    /// Removes a sample from the list.
    Remove(SampleId),
    /// Removes all samples.
    RemoveAll,
    /// Swaps reference and prediction, which were mixed up.
    Swap(SampleId),
    /// Confirms that reference and prediction are not mixed up.
    KeepSides(SampleId),
}

impl State {
    pub(super) fn sample_after(&mut self, action: SampleAction) {
        match action {
            SampleAction::Written {
                kind,
                reference,
                prediction,
                system,
            } => self.write(kind, reference, prediction, &system),
            SampleAction::Give { sample, side, text } => {
                self.stripped = Rc::default();
                let latex = self.answer(text.latex);
                self.give(sample, side, Text { latex, ..text });
            }
            SampleAction::Tag { sample, name, is_on } => self.tag(sample, &name, is_on),
            SampleAction::Comment { sample, text } => self.comment(sample, &text),
            SampleAction::Remove(id) => self.remove(id),
            SampleAction::RemoveAll => self.remove_all(),
            SampleAction::Swap(id) => {
                let act = Act::Swapped(self.name_of(id));
                self.remembering(act, id, self.family(id), |state| state.swap(id));
            }
            SampleAction::KeepSides(id) => self.edit(id, |sample| sample.asks_sides = false),
        }
    }

    fn write(&mut self, kind: Kind, reference: String, prediction: String, system: &str) {
        self.stripped = Rc::default();
        let (reference, prediction) = (self.answer(reference), self.answer(prediction));
        let stripped = self.stripped.to_vec();
        let is_there = |latex: &String| !latex.trim().is_empty();
        let reference = Some(reference).filter(is_there).map(|latex| Text {
            origin: words::PASTED.to_owned(),
            latex,
        });
        let prediction = Some(prediction).filter(is_there).map(|latex| Given {
            name: "pasted".to_owned(),
            system: Some(system.trim())
                .filter(|system| !system.is_empty())
                .unwrap_or(words::PASTED)
                .to_owned(),
            latex,
        });
        let draft = Draft {
            name: "pasted".to_owned(),
            kind,
            reference,
            predictions: prediction.into_iter().collect(),
            ..Draft::default()
        };
        if draft.is_empty() {
            return;
        }
        self.dialog = None;
        let brought = Brought {
            drafts: vec![draft],
            stripped,
            ..Brought::default()
        };
        self.take(
            brought,
            Arriving {
                is_alone: true,
                is_first: true,
                ..Arriving::default()
            },
        );
        if let Some(id) = self.selected {
            self.edit(id, |sample| {
                sample.kind = kind;
                sample.prediction_changed();
            });
        }
    }

    fn remove(&mut self, id: SampleId) {
        let gone = self.with_empty_documents(self.family(id));
        let rows = self.listed();
        let at = rows.iter().position(|row| *row == id).unwrap_or_default();
        let (before, after) = rows.split_at(at);
        let stays = |row: &&SampleId| !gone.contains(*row);
        let neighbour = after
            .iter()
            .find(stays)
            .or_else(|| before.iter().rev().find(stays))
            .copied();
        self.notice = Some(Notice::Removed(self.name_of(id)));
        self.remember_removal(Act::Removed(self.name_of(id)), gone.clone());
        if self.selected.is_some_and(|selected| gone.contains(&selected)) {
            // If no other sample is listed, an unlisted one is shown.
            let other = || self.samples.iter().next().map(|sample| sample.id);
            self.select(neighbour.or_else(other));
        }
    }

    fn remove_all(&mut self) {
        let ids: Vec<SampleId> = self.samples.iter().map(|sample| sample.id).collect();
        let count = ids.len();
        if count == 0 {
            return;
        }
        self.remember_removal(Act::RemovedMany(count), ids);
        self.select(None);
        self.notice = Some(Notice::RemovedMany(count));
    }

    /// Removes samples, of which the first is shown if they come back.
    fn remember_removal(&mut self, act: Act, ids: Vec<SampleId>) {
        let first = ids.first().copied();
        let removed = ids.into_iter().filter_map(|id| Some((id, Some(self.take_out(id)?))));
        let removed = removed.collect();
        self.remember(act, Memento::Samples(removed, first));
    }

    /// Removes a sample from the list. Work on it starts again if it is restored.
    pub(super) fn take_out(&mut self, id: SampleId) -> Option<Rc<Sample>> {
        let sample = self.samples.remove(id)?;
        self.stops.extend(sample.job());
        Some(at_rest(&sample))
    }

    fn swap(&mut self, id: SampleId) {
        // The texts of a document are those of its pages, unless it has its own.
        let has_own = self.samples.get(id).is_some_and(|sample| sample.has_own_text());
        if self.has_pages(id) && !has_own {
            for page in self.samples.pages(id).map(|page| page.id).collect::<Vec<_>>() {
                self.swap(page);
            }
            return;
        }
        self.edit(id, |sample| {
            let reference = sample.prediction.take().map(|prediction| {
                Rc::new(Text {
                    origin: prediction.system.clone(),
                    latex: prediction.latex.clone(),
                })
            });
            let prediction = sample.reference.take().map(|text| given(&text));
            sample.reference = reference;
            sample.prediction = prediction.map(Rc::new);
            sample.is_given = sample.kind == Kind::Document && sample.prediction.is_some();
            sample.run = None;
            sample.asks_sides = false;
            sample.prediction_changed();
            sample.texts_changed();
        });
        self.focus = Focus::Nothing;
    }
}
