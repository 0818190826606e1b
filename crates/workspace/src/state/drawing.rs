//! Pages of PDF files, which are drawn just before they are shown or read.

use std::rc::Rc;

use texlens_blob::Blob;

use super::{Sample, Stage, State};
use crate::brought::sentence;
use crate::messages::pdf::{Drawn, PageText};
use crate::picture::{PdfPage, Picture, Source};

/// Number of drawings to keep: the shown page, the next page to read, and some earlier ones. Other pages are drawn
/// again.
const AT_HAND: usize = 8;

/// The pages that were drawn last, and the page that is being drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawings {
    /// The drawings, newest last.
    drawn: Rc<Vec<(PdfPage, Outcome)>>,
    running: Option<PdfPage>,
}

/// A drawing, or the reason why there is none.
type Outcome = Result<Rc<Drawn>, String>;

/// The display state of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Paper {
    /// The image of the page.
    Here {
        /// The encoded bytes.
        blob: Blob,
        /// A remark for the person, as a sentence; empty if there is none.
        remark: String,
    },
    /// The page is being drawn.
    Coming,
    /// The page could not be drawn.
    Failed {
        /// A message that says what went wrong and what to do.
        message: String,
    },
}

/// Events of the pages of PDF files.
#[derive(Debug)]
pub enum DrawAction {
    /// A page is being drawn.
    Started(PdfPage),
    /// A page was drawn, or could not be.
    Drawn {
        /// The page.
        page: PdfPage,
        /// The drawing; an error is part of a sentence.
        drawn: Result<Drawn, String>,
    },
    /// Tries again to draw pages that could not be drawn.
    Again,
    /// The text of a page is being read.
    TextStarted(PdfPage),
    /// The text of a page was read, or could not be.
    TextRead {
        /// The page.
        page: PdfPage,
        /// The text; an error is part of a sentence.
        text: Result<PageText, String>,
    },
}

impl State {
    pub(super) fn draw_after(&mut self, action: DrawAction) {
        match action {
            DrawAction::Started(page) => self.drawing_started(page),
            DrawAction::Drawn { page, drawn } => self.drawn(page, drawn),
            DrawAction::Again => self.forget_failed_drawings(),
            DrawAction::TextStarted(page) => self.text_started(page),
            DrawAction::TextRead { page, text } => self.text_read(page, text),
        }
    }
}

impl Drawings {
    fn get(&self, page: &PdfPage) -> Option<&Outcome> {
        let found = self.drawn.iter().find(|(drawn, _)| drawn == page);
        found.map(|(_, outcome)| outcome)
    }

    /// Adds a drawing, and drops the oldest one that is not `shown`.
    fn take(&mut self, page: PdfPage, outcome: Outcome, shown: Option<&PdfPage>) {
        let drawn = Rc::make_mut(&mut self.drawn);
        drawn.retain(|(before, _)| *before != page);
        drawn.push((page, outcome));
        if drawn.len() > AT_HAND
            && let Some(oldest) = drawn.iter().position(|(page, _)| Some(page) != shown)
        {
            drop(drawn.remove(oldest));
        }
    }
}

impl State {
    /// Returns the display state of a page.
    #[must_use]
    pub fn paper(&self, picture: &Picture) -> Paper {
        let page = match &picture.source {
            Source::Image(blob) => {
                return Paper::Here {
                    blob: blob.clone(),
                    remark: String::new(),
                };
            }
            Source::Page(page) => page,
        };
        match self.drawings.get(page) {
            Some(Ok(drawn)) => match drawn.picture.blob() {
                Some(blob) => Paper::Here {
                    blob: blob.clone(),
                    remark: sentence(&drawn.remarks.join(", ")),
                },
                None => Paper::Coming,
            },
            Some(Err(message)) => Paper::Failed {
                message: message.clone(),
            },
            None => Paper::Coming,
        }
    }

    /// Returns the next page to draw: the shown page, or else the next page to read. One page is drawn at a time, while
    /// the previous one is read.
    pub(super) fn page_to_draw(&self) -> Option<PdfPage> {
        if self.drawings.running.is_some() {
            return None;
        }
        let to_read = || {
            let next = self.samples.first(Stage::ToRead).filter(|_| !self.paused);
            next.filter(|sample| self.needs_image(sample))
        };
        let wanted = self.current().into_iter().chain(to_read());
        let mut pages = wanted.filter_map(|sample| sample.pdf_page());
        pages.find(|page| self.drawings.get(page).is_none()).cloned()
    }

    pub(super) fn drawing_started(&mut self, page: PdfPage) {
        self.drawings.running = Some(page);
    }

    pub(super) fn drawn(&mut self, page: PdfPage, outcome: Result<Drawn, String>) {
        if self.drawings.running.as_ref() == Some(&page) {
            self.drawings.running = None;
        }
        let shown = self.current().and_then(|sample| sample.pdf_page()).cloned();
        let outcome = outcome.map(Rc::new).map_err(|why| sentence(&why));
        self.drawings.take(page, outcome, shown.as_ref());
    }

    /// Forgets failed drawings and texts, so that they are tried again.
    pub(super) fn forget_failed_drawings(&mut self) {
        self.forget_failed_text();
        Rc::make_mut(&mut self.drawings.drawn).retain(|(_, outcome)| outcome.is_ok());
    }

    /// Returns why the page of a sample could not be drawn.
    pub(super) fn drawing_failure(&self, sample: &Sample) -> Option<String> {
        self.drawings.get(sample.pdf_page()?)?.as_ref().err().cloned()
    }
}

impl Sample {
    /// Returns the PDF page from which the image is drawn.
    #[must_use]
    pub fn pdf_page(&self) -> Option<&PdfPage> {
        self.image.as_ref()?.page()
    }
}
