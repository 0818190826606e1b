//! Models that the person brings: the sheet with the list, the check and the form, and the message about a run.

mod form;
mod found;
mod list;
mod message;
mod sheet;

pub(super) use message::OwnModelMessage;
pub(super) use sheet::OwnModelsSheet;
