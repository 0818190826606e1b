use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    ops::Range,
    rc::{Rc, Weak},
};

use texlens_dataset::FileId;
use wasm_bindgen_futures::spawn_local;
use yew::{html::ImplicitClone, prelude::*};

use super::turn::Turn;
use crate::{
    app::state::{Action, ImportAction},
    blob::Blob,
    picture::{DEFAULT_DPI, Pdf},
    worker::{
        import::{
            ImportClient, is_needed_at_once,
            protocol::{Delivery, Event, List, Request, Step},
        },
        pdf::PdfClient,
        protocol::Job,
    },
};

/// Files go to the worker so many at a time.
const CHUNK: usize = 100;
/// So many at a time are only named.
const NAMES: usize = 2_000;

/// Where each file was found, and the file; none where the browser refuses it.
pub(in crate::app) type Files = Vec<(String, Option<Blob>)>;

/// What a person does with the plan of what was brought.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::app) enum Ask {
    /// Something is put right.
    Amend(Step),
    /// The last step is taken back.
    TakeBack,
    /// Rows are to be shown.
    Show(List, Range<usize>),
    /// It is right: the samples are to come.
    Accept,
    /// Nothing, or nothing more, is to come.
    Cancel,
}

/// Brings files in, one import after the other.
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
    /// The resolution at which the pages of PDF files that come are to be drawn.
    dpi: Cell<u16>,
    send: Callback<Action>,
    stage: Cell<Stage>,
    /// How many lots of files are on their way to the worker.
    sending: Cell<usize>,
    /// Those that the worker calls for when it needs them, by their numbers.
    on_call: RefCell<Vec<Blob>>,
    /// What was brought meanwhile.
    waiting: RefCell<VecDeque<Files>>,
    /// Counts what was cancelled, so that those who still look for files notice it.
    cancelled: Cell<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Idle,
    /// The worker looks at files.
    Looking(Job),
    /// A person looks at the plan.
    Open(Job),
    /// Samples come; whether a person has looked at the plan before.
    Adding(Job, bool),
}

impl Stage {
    /// Whether it is one of this import.
    fn is_of(self, job: Job) -> bool {
        match self {
            Self::Idle => false,
            Self::Looking(at) | Self::Open(at) | Self::Adding(at, _) => at == job,
        }
    }
}

/// Has the browser find files on the disk, as it does before it sends one, while the page goes on between two of them.
async fn look_up(files: impl Iterator<Item = &Blob>, turn: &Turn) {
    for file in files {
        file.size();
        turn.pause().await;
    }
}

/// The way in for files. `dpi` is the resolution at which the pages of PDF files are to be drawn that come from now on.
#[hook]
pub(in crate::app) fn use_import(pdf: &PdfClient, dpi: u16, send: &Callback<Action>) -> Importer {
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
                dpi: Cell::new(DEFAULT_DPI),
                send: send.clone(),
                stage: Cell::new(Stage::Idle),
                sending: Cell::default(),
                on_call: RefCell::default(),
                waiting: RefCell::default(),
                cancelled: Cell::default(),
            }
        }))
    });
    importer.0.dpi.set(dpi);
    (*importer).clone()
}

impl Importer {
    /// Says that files are being found, and answers whether they are still wanted. `since` is what [`Importer::cancelled`] was at first.
    pub(in crate::app) fn found(&self, files: usize, since: u32) -> bool {
        self.0.say(ImportAction::Found(files));
        self.0.cancelled.get() == since
    }

    /// Counts what was cancelled.
    pub(in crate::app) fn cancelled(&self) -> u32 {
        self.0.cancelled.get()
    }

    /// Takes files in: with those that a person looks at, or by themselves.
    pub(in crate::app) fn bring(&self, files: Files) {
        let inner = &self.0;
        match inner.stage.get() {
            Stage::Open(job) => {
                inner.say(ImportAction::Asked);
                inner.hand_over(job, files);
            }
            _ => {
                inner.waiting.borrow_mut().push_back(files);
                inner.next();
            }
        }
    }

    /// Does what a person wants.
    pub(in crate::app) fn ask(&self, ask: Ask) {
        let inner = &self.0;
        let (client, stage) = (&inner.client, inner.stage.get());
        match (ask, stage) {
            (Ask::Cancel, _) => inner.cancel(),
            (Ask::Amend(step), Stage::Open(job)) => {
                inner.say(ImportAction::Asked);
                client.ask(Request::Amend { job, step });
            }
            (Ask::TakeBack, Stage::Open(job)) => {
                inner.say(ImportAction::Asked);
                client.ask(Request::TakeBack { job });
            }
            (Ask::Show(list, rows), Stage::Open(job)) => client.ask(Request::Show { job, list, rows }),
            // What is on its way is part of it.
            (Ask::Accept, Stage::Open(job)) if inner.sending.get() == 0 => {
                inner.stage.set(Stage::Adding(job, true));
                inner.say(ImportAction::Accepted);
                client.ask(Request::Hand { job });
            }
            _ => {}
        }
    }
}

