use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, HashSet, VecDeque},
    ops::Range,
    rc::{Rc, Weak},
};

use gloo::timers::future::TimeoutFuture;
use js_sys::Date;
use texlens_blob::Blob;
use texlens_dataset::{FileId, KnownSamples};
use texlens_workspace::brought::ImportId;
use texlens_workspace::desk::is_needed_at_once;
use texlens_workspace::messages::import::{Delivery, Event, Joined, List, Request, Step, TextChoices};
use texlens_workspace::messages::{Heard, Job};
use texlens_workspace::picture::{DEFAULT_DPI, Pdf};
use texlens_workspace::state::{Action, Giving, ImportAction, SampleId, Samples, State};
use texlens_workspace::unfinished::{Agreement, Listed, Place, TRIES};
use wasm_bindgen_futures::spawn_local;
use yew::{html::ImplicitClone, prelude::*};

use super::{
    disk::{Files, look_up},
    keeping::{Keeper, Unfinished},
    turn::Turn,
};
use crate::worker::import::ImportClient;
use crate::worker::pdf::PdfClient;

/// Maximum number of file handles in a message to the worker.
const CHUNK: usize = 100;
/// Maximum number of files in a message, most of which are only named.
const NAMES: usize = 2_000;

/// Time that an import waits for the samples of an earlier visit, in milliseconds. The browser may never answer.
const RECALL_MS: f64 = 10_000.0;
/// Time between two looks at whether they have come, in milliseconds.
const RECALL_PAUSE_MS: u32 = 20;

/// An action of the user during an import.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) enum Ask {
    /// Corrects the plan.
    Amend(Step),
    /// Undoes the last correction.
    TakeBack,
    /// Requests rows of a list.
    Show(List, Range<usize>),
    /// Accepts the plan, so that the samples are added.
    Accept,
    /// Cancels the import, or the rest of it.
    Cancel,
    /// Continues an import of an earlier visit.
    GoOn(ImportId),
    /// Discards an import of an earlier visit.
    Forget(ImportId),
}

/// Imports files, one import after the other.
#[derive(Clone)]
pub(in crate::app) struct Importer(Rc<Inner>);

impl ImplicitClone for Importer {}

