//! Failures of a call and their remedies.

use serde::{Deserialize, Serialize};

use crate::TransportFailure;
use crate::call::shortened;

/// The reason why a call has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Failure {
    /// There were too many requests. The call is retried after a while.
    #[error("the provider asks to wait: {message}")]
    RateLimited {
        /// The provider's message.
        message: String,
        /// The wait that the provider asks for.
        retry_after_ms: Option<u64>,
    },
    /// The server failed. The call is retried after a while.
    #[error("the server failed with status {status}: {message}")]
    Server {
        /// HTTP status, 500 or above.
        status: u16,
        /// The provider's message.
        message: String,
        /// The wait that the provider asks for.
        retry_after_ms: Option<u64>,
    },
    /// No answer came within the time limit. The call is retried.
    #[error("no answer came within the time limit; raise the limit, or use a faster model")]
    TimedOut,
    /// The connection failed or broke. The call is retried.
    #[error("the connection failed: {message}")]
    Unreachable {
        /// The system's message.
        message: String,
        /// Whether the request may have been sent.
        may_be_sent: bool,
    },
    /// The answer is longer than any valid answer.
    #[error("the answer is too long: no valid answer is as long")]
    TooLarge,
    /// The key is missing, wrong or without permission. Ends the run.
    #[error("the provider does not accept the key: {message}")]
    Unauthorised {
        /// The provider's message.
        message: String,
    },
    /// The address or the model does not exist. Ends the run.
    #[error("the endpoint or its model was not found: {message}")]
    NotFound {
        /// The provider's message.
        message: String,
    },
    /// The account is empty or its limit is reached. Ends the run.
    #[error("the provider's account has no credit left: {message}")]
    NoCredit {
        /// The provider's message.
        message: String,
    },
    /// The server redirects to another address, which must receive neither texts nor keys. Ends the run.
    #[error("the server redirects (status {status}); give the address it redirects to")]
    Redirected {
        /// HTTP status.
        status: u16,
    },
    /// The provider rejects the request.
    #[error("the provider refuses the request with status {status}: {message}")]
    BadRequest {
        /// HTTP status.
        status: u16,
        /// The provider's message.
        message: String,
    },
    /// The answer is not in the provider's form. The call is retried.
    #[error("the answer is not in the form of the provider: {message}; is it the right provider for this endpoint?")]
    Malformed {
        /// The error in its form.
        message: String,
    },
    /// The model declines, or a filter stopped it.
    #[error("the model declines to answer: {message}")]
    Refused {
        /// The message of the model or the filter.
        message: String,
    },
    /// The answer ended at its maximum length.
    #[error("the answer reached the maximum number of tokens and was cut off; raise that limit")]
    Cut {
        /// The answer until then; empty in records of earlier versions.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// The answer repeats itself without end, and was ended.
    #[error("the answer repeats itself and was ended")]
    Repeated {
        /// The answer until then.
        text: String,
    },
    /// A picture of the request cannot be read.
    #[error("{message}")]
    Unsendable {
        /// The reason.
        message: String,
    },
    /// The caller ended the call.
    #[error("the call was cancelled")]
    Cancelled,
}

/// The action that follows a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Retry after a while.
    Again,
    /// Give up this question; others may be answered.
    GiveUp,
    /// Stop the run, since no question will be answered.
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
            Self::TooLarge
            | Self::BadRequest { .. }
            | Self::Refused { .. }
            | Self::Cut { .. }
            | Self::Repeated { .. }
            | Self::Unsendable { .. }
            | Self::Cancelled => Remedy::GiveUp,
            Self::Unauthorised { .. } | Self::NotFound { .. } | Self::NoCredit { .. } | Self::Redirected { .. } => {
                Remedy::Stop
            }
        }
    }

    /// Returns the wait that the provider asks for.
    pub(crate) fn retry_after_ms(&self) -> Option<u64> {
        match self {
            Self::RateLimited { retry_after_ms, .. } | Self::Server { retry_after_ms, .. } => *retry_after_ms,
            _ => None,
        }
    }

    /// Reports whether the failure lies in this question, so that other calls may succeed.
    pub(crate) fn is_of_the_text(&self) -> bool {
        matches!(
            self,
            Self::Refused { .. }
                | Self::Cut { .. }
                | Self::Repeated { .. }
                | Self::Unsendable { .. }
                | Self::TooLarge
                | Self::Cancelled
        )
    }

    /// Reports whether the provider may have worked, and so charged, without reporting the tokens.
    pub(crate) fn may_have_cost(&self) -> bool {
        matches!(
            self,
            Self::TimedOut
                | Self::Unreachable { may_be_sent: true, .. }
                | Self::TooLarge
                | Self::Cancelled
                | Self::Malformed { .. }
                | Self::Refused { .. }
                | Self::Cut { .. }
                | Self::Repeated { .. }
        )
    }

    /// Makes a refusal from the message of a model or a filter.
    pub(crate) fn refused(message: &str) -> Self {
        Self::Refused {
            message: printable(message, MAX_MESSAGE),
        }
    }

    /// Makes a failure from a status that is not a success. `message` is the provider's message; `code` is the
    /// provider's name for the failure, if it has one.
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
            // Google reports a wrong key in this way.
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

/// Maximum length of a provider's message that is kept, in bytes.
const MAX_MESSAGE: usize = 1_000;

/// Returns the start of a server's message for a line of a terminal or a page. Control characters, which could move the
/// cursor, become blanks.
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
            TransportFailure::Unsendable(message) => Self::Unsendable { message },
        }
    }
}
