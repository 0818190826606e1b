//! Everything the page shows, as one value, and every way it changes. No browser in here: effects live in the hooks.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::{self, Display, Formatter},
    rc::Rc,
};

use rpds::{HashTrieMap, HashTrieSet};
use serde::Deserialize;
use texlens_blob::Blob;
use texlens_evaluate::{Credit, Detail, Evaluation, Kind, SampleResult};
use texlens_ocr::PageGlyphs;
use texlens_tex::Form;

use super::{judging::Verdicts, unfinished::Interrupted};
use crate::brought::{Brought, Draft, Given, ImportId, Piece, Refusal, Report, Text};
use crate::messages::Job;
use crate::messages::pdf::Drawn;
use crate::messages::reading::{Event, Provider, ProviderSetting};
use crate::messages::{score, tex};
use crate::picture::PdfPage;

mod address;
mod arriving;
mod compare;
mod corrections;
mod datasets;
mod documents;
mod drawing;
mod engine;
mod filter;
mod focus;
mod found;
mod import;
mod inspect;
mod judging;
mod listing;
mod offline;
mod page;
mod queue;
mod reading;
mod sample;
mod samples;
mod saved;
mod scoring;

pub use address::Place;
pub use arriving::Added;
use arriving::Arriving;
pub use compare::{Choice, Compare, CompareAction, Plot, Reply};
pub use datasets::DatasetChoice;
pub use documents::PageCount;
pub use drawing::{Drawings, Paper};
pub use engine::Engine;
pub use filter::{Filter, main_metric};
pub use focus::{Focus, Pointed, spans_on};
pub use found::{Found, Part, Region};
pub use import::{Import, ImportAction, Sheet};
pub use judging::{Example, Judging, JudgingAction, Offer, Preview, Tally};
pub use listing::{Listing, Order};
pub use offline::{Keeping, NotKept, Offline};
pub use page::Layer;
pub use queue::{Errand, Open};
pub use reading::BUILT_IN;
use sample::given;
pub use sample::{Leaf, Pace, Reading, Run, Sample, SampleId, Scoring, Verdict};
use samples::unique;
pub use samples::{Samples, Stage, Work};

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

/// A report that is being fetched.
#[derive(Debug, Clone, PartialEq)]
pub struct Linked {
    /// Its file's name.
    pub name: String,
    /// Bytes so far.
    pub loaded: f64,
    /// Bytes in all, where the server says it.
    pub total: Option<f64>,
}

/// A sample page that comes with the app.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CatalogueEntry {
    /// Names it.
    pub id: String,
    /// File name of the page, beside the catalogue.
    pub image: String,
    /// File name of the reference, beside the catalogue.
    pub reference: String,
    /// Licence and origin.
    #[serde(flatten)]
    pub credit: Credit,
}

/// The sample pages that come with the app.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Catalogue {
    /// Empty until loaded.
    pub entries: Rc<Vec<CatalogueEntry>>,
    /// The one that is being loaded.
    pub fetching: Option<CatalogueEntry>,
}

/// What runs the model.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Runtime {
    /// Nothing is loaded, as far as is known.
    #[default]
    Unloaded,
    /// Being fetched and prepared.
    Loading {
        /// What.
        what: String,
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all, where known.
        total: Option<f64>,
    },
    /// Loaded and at work; the result will tell which provider it is.
    Working,
    /// Ready.
    Ready(Provider),
    /// It could not be prepared.
    Failed {
        /// What went wrong and what to do.
        message: String,
    },
}

/// How things are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    /// Right-hand part.
    pub tab: Tab,
    /// Arrangement of the two sources; none until the person chooses, then the screen's width decides.
    pub layout: Option<Layout>,
    /// Leaves out paragraphs that are the same on both sides.
    pub hide_equal: bool,
    /// Leaves out formulas that are the same on both sides.
    pub different_only: bool,
    /// Also shows the scores that are other readings of those above, or similarities of texts.
    pub more_scores: bool,
    /// Hides the list of what keeps the prediction from compiling.
    pub hide_faults: bool,
    /// Of the page.
    pub zoom: Zoom,
    /// What the boxes on it show.
    pub layer: Layer,
    /// Colours.
    pub theme: Theme,
}

/// Right-hand part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// The LaTeX of both sides.
    #[default]
    Source,
    /// Their formulas, rendered.
    Formulas,
}

