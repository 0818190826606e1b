//! Graphs in ONNX Runtime Web.

use std::cell::RefCell;
use std::collections::BTreeMap;

use gloo_timers::future::TimeoutFuture;
use ort::session::{RunOptions, Session, SessionInputValue};
use ort::value::DynValue;
use ort_web::{SyncDirection, ValueExt};
use texlens_image_to_text::{Graph, Port, Ports, Runtime, Tensor, from_value, into_value};
use texlens_worker_base::onnx::RuntimeError;
use texlens_workspace::own_models::Placement;

/// Between two runs, the worker receives messages at least this often, in milliseconds: a cancellation, or the question
/// whether it lives. A pause takes up to 4 ms, so that one after each token of a small model would double its time.
const LISTENS_EVERY_MS: f64 = 50.0;

/// The graphs of a model.
#[derive(Default)]
pub(crate) struct Graphs {
    loaded: BTreeMap<Graph, Loaded>,
    /// The devices of their operations, if the runtime has told them.
    pub(crate) placement: Placement,
    /// When the worker last listened.
    listened: f64,
}

struct Loaded {
    session: Session,
    ports: Ports,
}

impl Graphs {
    /// Adds a graph, and what the runtime said when it prepared it.
    pub(crate) fn add(&mut self, graph: Graph, session: Session, log: &[String]) {
        self.placement.add(log.iter().map(String::as_str));
        let ports = Ports::of(&session);
        self.loaded.insert(graph, Loaded { session, ports });
    }
}

/// A value of the runtime. What a run gives stays in the memory of JavaScript until it is asked for; `ort` accepts no
/// values that lie on a GPU. The cell is empty only during a run, which takes values and not references to them.
pub(crate) struct Held(RefCell<Option<DynValue>>);

impl Held {
    const fn new(value: DynValue) -> Self {
        Self(RefCell::new(Some(value)))
    }

    fn take(&self) -> Result<DynValue, RuntimeError> {
        let value = self.0.take();
        value.ok_or_else(|| RuntimeError::Unexpected("a tensor is used twice".to_owned()))
    }
}

impl Runtime for Graphs {
    type Value = Held;
    type Error = RuntimeError;

    fn inputs(&self, graph: Graph) -> &[Port] {
        self.loaded.get(&graph).map_or(&[], |loaded| &loaded.ports.inputs)
    }

    fn outputs(&self, graph: Graph) -> &[Port] {
        self.loaded.get(&graph).map_or(&[], |loaded| &loaded.ports.outputs)
    }

    fn put(&self, tensor: Tensor) -> Result<Held, RuntimeError> {
        Ok(Held::new(into_value(tensor)?))
    }

    async fn get(&self, value: &mut Held) -> Result<Tensor, RuntimeError> {
        let mut held = value.take()?;
        held.sync(SyncDirection::Rust).await?;
        let tensor = from_value(&held)?;
        value.0.replace(Some(held));
        tensor.ok_or_else(|| RuntimeError::Unexpected("a tensor of an unknown type".to_owned()))
    }

    async fn run(&mut self, graph: Graph, inputs: &[(&str, &Held)]) -> Result<Vec<(String, Held)>, RuntimeError> {
        if js_sys::Date::now() - self.listened >= LISTENS_EVERY_MS {
            TimeoutFuture::new(0).await;
            self.listened = js_sys::Date::now();
        }
        let loaded = self.loaded.get_mut(&graph);
        let loaded = loaded.ok_or_else(|| RuntimeError::Unexpected(format!("{graph} is not loaded")))?;
        // The runtime takes values in the order of the graph's inputs.
        let mut given = Vec::with_capacity(inputs.len());
        for port in &loaded.ports.inputs {
            let input = inputs.iter().find(|(name, _)| *name == port.name);
            let (_, held) = input.ok_or_else(|| RuntimeError::Unexpected(format!("{graph} lacks {}", port.name)))?;
            given.push(*held);
        }
        let mut values = Vec::with_capacity(given.len());
        for held in &given {
            values.push(SessionInputValue::Owned(held.take()?));
        }
        let options = RunOptions::new()?;
        let run = loaded.session.run_async(values.as_slice(), &options).await;
        let names = loaded.ports.outputs.iter().map(|port| port.name.clone());
        let outputs = run.map(|mut outputs| {
            names
                .filter_map(|name| Some((name.clone(), Held::new(outputs.remove(&name)?))))
                .collect()
        });
        for (held, value) in given.into_iter().zip(values) {
            if let SessionInputValue::Owned(value) = value {
                held.0.replace(Some(value));
            }
        }
        Ok(outputs?)
    }
}
