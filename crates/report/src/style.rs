//! The style sheets of reports and plots. `tokens.css` and `plot.css` are also part of the app's.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The style sheet of a report's pages, without KaTeX's.
pub(crate) const SHEET: &str = concat!(
    include_str!("style/tokens.css"),
    include_str!("style/report.css"),
    include_str!("style/plot.css")
);

/// The tokens by name, without the hyphens before it. Each stands on a line.
static TOKENS: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let token = |line: &'static str| line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": ");
    // A second rule has other values for print.
    let first_rule = include_str!("style/tokens.css").lines().take_while(|line| *line != "}");
    first_rule.filter_map(token).collect()
});

/// Returns the value of a token, and of a colour with two values the one for light.
pub(crate) fn light(token: &str) -> Option<&'static str> {
    let value = *TOKENS.get(token)?;
    let light = value
        .strip_prefix("light-dark(")
        .and_then(|colours| colours.split(", ").next());
    let light = light.unwrap_or(value);
    match light.strip_prefix("var(--") {
        Some(other) => self::light(other.strip_suffix(')')?),
        None => Some(light),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_their_values_for_light() {
        assert_eq!(light("series-7"), Some("#444444"));
        assert_eq!(light("sheet"), Some("#fff"));
        assert_eq!(light("accent"), light("blue"));
        assert!(light("blue").is_some_and(|blue| blue.starts_with('#')));
        assert!(light("ui").is_some_and(|fonts| fonts.ends_with("sans-serif")));
        assert_eq!(light("paper"), Some("#fbfbf9"), "on the screen");
        assert_eq!(light("no-such-token"), None);
    }
}
