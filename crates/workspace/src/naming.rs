//! Names of samples that several systems have read: `page 1 · A system`.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_divided_before_the_system() {
        assert_eq!(parts(&read_by("a \u{b7} b", "c")), ("a \u{b7} b", " \u{b7} c"));
        assert_eq!(parts("a"), ("a", ""));
        assert_eq!(parts(""), ("", ""));
    }
}
