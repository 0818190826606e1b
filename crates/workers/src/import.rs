//! The worker that imports files. It holds the files of one import until the next import starts.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Function;
use texlens_workspace::brought::{Brought, Draft};
use texlens_workspace::desk::Desk;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::import::{Delivery, Event, Request};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::tables::TableReader;
use texlens_worker_base::Port;

/// Number of samples in a batch: as many as the page can add to its list between two frames.
const BATCH: usize = 2_000;
/// Bytes of text at which a batch is full, however few samples it has.
const BATCH_BYTES: usize = 4 << 20;
/// Time after which a batch is sent, however small it is, in milliseconds.
const BATCH_MS: f64 = 200.0;

/// Starts to answer the page's requests. `tables` loads the reader of Parquet and Arrow files: a function without
/// arguments that returns the promise of a module.
#[wasm_bindgen]
pub fn start_import_worker(tables: Function) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        import: RefCell::default(),
        opening: Cell::new(false),
        owed: Cell::default(),
        handed_at: Cell::default(),
        refused: RefCell::default(),
        tables: TableReader::new(tables),
    });
    port.listen(move |heard| match heard {
        Ok(request) => Rc::clone(&server).answer(request),
        Err(message) => server.port.failed(None, message),
    });
}

struct Server {
    port: Port<Event>,
    /// The current import.
    import: RefCell<(Job, Desk)>,
    /// Whether the page is opening a PDF file.
    opening: Cell<bool>,
    /// The request that waits for files.
    owed: Cell<Owed>,
    /// The time when the last samples were handed over, in milliseconds.
    handed_at: Cell<f64>,
    /// The message to send with the next plan.
    refused: RefCell<Option<String>>,
    tables: TableReader,
}

/// A request that is handled once the files that it needs have arrived.
#[derive(Clone, Copy, Default)]
enum Owed {
    #[default]
    Nothing,
    Plan,
    Samples,
}

impl Server {
    fn answer(self: Rc<Self>, request: Request) {
        let import = &mut *self.import.borrow_mut();
        match request {
            Request::Begin {
                job,
                import: named,
                steps,
                texts,
            } => {
                *import = (job, Desk::new(named, steps, texts));
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
                    // The page sends the next files while these are read.
                    self.call(import);
                    self.go_on(import);
                }
            }
            Request::Plan { job, known } => {
                if import.0 != job {
                    return;
                }
                import.1.know(known);
                if import.1.has_tables() {
                    spawn_local(Rc::clone(&self).read_tables(job));
                } else {
                    self.change(import, job, Desk::plan);
                }
            }
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

    /// Reads the Parquet and Arrow files of an import, and then makes its plan.
    async fn read_tables(self: Rc<Self>, job: Job) {
        loop {
            let next = match &mut *self.import.borrow_mut() {
                (current, desk) if *current == job => desk.next_table(),
                _ => return,
            };
            let Some((table, bytes, room)) = next else { break };
            let read = self.tables.read(&bytes, &room).await;
            let (current, desk) = &mut *self.import.borrow_mut();
            if *current != job {
                return;
            }
            desk.add_table(table, read);
            let files = desk.files();
            self.port.emit(Event::Listed { job, files });
        }
        self.change(&mut self.import.borrow_mut(), job, Desk::plan);
    }

    /// Handles the waiting request if its files have arrived.
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

    /// Reports whether the page has waited longer than [`BATCH_MS`] for samples. Waiting saves the page many small
    /// batches.
    fn is_due(&self) -> bool {
        js_sys::Date::now() - self.handed_at.get() > BATCH_MS
    }

    /// Requests the next files.
    fn call(&self, (job, desk): &mut (Job, Desk)) {
        let numbers = desk.call();
        if !numbers.is_empty() {
            self.port.emit(Event::Called { job: *job, numbers });
        }
    }

    /// Changes the plan and reports it.
    fn change(&self, import: &mut (Job, Desk), job: Job, change: impl FnOnce(&mut Desk) -> Option<String>) {
        if import.0 == job {
            let refused = change(&mut import.1);
            self.refused.replace(refused);
            self.tell(import);
        }
    }

    /// Reports the plan once it is complete and all its PDF files are open; until then, asks the page to open the next
    /// one. Requests the files that the plan needs.
    fn tell(&self, import: &mut (Job, Desk)) {
        // The result for the open file is still to come. It calls this function again.
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
                    // `pdfs` does not count this file.
                    total: total + 1,
                }
            }
            None => Event::Planned {
                job,
                summary: Box::new(desk.summary()),
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
    // A saved evaluation alone may be as large as a batch.
    !brought.reports.is_empty()
        || brought.drafts.iter().map(|draft| 1 + draft.sheets.len()).sum::<usize>() >= BATCH
        || brought.drafts.iter().map(text).sum::<usize>() >= BATCH_BYTES
}
