//! Image-to-text models of a folder, run by ONNX Runtime.

mod error;
mod folder;
mod graphs;

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use texlens_image_to_text::{
    Check, DtypeChoice, Model, OpenError, PageReading, Reading, RgbImage, Settings, WhichFormulas,
};
use texlens_ocr::Recognition;
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
        let (image, remarks) = decoded(encoded)?;
        let reading = self.model.read(&mut self.graphs, &image, settings, progress);
        Ok((pollster::block_on(reading)?, remarks))
    }

    /// Reads the formulas of a page that the built-in OCR has read from this image; see [`Model::read_formulas`].
    ///
    /// # Errors
    /// If the image cannot be decoded, or a formula not be read.
    pub fn read_formulas(
        &mut self,
        encoded: &[u8],
        page: (&Recognition, WhichFormulas),
        settings: Settings,
    ) -> Result<PageReading, ImageToTextError> {
        let (image, _) = decoded(encoded)?;
        let go_on = |_, _, _: &dyn Fn() -> String| ControlFlow::Continue(());
        let reading = self
            .model
            .read_formulas(&mut self.graphs, &image, page, settings, go_on);
        Ok(pollster::block_on(reading)?)
    }

    /// Returns what the folder has.
    #[must_use]
    pub const fn check(&self) -> &Check {
        &self.check
    }
}

/// Decodes an image. Also returns what its file lacks.
fn decoded(encoded: &[u8]) -> Result<(RgbImage, Vec<String>), ImageToTextError> {
    let image = ColourImage::decode(encoded)?;
    let remarks = image.cut_off.map(|cut_off| cut_off.to_string()).into_iter().collect();
    let image = RgbImage::new(image.width, image.height, image.pixels);
    Ok((image.unwrap_or_else(|| RgbImage::filled(0, 0, [0; 3])), remarks))
}
