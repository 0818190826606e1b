//! The sentences of the interface, one module for each screen. Other modules pass data; only these modules form
//! sentences, so that each sentence can be found, corrected and translated here.

pub mod failures;
pub mod import;
pub mod providers;

mod list;
mod notices;
mod page;
mod save;
mod storage;

/// Returns a number with its noun, in the plural unless the number is 1. Numbers of more than four digits have
/// separators.
#[must_use]
pub fn count(count: usize, noun: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::with_capacity(digits.len() + 4);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let plural = if count == 1 { "" } else { "s" };
    format!("{grouped} {noun}{plural}")
}
