//! One side of a sample: a formula, a page, or the joined pages of a document.

use std::borrow::Cow;
use std::ops::Range;

/// LaTeX with the ranges of its pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<'a> {
    latex: Cow<'a, str>,
    pages: Vec<Range<usize>>,
}

impl<'a> Text<'a> {
    /// Joins the pages of a document in order, with a line break between two pages. The spans of scores count bytes
    /// from the start of the first page, including line breaks.
    #[must_use]
    pub fn document<'p>(pages: impl IntoIterator<Item = &'p str>) -> Self {
        let mut latex = String::new();
        let mut ranges = Vec::new();
        for page in pages {
            if !ranges.is_empty() {
                latex.push('\n');
            }
            ranges.push(latex.len()..latex.len() + page.len());
            latex.push_str(page);
        }
        Self {
            latex: Cow::Owned(latex),
            pages: ranges,
        }
    }

    /// Creates a document from joined pages. Ranges outside the text count as empty pages.
    #[must_use]
    pub fn with_pages(latex: &'a str, pages: &[Range<usize>]) -> Self {
        let page = |page: &Range<usize>| latex.get(page.clone()).map_or(0..0, |_| page.clone());
        Self {
            latex: Cow::Borrowed(latex),
            pages: pages.iter().map(page).collect(),
        }
    }

    /// Returns the whole LaTeX.
    #[must_use]
    pub fn latex(&self) -> &str {
        &self.latex
    }

    /// Returns the byte ranges of the pages, in order.
    #[must_use]
    pub fn pages(&self) -> &[Range<usize>] {
        &self.pages
    }
}

/// Borrows the same text.
impl<'a> From<&'a Text<'_>> for Text<'a> {
    fn from(text: &'a Text<'_>) -> Self {
        Self {
            latex: Cow::Borrowed(text.latex()),
            pages: text.pages.clone(),
        }
    }
}

/// Creates a text of a single page or formula.
impl<'a> From<&'a str> for Text<'a> {
    fn from(latex: &'a str) -> Self {
        Self {
            latex: Cow::Borrowed(latex),
            pages: std::iter::once(0..latex.len()).collect(),
        }
    }
}

/// Creates a text of a single page or formula.
impl<'a> From<&'a String> for Text<'a> {
    fn from(latex: &'a String) -> Self {
        Self::from(latex.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_its_pages_in_order() {
        let text = Text::document(["ab", "", "c"]);
        assert_eq!(text.latex(), "ab\n\nc");
        let pages: Vec<_> = text.pages().iter().map(|range| &text.latex()[range.clone()]).collect();
        assert_eq!(pages, ["ab", "", "c"]);
        assert!(Text::document([]).pages().is_empty());
        assert_eq!(Text::with_pages(text.latex(), text.pages()), text);
        assert_eq!(Text::with_pages("ab", &[0..1, 1..3]).pages(), [0..1, 0..0]);
    }
}
