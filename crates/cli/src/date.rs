//! Dates in the form that reports use.

use std::time::SystemTime;

/// Returns the current date and time in UTC.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
