//! The page's handle on the worker that renders formulas.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::rc::{Rc, Weak};

use texlens_workspace::messages::formulas::{Event, FormulaText, Rendering, Request, Unrendered};
use texlens_workspace::messages::{Heard, Job};

use super::supervisor::{Protocol, Supervisor};

/// Maximum number of formulas in a request. All of them appear in the same frame.
const BATCH: usize = 16;
/// Maximum size of the kept markup, in bytes.
const KEPT_BYTES: usize = 16 << 20;

/// The page's handle on its worker that renders formulas. It keeps what was rendered last, so that a formula that is
/// shown again appears at once.
pub struct FormulaClient(Rc<Inner>);

struct Inner {
    worker: Rc<Supervisor<Formulas>>,
    /// What nobody has been asked for yet.
    queue: RefCell<VecDeque<Waiting>>,
    /// What the worker is rendering.
    sent: RefCell<Option<(Job, Vec<Waiting>)>>,
    kept: RefCell<Kept>,
}

/// A formula that is waited for.
struct Waiting {
    text: FormulaText,
    is_wanted: Rc<Cell<bool>>,
    tell: Box<dyn Fn(Rc<Rendering>)>,
    /// Whether the worker has died of a batch with this formula. Then it goes alone.
    is_alone: bool,
}

/// The wish for a formula. It ends when this is dropped.
pub struct Wish(Rc<Cell<bool>>);

impl Drop for Wish {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

impl FormulaClient {
    /// Creates the handle. The first formula starts the worker.
    #[must_use]
    pub fn new() -> Self {
        Self(Rc::new_cyclic(|this: &Weak<Inner>| {
            let hearer = this.clone();
            let hear = move |heard| {
                if let Some(this) = hearer.upgrade() {
                    this.heard(heard);
                }
            };
            Inner {
                worker: Supervisor::new(hear),
                queue: RefCell::default(),
                sent: RefCell::default(),
                kept: RefCell::default(),
            }
        }))
    }

    /// Returns what was rendered before, if it is kept.
    #[must_use]
    pub fn kept(&self, text: &FormulaText) -> Option<Rc<Rendering>> {
        self.0.kept.borrow().renderings.get(text).cloned()
    }

    /// Renders a formula. `tell` receives the result, never during this call, unless the wish is dropped before.
    pub fn render(&self, text: FormulaText, tell: impl Fn(Rc<Rendering>) + 'static) -> Wish {
        let is_wanted = Rc::new(Cell::new(true));
        self.0.queue.borrow_mut().push_back(Waiting {
            text,
            is_wanted: Rc::clone(&is_wanted),
            tell: Box::new(tell),
            is_alone: false,
        });
        // All formulas of a frame go into the same batch.
        let this = Rc::clone(&self.0);
        wasm_bindgen_futures::spawn_local(async move { this.send_next() });
        Wish(is_wanted)
    }
}

impl Default for FormulaClient {
    fn default() -> Self {
        Self::new()
    }
}

impl Inner {
    /// Sends the next batch if the worker is idle.
    fn send_next(&self) {
        if self.sent.borrow().is_some() {
            return;
        }
        let batch = self.next_batch();
        if batch.is_empty() {
            return;
        }
        let job = self.worker.new_job();
        let formulas = batch.iter().map(|waiting| waiting.text.clone()).collect();
        self.sent.replace(Some((job, batch)));
        self.worker.send(Request::Render { job, formulas });
    }

    fn next_batch(&self) -> Vec<Waiting> {
        let mut queue = self.queue.borrow_mut();
        queue.retain(|waiting| waiting.is_wanted.get());
        let many = queue.iter().take_while(|waiting| !waiting.is_alone).count();
        let count = many.clamp(1, BATCH).min(queue.len());
        queue.drain(..count).collect()
    }

    fn heard(&self, heard: Heard<Event>) {
        match heard {
            Heard::Event(Event::Rendered { renderings, .. }) => {
                let sent = self.sent.take().map(|(_, sent)| sent).unwrap_or_default();
                for (waiting, rendering) in sent.into_iter().zip(renderings) {
                    self.settle(waiting, Rc::new(rendering));
                }
            }
            Heard::Restarted { message, .. } => self.lost(&message),
            Heard::Failed { job: Some(_), message } => self.lost(&message),
            Heard::Failed { job: None, message } => {
                self.lost(&message);
                let waiting = std::mem::take(&mut *self.queue.borrow_mut());
                for waiting in waiting {
                    tell_failure(waiting, &message);
                }
            }
            Heard::Progress { .. } | Heard::Cancelled { .. } => {}
        }
        self.send_next();
    }

    /// Sends each formula of a batch that was lost alone, and gives up one that was alone.
    fn lost(&self, message: &str) {
        let mut sent = self.sent.take().map(|(_, sent)| sent).unwrap_or_default();
        if sent.len() == 1
            && let Some(only) = sent.pop()
        {
            return tell_failure(only, message);
        }
        let mut queue = self.queue.borrow_mut();
        for mut waiting in sent {
            waiting.is_alone = true;
            queue.push_front(waiting);
        }
    }

    fn settle(&self, waiting: Waiting, rendering: Rc<Rendering>) {
        self.kept.borrow_mut().keep(waiting.text, &rendering);
        if waiting.is_wanted.get() {
            (waiting.tell)(rendering);
        }
    }
}

fn tell_failure(waiting: Waiting, message: &str) {
    if waiting.is_wanted.get() {
        (waiting.tell)(Rc::new(Err(Unrendered {
            message: message.to_owned(),
            range: None,
        })));
    }
}

/// The formulas that were rendered last.
#[derive(Default)]
struct Kept {
    renderings: HashMap<FormulaText, Rc<Rendering>>,
    /// The formulas, oldest first.
    order: VecDeque<FormulaText>,
    bytes: usize,
}

impl Kept {
    fn keep(&mut self, text: FormulaText, rendering: &Rc<Rendering>) {
        if self.renderings.insert(text.clone(), Rc::clone(rendering)).is_some() {
            return;
        }
        self.bytes += size(&text, rendering);
        self.order.push_back(text);
        while self.bytes > KEPT_BYTES
            && let Some(oldest) = self.order.pop_front()
        {
            if let Some(rendering) = self.renderings.remove(&oldest) {
                self.bytes = self.bytes.saturating_sub(size(&oldest, &rendering));
            }
        }
    }
}

/// Returns about how many bytes a kept formula takes.
fn size(text: &FormulaText, rendering: &Rendering) -> usize {
    let markup = rendering.as_ref().map_or(0, String::len);
    markup + 2 * (text.source.len() + text.latex.len()) + 200
}

struct Formulas;

impl Protocol for Formulas {
    const SCRIPT: &'static str = "formulas-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        let Request::Render { job, .. } = request;
        Some(*job)
    }

    fn ended(event: &Event) -> Option<Job> {
        let Event::Rendered { job, .. } = event;
        Some(*job)
    }
}
