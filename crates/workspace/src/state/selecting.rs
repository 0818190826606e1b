//! Selecting the shown sample.

use std::rc::Rc;

use super::{Focus, Listing, Place, Sample, SampleId, State};

/// A direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Forwards.
    Next,
    /// Backwards.
    Previous,
}

/// Events of selecting and listing.
#[derive(Debug)]
pub enum SelectAction {
    /// Shows a sample.
    Sample(SampleId),
    /// Shows the next or previous sample.
    Neighbour(Step),
    /// Shows the same case of the next or previous system.
    System(Step),
    /// Shows the prediction of another system beside the shown one, or none.
    Beside(Option<Rc<str>>),
    /// Goes to a place that an address names.
    Go(Box<Place>),
    /// Hides or lists the pages of a document.
    Fold {
        /// The document.
        document: SampleId,
        /// Whether to hide the pages.
        is_folded: bool,
    },
    /// Changes the filter, query or order of the list.
    List(Listing),
}

impl State {
    pub(super) fn select_after(&mut self, action: SelectAction) {
        match action {
            SelectAction::Sample(id) => self.select(Some(id)),
            SelectAction::Neighbour(step) => self.select_neighbour(step),
            SelectAction::System(step) => self.select_system(step),
            SelectAction::Beside(system) => self.beside = system,
            SelectAction::Go(place) => self.go(*place),
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

    /// Selects the next or previous listed sample.
    pub(super) fn select_neighbour(&mut self, step: Step) {
        if self.bench.is_shown {
            return Rc::make_mut(&mut self.bench).step(step);
        }
        if self.formula_list.is_shown {
            return self.step_listed_formula(step);
        }
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
