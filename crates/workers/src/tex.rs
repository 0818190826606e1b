//! The worker that compiles texts and typesets texts and formulas, one request after the other. It loads the parts of
//! the engine as the texts need them.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ops::Range;
use std::rc::Rc;

use texlens_appearance::{Wanted, gather, page_pictures, pictures};
use texlens_browser::engine::EngineError;
use texlens_draw::{Drawing, Setter, Typeset};
use texlens_metrics::Appearances;
use texlens_tex::{Assembly, Compilation, Compiler, Form, Use, compile_pages};
use texlens_vocabulary::DrawnPage;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::score::Texts;
use texlens_workspace::messages::tex::{DrawnText, DrawnTexts, Event, Request, TypesetPair};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::engine::{Engine, KeptEngine, not_drawn};
use texlens_worker_base::Port;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_tex_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        queue: RefCell::default(),
        engine: KeptEngine::new(base),
        references: RefCell::default(),
    });
    port.listen(move |heard| match heard {
        Ok(request) => Rc::clone(&server).enqueue(request),
        Err(message) => server.port.failed(None, message),
    });
}

struct Server {
    port: Port<Event>,
    /// The request that is being answered, and those that wait. A task works through the queue until it is empty.
    queue: RefCell<VecDeque<Request>>,
    engine: KeptEngine,
    /// The verdicts on references, by their LaTeX.
    references: RefCell<HashMap<String, Compilation>>,
}

/// Maximum number of verdicts on references in memory.
const MOST_REFERENCES: usize = 500;
/// Maximum number of drawn pages of a text. A drawing takes some 300 KB.
const MOST_PAGES: usize = 12;

/// A text with the byte ranges of its pages.
type Paged = (String, Vec<Range<usize>>);

impl Server {
    fn enqueue(self: Rc<Self>, request: Request) {
        self.queue.borrow_mut().push_back(request);
        if self.queue.borrow().len() == 1 {
            spawn_local(async move { self.work_off().await });
        }
    }

    async fn work_off(&self) {
        while let Some(request) = self.first() {
            let (job, answer) = match request {
                Request::Compile {
                    job,
                    latex,
                    pages,
                    reference,
                    draws: false,
                } => (job, self.compile(job, &(latex, pages), reference.as_ref()).await),
                Request::Compile {
                    job,
                    latex,
                    pages,
                    reference,
                    draws: true,
                } => (job, self.draw(job, &(latex, pages), reference.as_ref()).await),
                Request::Typeset { job, pairs, draws } => (job, self.typeset(job, &pairs, draws).await),
            };
            match answer {
                Ok(event) => self.port.emit(event),
                Err(error) => self.port.failed(job, error.to_string()),
            }
            self.queue.borrow_mut().pop_front();
        }
    }

    fn first(&self) -> Option<Request> {
        self.queue.borrow().front().cloned()
    }

    /// Compiles the prediction and, if there is one, the reference.
    async fn compile(&self, job: Job, prediction: &Paged, reference: Option<&Paged>) -> Result<Event, EngineError> {
        self.with_engine(job, &uses(prediction, Use::from), |engine| {
            let (latex, pages) = prediction;
            let compilation = compile_pages(latex, pages, |source| engine.compiler.compile(source))?;
            Ok(Event::Compiled {
                job,
                compilation,
                reference: reference.and_then(|reference| self.of_reference(engine, reference)),
                drawn: None,
            })
        })
        .await
    }

    /// Compiles the prediction and, if there is one, the reference, and draws both by the same runs.
    async fn draw(&self, job: Job, prediction: &Paged, reference: Option<&Paged>) -> Result<Event, EngineError> {
        self.with_engine(job, &uses(prediction, Use::drawing), |engine| {
            let setter = Setter::new(&engine.compiler);
            let set = |(latex, pages): &Paged| setter.prediction(latex, pages).map_err(not_drawn);
            // A reference for which files are missing has neither a verdict nor a drawing.
            let can_be_set = |reference: &&Paged| engine.has_files(&uses(reference, Use::drawing));
            let reference = reference.filter(can_be_set).map(set).transpose()?;
            let prediction = set(prediction)?;
            Ok(Event::Compiled {
                job,
                drawn: Some(drawn(reference.as_ref(), &prediction, &format!("tex{job}-"))),
                compilation: prediction.compilation,
                reference: reference.map(|set| set.compilation),
            })
        })
        .await
    }

