//! Reads images with the bundled networks.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use texlens_ocr::PageGlyphs;
use texlens_ocr::detect::{GrayImage, NetworkSetting, Stages, Timed, read_page};

use crate::places::Places;
use crate::reading_error::ReadingError;
use crate::runtime::{Detector, Runtime, RuntimeError};

/// Finds the glyphs of images. The runtime is loaded with the first image.
pub struct ImageReader {
    places: Places,
    library: Option<PathBuf>,
    threads: usize,
    runtime: Option<Runtime>,
}

impl ImageReader {
    /// Uses the runtime in a library, or else an installed one. If `threads` is 0, the runtime chooses the number of
    /// threads.
    #[must_use]
    pub fn new(places: Places, library: Option<PathBuf>, threads: usize) -> Self {
        Self {
            places,
            library,
            threads,
            runtime: None,
        }
    }

    /// Loads the runtime, unless it is already there.
    ///
    /// # Errors
    /// If there is no runtime, or if it cannot be used.
    pub fn load(&mut self) -> Result<&mut Runtime, RuntimeError> {
        let loaded = match self.runtime.take() {
            Some(runtime) => runtime,
            None => Runtime::open(self.library.as_deref(), &self.places, self.threads)?,
        };
        Ok(self.runtime.insert(loaded))
    }

    /// Loads the networks anew when they are next needed; see [`Runtime::renew`].
    pub fn renew(&mut self) {
        if let Some(runtime) = &mut self.runtime {
            runtime.renew();
        }
    }

    /// Finds the glyphs of an encoded image, and measures the time. `progress` may stop the work after any tile.
    ///
    /// # Errors
    /// If the image cannot be decoded, or the network cannot be run.
    pub fn read(
        &mut self,
        encoded: &[u8],
        network: NetworkSetting,
        progress: impl FnMut() -> ControlFlow<()>,
    ) -> Result<(PageGlyphs, Stages), ReadingError> {
        let began = Instant::now();
        let image = GrayImage::decode(encoded)?;
        let decoding = milliseconds(began);
        let (found, stages) = self.read_pixels(&image, network, progress)?;
        let stages = Stages {
            image: decoding,
            ..stages
        };
        Ok((found, stages))
    }

    /// Finds the glyphs of a decoded image; see [`ImageReader::read`].
    ///
    /// # Errors
    /// If the network cannot be run.
    pub fn read_pixels(
        &mut self,
        image: &GrayImage,
        network: NetworkSetting,
        mut progress: impl FnMut() -> ControlFlow<()>,
    ) -> Result<(PageGlyphs, Stages), ReadingError> {
        let network = network.network(image.pixels.len(), false);
        let Detector { model, backend } = self.load()?.detector(network)?;
        let start = Instant::now();
        let mut timed = Timed::new(backend, || milliseconds(start));
        let found = pollster::block_on(read_page(image, model, &mut timed, |_, _| progress()))?;
        Ok((found, timed.stages()))
    }
}

/// Returns the milliseconds since a time.
fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
