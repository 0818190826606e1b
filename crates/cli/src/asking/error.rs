//! The reasons why no model can be asked.

use texlens_judge::cost::PriceError;
use texlens_judge::{AccountError, EndpointError, RunError};

/// An error before anything is sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AskingError {
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Price(#[from] PriceError),
    #[error("{0} must be two amounts, for example 0.25,2")]
    PriceForm(&'static str),
    #[error("--budget must be an amount of dollars, for example 0.50")]
    Budget,
    #[error("{0} contains no key: it is empty or has characters that a key cannot have")]
    Key(&'static str),
    #[error("{0}: {1}")]
    Account(&'static str, AccountError),
}