impl PartialEq for Importer {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Inner {
    this: Weak<Self>,
    client: ImportClient,
    pdf: PdfClient,
    keeper: Keeper,
    /// The shown sample.
    shown: Cell<Option<SampleId>>,
    /// The resolution of the pages of newly added PDFs.
    dpi: Cell<u16>,
    /// How the texts of the next import are read.
    texts: Cell<TextChoices>,
    /// The samples that are there.
    samples: RefCell<Samples>,
    /// Whether those of an earlier visit are among them.
    has_recalled: Cell<bool>,
    /// Whether an import has waited for them in vain. The next ones do not wait.
    has_waited: Cell<bool>,
    send: Callback<Action>,
    stage: Cell<Stage>,
    /// The number of groups of files of the current import that are being sent to the worker.
    sending: RefCell<Rc<Cell<usize>>>,
    /// Numbers of the files that the worker has requested while the import is being stored. They are sent later, since
    /// storing is faster alone.
    held_back: RefCell<Vec<usize>>,
    /// The id of the current import.
    import: Cell<ImportId>,
    /// The files of the import by their number, in the order in which the worker receives or requests them.
    files: RefCell<Files>,
    /// How the texts of the current import are read.
    texts_now: Cell<TextChoices>,
    /// The samples that an interrupted import knew; otherwise it knows those that are there when the plan is made.
    known_before: RefCell<Option<KnownSamples>>,
    /// The samples that the current import knows.
    known: RefCell<KnownSamples>,
    /// The corrections of the plan.
    steps: RefCell<Vec<Step>>,
    /// The number of samples, saved evaluations and files of ratings in the plan.
    pieces: Cell<usize>,
    /// Files that were added meanwhile, and imports to be continued.
    waiting: RefCell<VecDeque<Lot>>,
    /// Imports of an earlier visit that wait for the user.
    interrupted: RefCell<Vec<Rc<Unfinished>>>,
    /// Counts cancellations, so that code that still lists files notices them.
    cancelled: Cell<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Idle,
    /// The worker examines files. The flag tells whether the plan was accepted in an earlier visit.
    Looking(Job, bool),
    /// The user reviews the plan.
    Open(Job),
    /// The accepted import is being stored until it is finished. The flag tells whether the user has reviewed the plan.
    Agreeing(Job, bool),
    /// Samples are being added. The flag tells whether the user has reviewed the plan.
    Adding(Job, bool),
}

impl Stage {
    /// Reports whether this is a stage of the given import.
    fn is_of(self, job: Job) -> bool {
        match self {
            Self::Idle => false,
            Self::Looking(at, _) | Self::Open(at) | Self::Agreeing(at, _) | Self::Adding(at, _) => at == job,
        }
    }
}

/// A group of files that forms an import.
enum Lot {
    /// Files that the user has added.
    Brought(Files),
    /// A file whose text a sample gets.
    Given(Giving, Files),
    /// The files of an import that was accepted in an earlier visit.
    Rest(Agreement, Files),
}

/// Returns the stored files of an import.
fn packed(agreement: &Agreement, packs: &BTreeMap<u32, Blob>) -> Files {
    let file = |listed: &Listed| match listed.place {
        Place::Packed { pack, offset, size } => packs.get(&pack).map(|pack| pack.part(offset, size)),
        Place::Refused | Place::OnDisk { .. } => None,
    };
    let files = agreement.files.iter();
    files.map(|listed| (listed.path.clone(), file(listed))).collect()
}

/// Returns the importer, which also continues unfinished imports of an earlier visit.
#[hook]
pub(in crate::app) fn use_import(pdf: &PdfClient, keeper: &Keeper, state: &State, send: &Callback<Action>) -> Importer {
    let importer = use_memo((), |()| {
        Importer(Rc::new_cyclic(|this: &Weak<Inner>| {
            let page = this.clone();
            let hear = move |event| {
                if let Some(this) = page.upgrade() {
                    this.heard(event);
                }
            };
            Inner {
                this: this.clone(),
                client: ImportClient::new(hear),
                pdf: pdf.clone(),
                keeper: keeper.clone(),
                shown: Cell::default(),
                dpi: Cell::new(DEFAULT_DPI),
                texts: Cell::default(),
                samples: RefCell::default(),
                has_recalled: Cell::default(),
                has_waited: Cell::default(),
                texts_now: Cell::default(),
                known_before: RefCell::default(),
                known: RefCell::default(),
                send: send.clone(),
                stage: Cell::new(Stage::Idle),
                sending: RefCell::default(),
                held_back: RefCell::default(),
                import: Cell::default(),
                files: RefCell::default(),
                steps: RefCell::default(),
                pieces: Cell::default(),
                waiting: RefCell::default(),
                interrupted: RefCell::default(),
                cancelled: Cell::default(),
            }
        }))
    });
    use_memo((), |()| {
        let this = importer.0.this.clone();
        keeper.on_unfinished(Callback::from(move |unfinished| {
            if let Some(this) = this.upgrade() {
                this.take_up(unfinished);
            }
        }));
    });
    importer.0.dpi.set(state.dpi.0);
    importer.0.texts.set(state.text_choices);
    importer.0.samples.replace(state.samples.clone());
    importer.0.has_recalled.set(state.has_recalled());
    importer.0.shown.set(state.selected);
    (*importer).clone()
}

impl Importer {
    /// Reports the number of files found so far, and returns whether they are still wanted. `since` is the value of
    /// [`Importer::cancelled`] at the start.
    pub(in crate::app) fn found(&self, files: usize, since: u32) -> bool {
        self.0.say(ImportAction::Found(files));
        self.0.cancelled.get() == since
    }

