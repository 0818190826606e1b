//! The worker for LaTeXBench: makes items, checks answers, makes results, and draws answers, one request after the other.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use serde_json::Value;
use texlens_appearance::page_pictures;
use texlens_blob::Blob;
use texlens_browser::engine::EngineError;
use texlens_draw::Setter;
use texlens_latexbench::{
    BenchRun, Item, Results, Task, Verdict, check, items, latex_of, read_items, read_workbook, to_jsonl, to_page,
    to_results_page, to_workbook,
};
use texlens_report::plot::Ink;
use texlens_tex::{Form, Source, Use};
use texlens_workspace::benching::{BenchItems, BenchOrigin};
use texlens_workspace::messages::Job;
use texlens_workspace::messages::latexbench::{Ask, BenchDrawing, BenchFile, BenchResults, Event, Reply, Request};
use texlens_workspace::messages::tex::DrawnText;
use texlens_workspace::words::latexbench as words;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::engine::{Engine, KeptEngine, not_drawn};
use crate::pace::Pace;
use texlens_worker_base::Port;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_latexbench_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        queue: RefCell::default(),
        is_working: Cell::default(),
        engine: KeptEngine::new(base),
    });
    port.listen(move |heard| match heard {
        Ok(Request::Ask { job, ask }) => Rc::clone(&server).enqueue(job, Work::Ask(ask)),
        Ok(Request::Read { job, name, file }) => Rc::clone(&server).enqueue(job, Work::Read(name, file)),
        Err(message) => server.port.failed(None, message),
    });
}

/// Largest file that is read. A run of 150 items takes less than 2 MB.
const MOST_BYTES: u64 = 64 << 20;
/// How an archive begins, and so a workbook.
const ARCHIVE: &[u8] = b"PK\x03\x04";
/// Maximum number of drawn pages of a text.
const MOST_PAGES: usize = 4;

struct Server {
    port: Port<Event>,
    queue: RefCell<VecDeque<(Job, Work)>>,
    is_working: Cell<bool>,
    engine: KeptEngine,
}

/// A request that waits for its turn.
enum Work {
    Ask(Box<Ask>),
    Read(String, Blob),
}

/// What a job gives: an answer or a file.
enum Done {
    Reply(Reply),
    File(Blob),
}

impl Server {
    fn enqueue(self: Rc<Self>, job: Job, work: Work) {
        self.queue.borrow_mut().push_back((job, work));
        if !self.is_working.replace(true) {
            spawn_local(async move { self.work_off().await });
        }
    }

    async fn work_off(&self) {
        while let Some((job, work)) = self.first() {
            let done = match work {
                Work::Ask(ask) => self.answer(job, *ask).await,
                Work::Read(name, file) => read(name, &file).await.map(Done::Reply),
            };
            match done {
                Ok(Done::Reply(reply)) => self.port.emit(Event::Answered {
                    job,
                    reply: Box::new(reply),
                }),
                Ok(Done::File(file)) => self.port.emit(Event::Written { job, file }),
                Err(message) => self.port.failed(job, message),
            }
        }
        self.is_working.set(false);
    }

    fn first(&self) -> Option<(Job, Work)> {
        self.queue.borrow_mut().pop_front()
    }

    async fn answer(&self, job: Job, ask: Ask) -> Result<Done, String> {
        let reply = match ask {
            Ask::Make { seed } => Reply::Items(BenchItems::of(&items(seed), BenchOrigin::Seed(seed))),
            Ask::Check {
                items,
                answers,
                compiles,
            } => {
                let items = read_items(&items).map_err(|error| error.to_string())?;
                Reply::Verdicts(self.check(job, &items, &answers, compiles).await?)
            }
            Ask::Results { runs } => {
                let results = Results::of(&read_runs(runs)?).map_err(|error| error.to_string())?;
                Reply::Results(BenchResults {
                    tables: results.tables(),
                    figure: results.figure().svg(Ink::Page),
                })
            }
            Ask::Draw { latex } => Reply::Drawing(self.draw(job, &latex).await.map_err(|error| error.to_string())?),
            Ask::Write {
                file,
                items,
                seed,
                runs,
            } => {
                let items = read_items(&items).map_err(|error| error.to_string())?;
                let bytes = written(file, &items, seed, &read_runs(runs)?)?;
                return Ok(Done::File(Blob::new(&bytes, file.media_type())));
            }
        };
        Ok(Done::Reply(reply))
    }

    /// Checks the answers. Reports progress with each answer.
    async fn check(
        &self,
        job: Job,
        items: &[Item],
        answers: &[Option<String>],
        compiles: bool,
    ) -> Result<Vec<Option<Verdict>>, String> {
        let pace = Pace::new(&self.port, job, items.len());
        let mut verdicts = Vec::with_capacity(items.len());
        for (item, answer) in items.iter().zip(answers) {
            verdicts.push(match answer {
                Some(answer) => Some(self.verdict(job, item, answer, compiles).await?),
                None => None,
            });
            pace.step().await;
        }
        Ok(verdicts)
    }

