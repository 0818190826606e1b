//! Messages between the page and the worker that reads.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_ocr::{BBox, Recognition};

use super::Job;

/// Names a page of a document; the page of the app chooses.
pub type PageId = u32;

/// Which execution provider the person asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderSetting {
    /// Measure and choose.
    #[default]
    Auto,
    /// WebAssembly on the CPU.
    Wasm,
    /// WebGPU; fails rather than falling back.
    WebGpu,
}

/// Which execution provider runs, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provider {
    /// `wasm` or `webgpu`.
    pub name: String,
    /// For a person, for example "WebGPU: no adapter answered within 3 s".
    pub reason: String,
    /// SHA-256 of the model file that passed the golden self-check.
    pub model: String,
}

/// A part of a page that is read again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Where, in pixels of the image.
    pub region: BBox,
    /// What was found on the page before, of which all outside the region stays: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON.
    pub page: Blob,
}

/// Page to worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Load runtime and model before they are needed. Recognition does it by itself otherwise.
    Prepare {
        /// The person's choice.
        provider: ProviderSetting,
    },
    /// Read a page image.
    Recognise {
        /// Names the work.
        job: Job,
        /// The encoded bytes.
        image: Blob,
        /// The person's choice.
        provider: ProviderSetting,
        /// Only a part of it.
        part: Option<Part>,
    },
    /// Write the texts of a document's pages together.
    Join {
        /// Names the work.
        job: Job,
        /// What was found on the pages, in their order: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON.
        pages: Vec<(PageId, Blob)>,
    },
    /// Stop a recognition at the next tile.
    Cancel {
        /// The work to stop.
        job: Job,
    },
}

/// Worker to page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Runtime or model is being fetched.
    Loading {
        /// What, for a person.
        what: String,
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all, where known.
        total: Option<f64>,
    },
    /// Runtime and model are ready.
    Ready {
        /// Which provider runs.
        provider: Provider,
    },
    /// Tiles of a page.
    Progress {
        /// The work.
        job: Job,
        /// Tiles read.
        done: usize,
        /// Tiles in all.
        total: usize,
    },
    /// A page was read.
    Recognised {
        /// The work.
        job: Job,
        /// Its LaTeX with places.
        recognition: Recognition,
        /// What it was made of: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON.
        page: Blob,
        /// Seconds from image bytes to LaTeX, without loading.
        seconds: f64,
        /// Which provider ran.
        provider: Provider,
    },
    /// A page of a document was written.
    Written {
        /// The work.
        job: Job,
        /// Which page.
        page: PageId,
        /// Its LaTeX with places.
        recognition: Recognition,
    },
    /// All of them were.
    Joined {
        /// The work.
        job: Job,
    },
    /// A job was stopped on request.
    Cancelled {
        /// The work.
        job: Job,
    },
    /// A job, or with no job the preparation, failed.
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
