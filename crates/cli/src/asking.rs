//! Asks language models: endpoints and keys, requests over the network, answers that were paid for, and previews.

mod cache;
mod drive;
mod error;
mod preview;
mod settings;
mod transport;

pub(crate) use drive::{Session, SessionFiles};
pub(crate) use error::AskingError;
pub(crate) use preview::{print as print_preview, print_cost};
pub(crate) use settings::{
    JUDGE_KEY, ProviderArgument, READER_KEY, SUBJECT_KEY, account, account_beside, budget, endpoint, price, temperature,
};
pub(crate) use transport::picture_file;