/// Arrangement of the two sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Reference left, prediction right.
    SideBySide,
    /// One text with both readings of what differs.
    Unified,
}

/// Size of the page on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zoom {
    /// As wide as there is room.
    #[default]
    Fit,
    /// One image pixel is one screen pixel.
    Actual,
}

/// Colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// As the system is set.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// What lies over the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// Keys and a few words on how it works.
    Help,
    /// Settings of the metrics.
    Settings,
    /// How a metric is computed.
    Guide {
        /// Its id.
        metric: String,
    },
    /// A word or formula is put right by hand.
    Correct {
        /// Its index in [`Recognition::tokens`](texlens_ocr::Recognition::tokens).
        token: usize,
    },
    /// What a judge is to be asked.
    Judge,
    /// In which form the evaluation is saved.
    Save,
    /// What the browser keeps, and how to have it keep more or less.
    Storage,
    /// Two boxes for reference and prediction.
    AddText {
        /// A text that was pasted; empty otherwise.
        pasted: String,
    },
}

/// Forwards or backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// To the next.
    Next,
    /// To the previous.
    Previous,
}

/// What just happened, for those who listen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Samples came.
    Added(usize),
    /// People's ratings came.
    Rated(usize),
    /// Files could not be used.
    Refused(usize),
    /// A saved evaluation was opened.
    Opened(usize),
    /// One without its texts was.
    OpenedScores(usize),
    /// Saving was given up.
    SavingCancelled,
    /// Samples of an earlier visit are back.
    Recalled(usize),
    /// The built-in OCR begins with a page.
    Reading(String),
    /// The texts of a document's pages are written together.
    Joining(String),
    /// A page was read.
    Read(String),
    /// A sample was scored.
    Scored(String),
    /// Several were.
    ScoredMany(usize),
    /// What waited was taken back.
    CancelledAll,
    /// The engine has judged a prediction.
    Compiled {
        /// The sample's name.
        name: String,
        /// The verdict.
        compiles: bool,
    },
    /// Something did not work out.
    Failed(String),
    /// A judge has said what it has to say; of so many pairs of formulas.
    Judged(usize),
    /// The evaluation was saved.
    Saved {
        /// Images for which there was no room, or that could not be read.
        images_left_out: usize,
    },
    /// LaTeX was copied to the clipboard.
    Copied,
    /// A reading was put right by hand, or a correction taken back; how many there are now.
    Corrected(usize),
    /// A sample was given a tag.
    Tagged(String),
    /// A tag was taken away.
    Untagged(String),
    /// A sample was removed.
    Removed(String),
    /// All were.
    RemovedMany(usize),
    /// What came last was taken out again.
    TakenOut,
    /// It was brought back.
    Restored(String),
    /// The worker had to be started again.
    Restarted(String),
}

impl Display for Notice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plural = |count: &usize| if *count == 1 { "" } else { "s" };
        match self {
            Self::Added(count) => write!(f, "{count} sample{} added.", plural(count)),
            Self::Rated(count) => write!(f, "{count} rating{} added.", plural(count)),
            Self::Refused(count) => write!(f, "{count} file{} could not be used.", plural(count)),
            Self::Opened(count) => write!(f, "Evaluation with {count} sample{} opened.", plural(count)),
            Self::OpenedScores(count) => write!(
                f,
                "Evaluation with {count} sample{} opened. Its texts were left out when it was saved: only the scores are here.",
                plural(count)
            ),
            Self::SavingCancelled => f.write_str("Nothing was saved."),
            Self::Recalled(count) => write!(f, "{count} sample{} of your last visit.", plural(count)),
            Self::Reading(name) => write!(f, "Reading {name}."),
            Self::Joining(name) => write!(f, "Writing the pages of {name} together."),
            Self::Read(name) => write!(f, "{name} was read."),
            Self::Scored(name) => write!(f, "{name} was scored."),
            Self::ScoredMany(count) => write!(f, "{count} samples were scored."),
            Self::CancelledAll => f.write_str("What was waiting is cancelled."),
            Self::Compiled { name, compiles: true } => write!(f, "{name} compiles."),
            Self::Compiled { name, compiles: false } => write!(f, "{name} does not compile."),
            Self::Failed(message) => f.write_str(message),
            Self::Judged(count) => write!(f, "The judge has answered on {count} formula{}.", plural(count)),
            Self::Saved { images_left_out: 0 } => f.write_str("Evaluation saved."),
            Self::Saved { images_left_out: count } => {
                write!(
                    f,
                    "Evaluation saved without {count} page image{}: too large for one file, or no longer there.",
                    plural(count)
                )
            }
            Self::Copied => f.write_str("LaTeX copied."),
            Self::Corrected(0) => f.write_str("The page is as it was read."),
            Self::Corrected(count) => write!(f, "{count} correction{} by hand.", plural(count)),
            Self::Tagged(name) => write!(f, "Tagged {name}."),
            Self::Untagged(name) => write!(f, "Tag {name} removed."),
            Self::Removed(name) => write!(f, "{name} was removed."),
            Self::RemovedMany(count) => write!(f, "{count} samples were removed."),
            Self::TakenOut => f.write_str("What came last is taken out again."),
            Self::Restored(name) => write!(f, "{name} is back."),
            Self::Restarted(why) => write!(f, "{why} It was started again."),
        }
    }
}

