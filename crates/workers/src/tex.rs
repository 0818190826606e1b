//! The worker that compiles texts, one after the other. It loads the parts of the engine as the texts need them.

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

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
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
    /// Byte ranges of the pages of `latex`.
    pages: Vec<Range<usize>>,
    /// The reference with its pages.
    reference: Option<(String, Vec<Range<usize>>)>,
}

/// The engine and the store of its files.
struct Engine {
    compiler: Compiler,
    store: Store,
}

struct Server {
    port: Port<Event>,
    base: String,
    /// The text that is being compiled, and those that wait. A task works through the queue until it is empty.
    queue: RefCell<VecDeque<Work>>,
    /// `None` before the first text and while a text is compiled.
    engine: RefCell<Option<Engine>>,
    /// The verdicts on references, by their LaTeX.
    references: RefCell<HashMap<String, Compilation>>,
}

/// Maximum number of verdicts on references in memory.
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

    /// Returns the verdict on the prediction and, if there is one, on the reference.
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
        // The engine keeps loaded files, even if other files could not be loaded.
        self.engine.replace(Some(engine));
        compiled
    }

    /// Returns the verdict on a reference and remembers it, because other predictions have the same reference. Fetches
    /// nothing: returns `None` if the engine lacks files.
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

    /// Loads the files that these uses need and the engine lacks.
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

/// Returns the uses of the engine that a text needs.
fn uses(latex: &str, pages: &[Range<usize>]) -> Vec<Use> {
    let assembly = Assembly::of(latex, pages);
    assembly.sources().map(|source| Use::from(source.form)).collect()
}