impl Inner {
    fn say(&self, action: ImportAction) {
        self.send.emit(Action::Import(action));
    }

    /// Begins with what was brought first, unless something is going on.
    fn next(&self) {
        if self.stage.get() != Stage::Idle {
            return;
        }
        let Some(files) = self.waiting.borrow_mut().pop_front() else {
            return;
        };
        let job = self.client.begin();
        self.stage.set(Stage::Looking(job));
        self.say(ImportAction::Found(files.len().min(NAMES)));
        self.hand_over(job, files);
    }

    fn hand_over(&self, job: Job, files: Files) {
        let Some(this) = self.this.upgrade() else { return };
        self.sending.set(self.sending.get() + 1);
        spawn_local(async move {
            let (mut files, turn) = (files.into_iter(), Turn::new());
            while this.is_open(job) {
                let files = this.chunk(&mut files);
                if files.is_empty() {
                    this.client.ask(Request::Plan { job });
                    break;
                }
                let here = files.iter().filter_map(|(_, delivery)| delivery.file());
                look_up(here, &turn).await;
                this.client.ask(Request::Add { job, files });
                turn.pause().await;
            }
            this.sending.set(this.sending.get() - 1);
        });
    }

    /// The next files to go to the worker; none if there are no more.
    fn chunk(&self, files: &mut impl Iterator<Item = (String, Option<Blob>)>) -> Vec<(String, Delivery)> {
        let mut on_call = self.on_call.borrow_mut();
        let (mut chunk, mut here) = (Vec::new(), 0);
        while here < CHUNK
            && chunk.len() < NAMES
            && let Some((path, file)) = files.next()
        {
            let delivery = match file {
                None => Delivery::Refused,
                Some(file) if is_needed_at_once(&path) => {
                    here += 1;
                    Delivery::Here(file)
                }
                Some(file) => {
                    on_call.push(file);
                    Delivery::OnCall(on_call.len() - 1)
                }
            };
            chunk.push((path, delivery));
        }
        chunk
    }

    /// Sends what the worker calls for.
    fn deliver(&self, job: Job, numbers: &[usize]) {
        let Some(this) = self.this.upgrade() else { return };
        let on_call = self.on_call.borrow();
        let files = numbers.iter().filter_map(|&number| on_call.get(number).cloned());
        let files: Vec<Blob> = files.collect();
        spawn_local(async move {
            look_up(files.iter(), &Turn::new()).await;
            if this.stage.get().is_of(job) {
                this.client.ask(Request::Deliver { job, files });
            }
        });
    }

    /// Whether more can still be brought to an import.
    fn is_open(&self, job: Job) -> bool {
        matches!(self.stage.get(), Stage::Looking(at) | Stage::Open(at) if at == job)
    }

    fn heard(&self, event: Event) {
        // What was understood before all files were there is out of date.
        if self.sending.get() > 0 && matches!(event, Event::Planned { .. }) {
            return;
        }
        match (&event, self.stage.get()) {
            (Event::Called { job, numbers }, stage) if stage.is_of(*job) => return self.deliver(*job, numbers),
            (Event::Opening { job, file, pdf, .. }, Stage::Looking(at) | Stage::Open(at)) if *job == at => {
                self.open(*job, *file, pdf.clone());
            }
            (Event::Planned { summary, .. }, Stage::Looking(job)) => {
                if summary.is_plain {
                    self.stage.set(Stage::Adding(job, false));
                    self.client.ask(Request::Hand { job });
                } else {
                    self.stage.set(Stage::Open(job));
                }
            }
            // The next ones are asked for once these have come, so that never more than one batch waits for the page.
            (Event::Handed { done, total, .. }, Stage::Adding(job, _)) if done < total => {
                self.client.ask(Request::Hand { job });
            }
            (Event::Handed { .. }, Stage::Adding(_, was_looked_at)) => {
                // What needs no look is small: its worker stays for the next one.
                if was_looked_at {
                    self.client.stop();
                }
                self.end();
            }
            (Event::Failed { .. } | Event::Restarted { .. }, _) => {
                self.end();
            }
            _ => {}
        }
        self.say(ImportAction::Heard(Box::new(event)));
        self.next();
    }

    /// Finds out what pages a PDF file has.
    fn open(&self, job: Job, file: FileId, pdf: Pdf) {
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            let pages = this.pdf.open(pdf.file.clone(), this.dpi.get()).await;
            if this.is_open(job) {
                this.client.ask(Request::Opened { job, file, pdf, pages });
            }
        });
    }

    /// Answers whether something was going on.
    fn end(&self) -> bool {
        self.on_call.take();
        self.stage.replace(Stage::Idle) != Stage::Idle
    }

    fn cancel(&self) {
        self.cancelled.set(self.cancelled.get() + 1);
        if self.end() {
            // Whatever they do: nobody waits for it any more.
            self.client.stop();
            self.pdf.stop_opening();
        }
        self.say(ImportAction::Cancelled);
        self.next();
    }
}