/// Everything that can happen.
#[derive(Debug)]
pub enum Action {
    /// Files that were dropped, pasted or chosen are on their way.
    Import(ImportAction),
    /// Texts were typed or pasted.
    Written {
        /// What they are.
        kind: Kind,
        /// Reference LaTeX; may be blank.
        reference: String,
        /// Prediction LaTeX; may be blank.
        prediction: String,
    },
    /// The list of sample pages is there.
    CatalogueLoaded(Vec<CatalogueEntry>),
    /// A sample page is wanted.
    TryPage(CatalogueEntry),
    /// The files of the sample page are there.
    PageFetched(Brought),
    /// Show a sample.
    Select(SampleId),
    /// Show the next or previous sample.
    SelectNeighbour(Step),
    /// Show what the next or previous system says of the same.
    SelectSystem(Step),
    /// Show what a system says of the same beside it, or nothing.
    PutBeside(Option<Rc<str>>),
    /// Go to a place that an address names.
    Go(Place),
    /// Give a sample a tag, or take it away.
    Tag {
        /// Which.
        sample: SampleId,
        /// The tag.
        name: String,
        /// Whether it has it from now on.
        is_on: bool,
    },
    /// What a person writes about a sample.
    Comment {
        /// Which.
        sample: SampleId,
        /// All of it.
        text: String,
    },
    /// Show a pair of formulas among the others, by its index in [`Scored::formulas`](texlens_evaluate::Scored::formulas).
    ShowFormula(usize),
    /// Hide the pages of a document in the list, or list them.
    Fold {
        /// The document.
        document: SampleId,
        /// Whether they are hidden.
        is_folded: bool,
    },
    /// Take a sample out of the list.
    Remove(SampleId),
    /// Take all of them out.
    RemoveAll,
    /// Bring back what was removed last, or take out what has just come; otherwise take back the last correction of the shown one.
    Undo,
    /// Take out what has just come.
    UndoAdding,
    /// Nobody wants it back.
    ForgetRemoved,
    /// Have the built-in OCR read the page, also again.
    Read(SampleId),
    /// Have a part of the page read again.
    ReadPart(SampleId, Region),
    /// Put a word or formula of the page right.
    Correct {
        /// Whose.
        sample: SampleId,
        /// Its index in [`Recognition::tokens`](texlens_ocr::Recognition::tokens).
        token: usize,
        /// What it should be.
        latex: String,
    },
    /// Show what was read at the selected place, to put it right.
    OpenCorrection,
    /// Take the last correction back.
    Uncorrect(SampleId),
    /// Take all corrections back.
    DiscardCorrections(SampleId),
    /// To the next or previous word or formula that the OCR is not sure of.
    StepUnsure(Step),
    /// Stop reading.
    Cancel(SampleId),
    /// Try again what failed or was cancelled of a sample, or of a document and its pages.
    Retry(SampleId),
    /// Score again after a failure.
    Rescore(SampleId),
    /// Score everything again with these settings, by name; all others are as by default.
    SetSettings(BTreeMap<String, String>),
    /// Reference and prediction were mixed up.
    Swap(SampleId),
    /// They were not.
    KeepSides(SampleId),
    /// Compile predictions, from now on: those without a preamble, or also those with one of their own, which takes more files.
    UseEngine(Form),
    /// What was found on a page is there to be shown.
    GlyphsFetched {
        /// Whose.
        sample: SampleId,
        /// Where it was.
        from: Blob,
        /// What was found.
        glyphs: PageGlyphs,
    },
    /// Compile no more.
    StopEngine,
    /// Compile one prediction again.
    CompileAgain(SampleId),
    /// List only some samples, or in another order.
    List(Listing),
    /// Choose the execution provider.
    SetProvider(ProviderSetting),
    /// Select something within the sample.
    Focus(Focus),
    /// Choose the resolution of the PDF files that come from now on.
    SetDpi(u16),
    /// A page of a PDF file is being drawn.
    DrawingStarted(PdfPage),
    /// It was, or not.
    Drawn {
        /// Which.
        page: PdfPage,
        /// What came of it; an error is part of a sentence.
        drawn: Result<Drawn, String>,
    },
    /// Try again to draw what could not be drawn.
    DrawAgain,
    /// To the next or previous difference, or span of the selected score.
    StepFocus(Step),
    /// Close, deselect or dismiss the topmost thing.
    Escape,
    /// Change how things are shown.
    Show(View),
    /// Lay a dialog over the page, or take it away.
    SetDialog(Option<Dialog>),
    /// The report that the page's address names comes, or is there or given up.
    Linked(Option<Linked>),
    /// It could not be had.
    LinkRefused(Refusal),
    /// An evaluation is being saved.
    Saving {
        /// Steps that are done.
        done: usize,
        /// Steps in all; none where they are not counted.
        total: usize,
    },
    /// The person does not want it any more.
    SavingCancelled,
    /// The evaluation was saved, without so many of its images, or not at all.
    Saved(Result<usize, String>),
    /// The prediction was copied to the clipboard, or not.
    Copied(Result<(), String>),
    /// Close the list of files that could not be used.
    DismissRefusals,
    /// Samples that the browser has kept from an earlier visit.
    Recalled(Vec<Rc<Sample>>),
    /// Those were all.
    RecalledAll,
    /// What keeps the samples says whether it does.
    Keeping(Keeping),
    /// What keeps the app says how far it is.
    Offline(Offline),
    /// The newer version may wait.
    PutOffUpdate,
    /// The worker was given a page.
    ReadingStarted {
        /// Which.
        sample: SampleId,
        /// The work.
        job: Job,
    },
    /// A worker was given texts to score.
    ScoringStarted {
        /// Whose.
        samples: Vec<SampleId>,
        /// The work.
        job: Job,
    },
    /// A worker was given texts to look at.
    LookingStarted {
        /// Whose.
        sample: SampleId,
        /// The work.
        job: Job,
    },
    /// The worker that had these texts was ended.
    ScoringStopped(Job),
    /// Begin nothing new, or go on.
    Pause(bool),
    /// Take back everything that waits or is being done.
    CancelAll,
    /// Try again what failed or was cancelled.
    RetryAll,
    /// The engine was given a prediction.
    CompilingStarted {
        /// Whose.
        sample: SampleId,
        /// The work.
        job: Job,
    },
    /// The worker was told to stop.
    StopSent(Job),
    /// Of a judge.
    Judging(JudgingAction),
    /// Of the systems beside each other.
    Compare(CompareAction),
    /// The worker that reads says something.
    Worker(Event),
    /// A worker that scores says something.
    Scores(score::Event),
    /// The worker that compiles says something.
    Engine(tex::Event),
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
            Action::Judging(action) => self.judging_after(action),
            Action::Compare(action) => self.compare_after(action),
            Action::Import(action) => self.import(action),
            Action::Written {
                kind,
                reference,
                prediction,
            } => self.write(kind, reference, prediction),
            Action::CatalogueLoaded(entries) => self.catalogue.entries = Rc::new(entries),
            Action::TryPage(entry) => self.catalogue.fetching = Some(entry),
            Action::PageFetched(brought) => {
                let credit = self.catalogue.fetching.take().map(|entry| Rc::new(entry.credit));
                let is_alone = brought.drafts.len() == 1;
                self.take(
                    brought,
                    Arriving {
                        credit,
                        is_alone,
                        is_first: true,
                        import: None,
                    },
                );
            }
            Action::Select(id) => self.select(Some(id)),
            Action::SelectNeighbour(step) => self.select_neighbour(step),
            Action::SelectSystem(step) => self.select_system(step),
            Action::PutBeside(system) => self.beside = system,
            Action::Go(place) => self.go(place),
            Action::Tag { sample, name, is_on } => self.tag(sample, &name, is_on),
            Action::Comment { sample, text } => self.comment(sample, &text),
            Action::ShowFormula(index) => self.show_formula(index),
            Action::Fold { document, is_folded } => self.fold(document, is_folded),
            Action::Remove(id) => self.remove(id),
            Action::RemoveAll => self.remove_all(),
            Action::Undo => self.undo(),
            Action::UndoAdding => self.undo_adding(),
            Action::ForgetRemoved => self.removed.clear(),
            Action::Read(id) => self.read_again(id),
            Action::ReadPart(id, region) => self.read_part(id, region),
            Action::Correct { sample, token, latex } => self.correct(sample, token, latex),
            Action::OpenCorrection => self.open_correction(),
            Action::Uncorrect(id) => self.uncorrect(id),
            Action::DiscardCorrections(id) => self.discard_corrections(id),
            Action::StepUnsure(step) => self.step_unsure(step),
            Action::Cancel(id) => self.cancel(id),
            Action::Retry(id) => self.retry(id),
            Action::Rescore(id) => self.edit(id, Sample::texts_changed),
            Action::SetSettings(settings) => self.set_settings(settings),
            Action::Swap(id) => self.swap(id),
            Action::KeepSides(id) => self.edit(id, |sample| sample.asks_sides = false),
            Action::UseEngine(form) => self.use_engine(form),
            Action::GlyphsFetched { sample, from, glyphs } => {
                self.edit(sample, |sample| sample.show_glyphs(&from, glyphs))
            }
            Action::StopEngine => self.stop_engine(),
            Action::CompileAgain(id) => self.compile_again(id),
            Action::List(listing) => self.list(listing),
            Action::SetProvider(provider) => self.set_provider(provider),
            Action::SetDpi(dpi) => self.dpi = dpi,
            Action::DrawingStarted(page) => self.drawing_started(page),
            Action::Drawn { page, drawn } => self.drawn(page, drawn),
            Action::DrawAgain => self.forget_failed_drawings(),
            Action::Focus(focus) => self.set_focus(focus),
            Action::StepFocus(step) => self.step_focus(step),
            Action::Escape => self.escape(),
            Action::Show(view) => self.view = view,
            Action::SetDialog(dialog) => self.dialog = dialog,
            Action::Saving { done, total } => self.saving = Some((done, total)),
            Action::Linked(linked) => self.linked = linked,
            Action::LinkRefused(refusal) => {
                self.linked = None;
                self.refusals.push(refusal);
                self.notice = Some(Notice::Refused(1));
            }
            Action::SavingCancelled => {
                self.saving = None;
                self.notice = Some(Notice::SavingCancelled);
            }
            Action::Saved(result) => {
                self.saving = None;
                self.notice = Some(match result {
                    Ok(images_left_out) => {
                        self.dialog.take_if(|dialog| *dialog == Dialog::Save);
                        Notice::Saved { images_left_out }
                    }
                    Err(message) => Notice::Failed(message),
                });
            }
            Action::Copied(Ok(())) => self.notice = Some(Notice::Copied),
            Action::Copied(Err(message)) => self.notice = Some(Notice::Failed(message)),
            Action::DismissRefusals => self.refusals.clear(),
            Action::Recalled(kept) => self.recall(kept),
            Action::RecalledAll => {
                self.is_recalling = false;
                self.wanted = None;
            }
            Action::Keeping(keeping) => {
                if matches!(keeping, Keeping::Not(_)) {
                    self.wanted = None;
                }
                self.keeping = keeping;
            }
            Action::Offline(offline) => self.offline = offline,
            Action::PutOffUpdate => self.update_put_off = true,
            Action::ReadingStarted { sample, job } => self.reading_started(sample, job),
            Action::ScoringStarted { samples, job } => self.scoring_started(job, samples),
            Action::LookingStarted { sample, job } => self.looking_started(sample, job),
            Action::ScoringStopped(job) => self.scoring_stopped(job),
            Action::Pause(paused) => self.paused = paused,
            Action::CancelAll => self.cancel_all(),
            Action::RetryAll => self.retry_all(),
            Action::CompilingStarted { sample, job } => {
                self.edit(sample, |sample| sample.verdict = Verdict::Running { job });
            }
            Action::StopSent(job) => self.stops.retain(|stop| *stop != job),
            Action::Worker(event) => self.hear(event),
            Action::Scores(event) => self.hear_scores(event),
            Action::Engine(event) => self.hear_engine(event),
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