    /// Returns the number of cancellations so far.
    pub(in crate::app) fn cancelled(&self) -> u32 {
        self.0.cancelled.get()
    }

    /// Imports files: adds them to the plan under review, or starts another import.
    pub(in crate::app) fn bring(&self, files: Files) {
        let inner = &self.0;
        match inner.stage.get() {
            Stage::Open(job) => {
                inner.say(ImportAction::Asked);
                inner.hand_over(job, files);
            }
            _ if inner.interrupted.borrow().is_empty() => inner.begin(Lot::Brought(files)),
            _ => {
                let Some(inner) = inner.this.upgrade() else { return };
                spawn_local(async move { inner.complete(files).await });
            }
        }
    }

    /// Imports a file whose text a sample gets.
    pub(in crate::app) fn give(&self, giving: Giving, file: (String, Option<Blob>)) {
        self.0.begin(Lot::Given(giving, vec![file]));
    }

    /// Carries out an action of the user.
    pub(in crate::app) fn ask(&self, ask: Ask) {
        let inner = &self.0;
        let (client, stage) = (&inner.client, inner.stage.get());
        match (ask, stage) {
            (Ask::Cancel, _) => inner.cancel(),
            (Ask::GoOn(import), _) => inner.go_on(import),
            (Ask::Forget(import), _) => {
                inner.take_interrupted(import);
                inner.keeper.forget(import);
            }
            (Ask::Amend(step), Stage::Open(job)) => {
                inner.say(ImportAction::Asked);
                client.ask(Request::Amend { job, step });
            }
            (Ask::TakeBack, Stage::Open(job)) => {
                inner.say(ImportAction::Asked);
                client.ask(Request::TakeBack { job });
            }
            (Ask::Show(list, rows), Stage::Open(job)) => client.ask(Request::Show { job, list, rows }),
            // The plan includes files that are still being sent, so it cannot be accepted before they arrive.
            (Ask::Accept, Stage::Open(job)) if inner.sending.borrow().get() == 0 => {
                inner.agree(job, true);
            }
            _ => {}
        }
    }
}

impl Inner {
    fn say(&self, action: ImportAction) {
        self.send.emit(Action::Import(action));
    }

    fn begin(&self, lot: Lot) {
        self.waiting.borrow_mut().push_back(lot);
        self.next();
    }

    /// Starts the import that has waited longest, unless another is in progress.
    fn next(&self) {
        if self.stage.get() != Stage::Idle {
            return;
        }
        let Some(lot) = self.waiting.borrow_mut().pop_front() else {
            return;
        };
        let job = self.client.begin();
        let known_before = match &lot {
            Lot::Brought(_) => None,
            // The text belongs to one sample, whatever its name.
            Lot::Given(giving, _) => {
                self.say(ImportAction::Giving(giving.clone()));
                Some(KnownSamples::new())
            }
            Lot::Rest(agreement, _) => Some(agreement.known.clone()),
        };
        self.known_before.replace(known_before);
        match lot {
            Lot::Brought(files) | Lot::Given(_, files) => {
                self.stage.set(Stage::Looking(job, false));
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Milliseconds since 1970.
                let now = Date::now() as ImportId;
                // Two imports may start within a millisecond.
                let import = now.max(self.import.get() + 1);
                self.say(ImportAction::Found(files.len().min(NAMES)));
                self.start(job, import, (Vec::new(), self.texts.get()), files);
            }
            Lot::Rest(mut agreement, files) => {
                self.stage.set(Stage::Looking(job, true));
                let (import, shown) = (agreement.import, agreement.shown);
                self.say(ImportAction::Resumed { import, shown });
                let Some(this) = self.this.upgrade() else { return };
                spawn_local(async move {
                    agreement.tries += 1;
                    this.keeper.begin_anew(&agreement).await;
                    if this.stage.get().is_of(job) {
                        this.start(job, import, (agreement.steps, agreement.texts), files);
                    }
                });
            }
        }
    }

