//! Messages between the main thread and the worker that reads pages.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_ocr::detect::NetworkSetting;
use texlens_ocr::{BBox, Recognition};

use super::frame::Job;

/// The id of a page of a document. The main thread chooses it.
pub type PageId = u32;

/// The execution provider that the person chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderSetting {
    /// Chooses the faster provider by measurement.
    #[default]
    Auto,
    /// WebAssembly on the CPU.
    Wasm,
    /// WebGPU. Fails instead of falling back.
    WebGpu,
}

/// What the person chose for reading images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ReadingSettings {
    /// The execution provider.
    pub provider: ProviderSetting,
    /// The network.
    pub network: NetworkSetting,
}

/// The execution provider that runs, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provider {
    /// `wasm` or `webgpu`.
    pub name: String,
    /// The reason, for people, and the network, for example "no WebGPU adapter answered within 3 s; fast network".
    pub reason: String,
    /// SHA-256 of the model file that passed the golden self-check.
    pub model: String,
}

/// What is read of a page image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The whole page.
    Page {
        /// The reason why the text of the PDF page is not taken, if it is one and nobody asked for its image.
        because: Option<String>,
    },
    /// A part of a page that was read before.
    Part(Part),
    /// The glyphs whose meaning a PDF file does not state. If no network can be loaded, they stay unread.
    Unread {
        /// The glyphs that the file states: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON.
        page: Blob,
        /// Seconds that reading them took.
        seconds: f64,
    },
}

/// A part of a page to read again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The part, in pixels of the image.
    pub region: BBox,
    /// The glyphs found on the page before: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON. Glyphs outside the region
    /// stay.
    pub page: Blob,
}

/// A message to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Reads a page image. The first one loads runtime and model.
    Recognise {
        /// The id of the job.
        job: Job,
        /// The encoded bytes.
        image: Blob,
        /// The choices of the person.
        settings: ReadingSettings,
        /// What to read of it.
        scope: Scope,
    },
    /// Typesets the text of a PDF page.
    Typeset {
        /// The id of the job.
        job: Job,
        /// The glyphs that the file states: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON.
        page: Blob,
        /// Seconds that reading them took.
        seconds: f64,
    },
    /// Typesets the pages of a document together.
    Join {
        /// The id of the job.
        job: Job,
        /// The glyphs found on the pages, in order: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON.
        pages: Vec<(PageId, Blob)>,
    },
    /// Stops a recognition at the next tile.
    Cancel {
        /// The id of the job.
        job: Job,
    },
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Runtime or model is being downloaded.
    Loading {
        /// A name for the download, for people.
        what: String,
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all, if known.
        total: Option<f64>,
    },
    /// A page was read.
    Recognised {
        /// The id of the job.
        job: Job,
        /// The LaTeX of the page with positions.
        recognition: Recognition,
        /// The glyphs behind the LaTeX: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON.
        page: Blob,
        /// Seconds from image bytes or PDF page to LaTeX, without loading.
        seconds: f64,
        /// The provider that ran; `None` for the text of a PDF page.
        provider: Option<Box<Provider>>,
    },
    /// A page of a document was written.
    Written {
        /// The id of the job.
        job: Job,
        /// The id of the page.
        page: PageId,
        /// The LaTeX of the page with positions.
        recognition: Recognition,
    },
    /// All pages of a document were written.
    Joined {
        /// The id of the job.
        job: Job,
    },
}