    fn select(&mut self, id: Option<SampleId>) {
        if self.selected == id {
            return;
        }
        if let Some(before) = self.selected {
            self.edit(before, Sample::forget_glyphs);
        }
        self.selected = id;
        self.focus = Focus::Nothing;
        if let Some(leaf) = self.current().and_then(|shown| shown.leaf) {
            self.unfolded.insert_mut(leaf.document);
        }
    }

    /// Among the samples that are listed.
    fn select_neighbour(&mut self, step: Step) {
        let rows = self.listed();
        let at = rows.iter().position(|id| Some(*id) == self.selected);
        let to = match (at, step) {
            (None, _) => Some(0),
            (Some(at), Step::Next) => Some(at + 1),
            (Some(at), Step::Previous) => at.checked_sub(1),
        };
        if let Some(id) = to.and_then(|to| rows.get(to)) {
            self.select(Some(*id));
        }
    }

    fn new_sample(&mut self, name: String) -> Sample {
        let id = SampleId(self.next_id);
        self.next_id += 1;
        Sample::new(id, name)
    }

    fn write(&mut self, kind: Kind, reference: String, prediction: String) {
        const PASTED: &str = "pasted text";
        let is_there = |latex: &String| !latex.trim().is_empty();
        let reference = Some(reference).filter(is_there).map(|latex| Text {
            origin: PASTED.to_owned(),
            latex,
        });
        let prediction = Some(prediction).filter(is_there).map(|latex| Given {
            name: "pasted".to_owned(),
            system: PASTED.to_owned(),
            latex,
        });
        let draft = Draft {
            name: "pasted".to_owned(),
            kind,
            reference,
            predictions: prediction.into_iter().collect(),
            ..Draft::default()
        };
        if draft.is_empty() {
            return;
        }
        self.dialog = None;
        let brought = Brought {
            drafts: vec![draft],
            ..Brought::default()
        };
        self.take(
            brought,
            Arriving {
                is_alone: true,
                is_first: true,
                ..Arriving::default()
            },
        );
        if let Some(id) = self.selected {
            self.edit(id, |sample| {
                sample.kind = kind;
                sample.prediction_changed();
            });
        }
    }

