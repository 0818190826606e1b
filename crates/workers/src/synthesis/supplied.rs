//! The formulas that texlens supplies, and the list of those of the training, fetched when pages are first made.

use std::cell::RefCell;
use std::rc::Rc;

use texlens_browser::fetch;
use texlens_synthesis::{Corpus, FORMULAS, SuppliedFile, TRAINED, Trained};

/// The folder of the files, relative to the app.
const FOLDER: &str = "synthesis/";

/// The supplied files. Each is fetched and read once.
pub(super) struct Supplied {
    /// The address of the app's folder, which ends with a slash.
    base: String,
    corpus: RefCell<Option<Corpus>>,
    trained: RefCell<Option<Rc<Trained>>>,
}

impl Supplied {
    pub(super) fn new(base: String) -> Self {
        Self {
            base,
            corpus: RefCell::default(),
            trained: RefCell::default(),
        }
    }

    /// Returns the supplied formulas. `tell` receives the bytes of a file that have arrived, and all.
    pub(super) async fn corpus(&self, tell: impl Fn(f64, f64)) -> Result<Corpus, String> {
        if let Some(corpus) = &*self.corpus.borrow() {
            return Ok(corpus.clone());
        }
        let trained = self.trained(&tell).await?;
        let file = self.file(FORMULAS, &tell).await?;
        let corpus = Corpus::parse(&file, &trained).map_err(|error| error.to_string())?;
        self.corpus.replace(Some(corpus.clone()));
        Ok(corpus)
    }

    /// Returns the list of the training.
    pub(super) async fn trained(&self, tell: impl Fn(f64, f64)) -> Result<Rc<Trained>, String> {
        if let Some(trained) = &*self.trained.borrow() {
            return Ok(Rc::clone(trained));
        }
        let trained = Rc::new(Trained::parse(&self.file(TRAINED, &tell).await?));
        self.trained.replace(Some(Rc::clone(&trained)));
        Ok(trained)
    }

    async fn file(&self, file: SuppliedFile, tell: &impl Fn(f64, f64)) -> Result<Vec<u8>, String> {
        let url = format!("{}{FOLDER}{}", self.base, file.name);
        let progress = |loaded, total: Option<f64>| tell(loaded, total.unwrap_or(loaded));
        let bytes = fetch::bytes(&url, progress)
            .await
            .map_err(|error| error.to_string())?
            .to_vec();
        fetch::verify(&url, &bytes, file.sha256).map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}
