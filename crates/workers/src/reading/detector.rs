//! The files of the glyph detector: its manifest and its graph.

use texlens_ocr::detect::{Model, ModelError};

use texlens_browser::fetch::{self, FetchError};

/// The reason why the detector's files cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum DetectorError {
    /// A file is missing or is not the expected one.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The manifest does not fit this version of the app.
    #[error("{0}. Reload the page.")]
    Manifest(#[from] ModelError),
}

/// Everything that recognition needs, except the runtime.
pub(super) struct Detector {
    /// The description of the graph, from the manifest.
    pub(super) model: Model,
    /// The graph, as ONNX.
    pub(super) onnx: Vec<u8>,
}

impl Detector {
    /// Fetches the detector for the app at `base`. `on_progress` receives the progress of the graph.
    pub(super) async fn fetch(base: &str, on_progress: impl FnMut(f64, Option<f64>)) -> Result<Self, DetectorError> {
        let manifest = fetch::text(&format!("{base}models/glyph-detector.json")).await?;
        let model = Model::from_manifest(&manifest)?;
        let url = format!("{base}models/{}", model.file);
        let onnx = fetch::bytes(&url, on_progress).await?.to_vec();
        fetch::verify(&url, &onnx, &model.sha256)?;
        Ok(Self { model, onnx })
    }
}
