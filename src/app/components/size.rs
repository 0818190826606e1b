//! Sizes in words.

/// Formats a number of bytes, for example `3.3 MB`.
pub(super) fn megabytes(bytes: f64) -> String {
    format!("{:.1} MB", bytes / 1e6)
}
