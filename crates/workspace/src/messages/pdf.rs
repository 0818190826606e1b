//! Messages between the page and the worker that draws pages of PDF files.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;

use crate::messages::Job;
use crate::picture::{PdfPage, Picture};

/// Page to worker. The next request is sent when the one before it has been answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Say what pages a file has.
    Open {
        /// Names the work.
        job: Job,
        /// The file.
        file: Blob,
        /// The resolution at which they would be drawn, in dots per inch.
        dpi: u16,
    },
    /// Draw a page.
    Draw {
        /// Names the work.
        job: Job,
        /// Which.
        page: PdfPage,
    },
}

/// Worker to page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The renderer begins, and hears nothing until it is done.
    Begun {
        /// The work.
        job: Job,
    },
    /// A file was opened.
    Opened {
        /// The work.
        job: Job,
        /// What it has.
        pages: Pages,
        /// Bytes of the renderer's memory.
        memory: f64,
    },
    /// A page was drawn.
    Drawn {
        /// The work.
        job: Job,
        /// What came of it.
        drawn: Drawn,
        /// Bytes of the renderer's memory.
        memory: f64,
    },
    /// The renderer did not survive it, or could not be loaded: the worker is of no use any more.
    Lost {
        /// The work.
        job: Job,
        /// What went wrong and what to do.
        message: String,
    },
    /// There is no such page, or the file is refused.
    Failed {
        /// The work.
        job: Option<Job>,
        /// What went wrong and what to do.
        message: String,
    },
    /// Sent by the page's own handle: the worker died and was started again; unfinished jobs are lost.
    Restarted {
        /// Why.
        message: String,
        /// The jobs that were not finished.
        lost: Vec<Job>,
    },
}

/// The pages of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pages {
    /// The resolution, in dots per inch.
    pub dpi: u16,
    /// Width and height of each in pixels; both 0 of a page that cannot be drawn.
    pub sizes: Vec<(u32, u32)>,
}

/// A page that was drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// A PNG.
    pub picture: Picture,
    /// The resolution, in dots per inch: as asked for, or lower if the page is too large.
    pub dpi: u16,
    /// What a person should know of it, as parts of a sentence.
    pub remarks: Vec<String>,
}
