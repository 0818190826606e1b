//! Tensors and graphs as the library `ort` has them, natively and in a browser.

use half::f16;
use ort::session::Session;
use ort::value::{DynValue, Outlet, Tensor as OrtTensor, TensorElementType, ValueType};

use crate::runtime::Port;
use crate::tensor::{Data, Element, Tensor};

/// The inputs and outputs of a loaded graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ports {
    /// The inputs.
    pub inputs: Vec<Port>,
    /// The outputs.
    pub outputs: Vec<Port>,
}

impl Ports {
    /// Returns those of a session.
    #[must_use]
    pub fn of(session: &Session) -> Self {
        Self {
            inputs: session.inputs().iter().map(port).collect(),
            outputs: session.outputs().iter().map(port).collect(),
        }
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

/// Gives a tensor to the library.
///
/// # Errors
/// If the library refuses it.
pub fn into_value(tensor: Tensor) -> ort::Result<DynValue> {
    let shape = tensor.shape;
    Ok(match tensor.data {
        Data::F32(values) => OrtTensor::from_array((shape, values))?.into_dyn(),
        Data::F16(values) => OrtTensor::from_array((shape, values))?.into_dyn(),
        Data::I64(values) => OrtTensor::from_array((shape, values))?.into_dyn(),
        Data::Bool(values) => OrtTensor::from_array((shape, values))?.into_dyn(),
    })
}

/// Returns the content of a value; `None` if its elements are of a type that no supported graph gives.
///
/// # Errors
/// If the library does not give it.
pub fn from_value(value: &DynValue) -> ort::Result<Option<Tensor>> {
    let lengths = |shape: &[i64]| {
        shape
            .iter()
            .map(|length| usize::try_from(*length).unwrap_or_default())
            .collect()
    };
    let ty = match value.dtype() {
        ValueType::Tensor { ty, .. } => element(ty),
        _ => Element::Other,
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
        Element::Other => return Ok(None),
    };
    Ok(Some(Tensor { shape, data }))
}
