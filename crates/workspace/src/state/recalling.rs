//! Restoring samples that the browser stored on an earlier visit.

use std::rc::Rc;

use super::samples::unique;
use super::{Keeping, Leaf, Notice, Offline, Sample, SampleId, State};

/// Events of the data that the browser stores: samples of an earlier visit, and the app itself.
#[derive(Debug)]
pub enum KeepAction {
    /// Samples of an earlier visit were loaded.
    Recalled(Vec<Rc<Sample>>),
    /// All stored samples were loaded.
    RecalledAll,
    /// Whether the samples are stored has changed.
    Keeping(Keeping),
    /// The state of the stored app has changed.
    Offline(Offline),
    /// The person postpones the newer version.
    PutOffUpdate,
}

impl State {
    pub(super) fn keep_after(&mut self, action: KeepAction) {
        match action {
            KeepAction::Recalled(kept) => self.recall(kept),
            KeepAction::RecalledAll => {
                self.is_recalling = false;
                self.wanted = None;
            }
            KeepAction::Keeping(keeping) => {
                if matches!(keeping, Keeping::Not(_)) {
                    self.wanted = None;
                }
                self.keeping = keeping;
            }
            KeepAction::Offline(offline) => self.offline = offline,
            KeepAction::PutOffUpdate => self.update_put_off = true,
        }
    }

    /// Returns whether the samples of an earlier visit are there, or will not come.
    #[must_use]
    pub fn has_recalled(&self) -> bool {
        !self.is_recalling && self.keeping != Keeping::Unknown
    }

    /// Restores samples to their places. A sample whose id is taken gets a new one.
    fn recall(&mut self, kept: Vec<Rc<Sample>>) {
        self.is_recalling = true;
        let count = kept.len();
        for mut sample in kept {
            // A sample of this visit may have the same id.
            if self.samples.get(sample.id).is_some() {
                self.moved.insert(sample.id, SampleId(self.next_id));
                Rc::make_mut(&mut sample).id = SampleId(self.next_id);
            }
            if let Some(document) = sample.leaf.and_then(|leaf| self.moved.get(&leaf.document)) {
                let moved = Rc::make_mut(&mut sample);
                moved.leaf = moved.leaf.map(|leaf| Leaf {
                    document: *document,
                    ..leaf
                });
            }
            if self.samples.named(&sample.name).is_some() {
                let name = unique(&sample.name, &self.samples);
                Rc::make_mut(&mut sample).name = name;
            }
            self.next_id = self.next_id.max(sample.id.0.saturating_add(1));
            self.samples.insert(sample);
        }
        if self.selected.is_none() {
            let first = self.samples.iter().next().map(|sample| sample.id);
            self.select(first);
        }
        self.notice = Some(Notice::Recalled(count));
    }
}
