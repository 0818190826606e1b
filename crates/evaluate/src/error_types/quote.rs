//! Helpers for the sentences about errors.

/// Largest number of characters of a quotation.
const MAX_QUOTE: usize = 60;

/// Largest number of quotations in a list.
const MAX_LISTED: usize = 3;

/// Returns a number with its noun: “1 formula”, “2 formulas”.
pub(super) fn counted(count: usize, noun: &str) -> String {
    let plural = match noun.strip_suffix('y') {
        _ if count == 1 => noun.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    };
    format!("{count} {plural}")
}

/// Returns the beginning of a piece of the source, on one line and in quotation marks.
pub(super) fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("“{}…”", line.get(..end).unwrap_or_default()),
        None => format!("“{line}”"),
    }
}

/// Returns the first few texts of a list.
pub(super) fn listed(texts: &[&str]) -> String {
    let shown: Vec<_> = texts.iter().take(MAX_LISTED).map(|text| quoted(text)).collect();
    let rest = texts.len() - shown.len();
    if rest > 0 {
        format!("{} and {rest} more", shown.join(", "))
    } else {
        shown.join(", ")
    }
}
