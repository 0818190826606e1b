//! Messages between the main thread and the worker that writes files. The evaluation travels in parts, so that the page
//! stays responsive; the worker requests page images one by one.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_evaluate::{Evaluation, Kind, SampleResult};
use texlens_report::Content;

use super::frame::Job;
use crate::saving::Format;

/// A message to the worker. Jobs are done one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Sets the evaluation, whose samples follow.
    Begin(Box<Subject>),
    /// Adds samples to the evaluation.
    Add(Vec<SampleResult>),
    /// Asks for the size of a file.
    Size {
        /// The id of the job.
        job: Job,
        /// The format of the file.
        format: Format,
        /// The content of the file.
        content: Content,
        /// The images that are available.
        images: Images,
    },
    /// Asks to write a file.
    Write {
        /// The id of the job.
        job: Job,
        /// The format of the file.
        format: Format,
        /// The content of the file.
        content: Content,
    },
    /// The answer to [`Event::Wanted`].
    Image(Option<Image>),
    /// Stops a job.
    Cancel {
        /// The id of the job.
        job: Job,
    },
}

/// An evaluation that is saved, and how its systems are compared.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Subject {
    /// The evaluation, without its samples.
    pub evaluation: Evaluation,
    /// The dataset to compare for each kind, if there are several.
    pub datasets: HashMap<Kind, String>,
    /// The settings of the metrics that differ from their defaults, by name.
    pub settings: BTreeMap<String, String>,
}

/// The images of an evaluation, for an estimate of the size.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Images {
    /// Bytes of each image.
    pub sizes: Vec<u64>,
    /// Number of pages of PDF files that are drawn only when the file is written.
    pub undrawn: usize,
}

/// A page image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// The bytes.
    pub file: Blob,
    /// Width and height in pixels, and the resolution in dots per inch, if a page of a PDF file was drawn.
    pub drawn: Option<(u32, u32, u16)>,
}

/// The size of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Number of bytes.
    pub bytes: u64,
    /// Whether `bytes` is exact; it is an estimate otherwise.
    pub is_exact: bool,
    /// Number of images that are drawn when the file is written, and not part of `bytes`.
    pub undrawn: usize,
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A size is known.
    Sized {
        /// The id of the job.
        job: Job,
        /// The size.
        size: Size,
    },
    /// The worker needs the image of a sample.
    Wanted {
        /// The id of the job.
        job: Job,
        /// Index of the sample.
        sample: usize,
        /// Whether a page of a PDF file may be drawn for it.
        may_draw: bool,
    },
    /// A file was written.
    Written {
        /// The id of the job.
        job: Job,
        /// The file.
        file: Blob,
        /// Number of page images that were omitted.
        left_out: usize,
    },
}
