//! Printed numbers of headings (`\@seccntformat`, `\@chapapp`): `2.1`, `IV.`, `B.`, `A.2`, `Chapter 3`, `Appendix A:`.

use super::row::Row;

/// The way in which a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    /// `IV.`, in sections of IEEEtran and REVTeX.
    Roman,
    /// `B.`: a subsection if sections have Roman numbers, otherwise an appendix.
    Letter,
    /// `Appendix B`, `Chapter 2`.
    Named,
    /// `2` or `A.2.1`, with this number of parts.
    Parts(usize),
}

/// The number that a heading begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) scheme: Scheme,
    /// The text without a full stop at its end.
    pub(super) text: String,
    /// The number of words of the row that it takes.
    pub(super) words: usize,
}

/// Names before the number of a chapter or an appendix (`\chaptername`, `\appendixname`).
const NAMES: &[&str] = &["chapter", "appendix"];

impl Number {
    /// Returns the number that the row begins with, if a gap or a full stop separates the number from the following
    /// text.
    pub(super) fn of(row: &Row<'_>) -> Option<Self> {
        let [first, second, ..] = row.segments.as_slice() else {
            return None;
        };
        if NAMES.contains(&first.symbols().to_lowercase().as_str()) {
            return Self::named(&second.symbols(), row.segments.len());
        }
        let printed = first.symbols();
        let gap = second.bbox().x0 - first.bbox().x1;
        if gap < 0.45 * row.line.size && !printed.ends_with('.') {
            return None;
        }
        let number = Self::parse(&printed)?;
        let is_sign = number.scheme != Scheme::Letter || printed.ends_with('.') || gap > 0.7 * row.line.size;
        is_sign.then_some(number)
    }

    /// Reads the number behind the name of a chapter or an appendix. A full stop, a colon or the end of the row
    /// separates the number from the title.
    fn named(printed: &str, words: usize) -> Option<Self> {
        let number = Self::parse(printed.trim_end_matches(':'))?;
        (words == 2 || printed.ends_with(['.', ':'])).then_some(Self {
            scheme: Scheme::Named,
            words: 2,
            ..number
        })
    }

    /// Reads a number as it is printed.
    pub(super) fn parse(printed: &str) -> Option<Self> {
        let text = printed.trim_end_matches('.');
        let is_letter = |part: &str| part.len() == 1 && part.bytes().all(|b| b.is_ascii_uppercase());
        let is_digits = |part: &str| (1..3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        let parts: Vec<&str> = text.split('.').collect();
        let (first, rest) = parts.split_first()?;
        let are_parts = (is_letter(first) || is_digits(first)) && rest.iter().all(|part| is_digits(part));
        // `A1`, as in appendices of journals in astronomy.
        let is_joined = rest.is_empty()
            && first
                .split_at_checked(1)
                .is_some_and(|(a, b)| is_letter(a) && is_digits(b));
        let is_roman =
            rest.is_empty() && printed.ends_with('.') && !text.is_empty() && text.bytes().all(|b| b"IVX".contains(&b));
        let scheme = if is_roman {
            Scheme::Roman
        } else if are_parts && rest.is_empty() && is_letter(first) {
            Scheme::Letter
        } else if are_parts {
            Scheme::Parts(parts.len())
        } else if is_joined {
            Scheme::Parts(2)
        } else {
            return None;
        };
        Some(Self {
            scheme,
            text: text.to_owned(),
            words: 1,
        })
    }

    /// Returns the level of a heading with the number, 1 for a section. If sections have Roman numbers (`has_roman`),
    /// subsections have letters and lower levels have Arabic numbers.
    pub(super) fn level(&self, has_roman: bool) -> usize {
        match self.scheme {
            Scheme::Roman | Scheme::Named => 1,
            Scheme::Letter if has_roman => 2,
            Scheme::Letter => 1,
            Scheme::Parts(1) if has_roman => 3,
            Scheme::Parts(count) => count.min(3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(printed: &str, has_roman: bool) -> Option<usize> {
        Number::parse(printed).map(|number| number.level(has_roman))
    }

    #[test]
    fn the_scheme_tells_the_level() {
        assert_eq!(level("2", false), Some(1));
        assert_eq!(level("A.2.", false), Some(2));
        assert_eq!(level("IV.", true), Some(1));
        assert_eq!(level("B.", true), Some(2));
        assert_eq!(level("B", false), Some(1));
        assert_eq!(level("3.", true), Some(3));
        assert_eq!(level("1.2.3.4", false), Some(3));
        assert_eq!(level("A1", false), Some(2));
        assert_eq!(Number::named("A:", 4).map(|number| number.level(true)), Some(1));
        assert_eq!(Number::named("3", 4), None);
    }

    #[test]
    fn words_and_years_are_no_numbers() {
        assert_eq!(level("2014", false), None);
        assert_eq!(level("It", false), None);
        assert_eq!(level("1.", false), Some(1));
        assert_eq!(level(".", false), None);
    }
}