    fn start(&self, job: Job, import: ImportId, (steps, texts): (Vec<Step>, TextChoices), files: Files) {
        self.import.set(import);
        // An import that was cancelled may still count its groups.
        self.sending.take();
        self.steps.replace(steps.clone());
        self.texts_now.set(texts);
        self.client.ask(Request::Begin {
            job,
            import,
            steps,
            texts,
        });
        self.hand_over(job, files);
    }

    /// Stores the accepted import until it is finished, so that it outlives the page. Then the samples are added.
    fn agree(&self, job: Job, was_looked_at: bool) {
        let Some(this) = self.this.upgrade() else { return };
        self.stage.set(Stage::Agreeing(job, was_looked_at));
        let files = self.files.borrow().clone();
        let listed = files.iter().map(|(path, _)| Listed {
            path: path.clone(),
            place: Place::Refused,
        });
        let steps = self.steps.borrow().clone();
        let mut agreement = Agreement::new(
            self.import.get(),
            steps,
            self.shown.get(),
            self.pieces.get(),
            listed.collect(),
        );
        agreement.texts = self.texts_now.get();
        agreement.known = self.known.borrow().clone();
        let total = files.len();
        self.say(ImportAction::Agreed { done: 0, total });
        spawn_local(async move {
            let go_on = |done: usize| {
                let is_wanted = this.stage.get().is_of(job);
                if is_wanted {
                    this.say(ImportAction::Agreed { done, total });
                }
                is_wanted
            };
            this.keeper.agree(agreement, files, go_on).await;
            if this.stage.get() == Stage::Agreeing(job, was_looked_at) {
                this.add(job, was_looked_at);
            }
        });
    }

    /// Makes the browser look up the files on the disk while the user reviews the plan. The browser remembers where
    /// they are, so it reads them faster later.
    fn look_ahead(&self, job: Job) {
        let Some(this) = self.this.upgrade() else { return };
        let files: Vec<Blob> = self
            .files
            .borrow()
            .iter()
            .filter_map(|(_, file)| file.clone())
            .collect();
        spawn_local(async move {
            let turn = Turn::new();
            for file in files {
                file.size();
                turn.pause().await;
                if this.stage.get() != Stage::Open(job) {
                    break;
                }
            }
        });
    }

    /// Starts adding the samples.
    fn add(&self, job: Job, was_looked_at: bool) {
        self.stage.set(Stage::Adding(job, was_looked_at));
        self.say(ImportAction::Accepted);
        self.client.ask(Request::Hand { job });
        let numbers = self.held_back.take();
        if !numbers.is_empty() {
            self.deliver(job, &numbers);
        }
    }

    /// Continues imports of an earlier visit whose files are all stored. The others wait for the user.
    fn take_up(&self, unfinished: Vec<Rc<Unfinished>>) {
        for unfinished in unfinished {
            let (agreement, packs) = &*unfinished;
            if agreement.tries < TRIES && agreement.missing().next().is_none() {
                let files = packed(agreement, packs);
                self.waiting.borrow_mut().push_back(Lot::Rest(agreement.clone(), files));
            } else {
                self.interrupted.borrow_mut().push(unfinished);
            }
        }
        self.say_interrupted();
        self.next();
    }

    fn say_interrupted(&self) {
        let interrupted = self.interrupted.borrow();
        let told = interrupted.iter().map(|unfinished| unfinished.0.interrupted());
        self.say(ImportAction::Interrupted(told.collect()));
    }

    fn take_interrupted(&self, import: ImportId) -> Option<Rc<Unfinished>> {
        let taken = {
            let mut interrupted = self.interrupted.borrow_mut();
            let at = interrupted
                .iter()
                .position(|unfinished| unfinished.0.import == import)?;
            interrupted.remove(at)
        };
        self.say_interrupted();
        Some(taken)
    }

    /// Continues an import of an earlier visit whose files are all stored.
    fn go_on(&self, import: ImportId) {
        if let Some(unfinished) = self.take_interrupted(import) {
            let (agreement, packs) = &*unfinished;
            self.begin(Lot::Rest(agreement.clone(), packed(agreement, packs)));
        }
    }

