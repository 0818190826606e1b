//! Messages between the main thread and the worker that prepares pictures for models that read.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_judge::Picture;
use texlens_readers::Granularity;

use super::frame::Job;

/// A message to the worker: prepares the pictures of a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The id of the job.
    pub job: Job,
    /// The images of the pages.
    pub images: Vec<Blob>,
    /// The longest side in pixels, to which larger ones are reduced.
    pub longest_side: Option<u32>,
    /// Whether the pages are merged into one picture.
    pub granularity: Granularity,
}

/// A message from the worker: the pictures are prepared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The id of the job.
    pub job: Job,
    /// What the request shows.
    pub shown: ShownPages,
}

/// The pictures of a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShownPages {
    /// The pictures with their data.
    pub pictures: Vec<(Picture, Blob)>,
    /// The pages that are not shown, by their index among those of the request, with the reason.
    pub failed: Vec<(usize, String)>,
}
