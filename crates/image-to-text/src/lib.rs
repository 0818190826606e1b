//! Image-to-text models that a person brings: a folder in the layout of transformers.js and optimum, read as the library
//! `transformers` would read it.
//!
//! [`Check`] says what a folder has and lacks. [`Model`] prepares images, decodes and makes texts of tokens; a [`Runtime`]
//! runs its graphs. There is no input or output here, so that app and command share all of it. With the feature `ort`,
//! tensors become values of that library, which both use.

mod check;
mod choice;
mod decode;
mod dtype;
mod folder;
mod formulas;
mod generation;
mod image;
mod json;
mod licence;
mod model;
mod onnx;
#[cfg(feature = "ort")]
mod ort_values;
mod page;
mod parts;
mod problem;
mod prompt;
mod runtime;
mod sight;
mod tensor;
mod tokens;

pub use check::{Check, Offer};
pub use choice::{ChoiceError, DtypeChoice};
pub use decode::{CacheShape, DecoderError, Limits, Stop};
pub use dtype::{Dtype, UnknownDtype};
pub use folder::{DESCRIPTIONS, FileEntry, Folder, Graph, GraphFile, Inventory, Kind};
pub use formulas::{FormulaPlace, WhichFormulas, formula_places, with_formulas};
pub use generation::{EarlyStopping, Generation};
pub use image::{
    Filter, Pixels, PreprocessError, Processor, ProcessorError, RgbImage, TileProcessor, Tiles, resize,
    resize_in_two_steps,
};
pub use json::JsonError;
pub use model::{DEFAULT_TOKENS, FitError, MOST_BEAMS, MOST_TOKENS, Model, OpenError, Reading, ReadingError, Settings};
pub use onnx::{DescribedPort, Dimension, GraphContent, OnnxError, Operator};
#[cfg(feature = "ort")]
pub use ort_values::{Ports, from_value, into_value};
pub use page::PageReading;
pub use problem::Problem;
pub use prompt::PromptError;
pub use runtime::{Port, Runtime};
pub use tensor::{Data, Element, Tensor};
pub use tokens::{TokensError, Vocabulary};