    /// Continues an import of an earlier visit if these files include all that it lacks. The remaining files form
    /// another import.
    async fn complete(&self, mut files: Files) {
        let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
        let interrupted = self.interrupted.borrow().clone();
        for unfinished in interrupted {
            let (agreement, packs) = &*unfinished;
            if !agreement.is_named_by(&paths) {
                continue;
            }
            look_up(files.iter().filter_map(|(_, file)| file.as_ref()), &Turn::new()).await;
            let size = |at: usize| files.get(at)?.1.as_ref().map(Blob::size);
            let Some(found) = agreement.found_among(&paths, size) else {
                continue;
            };
            let mut whole = packed(agreement, packs);
            let missing = agreement.files.iter().zip(&mut whole);
            let missing = missing.filter(|(listed, _)| matches!(listed.place, Place::OnDisk { .. }));
            for ((_, file), at) in missing.zip(&found) {
                file.1 = files.get_mut(*at).and_then(|(_, found)| found.take());
            }
            let listed: HashSet<&str> = agreement.files.iter().map(|listed| listed.path.as_str()).collect();
            let others: Files = files
                .into_iter()
                .filter(|(path, _)| !listed.contains(path.as_str()))
                .collect();
            self.take_interrupted(agreement.import);
            self.begin(Lot::Rest(agreement.clone(), whole));
            if !others.is_empty() {
                self.begin(Lot::Brought(others));
            }
            return;
        }
        self.begin(Lot::Brought(files));
    }

    fn hand_over(&self, job: Job, files: Files) {
        let Some(this) = self.this.upgrade() else { return };
        let sending = self.sending.borrow().clone();
        sending.set(sending.get() + 1);
        spawn_local(async move {
            let (mut files, turn) = (files.into_iter(), Turn::new());
            while this.is_open(job) {
                let files = this.chunk(&mut files);
                if files.is_empty() {
                    this.ask_for_plan(job).await;
                    break;
                }
                let here = files.iter().filter_map(|(_, delivery)| delivery.file());
                look_up(here, &turn).await;
                this.client.ask(Request::Add { job, files });
                turn.pause().await;
            }
            sending.set(sending.get() - 1);
        });
    }

    /// Asks for the plan once the samples of earlier imports and visits are there, to which the files may belong.
    async fn ask_for_plan(&self, job: Job) {
        // What was said last is in the state after a pause.
        TimeoutFuture::new(0).await;
        let end = Date::now() + RECALL_MS;
        while self.is_open(job) && !self.has_recalled.get() && !self.has_waited.get() {
            TimeoutFuture::new(RECALL_PAUSE_MS).await;
            self.has_waited.set(Date::now() > end);
        }
        if self.is_open(job) {
            let known = self.known_before.borrow().clone();
            let known = known.unwrap_or_else(|| self.samples.borrow().known());
            self.known.replace(known.clone());
            self.client.ask(Request::Plan { job, known });
        }
    }

    /// Returns the next files to send to the worker; empty if there are no more.
    fn chunk(&self, files: &mut impl Iterator<Item = (String, Option<Blob>)>) -> Vec<(String, Delivery)> {
        let mut all = self.files.borrow_mut();
        let (mut chunk, mut here) = (Vec::new(), 0);
        while here < CHUNK
            && chunk.len() < NAMES
            && let Some((path, file)) = files.next()
        {
            let delivery = match &file {
                None => Delivery::Refused,
                Some(file) if is_needed_at_once(&path) => {
                    here += 1;
                    Delivery::Here(file.clone())
                }
                Some(_) => Delivery::OnCall(all.len()),
            };
            all.push((path.clone(), file));
            chunk.push((path, delivery));
        }
        chunk
    }

