//! The tables of TeXBLEU: the file of the model, fetched when the first formula is scored, and a tokeniser that the user
//! has given to the app.

use std::cell::RefCell;
use std::sync::Arc;

use serde::Deserialize;
use texlens_evaluate::{Kind, PackedBoard};
use texlens_metrics::suite::texbleu::TOKENISER;
use texlens_metrics::texbleu::{LoadedTokeniser, Sha256Sum, TableError, TexbleuModel, TokeniserChoice};
use texlens_metrics::{Evidence, Settings};

use texlens_browser::fetch::{self, FetchError};
use texlens_browser::user_files::{UseOfFiles, UserFiles};

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

/// The tables of TeXBLEU for the app at an address. Each is read once.
pub(crate) struct TexbleuTables {
    /// The address of the app's folder, which ends with a slash.
    base: String,
    model: RefCell<Option<Arc<TexbleuModel>>>,
    tokeniser: RefCell<Option<Arc<LoadedTokeniser>>>,
}

impl TexbleuTables {
    pub(crate) fn of(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            model: RefCell::default(),
            tokeniser: RefCell::default(),
        }
    }

    /// Returns the evidence for formulas with these settings. Only the metrics of TeXBLEU need it: without a table, their
    /// scores are undefined, with the reason.
    pub(crate) async fn evidence(&self, settings: &Settings) -> Evidence {
        let mut evidence = Evidence::default();
        match self.model().await {
            Ok(model) => evidence.texbleu = Some(model),
            Err(error) => web_sys::console::warn_1(&error.to_string().into()),
        }
        if let TokeniserChoice::File(sum) = settings.get(&TOKENISER) {
            evidence.tokeniser = self.tokeniser(sum).await;
        }
        evidence
    }

    async fn model(&self) -> Result<Arc<TexbleuModel>, TexbleuError> {
        if let Some(model) = self.model.borrow().as_ref() {
            return Ok(Arc::clone(model));
        }
        let model = fetch_model(&self.base).await?;
        self.model.replace(Some(Arc::clone(&model)));
        Ok(model)
    }

    /// Returns the tokeniser with this hash, if the browser stores it.
    async fn tokeniser(&self, sum: Sha256Sum) -> Option<Arc<LoadedTokeniser>> {
        if let Some(known) = self.tokeniser.borrow().as_ref().filter(|known| known.sum() == sum) {
            return Some(Arc::clone(known));
        }
        let files = UserFiles::open(&self.base, UseOfFiles::Tokenisers).await;
        let bytes = files.get(&sum.to_string()).await?;
        // The page has stored only what it could read.
        let tokeniser = Arc::new(LoadedTokeniser::parse(&bytes).ok()?);
        self.tokeniser.replace(Some(Arc::clone(&tokeniser)));
        Some(tokeniser)
    }
}

async fn fetch_model(base: &str) -> Result<Arc<TexbleuModel>, TexbleuError> {
    let manifest: Manifest = serde_json::from_str(&fetch::text(&format!("{base}models/texbleu.json")).await?)?;
    let url = format!("{base}models/{}", manifest.file);
    let bytes = fetch::bytes(&url, |_, _| {}).await?.to_vec();
    fetch::verify(&url, &bytes, &manifest.sha256)?;
    Ok(Arc::new(TexbleuModel::parse(&bytes)?))
}

/// Returns the evidence that the scorer of a board needs: the tables of TeXBLEU, if the board has missing predictions
/// of formulas to score.
pub(crate) async fn evidence(base: &str, board: &PackedBoard, settings: &Settings) -> Evidence {
    if board.kind == Kind::Formula && board.cases.iter().any(|case| case.reference.is_some()) {
        TexbleuTables::of(base).evidence(settings).await
    } else {
        Evidence::default()
    }
}
