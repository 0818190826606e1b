//! The first whole number in what a model said.

/// The first run of ASCII digits, as the released code of pdf-parse-bench reads its judges (April 2026): `10/10` is 10, `Score: 8` is 8, `-3` is 3 and `7.5` is 7. A number beyond
/// the range is the largest one.
#[must_use]
pub fn first_integer(text: &str) -> Option<u64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let digits = text[start..].bytes().take_while(u8::is_ascii_digit);
    Some(digits.fold(0, |number: u64, digit| {
        number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_digits_count() {
        let cases = [
            ("10/10", Some(10)),
            ("Score: 8", Some(8)),
            ("-3", Some(3)),
            ("7.5", Some(7)),
            ("none", None),
            ("", None),
            ("9 of ٣", Some(9)),
        ];
        for (text, number) in cases {
            assert_eq!(first_integer(text), number, "{text}");
        }
        assert_eq!(first_integer(&"9".repeat(400)), Some(u64::MAX));
    }
}