    /// Sends the files that the worker has requested.
    fn deliver(&self, job: Job, numbers: &[usize]) {
        let Some(this) = self.this.upgrade() else { return };
        let all = self.files.borrow();
        let files = numbers.iter().filter_map(|&number| all.get(number)?.1.clone());
        let files: Vec<Blob> = files.collect();
        drop(all);
        spawn_local(async move {
            look_up(files.iter(), &Turn::new()).await;
            if this.stage.get().is_of(job) {
                let files = Joined::of(&files);
                this.client.ask(Request::Deliver { job, files });
            }
        });
    }

    /// Reports whether files can still be added to an import.
    fn is_open(&self, job: Job) -> bool {
        matches!(self.stage.get(), Stage::Looking(at, _) | Stage::Open(at) if at == job)
    }

    fn heard(&self, heard: Heard<Event>) {
        // A plan made before all files have arrived is out of date.
        if self.sending.borrow().get() > 0 && matches!(heard, Heard::Event(Event::Planned { .. })) {
            return;
        }
        match (&heard, self.stage.get()) {
            (Heard::Event(Event::Called { job, numbers }), Stage::Agreeing(at, _)) if *job == at => {
                self.held_back.replace(numbers.clone());
                return;
            }
            (Heard::Event(Event::Called { job, numbers }), stage) if stage.is_of(*job) => {
                return self.deliver(*job, numbers);
            }
            (Heard::Event(Event::Opening { job, file, pdf, .. }), Stage::Looking(at, _) | Stage::Open(at))
                if *job == at =>
            {
                self.open(*job, *file, pdf.clone());
            }
            (Heard::Event(Event::Planned { summary, steps, .. }), Stage::Looking(..) | Stage::Open(_)) => {
                self.steps.replace(steps.clone());
                self.pieces.set(summary.overview.pieces());
            }
            _ => {}
        }
        match (&heard, self.stage.get()) {
            (Heard::Event(Event::Planned { summary, .. }), Stage::Looking(job, is_agreed)) => {
                if is_agreed {
                    self.add(job, true);
                } else if summary.is_plain {
                    self.agree(job, false);
                } else {
                    self.stage.set(Stage::Open(job));
                    self.look_ahead(job);
                }
            }
            // The next batch is requested only when this one has arrived, so that at most one batch waits for the page.
            (Heard::Event(Event::Handed { done, total, .. }), Stage::Adding(job, _)) if done < total => {
                self.client.ask(Request::Hand { job });
            }
            (Heard::Event(Event::Handed { .. }), Stage::Adding(_, was_looked_at)) => {
                // An import without review is small, so its worker is kept for the next import.
                if was_looked_at {
                    self.client.stop();
                }
                self.end();
            }
            (Heard::Failed { .. } | Heard::Restarted { .. }, _) => {
                self.forget();
                self.end();
            }
            _ => {}
        }
        self.say(ImportAction::Heard(Box::new(heard)));
        self.next();
    }

    /// Reads the page count and the page sizes of a PDF.
    fn open(&self, job: Job, file: FileId, pdf: Pdf) {
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            let pages = this.pdf.open(pdf.file.clone(), this.dpi.get()).await;
            if this.is_open(job) {
                this.client.ask(Request::Opened { job, file, pdf, pages });
            }
        });
    }

    /// Deletes the stored copy of an accepted import that will not be finished.
    fn forget(&self) {
        if let Stage::Looking(_, true) | Stage::Agreeing(..) | Stage::Adding(..) = self.stage.get() {
            self.keeper.forget(self.import.get());
        }
    }

    /// Ends the current import; returns whether there was one.
    fn end(&self) -> bool {
        self.files.take();
        self.steps.take();
        self.held_back.take();
        self.stage.replace(Stage::Idle) != Stage::Idle
    }

    fn cancel(&self) {
        self.cancelled.set(self.cancelled.get() + 1);
        self.forget();
        if self.end() {
            // Their current work is no longer needed.
            self.client.stop();
            self.pdf.stop_opening();
        }
        self.say(ImportAction::Cancelled);
        self.next();
    }
}
