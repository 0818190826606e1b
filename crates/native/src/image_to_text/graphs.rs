//! Graphs in ONNX Runtime.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use ort::session::{Session, SessionInputValue};
use ort::value::DynValue;
use texlens_image_to_text::{Graph, Port, Ports, Runtime, Tensor, from_value, into_value};

use super::error::ImageToTextError;
use crate::runtime::{Library, RuntimeError};

/// The graphs of a model in ONNX Runtime.
#[derive(Default)]
pub struct Graphs {
    loaded: BTreeMap<Graph, Loaded>,
}

struct Loaded {
    session: Session,
    ports: Ports,
}

impl Graphs {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Loads a graph from its file. Weights in other files are found beside it.
    pub(super) fn load(&mut self, library: &Library, graph: Graph, path: &Path) -> Result<(), ImageToTextError> {
        let session = library.builder()?.commit_from_file(path);
        let session = session.map_err(|error| ImageToTextError::Graph {
            path: path.to_owned(),
            error: error.to_string().trim_end_matches(['.', ' ']).to_owned(),
        })?;
        let loaded = Loaded {
            ports: Ports::of(&session),
            session,
        };
        self.loaded.insert(graph, loaded);
        Ok(())
    }
}

impl Runtime for Graphs {
    type Value = DynValue;
    type Error = RuntimeError;

    fn inputs(&self, graph: Graph) -> &[Port] {
        self.loaded.get(&graph).map_or(&[], |loaded| &loaded.ports.inputs)
    }

    fn outputs(&self, graph: Graph) -> &[Port] {
        self.loaded.get(&graph).map_or(&[], |loaded| &loaded.ports.outputs)
    }

    fn put(&self, tensor: Tensor) -> Result<DynValue, RuntimeError> {
        Ok(into_value(tensor)?)
    }

    async fn get(&self, value: &mut DynValue) -> Result<Tensor, RuntimeError> {
        from_value(value)?.ok_or_else(|| RuntimeError::Ort("a tensor of an unknown type".to_owned()))
    }

    async fn run(
        &mut self,
        graph: Graph,
        inputs: &[(&str, &DynValue)],
    ) -> Result<Vec<(String, DynValue)>, RuntimeError> {
        let loaded = self.loaded.get_mut(&graph);
        let loaded = loaded.ok_or_else(|| RuntimeError::Ort(format!("{graph} is not loaded")))?;
        let inputs: Vec<(Cow<'_, str>, SessionInputValue<'_>)> = inputs
            .iter()
            .map(|(name, value)| (Cow::Borrowed(*name), SessionInputValue::from(*value)))
            .collect();
        let mut outputs = loaded.session.run(inputs)?;
        let names = loaded.ports.outputs.iter().map(|port| port.name.clone());
        Ok(names
            .filter_map(|name| Some((name.clone(), outputs.remove(&name)?)))
            .collect())
    }
}
