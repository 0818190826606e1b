//! Names of samples that several systems have read: `page 1 · A system`.

use std::borrow::Cow;

/// Stands between the name of a case and the name of what made its prediction.
const BETWEEN: &str = " \u{b7} ";

/// Returns the name of a case as a system has read it.
#[must_use]
pub fn read_by(name: &str, system: &str) -> String {
    format!("{name}{BETWEEN}{system}")
}

/// Divides a name before what names the system. The second part is empty if the name has none.
#[must_use]
pub fn parts(name: &str) -> (&str, &str) {
    name.rfind(BETWEEN).map_or((name, ""), |at| name.split_at(at))
}

/// Returns a name with at most `most` characters. A longer one is cut in the middle: names often differ at their end.
#[must_use]
pub fn elided(name: &str, most: usize) -> Cow<'_, str> {
    let count = name.chars().count();
    if count <= most {
        return Cow::Borrowed(name);
    }
    let kept = most.saturating_sub(1);
    let (first, last) = (kept / 2, kept - kept / 2);
    let start: String = name.chars().take(first).collect();
    let end: String = name.chars().skip(count - last).collect();
    Cow::Owned(format!("{start}\u{2026}{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_divided_before_the_system() {
        assert_eq!(parts(&read_by("a \u{b7} b", "c")), ("a \u{b7} b", " \u{b7} c"));
        assert_eq!(parts("a"), ("a", ""));
        assert_eq!(parts(""), ("", ""));
    }

    #[test]
    fn long_names_keep_their_end() {
        assert_eq!(elided("model-1", 7), "model-1");
        assert_eq!(elided("a-model-with-a-long-name-v2", 9), "a-mo\u{2026}e-v2");
        assert_eq!(elided("\u{e4}\u{f6}\u{fc}\u{df}", 3), "\u{e4}\u{2026}\u{df}");
        assert_eq!([elided("abc", 1), elided("abc", 0)], ["\u{2026}", "\u{2026}"]);
    }
}