    fn open(&mut self, report: Report, import: Option<ImportId>) {
        let Report {
            mut evaluation,
            pictures,
            index,
        } = report;
        let piece = |part: usize| Piece::nth(import, index, part);
        self.tell_systems_apart(&mut evaluation, import.map(|import| (import, index)));
        let run = evaluation.provenance.provider.map(|provider| Run {
            provider,
            model: evaluation.provenance.model,
            pace: None,
        });
        let count = evaluation.samples.len();
        self.notice = Some(if evaluation.texts_left_out {
            Notice::OpenedScores(count)
        } else {
            Notice::Opened(count)
        });
        let mut documents = BTreeMap::new();
        let mut names = HashMap::new();
        // What systems are compared on keeps its name, whatever the list calls it.
        let mut rename = |result: &SampleResult, name: String| {
            if result.id != result.case() {
                names.insert(result.id.clone(), name);
            }
        };
        for (part, (result, picture)) in evaluation.samples.into_iter().zip(pictures).enumerate() {
            if let Some(id) = piece(part).and_then(|piece| self.came(piece)) {
                if result.kind == Kind::Document {
                    documents.insert(result.id.clone(), id);
                }
                rename(&result, self.name_of(id));
                continue;
            }
            let system = result.prediction.as_ref().map(|prediction| prediction.system.as_str());
            let mut sample = self.new_sample(self.free_name(&result.id, result.case(), system));
            if result.kind == Kind::Document {
                documents.insert(result.id.clone(), sample.id);
            }
            sample.leaf = result.page_of.as_ref().and_then(|page_of| {
                Some(Leaf {
                    document: *documents.get(&page_of.document)?,
                    number: page_of.page,
                    is_joined: true,
                })
            });
            rename(&result, sample.name.clone());
            sample.piece = piece(part);
            let dataset = self.dataset_of_opened(result.dataset.as_deref(), import);
            sample.restore(result, picture, run.clone(), Detail::Spans);
            sample.dataset = dataset;
            self.added.push(Added {
                id: sample.id,
                before: None,
            });
            self.samples.insert(Rc::new(sample));
        }
        for document in documents.into_values() {
            let is_given = self.samples.pages(document).all(|page| page.prediction.is_none());
            self.edit(document, |document| {
                document.is_given = is_given && document.prediction.is_some()
            });
        }
        let verdicts = evaluation
            .judge
            .into_iter()
            .map(|run| Rc::new(Verdicts::renamed(run, &names)));
        self.judging_after(JudgingAction::Recalled(verdicts.collect()));
    }

