//! The sample pages that come with the app.

use std::rc::Rc;

use serde::Deserialize;
use texlens_evaluate::Credit;

use crate::brought::Brought;

use super::State;
use super::arriving::{Again, Arriving};

/// A sample page that comes with the app.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CatalogueEntry {
    /// The id of the sample page.
    pub id: String,
    /// File name of the page, beside the catalogue.
    pub image: String,
    /// Width of the page in pixels.
    pub width: u32,
    /// Height of the page in pixels.
    pub height: u32,
    /// File name of the reference, beside the catalogue.
    pub reference: String,
    /// The licence and origin.
    #[serde(flatten)]
    pub credit: Credit,
}

/// The sample pages that come with the app.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Catalogue {
    /// The entries; empty until loaded.
    pub entries: Rc<Vec<CatalogueEntry>>,
    /// The entry that is being loaded.
    pub fetching: Option<CatalogueEntry>,
}

/// Events of the sample pages that come with the app.
#[derive(Debug)]
pub enum CatalogueAction {
    /// The list of sample pages was loaded.
    Loaded(Vec<CatalogueEntry>),
    /// The person wants a sample page.
    Try(CatalogueEntry),
    /// The files of the sample page were fetched.
    Fetched(Brought),
}

impl State {
    pub(super) fn catalogue_after(&mut self, action: CatalogueAction) {
        match action {
            CatalogueAction::Loaded(entries) => self.catalogue.entries = Rc::new(entries),
            CatalogueAction::Try(entry) => self.catalogue.fetching = Some(entry),
            CatalogueAction::Fetched(brought) => {
                let credit = self.catalogue.fetching.take().map(|entry| Rc::new(entry.credit));
                let is_alone = brought.drafts.len() == 1;
                self.take(
                    brought,
                    Arriving {
                        credit,
                        is_alone,
                        is_first: true,
                        import: None,
                        again: Again::default(),
                    },
                );
            }
        }
    }
}
