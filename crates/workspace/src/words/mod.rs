//! What the screens say, one module a screen: data in, sentences out. Whatever decides gives data; nobody beside these modules puts a
//! sentence together, so that each can be found, corrected and translated here.

pub mod failures;
pub mod import;
pub mod providers;

mod list;
mod notices;
mod page;
mod save;
mod storage;

/// A number with its noun.
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
