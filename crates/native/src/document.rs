//! The pages of a document, which help to read each other.

use std::time::Instant;

use texlens_ocr::typeset::{MOST_PAGES, typeset_document};
use texlens_ocr::{PageGlyphs, Recognition};

/// The pages of a document that were read, in order. They are typeset together, a limited number at a time.
pub struct DocumentPages<T> {
    /// The glyphs of the pages that are not yet typeset.
    waiting: Vec<PageGlyphs>,
    /// What is kept of the others.
    kept: Vec<T>,
    keep: fn(PageGlyphs, Recognition) -> T,
    milliseconds: f64,
}

impl<T> DocumentPages<T> {
    /// Begins a document. `keep` says what is kept of each page.
    #[must_use]
    pub fn new(keep: fn(PageGlyphs, Recognition) -> T) -> Self {
        Self {
            waiting: Vec::new(),
            kept: Vec::new(),
            keep,
            milliseconds: 0.0,
        }
    }

    /// Adds the next page.
    pub fn push(&mut self, page: PageGlyphs) {
        self.waiting.push(page);
        if self.waiting.len() >= MOST_PAGES {
            self.typeset();
        }
    }

    /// Typesets the rest. Returns what is kept of each page, and the time in milliseconds for typesetting all.
    #[must_use]
    pub fn finish(mut self) -> (Vec<T>, f64) {
        self.typeset();
        (self.kept, self.milliseconds)
    }

    fn typeset(&mut self) {
        let began = Instant::now();
        let pages = std::mem::take(&mut self.waiting);
        let recognitions = typeset_document(&pages);
        let both = pages.into_iter().zip(recognitions);
        self.kept
            .extend(both.map(|(page, recognition)| (self.keep)(page, recognition)));
        self.milliseconds += began.elapsed().as_secs_f64() * 1e3;
    }
}

/// Returns the LaTeX of a document from its pages in order, each with its number and its LaTeX or the reason why it was
/// not read. Such a page is a comment.
pub fn join_pages<'p>(pages: impl IntoIterator<Item = (u32, Result<&'p str, &'p str>)>) -> String {
    let written = pages.into_iter().map(|(number, page)| match page {
        Ok(latex) => latex.to_owned(),
        Err(why) => format!("% Page {number} could not be read: {}\n", why.replace('\n', " ")),
    });
    written.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_kept_in_its_place() {
        let mut pages = DocumentPages::new(|page, recognition| (page.width, recognition.latex));
        for width in 0..=MOST_PAGES {
            pages.push(PageGlyphs {
                width: width as f32,
                ..PageGlyphs::default()
            });
        }
        let widths: Vec<f32> = pages.finish().0.into_iter().map(|(width, _)| width).collect();
        assert_eq!(widths.len(), MOST_PAGES + 1);
        assert!(widths.is_sorted());
    }

    #[test]
    fn a_page_that_was_not_read_is_a_comment() {
        let joined = join_pages([(1, Ok("a\n")), (3, Err("it is\ndamaged")), (4, Ok("b\n"))]);
        assert_eq!(joined, "a\n\n% Page 3 could not be read: it is damaged\n\nb\n");
    }
}
