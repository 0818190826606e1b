//! Image-to-text models of a folder, run by ONNX Runtime.

mod error;
mod folder;
mod graphs;

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use texlens_image_to_text::{Check, DtypeChoice, Model, OpenError, Reading, RgbImage, Settings};
use texlens_ocr::detect::ColourImage;

use crate::places::Places;
use crate::runtime::Library;
pub use error::ImageToTextError;
pub use folder::read_folder;
pub use graphs::Graphs;

/// A model that is ready to read images.
pub struct ImageToText {
    check: Check,
    model: Model,
    graphs: Graphs,
}

impl ImageToText {
    /// Opens the model of a folder, and loads its graphs. `library` is that of ONNX Runtime, else an installed one is used;
    /// if `threads` is 0, the runtime chooses the number of threads.
    ///
    /// # Errors
    /// If the folder has no model that can be run, or the runtime refuses it.
    pub fn open(
        folder: &Path,
        choice: &DtypeChoice,
        library: Option<&Path>,
        places: &Places,
        threads: usize,
    ) -> Result<Self, ImageToTextError> {
        let in_folder = || folder.to_owned();
        let listed = read_folder(folder).map_err(|error| ImageToTextError::Folder {
            folder: in_folder(),
            error,
        })?;
        let model = Model::open(&listed, choice).map_err(|error| ImageToTextError::Open {
            folder: in_folder(),
            error,
        })?;
        for file in model.graphs() {
            let content = file.content(&listed, File::open(folder.join(&file.path)));
            content.map_err(|problem| ImageToTextError::Open {
                folder: in_folder(),
                error: OpenError(vec![problem]),
            })?;
        }
        let library = Library::find(library, places, threads)?;
        let mut graphs = Graphs::new();
        for file in model.graphs() {
            let path = folder.join(&file.path);
            graphs.load(&library, file.graph, &path)?;
        }
        model.fit(&graphs).map_err(|error| ImageToTextError::Fit {
            folder: in_folder(),
            error,
        })?;
        Ok(Self {
            check: Check::of(&listed),
            model,
            graphs,
        })
    }

    /// Returns the model.
    #[must_use]
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the model, to change how it decodes.
    pub const fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    /// Reads an encoded image. `progress` receives the text so far after each token, and may stop the work.
    ///
    /// # Errors
    /// If the image cannot be decoded or read.
    pub fn read(
        &mut self,
        encoded: &[u8],
        settings: Settings,
        progress: impl FnMut(&dyn Fn() -> String) -> ControlFlow<()>,
    ) -> Result<(Reading, Vec<String>), ImageToTextError> {
        let image = ColourImage::decode(encoded)?;
        let remarks = image.cut_off.map(|cut_off| cut_off.to_string()).into_iter().collect();
        let image = RgbImage::new(image.width, image.height, image.pixels);
        let image = image.unwrap_or_else(|| RgbImage::filled(0, 0, [0; 3]));
        let reading = self.model.read(&mut self.graphs, &image, settings, progress);
        Ok((pollster::block_on(reading)?, remarks))
    }

    /// Returns what the folder has.
    #[must_use]
    pub const fn check(&self) -> &Check {
        &self.check
    }
}
