//! Everything the page shows, as one value, and every way it changes. No browser in here: effects live in the hooks.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    rc::Rc,
};

use rpds::{HashTrieMap, HashTrieSet};

use super::unfinished::Interrupted;
use crate::brought::{ImportId, Piece, Refusal};
use crate::messages::Job;
use crate::messages::reading::ProviderSetting;

mod action;
mod address;
mod arriving;
mod catalogue;
mod compare;
mod corrections;
mod datasets;
mod documents;
mod drawing;
mod editing;
mod engine;
mod filter;
mod focus;
mod found;
mod import;
mod inspect;
mod judging;
mod linked;
mod listing;
mod notice;
mod offline;
mod opening;
mod page;
mod queue;
mod reading;
mod recalling;
mod sample;
mod samples;
mod saved;
mod saving;
mod scoring;
mod selecting;
mod view;

pub use action::Action;
pub use address::Place;
pub use arriving::Added;
pub use catalogue::{Catalogue, CatalogueAction, CatalogueEntry};
pub use compare::{Choice, Compare, CompareAction, Plot, Reply};
pub use corrections::CorrectAction;
pub use datasets::DatasetChoice;
pub use documents::PageCount;
pub use drawing::{DrawAction, Drawings, Paper};
pub use editing::SampleAction;
pub use engine::{Engine, EngineAction};
pub use filter::{Filter, main_metric};
pub use focus::{Focus, Pointed, spans_on};
pub use found::{Found, Part, Region};
pub use import::{Import, ImportAction, Sheet};
pub use judging::{Example, Judging, JudgingAction, Offer, Preview, Tally};
pub use linked::{LinkAction, Linked};
pub use listing::{Listing, Order};
pub use notice::Notice;
pub use offline::{Keeping, NotKept, Offline};
pub use queue::{Errand, Open, QueueAction};
pub use reading::{BUILT_IN, ReadAction, Runtime};
pub use recalling::KeepAction;
pub use sample::{Leaf, Pace, Reading, Run, Sample, SampleId, Scoring, Verdict};
pub use samples::{Samples, Stage, Work};
pub use saving::SaveAction;
pub use scoring::ScoreAction;
pub use selecting::{SelectAction, Step};
pub use view::{Dialog, Layer, Layout, Tab, Theme, View, ViewAction, Zoom};

/// The whole state of the page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// All there are.
    pub samples: Samples,
    /// The one that is shown.
    pub selected: Option<SampleId>,
    /// Which of the samples are listed, and in which order.
    pub listing: Listing,
    /// The system whose prediction is shown beside the shown one, where it has one.
    pub beside: Option<Rc<str>>,
    /// The documents whose pages are listed.
    pub unfolded: HashTrieSet<SampleId>,
    /// Files that are being taken in.
    pub import: Option<Import>,
    /// Imports of an earlier visit that wait for a person.
    pub interrupted: Rc<Vec<Interrupted>>,
    /// The imports all of whose samples came while this page is open.
    pub arrived: Rc<BTreeSet<ImportId>>,
    /// What came last, to take it out again.
    pub added: Vec<Added>,
    /// What was removed last, to bring it back.
    pub removed: Vec<Rc<Sample>>,
    /// Files that could not be used, newest last, until dismissed.
    pub refusals: Vec<Refusal>,
    /// What was selected within the shown sample.
    pub focus: Focus,
    /// How things are shown.
    pub view: View,
    /// What lies over the page.
    pub dialog: Option<Dialog>,
    /// What runs the model.
    pub runtime: Runtime,
    /// What compiles predictions.
    pub engine: Engine,
    /// Whether it may fetch the packages that predictions with a preamble of their own take.
    pub packages: bool,
    /// The person's choice of execution provider.
    pub provider: ProviderSetting,
    /// The choice as it was when the worker was last given a page.
    asked: ProviderSetting,
    /// The resolution at which the pages of PDF files are drawn that come from now on, in dots per inch.
    pub dpi: u16,
    /// Settings of the metrics that are not the defaults, by name.
    pub settings: Rc<BTreeMap<String, String>>,
    /// Pages of PDF files that were drawn.
    pub drawings: Drawings,
    /// Steps of the saving that is going on that are done, and all of them; none in all where they are not counted.
    pub saving: Option<(usize, usize)>,
    /// The report that the page's address names, while it comes.
    pub linked: Option<Linked>,
    /// Where asking a judge is.
    pub judging: Judging,
    /// Systems beside each other.
    pub compare: Rc<Compare>,
    /// Whether the samples outlive the page.
    pub keeping: Keeping,
    /// Whether it all works without a network.
    pub offline: Offline,
    /// Whether the person has put off the newer version.
    pub update_put_off: bool,
    /// The sample pages that come with the app.
    pub catalogue: Catalogue,
    /// Said aloud to those who listen; the latest event.
    pub notice: Option<Notice>,
    /// Jobs that the worker is to stop.
    pub stops: Vec<Job>,
    /// Whether nothing new is begun.
    pub paused: bool,
    /// How many batches are scored at a time; none counts as one.
    lanes: usize,
    /// The documents whose pages come, by what they are called there.
    arriving: HashTrieMap<String, SampleId>,
    /// Names of the datasets that imports are.
    datasets: BTreeMap<ImportId, Rc<str>>,
    /// What had come of the import that goes on where the page before was gone.
    came: Option<Rc<HashMap<Piece, SampleId>>>,
    /// Whether samples of an earlier visit come back: not all pages of a document may be there.
    is_recalling: bool,
    /// Documents of an earlier visit whose ids were taken.
    moved: BTreeMap<SampleId, SampleId>,
    /// The batches that are being scored.
    batches: BTreeMap<Job, Vec<SampleId>>,
    /// The samples whose texts a worker looks at.
    looking: BTreeMap<Job, SampleId>,
    /// The name of a sample that is to be shown once it is there.
    wanted: Option<String>,
    next_id: u32,
}

