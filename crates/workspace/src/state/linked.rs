//! The report that the page's address names.

use crate::brought::Refusal;

use super::{Notice, State};

/// A report that is being fetched.
#[derive(Debug, Clone, PartialEq)]
pub struct Linked {
    /// Its file's name.
    pub name: String,
    /// Bytes so far.
    pub loaded: f64,
    /// Bytes in all, where the server says it.
    pub total: Option<f64>,
}

/// Of the report that the address of the page names.
#[derive(Debug)]
pub enum LinkAction {
    /// The report that the page's address names comes, or is there or given up.
    Comes(Option<Linked>),
    /// It could not be had.
    Refused(Refusal),
}

impl State {
    pub(super) fn link_after(&mut self, action: LinkAction) {
        match action {
            LinkAction::Comes(linked) => self.linked = linked,
            LinkAction::Refused(refusal) => {
                self.linked = None;
                self.refusals.push(refusal);
                self.notice = Some(Notice::Refused(1));
            }
        }
    }
}
