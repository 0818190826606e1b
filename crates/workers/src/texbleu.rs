//! The file of the TeXBLEU model, fetched when the first formula is scored.

use std::sync::Arc;

use serde::Deserialize;
use texlens_evaluate::{Kind, PackedBoard};
use texlens_metrics::Evidence;
use texlens_metrics::texbleu::{TableError, TexbleuModel};

use texlens_browser::fetch::{self, FetchError};

/// The reason why the model cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TexbleuError {
    /// A file is missing or is not the expected one.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The manifest does not fit this version of the app.
    #[error("the manifest of the TeXBLEU model cannot be read: {0}. Reload the page.")]
    Manifest(#[from] serde_json::Error),
    /// The model does not fit this version of the app.
    #[error("{0}. Reload the page.")]
    Table(#[from] TableError),
}

/// The part of the manifest that the app needs.
#[derive(Deserialize)]
struct Manifest {
    file: String,
    sha256: String,
}

/// Fetches the model for the app at `base`.
pub(crate) async fn fetch_model(base: &str) -> Result<Arc<TexbleuModel>, TexbleuError> {
    let manifest: Manifest = serde_json::from_str(&fetch::text(&format!("{base}models/texbleu.json")).await?)?;
    let url = format!("{base}models/{}", manifest.file);
    let bytes = fetch::bytes(&url, |_, _| {}).await?.to_vec();
    fetch::verify(&url, &bytes, &manifest.sha256)?;
    Ok(Arc::new(TexbleuModel::parse(&bytes)?))
}

/// Returns the evidence that the scorer of a board needs: the TeXBLEU model, if the board has missing predictions of
/// formulas to score.
pub(crate) async fn evidence(base: &str, board: &PackedBoard) -> Evidence {
    let mut evidence = Evidence::default();
    if board.kind == Kind::Formula && board.cases.iter().any(|case| case.reference.is_some()) {
        match fetch_model(base).await {
            Ok(model) => evidence.texbleu = Some(model),
            // Only TeXBLEU needs the model. Without it, the score is undefined, with this reason.
            Err(error) => web_sys::console::warn_1(&error.to_string().into()),
        }
    }
    evidence
}
