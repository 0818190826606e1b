//! Everything that the page shows, as one value, and all changes to it. This module does not depend on a browser;
//! effects are in the hooks.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    rc::Rc,
};

use rpds::{HashTrieMap, HashTrieSet};
use texlens_tex::{Form, Use};

use super::unfinished::Interrupted;
use crate::brought::{ImportId, Piece, Refusal, Stripped};
use crate::messages::Job;
use crate::messages::import::TextChoices;
use crate::messages::reading::ReadingSettings;
use crate::picture::Dpi;

mod act;
mod action;
mod address;
mod arriving;
mod benching;
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
mod formula_list;
mod formula_pairs;
mod found;
mod giving;
mod history;
mod import;
mod inspect;
mod joining;
mod judging;
mod key_scores;
mod leaderboard;
mod linked;
mod listing;
mod making;
mod material;
mod matrix;
mod notice;
mod offline;
mod opening;
mod own_models;
mod page;
mod page_drawings;
mod panes;
mod pdf_text;
mod queue;
mod rating;
mod readers;
mod reading;
mod recalling;
mod sample;
mod samples;
mod saved;
mod saving;
mod scoring;
mod selecting;
mod settings;
mod tables;
mod texts;
mod topic;
mod view;

pub use act::Act;
pub use action::Action;
pub use address::Place;
pub use arriving::Added;
pub use benching::{
    Bench, BenchAction, BenchFilter, BenchOffer, BenchOutcome, BenchPart, BenchPreview, BenchStage, BenchTrouble,
    DrawnAnswer,
};
pub use catalogue::{Catalogue, CatalogueAction, CatalogueEntry, ReadyComparison, ReadySystem, Trial};
pub use compare::{Choice, Compare, CompareAction, Plot, Reply};
pub use corrections::CorrectAction;
pub use datasets::DatasetChoice;
pub use documents::PageCount;
pub use drawing::{DrawAction, Drawings, Paper};
pub use editing::SampleAction;
pub use engine::{Engine, EngineAction};
pub use filter::{Filter, main_metric};
pub use focus::{Focus, Pointed, spans_on};
pub use formula_list::{
    FormulaAction, FormulaFilter, FormulaItem, FormulaItems, FormulaList, FormulaListing, FormulaOrder, Listed,
    formula_metrics, texts_of,
};
pub use formula_pairs::{Card, FormulaPairs, PairValues};
pub use found::{Found, Part, Region};
pub use giving::Giving;
pub use history::{History, HistoryAction, Offered};
pub use import::{Import, ImportAction, Sheet};
pub use judging::{Example, Judging, JudgingAction, Offer, Preview, Tally};
pub use key_scores::{Aspect, KeyScore, Remedy, Undefined};
pub use leaderboard::{BoardAction, BoardFile, Leaderboards};
pub use linked::{LinkAction, Linked};
pub use listing::{Listing, Order};
pub use making::{MadePage, Making, MakingAction, MakingStage, OwnFormulas};
pub use material::Material;
pub use matrix::{MatrixChoice, MatrixFilter, MatrixOrder};
pub use notice::Notice;
pub use offline::{Keeping, NotKept, Offline};
pub use own_models::{OwnCheck, OwnDoing, OwnModel, OwnModelAction, OwnModels, OwnRun, OwnStage};
pub use page_drawings::{PageDrawings, overlaid};
pub use panes::{Panes, Room, Splitter};
pub use pdf_text::PdfTexts;
pub use queue::{Errand, Open, QueueAction};
pub use rating::{Rating, RatingAction, RatingPart, ReplacedRatings};
pub use readers::{ReaderAction, ReaderEnd, ReaderOffer, ReaderPreview, ReaderStage, Readers};
pub use reading::{BUILT_IN, PDF_TEXT, ReadAction, Runtime};
pub use recalling::KeepAction;
pub use sample::{Leaf, Pace, Reading, Run, Sample, SampleId, Scoring, Typesetting, Verdict};
pub use samples::{Samples, Stage, Work};
pub use saving::SaveAction;
pub use scoring::ScoreAction;
pub use selecting::{SelectAction, Step};
pub use settings::{AppSetting, Control, Setting, SettingsAction};
pub use tables::ShownTables;
pub use texts::TextAction;
pub use topic::Topic;
pub use view::{Dialog, FormulaStyle, Layer, Layout, PageLook, Screen, Tab, Theme, View, ViewAction, Zoom};

