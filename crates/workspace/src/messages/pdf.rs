//! Messages between the main thread and the worker that draws pages of PDF files and reads their text.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;

use super::frame::Job;
use crate::picture::{PdfPage, Picture};

/// A message to the worker. The next request is sent when the previous one is answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Asks for the pages of a file.
    Open {
        /// The id of the job.
        job: Job,
        /// The file.
        file: Blob,
        /// The resolution for drawing the pages, in dots per inch.
        dpi: u16,
    },
    /// Asks to draw a page.
    Draw {
        /// The id of the job.
        job: Job,
        /// The page.
        page: PdfPage,
    },
    /// Asks for the text of a page.
    Read {
        /// The id of the job.
        job: Job,
        /// The page.
        page: PdfPage,
    },
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The renderer starts. It receives nothing until it is done.
    Begun {
        /// The id of the job.
        job: Job,
    },
    /// A file was opened.
    Opened {
        /// The id of the job.
        job: Job,
        /// The pages of the file.
        pages: Pages,
        /// Bytes of the renderer's memory.
        memory: f64,
    },
    /// A page was drawn.
    Drawn {
        /// The id of the job.
        job: Job,
        /// The drawn page.
        drawn: Drawn,
        /// Bytes of the renderer's memory.
        memory: f64,
    },
    /// The text of a page was read.
    Read {
        /// The id of the job.
        job: Job,
        /// The text.
        text: PageText,
        /// Bytes of the renderer's memory.
        memory: f64,
    },
    /// The renderer crashed or could not be loaded. The worker cannot be used any more.
    Lost {
        /// The id of the job.
        job: Job,
        /// A message that says what went wrong and what to do.
        message: String,
    },
}

/// The pages of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pages {
    /// The resolution, in dots per inch.
    pub dpi: u16,
    /// Width and height of each page in pixels. Both are 0 for a page that cannot be drawn.
    pub sizes: Vec<(u32, u32)>,
}

/// A drawn page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// The image, a PNG.
    pub picture: Picture,
    /// The resolution in dots per inch: as requested, or lower if the page is too large.
    pub dpi: u16,
    /// Remarks for the person, as parts of a sentence.
    pub remarks: Vec<String>,
}

/// The text of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageText {
    /// The glyphs that the file states, in pixels of the page's image: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON.
    pub glyphs: Blob,
    /// The reason not to trust them, as part of a sentence.
    pub obstacle: Option<String>,
    /// Number of glyphs whose meaning the file does not state. They are read from the image.
    pub unread: u32,
    /// Seconds that reading took.
    pub seconds: f64,
}
