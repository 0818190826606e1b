//! Messages about workers that fail. A message about lost work follows some of them, see [`failures`](super::failures).

use std::fmt::{Debug, Display};

/// A request was made although no worker runs.
pub const NOT_RUNNING: &str = "The worker is not running. Reload the page.";

/// The reason why a worker [`stopped`] whose script does not load.
pub const NOT_LOADED: &str = "it could not be loaded";

/// The browser ended the worker.
pub const ENDED: &str = "The worker was stopped, perhaps because memory ran out.";

/// The worker does not answer.
pub const UNRESPONSIVE: &str = "The worker stopped responding.";

/// The worker was restarted because the model is to run on another execution provider.
pub const PROVIDER_CHANGED: &str = "The execution provider was changed.";

/// The reason why there is no answer to a request that nobody waits for, as part of a sentence.
pub const CANCELLED: &str = "the request was cancelled";

/// The browser starts no worker.
#[must_use]
pub fn not_started(error: &impl Debug) -> String {
    format!("The worker could not be started: {error:?}")
}

/// The browser sends nothing to the worker.
#[must_use]
pub fn unreachable(error: &impl Debug) -> String {
    format!("The worker could not be reached: {error:?}")
}

/// The worker reported an error and ended.
#[must_use]
pub fn stopped(why: &str) -> String {
    format!("The worker stopped: {why}.")
}

/// The worker's answer has another form than expected.
#[must_use]
pub fn unreadable(error: &impl Display) -> String {
    format!("The worker's answer could not be read: {error}")
}

/// The worker exceeded a time limit.
#[must_use]
pub fn overdue(seconds: u32) -> String {
    format!("The worker was stopped: it was not done after {seconds} s.")
}

/// The worker died too often. Starts with the reason of the last death.
#[must_use]
pub fn given_up(why: &str) -> String {
    format!("{why} It could not be started again. Reload the page.")
}
