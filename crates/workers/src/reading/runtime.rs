//! ONNX Runtime Web behind the detector's [`Backend`].

use gloo_timers::future::TimeoutFuture;
use ort::session::{RunOptions, Session};
use ort::value::Tensor;
use ort_web::{SyncDirection, ValueExt};
use texlens_ocr::detect::{Backend, Tile};
use texlens_worker_base::onnx::RuntimeError;

/// The reason why a tile could not be run.
#[derive(Debug, thiserror::Error)]
pub(super) enum TileError {
    /// The runtime failed.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// The model is not a glyph detector.
    #[error("the model has no output named `glyphs`")]
    NoOutput,
}

impl From<ort::Error> for TileError {
    fn from(error: ort::Error) -> Self {
        Self::Runtime(error.into())
    }
}

impl From<ort_web::Error> for TileError {
    fn from(error: ort_web::Error) -> Self {
        Self::Runtime(error.into())
    }
}

/// A session of the glyph detector.
pub(super) struct OrtWeb {
    session: Session,
}

impl OrtWeb {
    pub(super) const fn new(session: Session) -> Self {
        Self { session }
    }
}

impl Backend for OrtWeb {
    type Error = TileError;

    async fn run(&mut self, tile: &Tile) -> Result<Vec<f32>, TileError> {
        // In WebAssembly, a tile blocks the worker. Between tiles the worker receives messages, for example a
        // cancellation.
        TimeoutFuture::new(0).await;
        let image = Tensor::from_array(([1, 1, tile.height, tile.width], tile.ink.clone()))?;
        let options = RunOptions::new()?;
        let mut outputs = self.session.run_async(ort::inputs!["image" => image], &options).await?;
        let mut glyphs = outputs.remove("glyphs").ok_or(TileError::NoOutput)?;
        glyphs.sync(SyncDirection::Rust).await?;
        let (_, rows) = glyphs.try_extract_tensor::<f32>()?;
        Ok(rows.to_vec())
    }
}
