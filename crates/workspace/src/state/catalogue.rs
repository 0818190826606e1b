//! The sample pages and the comparison that come with the app.

use std::rc::Rc;

use serde::Deserialize;
use texlens_evaluate::Credit;

use crate::brought::Brought;

use super::arriving::{Again, Arriving};
use super::{Screen, State};

/// Dataset of the sample pages.
const SAMPLE_PAGES: &str = "sample pages";
/// Dataset of the comparison.
const COMPARISON: &str = "sample comparison";

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

impl CatalogueEntry {
    /// Returns the path of the page's thumbnail, relative to the app.
    #[must_use]
    pub fn thumbnail(&self) -> String {
        format!("thumbnails/{}.jpg", self.id)
    }
}

/// A comparison that comes with the app: pages, and the predictions of several systems for each.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ReadyComparison {
    /// The systems.
    pub systems: Vec<ReadySystem>,
    /// The pages.
    pub pages: Vec<CatalogueEntry>,
}

/// A system of a [`ReadyComparison`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ReadySystem {
    /// The name of the system.
    pub name: String,
    /// The folder of its predictions, beside the list of pages.
    pub folder: String,
}

/// Something that comes with the app and can be tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trial {
    /// A sample page.
    Page(Box<CatalogueEntry>),
    /// The comparison.
    Comparison,
}

/// The sample pages that come with the app.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Catalogue {
    /// The entries; empty until loaded.
    pub entries: Rc<Vec<CatalogueEntry>>,
    /// What is being loaded.
    pub fetching: Option<Trial>,
}

/// Events of the sample pages and the comparison that come with the app.
#[derive(Debug)]
pub enum CatalogueAction {
    /// The list of sample pages was loaded.
    Loaded(Vec<CatalogueEntry>),
    /// The person wants to try a sample page or the comparison.
    Try(Trial),
    /// The files were fetched.
    Fetched(Brought),
}

impl State {
    pub(super) fn catalogue_after(&mut self, action: CatalogueAction) {
        match action {
            CatalogueAction::Loaded(entries) => self.catalogue.entries = Rc::new(entries),
            CatalogueAction::Try(trial) => self.catalogue.fetching = Some(trial),
            CatalogueAction::Fetched(brought) => {
                let trial = self.catalogue.fetching.take();
                let is_alone = brought.drafts.len() == 1;
                let has_come = !brought.drafts.is_empty();
                let (dataset, screen) = match trial {
                    Some(Trial::Page(_)) => (Some(SAMPLE_PAGES), Some(Screen::Samples)),
                    Some(Trial::Comparison) => (Some(COMPARISON), Some(Screen::Compare)),
                    None => (None, None),
                };
                self.take(
                    brought,
                    Arriving {
                        dataset,
                        is_alone,
                        is_first: true,
                        import: None,
                        again: Again::default(),
                    },
                );
                if let Some(screen) = screen.filter(|_| has_come) {
                    self.show_screen(screen);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::brought::{Draft, Given, Refusal, Text};
    use crate::state::{Action, HistoryAction};

    fn credit() -> Credit {
        Credit {
            title: "Waves".to_owned(),
            page: 3,
            authors: "A. Author".to_owned(),
            licence: "MIT".to_owned(),
            licence_url: "https://example.org/LICENSE".to_owned(),
            origin: "example".to_owned(),
            source_url: "https://example.org/".to_owned(),
            changes: String::new(),
        }
    }

    fn draft(name: &str, systems: &[&str]) -> Draft {
        let given = |system: &&str| Given {
            name: format!("{name} \u{b7} {system}"),
            system: (*system).to_owned(),
            latex: "x".to_owned(),
        };
        Draft {
            name: name.to_owned(),
            reference: Some(Text {
                origin: format!("{name}.tex"),
                latex: "x".to_owned(),
            }),
            predictions: systems.iter().map(given).collect(),
            credit: Some(credit()),
            ..Draft::default()
        }
    }

    fn tried(state: State, trial: Trial, brought: Brought) -> State {
        let state = state.after(Action::Catalogue(CatalogueAction::Try(trial)));
        assert!(state.catalogue.fetching.is_some());
        let state = state.after(Action::Catalogue(CatalogueAction::Fetched(brought)));
        assert_eq!(state.catalogue.fetching, None);
        state
    }

    fn compared(state: State) -> State {
        let drafts = ["a", "b"].map(|name| draft(name, &["one", "two"])).into();
        let brought = Brought {
            drafts,
            ..Brought::default()
        };
        tried(state, Trial::Comparison, brought)
    }

    fn paged(state: State) -> State {
        let entry = CatalogueEntry {
            id: "p".to_owned(),
            image: "p.png".to_owned(),
            width: 1,
            height: 1,
            reference: "p.tex".to_owned(),
            credit: credit(),
        };
        let brought = Brought {
            drafts: vec![draft("p", &[])],
            ..Brought::default()
        };
        tried(state, Trial::Page(Box::new(entry)), brought)
    }

    #[test]
    fn the_comparison_is_shown_with_the_origin_of_its_pages_and_undone_at_once() {
        let state = compared(State::default());
        assert_eq!(state.screen(), Screen::Compare);
        assert_eq!(state.samples.len(), 4);
        let credits: Vec<_> = state.samples.iter().map(|sample| sample.credit.as_deref()).collect();
        assert_eq!(credits, vec![Some(&credit()); 4]);
        let state = state.after(Action::History(HistoryAction::Undo));
        assert!(state.samples.is_empty());
        // A page that is tried afterwards is shown, not compared.
        assert_eq!(paged(state).screen(), Screen::Samples);
    }

    #[test]
    fn a_page_that_was_tried_is_not_a_page_of_the_comparison() {
        let state = compared(paged(State::default()));
        let datasets: Vec<_> = state.samples.iter().map(|sample| sample.dataset.to_string()).collect();
        assert_eq!(datasets, [SAMPLE_PAGES, COMPARISON, COMPARISON, COMPARISON, COMPARISON]);
    }

    #[test]
    fn a_comparison_that_could_not_be_loaded_changes_no_screen() {
        let brought = Brought {
            refusals: vec![Refusal::new("demo.json", "it is missing")],
            ..Brought::default()
        };
        let state = tried(paged(State::default()), Trial::Comparison, brought);
        assert_eq!((state.screen(), state.refusals.len()), (Screen::Samples, 1));
    }
}
