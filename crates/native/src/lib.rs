//! The parts of this machine that the command and the wheel for Python share: the TeX engine, ONNX Runtime, and the
//! process that draws pages of PDF files; where they are installed, and when each is used.
//!
//! Nothing is printed: results have remarks and errors, and the caller shows them.

mod about;
mod compiled;
mod document;
mod drawing;
mod image_reader;
mod image_to_text;
mod networks;
mod page_reader;
mod pdf;
mod pictures;
mod places;
mod reading_error;
mod runtime;
mod scoring;
mod tex_engine;
mod texbleu;
mod verdicts;

pub use about::{About, Part, about};
pub use compiled::compile;
pub use document::{DocumentPages, join_pages};
pub use drawing::DrawingKind;
pub use image_reader::ImageReader;
pub use image_to_text::{Graphs, ImageToText, ImageToTextError, read_folder};
pub use page_reader::{PageReader, PageSource, ReadPage};
pub use pdf::{Document, Drawn, Launch, LimitNames, Lost, PdfError, PdfLimits, Renderer, serve};
pub use pictures::{PdfPage, Picture, Pictures};
pub use places::{Places, has_manifest};
pub use reading_error::ReadingError;
pub use runtime::{Detector, Native, Runtime, RuntimeError};
pub use scoring::{Findings, score, score_compiled};
pub use tex_engine::{Pause, TexEngine};
pub use texbleu::bundled_texbleu;
pub use verdicts::{VerdictError, Verdicts};
