//! Reading with a model: the form, and the message about a run.

mod form;
mod message;

pub(super) use form::ReaderSheet;
pub(super) use message::ReaderMessage;