/// The whole state of the page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// All samples.
    pub samples: Samples,
    /// The shown sample.
    pub selected: Option<SampleId>,
    /// The filter and order of the list.
    pub listing: Listing,
    /// The system whose prediction is shown beside that of the shown sample, if it has one.
    pub beside: Option<Rc<str>>,
    /// The documents whose pages are listed.
    pub unfolded: HashTrieSet<SampleId>,
    /// The running import.
    pub import: Option<Import>,
    /// Imports of an earlier visit that wait for the person.
    pub interrupted: Rc<Vec<Interrupted>>,
    /// Imports whose samples have all arrived since this page was opened.
    pub arrived: Rc<BTreeSet<ImportId>>,
    /// The samples that the last import added, for undo.
    pub added: Vec<Added>,
    /// What can be undone and redone.
    pub history: Rc<History>,
    /// Files that could not be used, newest last, until they are dismissed.
    pub refusals: Vec<Refusal>,
    /// Texts of the last imports around whose LaTeX something was removed, until the message is dismissed.
    pub stripped: Rc<Vec<Stripped>>,
    /// Number of samples of the last import that were there already.
    there: usize,
    /// The sample that waits for a file.
    giving: Option<Giving>,
    /// How the texts of imports are read.
    pub text_choices: TextChoices,
    /// The selection within the shown sample.
    pub focus: Focus,
    /// The display settings.
    pub view: View,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The runtime of the OCR model.
    pub runtime: Runtime,
    /// The TeX engine.
    pub engine: Engine,
    /// The uses of the engine that the person asked for. Each needs files of its own.
    pub uses: BTreeSet<Use>,
    /// What the person chose for reading images.
    pub reading: ReadingSettings,
    /// The choices when the worker last got a page.
    asked: ReadingSettings,
    /// Number of errands that were run.
    errands_run: u64,
    /// The resolution for drawing the pages of newly added PDF files, in dots per inch.
    pub dpi: Dpi,
    /// Settings of the metrics that differ from the defaults, by name.
    pub settings: Rc<BTreeMap<String, String>>,
    /// Drawn pages of PDF files.
    pub drawings: Drawings,
    /// The text of a page of a PDF file.
    texts: PdfTexts,
    /// Drawings and scores of formula pairs.
    pub formula_pairs: FormulaPairs,
    /// The tables of the shown sample.
    pub shown_tables: ShownTables,
    /// The list of the formulas of all samples.
    pub formula_list: FormulaList,
    /// Pages as TeX draws them.
    pub page_drawings: PageDrawings,
    /// Finished steps and all steps of the running save. The total is 0 if steps are not counted.
    pub saving: Option<(usize, usize)>,
    /// The report that the page's address names, while it is being fetched.
    pub linked: Option<Linked>,
    /// The state of asking a judge.
    pub judging: Judging,
    /// The comparison of systems.
    pub compare: Rc<Compare>,
    /// What the matrix of samples and systems shows.
    pub matrix: MatrixChoice,
    /// LaTeXBench.
    pub bench: Rc<Bench>,
    /// Leaderboards of evaluations and publications.
    pub leaderboards: Rc<Leaderboards>,
    /// Ratings by people.
    pub rating: Rc<Rating>,
    /// Made pages.
    pub making: Rc<Making>,
    /// A vision model that reads pages.
    pub readers: Rc<Readers>,
    /// Models that the person brings.
    pub own_models: Rc<OwnModels>,
    /// Whether the samples survive the page.
    pub keeping: Keeping,
    /// Whether the app works without a network.
    pub offline: Offline,
    /// Whether the person postponed the newer version.
    pub update_put_off: bool,
    /// The sample pages that come with the app.
    pub catalogue: Catalogue,
    /// The latest event, announced to screen readers.
    pub notice: Option<Notice>,
    /// Jobs that the OCR worker has to stop.
    pub stops: Vec<Job>,
    /// Whether no new work starts.
    pub paused: bool,
    /// Number of batches to score at a time; 0 counts as 1.
    lanes: usize,
    /// Documents whose pages are arriving, by the names of the documents in the import.
    arriving: HashTrieMap<String, SampleId>,
    /// Names of the datasets of imports.
    datasets: BTreeMap<ImportId, Rc<str>>,
    /// Samples that a resumed import had already added before the page was closed.
    came: Option<Rc<HashMap<Piece, SampleId>>>,
    /// Whether samples of an earlier visit are being restored, so that pages of a document may still be missing.
    is_recalling: bool,
    /// New ids of documents of an earlier visit whose ids were taken.
    moved: BTreeMap<SampleId, SampleId>,
    /// Batches that are being scored.
    batches: BTreeMap<Job, Vec<SampleId>>,
    /// Formulas that the engine sets, in the order of the expected results.
    being_typeset: BTreeMap<Job, Vec<SampleId>>,
    /// Shown samples whose texts a worker compares and checks.
    looking: BTreeMap<Job, SampleId>,
    /// The name of a sample to show as soon as it exists.
    wanted: Option<String>,
    /// The index of the formula to point at in that sample.
    wanted_formula: Option<usize>,
    next_id: u32,
}

