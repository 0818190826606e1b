//! Messages between the main thread and the worker that makes pages.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;

use super::frame::Job;
use crate::making::MakeOrder;

/// A message to the worker. Jobs are done one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Makes pages. [`Event::Ended`] ends the job.
    Make {
        /// The id of the job.
        job: Job,
        /// What to make.
        order: Box<MakeOrder>,
        /// The formulas to use in place of the supplied ones.
        formulas: Option<Blob>,
    },
    /// Packs files into an archive. [`Event::Packed`] ends the job.
    Pack {
        /// The id of the job.
        job: Job,
        /// The files by their paths.
        files: Vec<(String, Blob)>,
    },
}

/// An image of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadePicture {
    /// The id of the sample.
    pub id: String,
    /// Resolution and damage, in words.
    pub title: String,
    /// The path of the file.
    pub path: String,
    /// The width and the height in pixels.
    pub size: [usize; 2],
}

/// What the page knows of a made page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeInfo {
    /// The name of the page.
    pub name: String,
    /// The layout, in words.
    pub layout: String,
    /// The images.
    pub pictures: Vec<MadePicture>,
    /// The path of the reference.
    pub reference: String,
    /// The path of the PDF.
    pub pdf: String,
    /// The lines of the manifest for the images, each with a line break.
    pub manifest: String,
    /// The line of a manifest for the PDF, with a line break.
    pub pdf_manifest: String,
}

/// What a run has made so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MakeSummary {
    /// The number of pages.
    pub pages: usize,
    /// The reasons why pages could not be made.
    pub failed: Vec<String>,
    /// The number of formulas on the pages.
    pub formulas: usize,
    /// How many of them the glyph detector may have seen in training.
    pub trained: usize,
    /// The number of formulas that pages may have.
    pub corpus: usize,
    /// The number of formulas that were left out, by reason.
    pub counts: Vec<(String, usize)>,
    /// Formulas that were left out, each with the reason.
    pub named: Vec<String>,
}

impl MakeSummary {
    /// Returns the number of formulas that were left out.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.counts.iter().map(|(_, count)| count).sum()
    }
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The files of formulas or of the engine are being loaded.
    Loading {
        /// The id of the job.
        job: Job,
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all.
        total: f64,
    },
    /// The engine starts with a document. It receives nothing until it is done.
    Compiling {
        /// The id of the job.
        job: Job,
    },
    /// The formulas were read, or a page was made or could not be made.
    Made {
        /// The id of the job.
        job: Job,
        /// What has been made so far.
        summary: Box<MakeSummary>,
        /// The report of what has been made so far.
        report: Blob,
        /// The page.
        page: Option<Box<MadeInfo>>,
        /// The files of the page by their paths.
        files: Vec<(String, Blob)>,
        /// The boxes over each image, as SVG.
        boxes: Vec<Blob>,
    },
    /// All pages were tried.
    Ended {
        /// The id of the job.
        job: Job,
    },
    /// An archive was packed.
    Packed {
        /// The id of the job.
        job: Job,
        /// The archive.
        file: Blob,
    },
}