    /// A system of an evaluation that is opened has another name than one that has already said something of the same: to be compared,
    /// the two have to be told apart.
    fn tell_systems_apart(&self, evaluation: &mut Evaluation, opened: Option<(ImportId, u32)>) {
        let is_of_it = |sample: &&Rc<Sample>| {
            let piece = sample.piece.map(|piece| (piece.import, piece.index));
            opened.is_none() || piece != opened
        };
        let system_of = |sample: &Rc<Sample>| Some((sample.case.clone(), sample.prediction.as_ref()?.system.clone()));
        let here: HashSet<(Rc<str>, String)> = self.samples.iter().filter(is_of_it).filter_map(system_of).collect();
        let opened = evaluation.samples.iter();
        let doubled: BTreeSet<String> = opened
            .filter_map(|result| Some((Rc::from(result.case()), result.prediction.as_ref()?.system.clone())))
            .filter(|spoken| here.contains(spoken))
            .map(|(_, system)| system)
            .collect();
        let taken = self.samples.systems();
        let free = |system: &String| {
            let mut numbered = (2_u32..).map(|count| format!("{system} ({count})"));
            numbered.find(|name| !taken.contains(&name.as_str()))
        };
        let names: BTreeMap<String, String> = doubled
            .into_iter()
            .filter_map(|system| Some((system.clone(), free(&system)?)))
            .collect();
        let predictions = evaluation
            .samples
            .iter_mut()
            .filter_map(|result| result.prediction.as_mut());
        let judged = evaluation.judge.iter_mut().flat_map(|run| &mut run.items);
        let systems = predictions
            .map(|prediction| &mut prediction.system)
            .chain(judged.map(|item| &mut item.system));
        for system in systems {
            if let Some(name) = names.get(system) {
                system.clone_from(name);
            }
        }
    }

