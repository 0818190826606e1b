//! Dates as reports have them.

use std::time::SystemTime;

/// The date and time now, in UTC.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
