//! The worker that takes in what a person brought: it holds the files of one import until the next one.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use texlens_workspace::brought::{Brought, Draft};
use texlens_workspace::desk::Desk;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::import::{Delivery, Event, Request};
use wasm_bindgen::prelude::*;

use crate::port::Port;

/// Samples that are handed over at a time: the page puts so many into its list between two frames.
const BATCH: usize = 2_000;
/// A batch is full with so many bytes of text, however few they are.
const BATCH_BYTES: usize = 4 << 20;
/// A batch goes out after so long, however small it is.
const BATCH_MS: f64 = 200.0;

/// Answers the page's requests from now on.
#[wasm_bindgen]
pub fn start_import_worker() {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        import: RefCell::default(),
        opening: Cell::new(false),
        owed: Cell::default(),
        handed_at: Cell::default(),
        refused: RefCell::default(),
    });
    port.listen(move |heard| match heard {
        Ok(request) => server.answer(request),
        Err(message) => server.port.failed(None, message),
    });
}

struct Server {
    port: Port<Event>,
    /// The import that is going on.
    import: RefCell<(Job, Desk)>,
    /// Whether the page opens a PDF file.
    opening: Cell<bool>,
    /// What waits for files.
    owed: Cell<Owed>,
    /// When the last samples were handed over.
    handed_at: Cell<f64>,
    /// What is to be said with the plan.
    refused: RefCell<Option<String>>,
}

/// What was asked for and is done when the files are here that it needs.
#[derive(Clone, Copy, Default)]
enum Owed {
    #[default]
    Nothing,
    Plan,
    Samples,
}

impl Server {
    fn answer(&self, request: Request) {
        let import = &mut *self.import.borrow_mut();
        match request {
            Request::Begin {
                job,
                import: named,
                steps,
            } => {
                *import = (job, Desk::new(named, steps));
                self.opening.set(false);
                self.owed.take();
            }
            Request::Add { job, files } => {
                if import.0 != job {
                    return;
                }
                let desk = &mut import.1;
                for (path, file) in files {
                    match file {
                        Delivery::Here(file) => desk.add(&path, file),
                        Delivery::OnCall(number) => desk.expect(&path, number),
                        Delivery::Refused => desk.refuse(&path),
                    }
                }
                let files = desk.files();
                self.port.emit(Event::Listed { job, files });
            }
            Request::Deliver { job, files } => {
                if import.0 == job {
                    import.1.deliver(files);
                    // While the page sends the next ones, these are read.
                    self.call(import);
                    self.go_on(import);
                }
            }
            Request::Plan { job } => self.change(import, job, |desk| desk.plan()),
            Request::Opened { job, file, pdf, pages } => {
                if import.0 == job {
                    import.1.opened(file, pdf, pages);
                    self.opening.set(false);
                    self.tell(import);
                }
            }
            Request::Amend { job, step } => self.change(import, job, |desk| desk.amend(step).unwrap_or_else(Some)),
            Request::TakeBack { job } => self.change(import, job, Desk::take_back),
            Request::Show { job, list, rows } => {
                if import.0 == job {
                    let rows = import.1.rows(list, rows);
                    self.port.emit(Event::Rows { job, rows });
                }
            }
            Request::Hand { job } => {
                if import.0 == job {
                    self.owed.set(Owed::Samples);
                    self.go_on(import);
                }
            }
        }
    }

    /// Does what waits for files, if they are here.
    fn go_on(&self, import: &mut (Job, Desk)) {
        let (job, desk) = (import.0, &import.1);
        match self.owed.get() {
            Owed::Plan if !desk.lacks_sizes() => {
                self.owed.take();
                self.change(import, job, |desk| desk.plan());
            }
            Owed::Samples if desk.can_hand() && (!desk.is_calling() || self.is_due()) => {
                self.owed.take();
                self.hand(import);
            }
            _ => {}
        }
    }

    /// Whether the page has waited for samples long enough: it is spared many small batches.
    fn is_due(&self) -> bool {
        js_sys::Date::now() - self.handed_at.get() > BATCH_MS
    }

    /// Calls for the files that are to come next.
    fn call(&self, (job, desk): &mut (Job, Desk)) {
        let numbers = desk.call();
        if !numbers.is_empty() {
            self.port.emit(Event::Called { job: *job, numbers });
        }
    }

    /// Changes the plan, and says what it is now.
    fn change(&self, import: &mut (Job, Desk), job: Job, change: impl FnOnce(&mut Desk) -> Option<String>) {
        if import.0 == job {
            let refused = change(&mut import.1);
            self.refused.replace(refused);
            self.tell(import);
        }
    }

    /// Says what the plan is, once it is whole and all PDF files in it are open, and calls for the files that it needs.
    fn tell(&self, import: &mut (Job, Desk)) {
        // Its answer is on its way, and goes on from here.
        if self.opening.get() {
            return;
        }
        if import.1.lacks_sizes() {
            self.owed.set(Owed::Plan);
            return self.call(import);
        }
        let (job, desk) = (import.0, &mut import.1);
        let event = match desk.next_pdf() {
            Some((file, pdf)) => {
                self.opening.set(true);
                let (done, total) = desk.pdfs();
                Event::Opening {
                    job,
                    file,
                    pdf,
                    done,
                    // With this one.
                    total: total + 1,
                }
            }
            None => Event::Planned {
                job,
                summary: desk.summary(),
                steps: desk.steps().to_vec(),
                refused: self.refused.take(),
            },
        };
        self.port.emit(event);
        self.call(import);
    }

    fn hand(&self, (job, desk): &mut (Job, Desk)) {
        let end = js_sys::Date::now() + BATCH_MS;
        let (brought, done, total) = desk.hand(|brought| is_full(brought) || js_sys::Date::now() > end);
        self.handed_at.set(js_sys::Date::now());
        self.port.emit(Event::Handed {
            job: *job,
            import: desk.import(),
            brought,
            done,
            total,
        });
        if done >= total {
            *desk = Desk::default();
        }
    }
}

fn is_full(brought: &Brought) -> bool {
    let text = |draft: &Draft| {
        let predictions: usize = draft.predictions.iter().map(|given| given.latex.len()).sum();
        predictions + draft.reference.as_ref().map_or(0, |text| text.latex.len())
    };
    // A saved evaluation may be as large as a batch by itself.
    !brought.reports.is_empty()
        || brought.drafts.iter().map(|draft| 1 + draft.sheets.len()).sum::<usize>() >= BATCH
        || brought.drafts.iter().map(text).sum::<usize>() >= BATCH_BYTES
}
