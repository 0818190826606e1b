//! Texts that are too long for a line.

/// Returns the beginning of a text on one line, at most `longest` characters of it, cut between words if it has any.
pub(crate) fn beginning(text: &str, longest: usize) -> String {
    let line = text.lines().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(longest) {
        Some((end, _)) => {
            let cut = line.get(..end).unwrap_or_default();
            let words = cut.rsplit_once(' ').map_or(cut, |(words, _)| words);
            format!("{} …", words.trim_end())
        }
        None => line,
    }
}
