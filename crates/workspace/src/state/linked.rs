//! The report that the page's address names.

use crate::brought::Refusal;

use super::{Notice, State};

/// A report that is being downloaded.
#[derive(Debug, Clone, PartialEq)]
pub struct Linked {
    /// The name of the file.
    pub name: String,
    /// Bytes so far.
    pub loaded: f64,
    /// Bytes in all, if the server says so.
    pub total: Option<f64>,
}

/// Events of the report that the page's address names.
#[derive(Debug)]
pub enum LinkAction {
    /// The report is being downloaded, or is no longer.
    Comes(Option<Linked>),
    /// The report could not be downloaded.
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
