//! Which sample is shown.

use std::rc::Rc;

use super::{Focus, Listing, Place, Sample, SampleId, State};

/// Forwards or backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the next.
    Next,
    /// To the previous.
    Previous,
}

/// What is shown and listed.
#[derive(Debug)]
pub enum SelectAction {
    /// Show a sample.
    Sample(SampleId),
    /// Show the next or previous sample.
    Neighbour(Step),
    /// Show what the next or previous system says of the same.
    System(Step),
    /// Show what a system says of the same beside it, or nothing.
    Beside(Option<Rc<str>>),
    /// Go to a place that an address names.
    Go(Place),
    /// Hide the pages of a document in the list, or list them.
    Fold {
        /// The document.
        document: SampleId,
        /// Whether they are hidden.
        is_folded: bool,
    },
    /// List only some samples, or in another order.
    List(Listing),
}

impl State {
    pub(super) fn select_after(&mut self, action: SelectAction) {
        match action {
            SelectAction::Sample(id) => self.select(Some(id)),
            SelectAction::Neighbour(step) => self.select_neighbour(step),
            SelectAction::System(step) => self.select_system(step),
            SelectAction::Beside(system) => self.beside = system,
            SelectAction::Go(place) => self.go(place),
            SelectAction::Fold { document, is_folded } => self.fold(document, is_folded),
            SelectAction::List(listing) => self.list(listing),
        }
    }

    pub(super) fn select(&mut self, id: Option<SampleId>) {
        if self.selected == id {
            return;
        }
        if let Some(before) = self.selected {
            self.edit(before, Sample::forget_glyphs);
        }
        self.selected = id;
        self.focus = Focus::Nothing;
        if let Some(leaf) = self.current().and_then(|shown| shown.leaf) {
            self.unfolded.insert_mut(leaf.document);
        }
    }

    /// Among the samples that are listed.
    pub(super) fn select_neighbour(&mut self, step: Step) {
        let rows = self.listed();
        let at = rows.iter().position(|id| Some(*id) == self.selected);
        let to = match (at, step) {
            (None, _) => Some(0),
            (Some(at), Step::Next) => Some(at + 1),
            (Some(at), Step::Previous) => at.checked_sub(1),
        };
        if let Some(id) = to.and_then(|to| rows.get(to)) {
            self.select(Some(*id));
        }
    }
}
