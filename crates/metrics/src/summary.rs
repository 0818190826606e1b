//! Wording of the sentences that explain a value.

/// The number of examples that are quoted; further ones are counted.
const MAX_NAMED: usize = 3;

/// The number of characters of an example that are quoted.
const MAX_CHARACTERS: usize = 40;

/// Returns a summary, for example `3 of 5 titles are right; missing: "Methods", "Results"`.
pub(crate) fn of_what(count: usize, total: usize, what: &str, otherwise: &str, examples: &[&str]) -> String {
    if examples.is_empty() {
        format!("{count} of {total} {what}")
    } else {
        format!("{count} of {total} {what}; {otherwise}: {}", quoted(examples))
    }
}

/// Returns a count with its noun, for example `1 word edit` or `2 word edits`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// Returns the first few examples in quotation marks, and the number of further ones.
pub(crate) fn quoted(examples: &[&str]) -> String {
    let named: Vec<String> = examples
        .iter()
        .take(MAX_NAMED)
        .map(|example| format!("\u{201c}{}\u{201d}", shortened(example)))
        .collect();
    match examples.len().saturating_sub(MAX_NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// Returns the beginning of a text on one line.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}\u{2026}", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_examples_are_named_and_the_rest_counted() {
        assert_eq!(of_what(2, 2, "found", "missing", &[]), "2 of 2 found");
        assert_eq!(
            of_what(1, 2, "found", "missing", &["a\n b"]),
            "1 of 2 found; missing: “a b”"
        );
        assert_eq!(quoted(&["a", "b", "c", "d"]), "“a”, “b”, “c” and 1 more");
        assert_eq!(shortened(&"é".repeat(60)).chars().count(), MAX_CHARACTERS + 1);
    }
}
