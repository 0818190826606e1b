//! The worker that compiles: one text after the other, with an engine that is loaded piece by piece as the texts need it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;
use std::rc::Rc;

use texlens_browser::engine::{self, EngineError, Store};
use texlens_tex::{Assembly, Compilation, Compiler, Use, compile_pages};
use texlens_workspace::messages::Job;
use texlens_workspace::messages::tex::{Event, Request};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::port::Port;

/// Answers the page's requests from now on. `base` is the address of the folder that the app is served from, with a slash at
/// its end.
#[wasm_bindgen]
pub fn start_tex_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        base,
        queue: RefCell::default(),
        engine: RefCell::default(),
        references: RefCell::default(),
    });
    port.listen(move |heard| match heard {
        Ok(Request::Compile {
            job,
            latex,
            pages,
            reference,
        }) => Rc::clone(&server).enqueue(Work {
            job,
            latex,
            pages,
            reference,
        }),
        Err(message) => server.port.failed(None, message),
    });
}

/// A text to compile.
#[derive(Clone)]
struct Work {
    job: Job,
    latex: String,
    /// Byte ranges of its pages.
    pages: Vec<Range<usize>>,
    /// The reference with its pages.
    reference: Option<(String, Vec<Range<usize>>)>,
}

/// The engine and where its files come from.
struct Engine {
    compiler: Compiler,
    store: Store,
}

struct Server {
    port: Port<Event>,
    base: String,
    /// The texts that wait; somebody works them off as long as there are any.
    queue: RefCell<VecDeque<Work>>,
    /// Empty before the first text and while it is in use.
    engine: RefCell<Option<Engine>>,
    /// What was said of references.
    references: RefCell<HashMap<String, Compilation>>,
}

/// So many verdicts on references are kept.
const MOST_REFERENCES: usize = 500;

impl Server {
    fn enqueue(self: Rc<Self>, work: Work) {
        self.queue.borrow_mut().push_back(work);
        if self.queue.borrow().len() == 1 {
            spawn_local(async move { self.work_off().await });
        }
    }

    async fn work_off(&self) {
        while let Some(work) = self.first() {
            let job = work.job;
            match self.compile(&work).await {
                Ok((compilation, reference)) => self.port.emit(Event::Compiled {
                    job,
                    compilation,
                    reference,
                }),
                Err(error) => self.port.failed(job, error.to_string()),
            }
            self.queue.borrow_mut().pop_front();
        }
    }

    fn first(&self) -> Option<Work> {
        self.queue.borrow().front().cloned()
    }

    /// The verdicts on the prediction and on the reference.
    async fn compile(&self, work: &Work) -> Result<(Compilation, Option<Compilation>), EngineError> {
        let Work {
            job,
            latex,
            pages,
            reference,
        } = work;
        let uses = uses(latex, pages);
        let mut engine = self.engine().await?;
        let loaded = self.load(&mut engine, &uses).await;
        let compiled = loaded.and_then(|()| {
            self.port.emit(Event::Compiling { job: *job });
            let compilation = compile_pages(latex, pages, |source| engine.compiler.compile(source))?;
            Ok((
                compilation,
                reference
                    .as_ref()
                    .and_then(|reference| self.of_reference(&engine, reference)),
            ))
        });
        // What has been loaded stays, also when something else is still missing.
        self.engine.replace(Some(engine));
        compiled
    }

    /// The verdict on a reference, which other predictions have as well. Nothing is fetched for it.
    fn of_reference(&self, engine: &Engine, (latex, pages): &(String, Vec<Range<usize>>)) -> Option<Compilation> {
        if let Some(known) = self.references.borrow().get(latex) {
            return Some(known.clone());
        }
        let is_there = |usage: Use| engine.compiler.missing(usage).is_ok_and(|missing| missing.is_empty());
        if !uses(latex, pages).into_iter().all(is_there) {
            return None;
        }
        let compilation = compile_pages(latex, pages, |source| engine.compiler.compile(source)).ok()?;
        let mut references = self.references.borrow_mut();
        if references.len() >= MOST_REFERENCES {
            references.clear();
        }
        references.insert(latex.clone(), compilation.clone());
        Some(compilation)
    }

    async fn engine(&self) -> Result<Engine, EngineError> {
        if let Some(engine) = self.engine.take() {
            return Ok(engine);
        }
        let manifest = engine::manifest().ok_or(EngineError::Absent)?;
        let store = Store::open(&self.base).await;
        store.retain(&engine::all()).await;
        Ok(Engine {
            compiler: Compiler::new(manifest.clone()),
            store,
        })
    }

    /// Adds to the engine what these uses need and it does not have yet.
    async fn load(&self, engine: &mut Engine, uses: &[Use]) -> Result<(), EngineError> {
        let mut missing = BTreeMap::new();
        for usage in uses {
            let files = engine.compiler.missing(*usage)?.into_iter();
            missing.extend(files.map(|(name, artefact)| (name.to_owned(), artefact.clone())));
        }
        let total = missing.values().map(|artefact| artefact.compressed as f64).sum();
        let mut before = 0.0;
        for (name, artefact) in missing {
            let progress = |arrived: f64| {
                self.port.emit(Event::Loading {
                    loaded: before + arrived,
                    total,
                });
            };
            let content = engine.store.get(&artefact, progress).await?;
            engine.compiler.add(&name, content)?;
            before += artefact.compressed as f64;
        }
        Ok(())
    }
}

/// What the engine needs for a text.
fn uses(latex: &str, pages: &[Range<usize>]) -> Vec<Use> {
    let assembly = Assembly::of(latex, pages);
    assembly.sources().map(|source| Use::from(source.form)).collect()
}
