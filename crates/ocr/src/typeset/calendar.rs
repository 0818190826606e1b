//! Names of months: dates stand on title pages, behind author-year citations and in bibliographies.

const NAMES: &[&str] = &[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const SHORT: &[&str] = &[
    "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec",
];

/// Whether a word without punctuation is the name of a month or its abbreviation.
pub(super) fn is_month(word: &str) -> bool {
    NAMES.contains(&word) || SHORT.contains(&word)
}
