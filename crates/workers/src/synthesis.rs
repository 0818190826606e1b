//! The worker that makes pages, as `texlens make-pages` does, and packs their files.

mod files;
mod supplied;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use texlens_blob::Blob;
use texlens_browser::engine::EngineError;
use texlens_draw::Setter;
use texlens_report::{FolderFile, ZipWriter};
use texlens_synthesis::{
    Answer, Corpus, Damages, Difficulty, Language, MAX_CORPUS, MadePage, MakeError, Omitted, Order, PageFiles,
    PageMaker, Report, Settings, Supply,
};
use texlens_tex::{Source, Use};
use texlens_workspace::making::MakeOrder;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::synthesis::{Event, MakeSummary, Request};
use texlens_workspace::words::making as words;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::engine::{KeptEngine, not_drawn};
use crate::pace::Pace;
use files::{Sent, sent};
use supplied::Supplied;
use texlens_worker_base::Port;

/// What the engine needs to set documents and to draw them.
const USES: [Use; 2] = [Use::Dvi, Use::DocumentDvi];
/// Bytes of an archive from which on they are given to the browser.
const PART: usize = 8 << 20;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_synthesis_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        queue: RefCell::default(),
        is_working: Cell::default(),
        engine: KeptEngine::new(base.clone()),
        supplied: Supplied::new(base),
    });
    port.listen(move |heard| match heard {
        Ok(request) => Rc::clone(&server).enqueue(request),
        Err(message) => server.port.failed(None, message),
    });
}

struct Server {
    port: Port<Event>,
    queue: RefCell<VecDeque<Request>>,
    is_working: Cell<bool>,
    engine: KeptEngine,
    supplied: Supplied,
}

/// A run: what is made, and what it has made so far.
struct Run<'a> {
    job: Job,
    order: &'a Order,
    /// What was left out when the formulas were read.
    reading: Omitted,
    supply: Supply<'a>,
    report: Report,
}

impl Server {
    fn enqueue(self: Rc<Self>, request: Request) {
        self.queue.borrow_mut().push_back(request);
        if !self.is_working.replace(true) {
            spawn_local(async move { self.work_off().await });
        }
    }

    async fn work_off(&self) {
        while let Some(request) = self.first() {
            let (job, done) = match request {
                Request::Make { job, order, formulas } => {
                    let made = self.make(job, &order, formulas).await;
                    (job, made.map(|()| Event::Ended { job }))
                }
                Request::Pack { job, files } => {
                    let packed = self.pack(job, files).await;
                    (job, packed.map(|file| Event::Packed { job, file }))
                }
            };
            match done {
                Ok(event) => self.port.emit(event),
                Err(message) => self.port.failed(job, message),
            }
        }
        self.is_working.set(false);
    }

    fn first(&self) -> Option<Request> {
        self.queue.borrow_mut().pop_front()
    }

    async fn make(&self, job: Job, asked: &MakeOrder, formulas: Option<Blob>) -> Result<(), String> {
        let order = order(asked)?;
        let read = self.corpus(job, formulas).await?;
        let reading = read.omitted.clone();
        let corpus = order.choose(read);
        if corpus.formulas().is_empty() {
            return Err(words::NOTHING_CHOSEN.to_owned());
        }
        let mut run = Run {
            job,
            order: &order,
            reading,
            supply: Supply::new(&corpus),
            report: Report::default(),
        };
        self.tell(&run, None);
        let loading = |loading| {
            if let Some((loaded, total)) = loading {
                self.port.emit(Event::Loading { job, loaded, total });
            }
        };
        let made = self.engine.lend(&USES, loading, async |engine| {
            let setter = Setter::new(&engine.compiler);
            for index in 0..order.pages {
                match self.page(&setter, &run, index)? {
                    Ok(variants) => {
                        for page in &variants {
                            run.report.add(page, &run.supply);
                            let files =
                                PageFiles::of(page, &order).map_err(|error| EngineError::Draw(error.to_string()))?;
                            self.tell(&run, Some(sent(page, files)));
                        }
                    }
                    Err(error) => {
                        run.report.add_failure(error.to_string());
                        self.tell(&run, None);
                    }
                }
                // The worker answers the page between two pages.
                TimeoutFuture::new(0).await;
            }
            Ok(())
        });
        made.await.map_err(|error| error.to_string())
    }

