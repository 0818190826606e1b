//! The files of the glyph detector: its manifest and its graph.

use texlens_ocr::detect::{Model, ModelError, Network};

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
    pub(super) network: Network,
    /// The description of the graph, from the manifest.
    pub(super) model: Model,
    /// The graph, as ONNX.
    pub(super) onnx: Vec<u8>,
}

impl Detector {
    /// Fetches a network for the app at `base`. `on_progress` receives the progress of the graph.
    pub(super) async fn fetch(
        base: &str,
        network: Network,
        on_progress: impl FnMut(f64, Option<f64>),
    ) -> Result<Self, DetectorError> {
        let manifest = fetch::text(&format!("{base}models/{}", network.manifest())).await?;
        let model = Model::from_manifest(&manifest)?;
        let url = format!("{base}models/{}", model.file);
        let onnx = fetch::bytes(&url, on_progress).await?.to_vec();
        fetch::verify(&url, &onnx, &model.sha256)?;
        Ok(Self { network, model, onnx })
    }
}
