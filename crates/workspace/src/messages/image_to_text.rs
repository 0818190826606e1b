//! Messages between the main thread and the worker that reads with a model that a person brings.

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_ocr::Recognition;

use super::frame::Job;
use super::reading::ProviderSetting;
use crate::own_models::{ModelData, ModelFile, ModelSummary, RunsOn, Stop};

/// A message to the worker. A worker loads one model, in one number format and for one choice of the provider; another
/// needs another worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Checks a model without running it.
    Check {
        /// The id of the job.
        job: Job,
        /// The files of a folder, or an archive alone.
        files: Vec<ModelFile>,
    },
    /// Stores the files of a model in the browser.
    Keep {
        /// The id of the job.
        job: Job,
        /// The name of the model.
        name: String,
        /// The files of its folder.
        files: Vec<ModelFile>,
    },
    /// Reads an image. The first one loads the model.
    Read {
        /// The id of the job.
        job: Job,
        /// The model, and how it reads.
        order: ModelOrder,
        /// The encoded image.
        image: Blob,
        /// The page as the built-in OCR has read it, if the model reads its formulas alone.
        formulas: Option<Box<PageFormulas>>,
    },
    /// Stops reading at the next token.
    Cancel {
        /// The id of the job.
        job: Job,
    },
}

/// A model, and how it reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelOrder {
    /// The files of the model's folder.
    pub files: Vec<ModelFile<ModelData>>,
    /// The number format, by its name.
    pub dtype: String,
    /// What the model is asked to do; `None` for its own instruction, or if it takes no prompt.
    pub prompt: Option<String>,
    /// Most tokens of a text.
    pub tokens: usize,
    /// The number of beams; `None` for the model's own.
    pub beams: Option<usize>,
    /// Where the model runs.
    pub provider: ProviderSetting,
}

/// A page whose formulas a model reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageFormulas {
    /// What the built-in OCR has read.
    pub recognition: Recognition,
    /// Whether formulas in the text are read, too.
    pub are_all: bool,
}

/// A model that was found in files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundModel {
    /// The name of the model's folder.
    pub name: String,
    /// The files of the folder.
    pub files: Vec<ModelFile>,
    /// What the check found.
    pub summary: ModelSummary,
}

/// A message from the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A model was checked.
    Checked {
        /// The id of the job.
        job: Job,
        /// What was found.
        found: FoundModel,
    },
    /// A model was stored.
    Kept {
        /// The id of the job.
        job: Job,
        /// The hash under which it is stored.
        sha256: String,
    },
    /// The runtime or the model is being loaded, or files are being stored.
    Loading {
        /// The id of the job.
        job: Job,
        /// The name of the download or file.
        what: String,
        /// Bytes so far.
        loaded: f64,
        /// All bytes, if known.
        total: Option<f64>,
    },
    /// The model is loaded, and reads.
    Loaded {
        /// The id of the job.
        job: Job,
    },
    /// The text of an image so far.
    Writing {
        /// The id of the job.
        job: Job,
        /// The text.
        text: String,
        /// The number of its tokens.
        tokens: usize,
        /// Seconds since the first token was asked for.
        seconds: f64,
        /// The number of the formula from 1, and the number of all formulas, if formulas alone are read.
        formula: Option<(usize, usize)>,
    },
    /// An image was read.
    Read {
        /// The id of the job.
        job: Job,
        /// What was read.
        read: ReadImage,
    },
}

/// What a model read of an image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReadImage {
    /// The text.
    pub text: String,
    /// Its tokens, with the one that ends it.
    pub tokens: Vec<u32>,
    /// Why the text ends.
    pub stop: Stop,
    /// Seconds for the image, without those for loading the model.
    pub seconds: f64,
    /// What the image's file lacks.
    pub remarks: Vec<String>,
    /// The number of formulas that were read, and of those that were not, if formulas alone are read.
    pub formulas: Option<(usize, usize)>,
    /// What ran the model, and why.
    pub runs_on: RunsOn,
}