    /// Sets pairs of formulas.
    async fn typeset(&self, job: Job, pairs: &[Texts], draws: bool) -> Result<Event, EngineError> {
        self.with_engine(job, &[Use::Dvi], |engine| {
            let pairs = typeset_pairs(&engine.compiler, pairs, draws.then(|| format!("tex{job}-")))?;
            Ok(Event::Typeset { job, pairs })
        })
        .await
    }

    /// Loads the files that these uses need, reports that the job starts, and runs it.
    async fn with_engine<T>(
        &self,
        job: Job,
        uses: &[Use],
        work: impl FnOnce(&Engine) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let tell = |loading| {
            self.port.emit(match loading {
                Some((loaded, total)) => Event::Loading { loaded, total },
                None => Event::Compiling { job },
            });
        };
        self.engine.with(uses, tell, work).await
    }

    /// Returns the verdict on a reference and remembers it, because other predictions have the same reference. Fetches
    /// nothing: returns `None` if the engine lacks files.
    fn of_reference(&self, engine: &Engine, reference: &Paged) -> Option<Compilation> {
        let (latex, pages) = reference;
        if let Some(known) = self.references.borrow().get(latex) {
            return Some(known.clone());
        }
        if !engine.has_files(&uses(reference, Use::from)) {
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
}

/// Returns the uses of the engine that a text needs.
fn uses((latex, pages): &Paged, of: fn(Form) -> Use) -> Vec<Use> {
    let assembly = Assembly::of(latex, pages);
    assembly.sources().map(|source| of(source.form)).collect()
}

/// Draws the pages of both sides. A side without pages that can be drawn is `None`.
fn drawn(reference: Option<&Typeset>, prediction: &Typeset, prefix: &str) -> DrawnTexts {
    let [of_reference, of_prediction] = [reference, Some(prediction)].map(pages_of);
    let [reference, prediction] = page_pictures(of_reference, of_prediction, MOST_PAGES, prefix);
    let text = |pages: Option<Vec<_>>, all: Option<&[Drawing]>| {
        let pages: Vec<DrawnPage> = pages?;
        Some(DrawnText {
            unmatched: pages.iter().map(|page| page.unmatched).sum(),
            undrawn: pages.iter().map(|page| page.undrawn).sum(),
            count: all?.len(),
            pages,
        })
    };
    [text(reference, of_reference), text(prediction, of_prediction)]
}

/// Sets the formulas of all pairs, each once, and draws the pairs if there is a prefix for the ids of their glyphs. Only
/// pairs with a reference are scored: of the others, CDM needs no boxes.
fn typeset_pairs(
    compiler: &Compiler,
    pairs: &[Texts],
    prefix: Option<String>,
) -> Result<Vec<TypesetPair>, EngineError> {
    let setter = Setter::new(compiler);
    let (scored, others): (Vec<&Texts>, Vec<&Texts>) = pairs.iter().partition(|pair| pair.reference.is_some());
    let scored = formulas(&scored);
    let others: BTreeSet<&str> = formulas(&others).difference(&scored).copied().collect();
    let (mut appearances, mut looks) = (Appearances::default(), HashMap::new());
    for (formulas, boxes) in [(scored, true), (others, false)] {
        let formulas: Vec<&str> = formulas.into_iter().collect();
        let wanted = Wanted { boxes, layouts: true };
        let set = gather(&setter, &formulas, wanted).map_err(not_drawn)?;
        appearances.0.extend(set.0.0);
        looks.extend(set.1);
    }
    let pairs = pairs.iter().enumerate().map(|(index, pair)| {
        let sides = [pair.reference.as_deref(), pair.prediction.as_deref()];
        let drawn = prefix.as_ref().map(|prefix| {
            let [reference, prediction] = sides;
            pictures(&looks, reference, prediction, &format!("{prefix}{index}"))
        });
        let is_scored = pair.reference.is_some();
        TypesetPair {
            appearances: sides.map(|side| appearances.0.get(side?).filter(|_| is_scored).cloned()),
            drawn: drawn.unwrap_or_default(),
        }
    });
    Ok(pairs.collect())
}

/// Returns the formulas of pairs, each once.
fn formulas<'a>(pairs: &[&'a Texts]) -> BTreeSet<&'a str> {
    let sides = pairs.iter().flat_map(|pair| [&pair.reference, &pair.prediction]);
    sides.filter_map(|side| side.as_deref()).collect()
}

fn pages_of(set: Option<&Typeset>) -> Option<&[Drawing]> {
    set.map(|set| set.pages.as_slice()).filter(|pages| !pages.is_empty())
}
