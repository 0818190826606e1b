//! The test `footnote`.

use std::ops::Range;

use super::error::LoadError;
use super::fields::{Fields, non_empty};
use super::ratio::{partial_ratio, threshold};
use super::text::{find_from, normalise};
use super::verdict::{Verdict, quoted};
use crate::python::is_alphanumeric;

/// The number of characters on each side of a marker that are compared.
const REACH: usize = 200;

/// A footnote marker, and the texts beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Footnote {
    /// The marker, which must be written as `[^1]`, `<sup>1</sup>` or in superscript digits.
    pub marker: String,
    /// A text before the marker, normalised. Only letters and digits are compared, ignoring case.
    pub appears_before_marker: Option<String>,
    /// A text after the marker, normalised. Only letters and digits are compared, ignoring case.
    pub appears_after_marker: Option<String>,
}

impl Footnote {
    pub(super) fn from_fields(fields: &mut Fields) -> Result<Self, LoadError> {
        let marker = non_empty("marker", fields.required("marker")?)?;
        if marker.contains(' ') {
            return Err(LoadError::MarkerWithSpace);
        }
        Ok(Self {
            marker,
            appears_before_marker: fields.optional_text("appears_before_marker")?,
            appears_after_marker: fields.optional_text("appears_after_marker")?,
        })
    }

    /// Passes if the marker occurs, and if each given text is before or after any of its occurrences.
    pub(super) fn run(&self, markdown: &str, max_diffs: usize) -> Verdict {
        let places = self.places(markdown);
        if places.is_empty() {
            return Verdict::fail(format!("there is no footnote marker {}", quoted(&self.marker)));
        }
        if let Some(text) = &self.appears_before_marker {
            let found = Neighbour::of(text, max_diffs);
            if !places
                .iter()
                .any(|place| found.is_at_end_of(before(markdown, place.start)))
            {
                return Verdict::fail(format!(
                    "{} is not before a marker {}",
                    quoted(text),
                    quoted(&self.marker)
                ));
            }
        }
        if let Some(text) = &self.appears_after_marker {
            let found = Neighbour::of(text, max_diffs);
            if !places
                .iter()
                .any(|place| found.is_at_start_of(after(markdown, place.end)))
            {
                return Verdict::fail(format!(
                    "{} is not after a marker {}",
                    quoted(text),
                    quoted(&self.marker)
                ));
            }
        }
        Verdict::pass(format!(
            "the footnote marker {} is on the page, in its place",
            quoted(&self.marker)
        ))
    }

    /// Returns the byte ranges of the marker in any of its forms.
    fn places(&self, markdown: &str) -> Vec<Range<usize>> {
        let mut places = occurrences(markdown, &format!("[^{}]", self.marker));
        // With a colon, this is the note and not its marker.
        places.retain(|place| !markdown.get(place.end..).is_some_and(|rest| rest.starts_with(':')));
        places.extend(self.html_places(markdown));
        if let Some(digits) = self.marker.chars().map(superscript).collect::<Option<String>>() {
            places.extend(occurrences(markdown, &digits));
        }
        places
    }

    /// Returns the byte ranges at which the marker is a whole `sup` element.
    fn html_places(&self, markdown: &str) -> Vec<Range<usize>> {
        let page = markdown.to_ascii_lowercase();
        let content = format!("{}</sup>", self.marker.to_ascii_lowercase());
        let mut places = Vec::new();
        let mut at = 0;
        while let Some(start) = find_from(&page, at, "<sup") {
            let Some(inside) = find_from(&page, start, ">").map(|close| close + 1) else {
                break;
            };
            if page.get(inside..).is_some_and(|rest| rest.starts_with(&content)) {
                places.push(start..inside + content.len());
            }
            at = inside;
        }
        places
    }
}

/// A text that should be beside a marker.
struct Neighbour {
    letters: String,
    length: usize,
    needed: f64,
}

impl Neighbour {
    fn of(text: &str, max_diffs: usize) -> Self {
        let letters = letters_and_digits(text);
        Self {
            length: letters.chars().count(),
            letters,
            needed: threshold(max_diffs, text.chars().count()),
        }
    }

    fn is_at_end_of(&self, text: &str) -> bool {
        let text = letters_and_digits(text);
        let length = text.chars().count();
        let beside: String = text.chars().skip(length.saturating_sub(self.reach(length))).collect();
        self.is_like(&beside)
    }

    fn is_at_start_of(&self, text: &str) -> bool {
        let text = letters_and_digits(text);
        let beside: String = text.chars().take(self.reach(text.chars().count())).collect();
        self.is_like(&beside)
    }

    /// Returns the number of characters that are compared: twice the length of the text, or all if it has no letters or
    /// digits.
    fn reach(&self, length: usize) -> usize {
        if self.length == 0 { length } else { 2 * self.length }
    }

    fn is_like(&self, text: &str) -> bool {
        !text.is_empty() && partial_ratio(&self.letters, text) >= self.needed
    }
}

fn occurrences(markdown: &str, text: &str) -> Vec<Range<usize>> {
    let places = markdown.match_indices(text);
    places.map(|(start, found)| start..start + found.len()).collect()
}

/// Returns the last characters before a place.
fn before(markdown: &str, end: usize) -> &str {
    let text = markdown.get(..end).unwrap_or_default();
    let start = text.char_indices().rev().nth(REACH - 1).map_or(0, |(start, _)| start);
    text.get(start..).unwrap_or_default()
}

/// Returns the first characters after a place.
fn after(markdown: &str, start: usize) -> &str {
    let text = markdown.get(start..).unwrap_or_default();
    let end = text.char_indices().nth(REACH).map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or_default()
}

fn letters_and_digits(text: &str) -> String {
    let kept: String = normalise(text).chars().filter(|c| is_alphanumeric(*c)).collect();
    kept.to_lowercase()
}

const fn superscript(digit: char) -> Option<char> {
    Some(match digit {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => return None,
    })
}