    async fn verdict(&self, job: Job, item: &Item, answer: &str, compiles: bool) -> Result<Verdict, String> {
        let compilation = match &item.task {
            Task::Generation(_) | Task::Edit(_) if compiles => {
                let latex = latex_of(answer);
                let source = Source::of(&latex);
                let compiled = self
                    .with_engine(job, &[source.form.into()], |engine| {
                        Ok(engine.compiler.compile(&source)?)
                    })
                    .await;
                Some(compiled.map_err(|error| error.to_string())?)
            }
            _ => None,
        };
        Ok(check(item, answer, compilation.as_ref()))
    }

    async fn draw(&self, job: Job, latex: &str) -> Result<BenchDrawing, EngineError> {
        let form = Form::of(latex);
        let whole = 0..latex.len();
        // A document with its own preamble takes a run for the drawing and one for the verdict.
        let uses = [Use::drawing(form), form.into()];
        self.with_engine(job, &uses, |engine| {
            let set = Setter::new(&engine.compiler)
                .prediction(latex, &[whole])
                .map_err(not_drawn)?;
            let [_, pages] = page_pictures(None, Some(&set.pages), MOST_PAGES, &format!("bench{job}-"));
            let text = pages.filter(|pages| !pages.is_empty()).map(|pages| DrawnText {
                count: set.pages.len(),
                unmatched: 0,
                undrawn: pages.iter().map(|page| page.undrawn).sum(),
                pages,
            });
            let first = set.compilation.errors.first();
            Ok(BenchDrawing {
                compiles: set.compilation.compiles,
                error: first.map(|error| words::engine_error(error.line, &error.diagnostic.message)),
                text,
            })
        })
        .await
    }

    /// Loads the files for these uses, reports that the engine starts, and runs the work.
    async fn with_engine<T>(
        &self,
        job: Job,
        uses: &[Use],
        work: impl FnOnce(&Engine) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let tell = |loading| {
            self.port.emit(match loading {
                Some((loaded, total)) => Event::Loading { job, loaded, total },
                None => Event::Compiling { job },
            });
        };
        self.engine.with(uses, tell, work).await
    }
}

/// Reads a file. A workbook is an archive, a run is one JSON object with a format, items are one object per line.
async fn read(name: String, file: &Blob) -> Result<Reply, String> {
    if file.size() > MOST_BYTES {
        return Err(words::too_large(MOST_BYTES >> 20));
    }
    let bytes = file.bytes().await.map_err(|_| words::NOT_READ.to_owned())?;
    let items = if bytes.starts_with(ARCHIVE) {
        read_workbook(&bytes).map_err(|error| error.to_string())?
    } else {
        let text = str::from_utf8(&bytes).map_err(|_| words::NOT_TEXT.to_owned())?;
        let is_run = serde_json::from_str::<Value>(text).is_ok_and(|value| value.get("format").is_some());
        if is_run {
            let run = BenchRun::read(text).map_err(|error| error.to_string())?;
            return Ok(Reply::Run(Box::new((&run).into())));
        }
        read_items(text).map_err(|error| error.to_string())?
    };
    match items.is_empty() {
        true => Err(words::NO_ITEMS.to_owned()),
        false => Ok(Reply::Items(BenchItems::of(&items, BenchOrigin::File(name)))),
    }
}

/// Reads runs that the page holds.
fn read_runs(runs: Vec<(String, String)>) -> Result<Vec<(String, BenchRun)>, String> {
    let read = |(label, json): (String, String)| Ok((label, BenchRun::read(&json).map_err(|error| error.to_string())?));
    runs.into_iter().map(read).collect()
}

fn written(file: BenchFile, items: &[Item], seed: Option<u64>, runs: &[(String, BenchRun)]) -> Result<Vec<u8>, String> {
    let results = || Results::of(runs).map_err(|error| error.to_string());
    Ok(match file {
        BenchFile::Items => to_jsonl(items).into_bytes(),
        BenchFile::Workbook => to_workbook(items).map_err(|error| error.to_string())?,
        BenchFile::ItemsPage => to_page(items, seed).into_bytes(),
        BenchFile::Run => runs
            .first()
            .map(|(_, run)| run.to_json())
            .unwrap_or_default()
            .into_bytes(),
        BenchFile::ResultsPage => to_results_page(&results()?, runs, items).into_bytes(),
        BenchFile::Figure => results()?.figure().svg(Ink::File).into_bytes(),
    })
}