    /// Each has its place again, unless another one has taken it meanwhile.
    fn recall(&mut self, kept: Vec<Rc<Sample>>) {
        self.is_recalling = true;
        let count = kept.len();
        for mut sample in kept {
            // One of this visit may have come first.
            if self.samples.get(sample.id).is_some() {
                self.moved.insert(sample.id, SampleId(self.next_id));
                Rc::make_mut(&mut sample).id = SampleId(self.next_id);
            }
            if let Some(document) = sample.leaf.and_then(|leaf| self.moved.get(&leaf.document)) {
                let moved = Rc::make_mut(&mut sample);
                moved.leaf = moved.leaf.map(|leaf| Leaf {
                    document: *document,
                    ..leaf
                });
            }
            if self.samples.named(&sample.name).is_some() {
                let name = unique(&sample.name, &self.samples);
                Rc::make_mut(&mut sample).name = name;
            }
            self.next_id = self.next_id.max(sample.id.0.saturating_add(1));
            self.samples.insert(sample);
        }
        if self.selected.is_none() {
            let first = self.samples.iter().next().map(|sample| sample.id);
            self.select(first);
        }
        self.notice = Some(Notice::Recalled(count));
    }

    fn remove(&mut self, id: SampleId) {
        let gone = self.with_empty_documents(self.family(id));
        let rows = self.listed();
        let at = rows.iter().position(|row| *row == id).unwrap_or_default();
        let (before, after) = rows.split_at(at);
        let stays = |row: &&SampleId| !gone.contains(*row);
        let neighbour = after
            .iter()
            .find(stays)
            .or_else(|| before.iter().rev().find(stays))
            .copied();
        self.notice = Some(Notice::Removed(self.name_of(id)));
        self.removed = gone.iter().filter_map(|id| self.take_out(*id)).collect();
        // From now on this is what there is to be undone.
        self.added.clear();
        if self.selected.is_some_and(|selected| gone.contains(&selected)) {
            // Where no other is listed, one that is not: there is something to show all the same.
            let other = || self.samples.iter().next().map(|sample| sample.id);
            self.select(neighbour.or_else(other));
        }
    }

