//! Dates in the form that reports use.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the current date and time in UTC.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// Returns the current Unix time in milliseconds; `None` if the clock is before 1970.
pub(crate) fn milliseconds() -> Option<u64> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(since.as_millis()).ok()
}