    /// Makes a page in all of its variants. The inner error is that of this page alone.
    fn page(
        &self,
        setter: &Setter<'_>,
        run: &Run<'_>,
        index: usize,
    ) -> Result<Result<Vec<MadePage>, MakeError>, EngineError> {
        PageMaker::new(&run.supply, &run.order.settings, index).make(|document| {
            self.port.emit(Event::Compiling { job: run.job });
            let (set, log) = setter.logged(&Source::document(document)).map_err(not_drawn)?;
            Ok(Answer::new(set.compilation, set.pages, log))
        })
    }

    /// Reads the formulas: those of the person, or those that texlens supplies.
    async fn corpus(&self, job: Job, formulas: Option<Blob>) -> Result<Corpus, String> {
        let loading = |loaded, total| self.port.emit(Event::Loading { job, loaded, total });
        let Some(file) = formulas else {
            return self.supplied.corpus(loading).await;
        };
        // One byte more than a file may have is enough to refuse it.
        let file = file.part(0, file.size().min(MAX_CORPUS as u64 + 1));
        let bytes = file.bytes().await.map_err(|error| error.to_string())?;
        let trained = self.supplied.trained(loading).await?;
        Corpus::parse(&bytes, &trained).map_err(|error| error.to_string())
    }

    /// Tells what was made so far, and the last page.
    fn tell(&self, run: &Run<'_>, page: Option<Sent>) {
        let left_out = run.report.left_out(&run.reading);
        let named = left_out.named.iter().take(words::MOST_NAMED);
        let summary = MakeSummary {
            pages: run.report.pages(),
            failed: run.report.failed().to_vec(),
            formulas: run.report.formulas(),
            trained: run.report.trained(),
            corpus: run.supply.corpus().formulas().len(),
            counts: left_out
                .counts
                .iter()
                .map(|(reason, count)| ((*reason).to_owned(), *count))
                .collect(),
            named: named
                .map(|omission| words::omission(omission.line, &omission.text, &omission.reason.to_string()))
                .collect(),
        };
        let report = run.report.to_json(&run.order.settings, &run.supply, &run.reading);
        let (page, files, boxes) = match page {
            Some(Sent { info, files, boxes }) => (Some(Box::new(info)), files, boxes),
            None => (None, Vec::new(), Vec::new()),
        };
        self.port.emit(Event::Made {
            job: run.job,
            summary: Box::new(summary),
            report: Blob::new(report.as_bytes(), "application/json"),
            page,
            files,
            boxes,
        });
    }

    /// Packs files. The archive is given to the browser in parts, so that its size is not limited by memory.
    async fn pack(&self, job: Job, files: Vec<(String, Blob)>) -> Result<Blob, String> {
        let pace = Pace::new(&self.port, job, files.len());
        let (mut zip, mut parts, mut waiting) = (ZipWriter::default(), Vec::new(), Vec::new());
        for (path, file) in files {
            let bytes = file.bytes().await.map_err(|error| error.to_string())?;
            zip.add(&FolderFile { path, bytes })
                .map_err(|error| error.to_string())?;
            waiting.append(&mut zip.take());
            if waiting.len() > PART {
                parts.push(Blob::new(&waiting, ""));
                waiting.clear();
            }
            pace.step().await;
        }
        waiting.append(&mut zip.finish().map_err(|error| error.to_string())?);
        parts.push(Blob::new(&waiting, ""));
        Ok(Blob::joined(parts.iter()).typed("application/zip"))
    }
}

/// Reads an order. The form has checked all names.
fn order(asked: &MakeOrder) -> Result<Order, String> {
    let unknown = |name: &str| words::unknown(name);
    let language = |name: &String| {
        let mut languages = Language::ALL.into_iter();
        languages
            .find(|language| language.name() == name)
            .ok_or_else(|| unknown(name))
    };
    let difficulty = |name: &String| {
        let mut difficulties = Difficulty::ALL.into_iter();
        difficulties
            .find(|difficulty| difficulty.to_string() == *name)
            .ok_or_else(|| unknown(name))
    };
    let damage = |name: &String| {
        name.parse()
            .map_err(|error: texlens_synthesis::UnknownDamage| error.to_string())
    };
    let damages: Vec<Damages> = asked.damage.iter().map(damage).collect::<Result<_, _>>()?;
    let difficulties: Vec<Difficulty> = asked.difficulties.iter().map(difficulty).collect::<Result<_, _>>()?;
    Ok(Order {
        settings: Settings {
            languages: asked.languages.iter().map(language).collect::<Result<_, _>>()?,
            ..Settings::new(asked.seed)
        },
        pages: asked.pages,
        difficulties,
        trained: asked.trained,
        pictures: Order::pictures(&asked.dpi, &damages),
    })
}