    fn remove_all(&mut self) {
        let ids: Vec<SampleId> = self.samples.iter().map(|sample| sample.id).collect();
        self.removed = ids.into_iter().filter_map(|id| self.take_out(id)).collect();
        self.added.clear();
        self.select(None);
        self.notice = Some(Notice::RemovedMany(self.removed.len()));
    }

    /// Takes one out of the list; what was being done with it would begin anew.
    fn take_out(&mut self, id: SampleId) -> Option<Rc<Sample>> {
        let mut sample = self.samples.remove(id)?;
        let removed = Rc::make_mut(&mut sample);
        if let Some(job) = removed.job() {
            self.stops.push(job);
            removed.reading = Reading::Queued;
        }
        if removed.scoring_job().is_some() {
            removed.scoring = Scoring::Queued;
        }
        removed.forget_compiling();
        Some(sample)
    }

    fn undo(&mut self) {
        let removed = std::mem::take(&mut self.removed);
        let Some(first) = removed.first().cloned() else {
            return if self.added.is_empty() {
                self.uncorrect_shown();
            } else {
                self.undo_adding();
            };
        };
        self.notice = Some(if first.is_head_of(&removed) {
            Notice::Restored(first.name.clone())
        } else {
            Notice::Added(removed.len())
        });
        for sample in removed {
            self.samples.insert(sample);
        }
        self.select(Some(first.id));
    }

    fn swap(&mut self, id: SampleId) {
        // A document's texts are those of its pages, unless it has its own.
        let has_own = self.samples.get(id).is_some_and(|sample| sample.has_own_text());
        if self.has_pages(id) && !has_own {
            for page in self.samples.pages(id).map(|page| page.id).collect::<Vec<_>>() {
                self.swap(page);
            }
            return;
        }
        self.edit(id, |sample| {
            let reference = sample.prediction.take().map(|prediction| {
                Rc::new(Text {
                    origin: prediction.system.clone(),
                    latex: prediction.latex.clone(),
                })
            });
            let prediction = sample.reference.take().map(|text| given(&text));
            sample.reference = reference;
            sample.prediction = prediction.map(Rc::new);
            sample.is_given = sample.kind == Kind::Document && sample.prediction.is_some();
            sample.run = None;
            sample.asks_sides = false;
            sample.prediction_changed();
            sample.texts_changed();
        });
        self.focus = Focus::Nothing;
    }

    fn set_focus(&mut self, focus: Focus) {
        if focus != Focus::Nothing {
            self.view.tab = Tab::Source;
        }
        // These may lie where both sides agree.
        if matches!(focus, Focus::Fault(_) | Focus::ErrorType { .. }) {
            self.view.hide_equal = false;
        }
        self.focus = focus;
    }

    fn step_focus(&mut self, step: Step) {
        if self.view.tab == Tab::Formulas {
            return self.step_formula(step);
        }
        let Some(sample) = self.current() else { return };
        let count = sample.stops(&self.focus);
        if count == 0 {
            return;
        }
        let at = match &self.focus {
            Focus::Score { span, .. } | Focus::ErrorType { span, .. } => *span,
            Focus::Difference(at) | Focus::Fault(at) => Some(*at),
            _ => None,
        };
        // Round and round: behind the last comes the first.
        let to = match (at, step) {
            (None, Step::Next) => 0,
            (None, Step::Previous) => count - 1,
            (Some(at), Step::Next) => (at + 1) % count,
            (Some(at), Step::Previous) => (at + count - 1) % count,
        };
        let focus = match &self.focus {
            Focus::Score { metric, .. } => Focus::Score {
                metric: metric.clone(),
                span: Some(to),
            },
            Focus::Fault(_) => Focus::Fault(to),
            Focus::ErrorType { error_type, .. } => Focus::ErrorType {
                error_type: *error_type,
                span: Some(to),
            },
            _ => Focus::Difference(to),
        };
        self.set_focus(focus);
    }

    fn escape(&mut self) {
        if self.dialog.take().is_some() {
            return;
        }
        if self.focus != Focus::Nothing {
            self.focus = Focus::Nothing;
        } else if !self.refusals.is_empty() {
            self.refusals.clear();
        } else {
            self.removed.clear();
        }
    }
}

#[cfg(test)]
mod tests;
