//! Texts that are too long for a line.

/// Returns the beginning of a text on one line, at most `longest` characters of it.
pub(crate) fn beginning(text: &str, longest: usize) -> String {
    let line = text.lines().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(longest) {
        Some((end, _)) => format!("{} …", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}
