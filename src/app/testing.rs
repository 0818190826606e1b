//! What tests of the page have in common.

use super::state::{Action, ImportAction};
use crate::{
    blob::Blob,
    worker::import::{Desk, protocol::Event},
};

/// What the page hears of files that need no look.
pub(super) fn handed(files: &[(&str, &[u8])]) -> Action {
    let mut desk = Desk::default();
    for (path, bytes) in files {
        desk.add(path, Blob::new(bytes, ""));
    }
    desk.plan();
    let (brought, done, total) = desk.hand(|_| false);
    Action::Import(ImportAction::Heard(Box::new(Event::Handed {
        job: 1,
        brought,
        done,
        total,
    })))
}
