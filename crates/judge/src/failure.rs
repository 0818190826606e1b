//! What can go wrong with a call, and what is to be done then.

use serde::{Deserialize, Serialize};

use crate::TransportFailure;
use crate::call::shortened;

/// Why a call gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Failure {
    /// Too many requests; asked again after a while.
    #[error("the provider asks to wait: {message}")]
    RateLimited {
        /// What the provider says.
        message: String,
        /// How long it asks to wait.
        retry_after_ms: Option<u64>,
    },
    /// The server's fault; asked again after a while.
    #[error("the server failed with status {status}: {message}")]
    Server {
        /// HTTP status, 500 and above.
        status: u16,
        /// What the provider says.
        message: String,
        /// How long it asks to wait.
        retry_after_ms: Option<u64>,
    },
    /// No answer within the time limit; asked again.
    #[error("no answer came within the time limit; raise it, or ask a quicker model")]
    TimedOut,
    /// The connection failed or broke; asked again.
    #[error("the connection failed: {message}")]
    Unreachable {
        /// What the system says.
        message: String,
        /// Whether the request may have been sent.
        may_be_sent: bool,
    },
    /// The answer is longer than any answer of a judge.
    #[error("the answer is too long to be one of a judge")]
    TooLarge,
    /// The key is missing, wrong or not allowed to do this. Ends the run.
    #[error("the provider does not accept the key: {message}")]
    Unauthorised {
        /// What the provider says.
        message: String,
    },
    /// There is no such address or model. Ends the run.
    #[error("the endpoint or its model was not found: {message}")]
    NotFound {
        /// What the provider says.
        message: String,
    },
    /// The account is empty or its limit reached. Ends the run.
    #[error("the provider's account has nothing left: {message}")]
    NoCredit {
        /// What the provider says.
        message: String,
    },
    /// The server sends elsewhere, where neither texts nor keys should go. Ends the run.
    #[error("the server redirects (status {status}); give the address it redirects to")]
    Redirected {
        /// HTTP status.
        status: u16,
    },
    /// The provider does not take this request.
    #[error("the provider refuses the request with status {status}: {message}")]
    BadRequest {
        /// HTTP status.
        status: u16,
        /// What the provider says.
        message: String,
    },
    /// An answer that is not in the provider's form; asked again.
    #[error("the answer is not in the form of the provider: {message}; is it the right provider for this endpoint?")]
    Malformed {
        /// What is wrong.
        message: String,
    },
    /// The model declines, or a filter stopped it.
    #[error("the model declines to answer: {message}")]
    Refused {
        /// What it says.
        message: String,
    },
    /// The answer ended at the limit of its length.
    #[error("the answer was cut off at the most tokens that it may have; raise that limit")]
    Cut,
    /// The caller ended the call.
    #[error("the call was cancelled")]
    Cancelled,
}

/// What is to be done after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Ask again after a while.
    Again,
    /// This question will not be answered; others may be.
    GiveUp,
    /// No question will be.
    Stop,
}

impl Failure {
    pub(crate) fn remedy(&self) -> Remedy {
        match self {
            Self::RateLimited { .. }
            | Self::Server { .. }
            | Self::TimedOut
            | Self::Unreachable { .. }
            | Self::Malformed { .. } => Remedy::Again,
            Self::TooLarge | Self::BadRequest { .. } | Self::Refused { .. } | Self::Cut | Self::Cancelled => {
                Remedy::GiveUp
            }
            Self::Unauthorised { .. } | Self::NotFound { .. } | Self::NoCredit { .. } | Self::Redirected { .. } => {
                Remedy::Stop
            }
        }
    }

    /// How long the provider asks to wait.
    pub(crate) fn retry_after_ms(&self) -> Option<u64> {
        match self {
            Self::RateLimited { retry_after_ms, .. } | Self::Server { retry_after_ms, .. } => *retry_after_ms,
            _ => None,
        }
    }

    /// Whether it lies in what was asked, so that other calls may fare better.
    pub(crate) fn is_of_the_text(&self) -> bool {
        matches!(
            self,
            Self::Refused { .. } | Self::Cut | Self::TooLarge | Self::Cancelled
        )
    }

    /// Whether the provider may have worked, and so charged, without saying for what.
    pub(crate) fn may_have_cost(&self) -> bool {
        matches!(
            self,
            Self::TimedOut
                | Self::Unreachable { may_be_sent: true, .. }
                | Self::TooLarge
                | Self::Cancelled
                | Self::Malformed { .. }
                | Self::Refused { .. }
                | Self::Cut
        )
    }

    /// A model's own words, or those of a filter, for declining.
    pub(crate) fn refused(message: &str) -> Self {
        Self::Refused {
            message: printable(message, MAX_MESSAGE),
        }
    }

    /// A failed status. `message` is what the provider says; `code` is its own name for it, where it has one.
    pub(crate) fn of_status(status: u16, code: &str, message: &str, retry_after_ms: Option<u64>) -> Self {
        let message = printable(message, MAX_MESSAGE);
        let has_no_credit = ["insufficient_quota", "billing", "credit balance"]
            .iter()
            .any(|name| code.contains(name) || message.to_ascii_lowercase().contains(name));
        match status {
            300..=399 => Self::Redirected { status },
            402 => Self::NoCredit { message },
            400 | 403 | 429 if has_no_credit => Self::NoCredit { message },
            429 => Self::RateLimited {
                message,
                retry_after_ms,
            },
            401 | 403 => Self::Unauthorised { message },
            // Google's form of a wrong key.
            400 if message.to_ascii_lowercase().contains("api key not valid") => Self::Unauthorised { message },
            404 => Self::NotFound { message },
            408 => Self::TimedOut,
            413 => Self::BadRequest { status, message },
            500.. => Self::Server {
                status,
                message,
                retry_after_ms,
            },
            _ => Self::BadRequest { status, message },
        }
    }
}

/// Longest message of a provider that is kept, in bytes.
const MAX_MESSAGE: usize = 1_000;

/// The start of what a server says, for a line of a terminal or a page: control characters, which could move the cursor, become blanks.
pub(crate) fn printable(text: &str, bytes: usize) -> String {
    let text = shortened(text, bytes);
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl From<TransportFailure> for Failure {
    fn from(failure: TransportFailure) -> Self {
        match failure {
            TransportFailure::TimedOut => Self::TimedOut,
            TransportFailure::Unreachable(message) => Self::Unreachable {
                message: printable(&message, MAX_MESSAGE),
                may_be_sent: true,
            },
            TransportFailure::NotConnected(message) => Self::Unreachable {
                message: printable(&message, MAX_MESSAGE),
                may_be_sent: false,
            },
            TransportFailure::TooLarge => Self::TooLarge,
            TransportFailure::Cancelled => Self::Cancelled,
        }
    }
}