impl State {
    /// Makes an empty state. `lanes` is the number of batches that the machine scores at a time.
    #[must_use]
    pub fn new(lanes: usize) -> Self {
        Self {
            lanes,
            ..Self::default()
        }
    }

    /// Changes the id of the next sample. Tabs start with ids that are far apart, because one tab may take over the
    /// samples that another has stored.
    #[must_use]
    pub fn beginning_at(self, next_id: u32) -> Self {
        Self { next_id, ..self }
    }

    /// Replaces the sizes of the panes.
    #[must_use]
    pub fn with_panes(mut self, panes: Panes) -> Self {
        self.view.panes = panes;
        self
    }

    /// Returns the shown sample.
    #[must_use]
    pub fn current(&self) -> Option<&Rc<Sample>> {
        self.samples.get(self.selected?)
    }

    /// Returns the state after an action.
    #[must_use]
    pub fn after(mut self, action: Action) -> Self {
        self.take_in(action);
        self.formula_pairs.has_engine(self.may_draw(Form::Fragment));
        self.settle_unreadable();
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
            Action::Texts(action) => self.texts_after(action),
            Action::Select(action) => self.select_after(action),
            Action::View(action) => self.view_after(action),
            Action::Read(action) => self.read_after(action),
            Action::Correct(action) => self.correct_after(action),
            Action::Draw(action) => self.draw_after(action),
            Action::Score(action) => self.score_after(action),
            Action::Formulas(action) => self.formulas_after(action),
            Action::Engine(action) => self.engine_after(action),
            Action::Judging(action) => self.judging_after(action),
            Action::Bench(action) => self.bench_after(action),
            Action::Board(action) => self.board_after(action),
            Action::Rating(action) => self.rating_after(action),
            Action::Making(action) => self.making_after(action),
            Action::Readers(action) => self.readers_after(action),
            Action::OwnModels(action) => self.own_models_after(action),
            Action::Compare(action) => self.compare_after(action),
            Action::Queue(action) => self.queue_after(action),
            Action::Ran(outcome) => {
                self.errands_run += 1;
                self.take_in(*outcome);
            }
            Action::Save(action) => self.save_after(action),
            Action::Keep(action) => self.keep_after(action),
            Action::Settings(action) => self.settings_after(action),
            Action::History(action) => self.history_after(action),
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
