//! The first whole number in a model's answer.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Returns the first word that consists of digits, as the released code of pdf-parse-bench reads its judges
/// (`\b(\d+)\b`). `10/10` is 10, `Score: 8` is 8, `-3` is 3, `7.5` is 7, and `1st try: 8` is 8. A word is a run of
/// letters, numbers and underscores. A digit is any decimal digit of Unicode. A number beyond the range becomes
/// `u64::MAX`.
#[must_use]
pub fn first_integer(text: &str) -> Option<u64> {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.find_map(|word| {
        let digits: Option<Vec<u64>> = word.chars().map(digit).collect();
        let digits = digits.filter(|digits| !digits.is_empty())?;
        Some(
            digits
                .into_iter()
                .fold(0, |number: u64, digit| number.saturating_mul(10).saturating_add(digit)),
        )
    })
}

/// Returns the value of a decimal digit. Unicode has decimal digits in consecutive runs of ten, from 0 to 9.
fn digit(c: char) -> Option<u64> {
    let is_digit = |c: char| c.general_category() == GeneralCategory::DecimalNumber;
    if !is_digit(c) {
        return None;
    }
    let before = (0..u32::from(c))
        .rev()
        .map_while(char::from_u32)
        .take_while(|c| is_digit(*c));
    Some(before.count() as u64 % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_of_digits_counts() {
        let cases = [
            ("10/10", Some(10)),
            ("Score: 8", Some(8)),
            ("1st try: 8", Some(8)),
            ("x2 = 4", Some(4)),
            ("score_3, 5", Some(5)),
            ("**9**", Some(9)),
            ("-3", Some(3)),
            ("7.5", Some(7)),
            ("none", None),
            ("v2", None),
            ("", None),
            ("9 of \u{663}", Some(9)),
            ("\u{661}\u{660}", Some(10)),
            ("\u{1d7d8}\u{1d7e3}", Some(1)),
        ];
        for (text, number) in cases {
            assert_eq!(first_integer(text), number, "{text}");
        }
        assert_eq!(first_integer(&"9".repeat(400)), Some(u64::MAX));
    }
}
