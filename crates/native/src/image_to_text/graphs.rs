//! Graphs in ONNX Runtime.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use half::f16;
use ort::session::{Session, SessionInputValue};
use ort::value::{DynValue, Outlet, Tensor as OrtTensor, TensorElementType, ValueType};
use texlens_image_to_text::{Data, Element, Graph, Port, Runtime, Tensor};

use super::error::ImageToTextError;
use crate::runtime::{Library, RuntimeError};

/// The graphs of a model in ONNX Runtime.
#[derive(Default)]
pub struct Graphs {
    loaded: BTreeMap<Graph, Loaded>,
}

struct Loaded {
    session: Session,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
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
            inputs: session.inputs().iter().map(port).collect(),
            outputs: session.outputs().iter().map(port).collect(),
            session,
        };
        self.loaded.insert(graph, loaded);
        Ok(())
    }
}

fn port(outlet: &Outlet) -> Port {
    let (element, shape) = match outlet.dtype() {
        ValueType::Tensor { ty, shape, .. } => {
            let known = shape.iter().map(|length| usize::try_from(*length).ok());
            (element(ty), known.collect())
        }
        _ => (Element::Other, Vec::new()),
    };
    Port {
        name: outlet.name().to_owned(),
        element,
        shape,
    }
}

const fn element(ty: &TensorElementType) -> Element {
    match ty {
        TensorElementType::Float32 => Element::F32,
        TensorElementType::Float16 => Element::F16,
        TensorElementType::Int64 => Element::I64,
        TensorElementType::Bool => Element::Bool,
        _ => Element::Other,
    }
}

impl Runtime for Graphs {
    type Value = DynValue;
    type Error = RuntimeError;

    fn inputs(&self, graph: Graph) -> &[Port] {
        self.loaded.get(&graph).map_or(&[], |loaded| &loaded.inputs)
    }

    fn outputs(&self, graph: Graph) -> &[Port] {
        self.loaded.get(&graph).map_or(&[], |loaded| &loaded.outputs)
    }

    fn put(&self, tensor: Tensor) -> Result<DynValue, RuntimeError> {
        let shape = tensor.shape;
        Ok(match tensor.data {
            Data::F32(values) => OrtTensor::from_array((shape, values))?.into_dyn(),
            Data::F16(values) => OrtTensor::from_array((shape, values))?.into_dyn(),
            Data::I64(values) => OrtTensor::from_array((shape, values))?.into_dyn(),
            Data::Bool(values) => OrtTensor::from_array((shape, values))?.into_dyn(),
        })
    }

    async fn get(&self, value: &mut DynValue) -> Result<Tensor, RuntimeError> {
        let ty = match value.dtype() {
            ValueType::Tensor { ty, .. } => element(ty),
            _ => Element::Other,
        };
        let lengths = |shape: &[i64]| {
            shape
                .iter()
                .map(|length| usize::try_from(*length).unwrap_or_default())
                .collect()
        };
        let (shape, data) = match ty {
            Element::F32 => {
                let (shape, values) = value.try_extract_tensor::<f32>()?;
                (lengths(shape), Data::F32(values.to_vec()))
            }
            Element::F16 => {
                let (shape, values) = value.try_extract_tensor::<f16>()?;
                (lengths(shape), Data::F16(values.to_vec()))
            }
            Element::I64 => {
                let (shape, values) = value.try_extract_tensor::<i64>()?;
                (lengths(shape), Data::I64(values.to_vec()))
            }
            Element::Bool => {
                let (shape, values) = value.try_extract_tensor::<bool>()?;
                (lengths(shape), Data::Bool(values.to_vec()))
            }
            Element::Other => return Err(RuntimeError::Ort("a tensor of an unknown type".to_owned())),
        };
        Ok(Tensor { shape, data })
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
        let names = loaded.outputs.iter().map(|port| port.name.clone());
        Ok(names
            .filter_map(|name| Some((name.clone(), outputs.remove(&name)?)))
            .collect())
    }
}