impl State {
    /// Nothing yet, in these colours, with pages drawn at this resolution, on a machine that scores so many batches at a time.
    #[must_use]
    pub fn new(theme: Theme, dpi: u16, lanes: usize) -> Self {
        Self {
            lanes,
            dpi,
            view: View {
                theme,
                ..View::default()
            },
            ..Self::default()
        }
    }

    /// The same with other ids for the samples that come. Tabs of which one takes over what another one has kept begin far apart.
    #[must_use]
    pub fn beginning_at(self, next_id: u32) -> Self {
        Self { next_id, ..self }
    }

    /// The same with other settings of the metrics.
    #[must_use]
    pub fn with_settings(self, settings: BTreeMap<String, String>) -> Self {
        Self {
            settings: Rc::new(settings),
            ..self
        }
    }

    /// The sample that is shown.
    #[must_use]
    pub fn current(&self) -> Option<&Rc<Sample>> {
        self.samples.get(self.selected?)
    }

    /// The state after an action.
    #[must_use]
    pub fn after(mut self, action: Action) -> Self {
        self.take_in(action);
        self.settle_drawings();
        self.settle();
        self.arrive();
        if let Some(id) = self.selected
            && self.current().is_some_and(|sample| !sample.is_looked_at())
        {
            self.edit(id, Sample::look_at);
        }
        self
    }

    fn take_in(&mut self, action: Action) {
        match action {
            Action::Import(action) => self.import(action),
            Action::Catalogue(action) => self.catalogue_after(action),
            Action::Link(action) => self.link_after(action),
            Action::Sample(action) => self.sample_after(action),
            Action::Select(action) => self.select_after(action),
            Action::View(action) => self.view_after(action),
            Action::Read(action) => self.read_after(action),
            Action::Correct(action) => self.correct_after(action),
            Action::Draw(action) => self.draw_after(action),
            Action::Score(action) => self.score_after(action),
            Action::Engine(action) => self.engine_after(action),
            Action::Judging(action) => self.judging_after(action),
            Action::Compare(action) => self.compare_after(action),
            Action::Queue(action) => self.queue_after(action),
            Action::Save(action) => self.save_after(action),
            Action::Keep(action) => self.keep_after(action),
        }
    }

    fn edit(&mut self, id: SampleId, change: impl FnOnce(&mut Sample)) {
        self.samples.edit(id, change);
    }

    fn name_of(&self, id: SampleId) -> String {
        self.samples
            .get(id)
            .map(|sample| sample.name.clone())
            .unwrap_or_default()
    }

    fn new_sample(&mut self, name: String) -> Sample {
        let id = SampleId(self.next_id);
        self.next_id += 1;
        Sample::new(id, name)
    }
}

#[cfg(test)]
mod tests;
