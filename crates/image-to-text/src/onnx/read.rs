//! The messages of an ONNX file. The numbers of their fields are those of `onnx.proto`, which never changes them.

use std::collections::BTreeSet;
use std::io::{Read, Seek};

use super::error::OnnxError;
use super::found::{GraphContent, Operator};
use super::port::{DescribedPort, Dimension, ElementType};
use super::wire::{Value, Wire};

/// Most levels of graphs inside of each other. Exporters nest one or two.
const MOST_LEVELS: usize = 16;

/// Most names and ports that are kept, so that no file fills the memory.
const MOST_KEPT: usize = 100_000;

impl GraphContent {
    /// Reads a file. Weights are passed over, so that a file of gigabytes is read as fast as its list of operators.
    ///
    /// # Errors
    /// If it is no ONNX file, or too large or deep.
    pub fn read(source: impl Read + Seek) -> Result<Self, OnnxError> {
        let mut wire = Wire::new(source)?;
        let mut found = Self::default();
        let mut has_graph = false;
        let end = wire.size();
        wire.message(end, |wire, field, value| match (field, value) {
            (7, Value::Until(end)) => {
                has_graph = true;
                let weights = graph(wire, end, 0, &mut found)?;
                // Old exporters list weights as inputs, too.
                found.inputs.retain(|port| !weights.contains(&port.name));
                Ok(())
            }
            (25, Value::Until(end)) => function(wire, end, &mut found),
            _ => Ok(()),
        })?;
        if has_graph { Ok(found) } else { Err(OnnxError::NoGraph) }
    }
}

/// Reads a `GraphProto`; returns the names of its weights. Ports are kept of the outermost graph alone.
fn graph<R: Read + Seek>(
    wire: &mut Wire<R>,
    end: u64,
    level: usize,
    found: &mut GraphContent,
) -> Result<BTreeSet<String>, OnnxError> {
    if level > MOST_LEVELS {
        return Err(OnnxError::TooDeep(MOST_LEVELS));
    }
    let mut weights = BTreeSet::new();
    wire.message(end, |wire, field, value| {
        match (field, value) {
            (1, Value::Until(end)) => node(wire, end, level, found)?,
            (5, Value::Until(end)) => {
                let name = tensor(wire, end, found)?;
                if level == 0 && weights.len() < MOST_KEPT {
                    weights.insert(name);
                }
            }
            (11 | 12, Value::Until(end)) if level == 0 => {
                let port = port(wire, end)?;
                let ports = if field == 11 {
                    &mut found.inputs
                } else {
                    &mut found.outputs
                };
                if ports.len() < MOST_KEPT {
                    ports.push(port);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(weights)
}

/// Reads a `NodeProto`.
fn node<R: Read + Seek>(wire: &mut Wire<R>, end: u64, level: usize, found: &mut GraphContent) -> Result<(), OnnxError> {
    let (mut name, mut domain) = (String::new(), String::new());
    wire.message(end, |wire, field, value| {
        match (field, value) {
            (4, Value::Until(end)) => name = wire.text(end)?,
            (5, Value::Until(end)) => attribute(wire, end, level, found)?,
            (7, Value::Until(end)) => domain = wire.text(end)?,
            _ => {}
        }
        Ok(())
    })?;
    let operator = Operator { domain, name };
    if found.operators.len() < MOST_KEPT || found.operators.contains_key(&operator) {
        *found.operators.entry(operator).or_default() += 1;
    }
    Ok(())
}

/// Reads an `AttributeProto`, in which graphs and weights can stand.
fn attribute<R: Read + Seek>(
    wire: &mut Wire<R>,
    end: u64,
    level: usize,
    found: &mut GraphContent,
) -> Result<(), OnnxError> {
    wire.message(end, |wire, field, value| match (field, value) {
        (5 | 10, Value::Until(end)) => tensor(wire, end, found).map(drop),
        (6 | 11, Value::Until(end)) => graph(wire, end, level + 1, found).map(drop),
        _ => Ok(()),
    })
}

/// Reads a `TensorProto`; returns its name.
fn tensor<R: Read + Seek>(wire: &mut Wire<R>, end: u64, found: &mut GraphContent) -> Result<String, OnnxError> {
    let (mut name, mut elements, mut element) = (String::new(), 1_u64, ElementType::of(0));
    wire.message(end, |wire, field, value| {
        match (field, value) {
            (1, Value::Number(length)) => elements = elements.saturating_mul(length),
            // Lengths stand one by one, or all in one field.
            (1, Value::Until(end)) => {
                while wire.at() < end {
                    elements = elements.saturating_mul(wire.number(end)?);
                }
            }
            (2, Value::Number(number)) => element = ElementType::of(number),
            (8, Value::Until(end)) => name = wire.text(end)?,
            (13, Value::Until(end)) => {
                if let Some(file) = location(wire, end)?
                    && found.external.len() < MOST_KEPT
                {
                    found.external.insert(file);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    found.largest_weight = found.largest_weight.max(element.bytes(elements));
    Ok(name)
}

/// Reads a `StringStringEntryProto`; returns its value if it is the name of a file.
fn location<R: Read + Seek>(wire: &mut Wire<R>, end: u64) -> Result<Option<String>, OnnxError> {
    let (mut key, mut named) = (String::new(), String::new());
    wire.message(end, |wire, field, value| {
        match (field, value) {
            (1, Value::Until(end)) => key = wire.text(end)?,
            (2, Value::Until(end)) => named = wire.text(end)?,
            _ => {}
        }
        Ok(())
    })?;
    Ok((key == "location").then_some(named))
}

/// Reads a `ValueInfoProto`.
fn port<R: Read + Seek>(wire: &mut Wire<R>, end: u64) -> Result<DescribedPort, OnnxError> {
    let mut port = DescribedPort {
        name: String::new(),
        element: ElementType::of(0).name,
        shape: Vec::new(),
    };
    wire.message(end, |wire, field, value| match (field, value) {
        (1, Value::Until(end)) => {
            port.name = wire.text(end)?;
            Ok(())
        }
        // A `TypeProto`, whose field 1 is that of tensors.
        (2, Value::Until(end)) => wire.message(end, |wire, field, value| match (field, value) {
            (1, Value::Until(end)) => tensor_type(wire, end, &mut port),
            _ => Ok(()),
        }),
        _ => Ok(()),
    })?;
    Ok(port)
}

/// Reads a `TypeProto.Tensor`.
fn tensor_type<R: Read + Seek>(wire: &mut Wire<R>, end: u64, port: &mut DescribedPort) -> Result<(), OnnxError> {
    wire.message(end, |wire, field, value| match (field, value) {
        (1, Value::Number(number)) => {
            port.element = ElementType::of(number).name;
            Ok(())
        }
        // A `TensorShapeProto`.
        (2, Value::Until(end)) => wire.message(end, |wire, field, value| {
            if let (1, Value::Until(end)) = (field, value) {
                let dimension = dimension(wire, end)?;
                if port.shape.len() < MOST_KEPT {
                    port.shape.push(dimension);
                }
            }
            Ok(())
        }),
        _ => Ok(()),
    })
}

/// Reads a `TensorShapeProto.Dimension`.
fn dimension<R: Read + Seek>(wire: &mut Wire<R>, end: u64) -> Result<Dimension, OnnxError> {
    let mut dimension = Dimension::Unknown;
    wire.message(end, |wire, field, value| {
        match (field, value) {
            (1, Value::Number(length)) => dimension = Dimension::Fixed(length),
            (2, Value::Until(end)) => {
                let name = wire.text(end)?;
                if !name.is_empty() {
                    dimension = Dimension::Named(name);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(dimension)
}

/// Reads a `FunctionProto`, an operator that the file defines.
fn function<R: Read + Seek>(wire: &mut Wire<R>, end: u64, found: &mut GraphContent) -> Result<(), OnnxError> {
    wire.message(end, |wire, field, value| {
        match (field, value) {
            (7, Value::Until(end)) => node(wire, end, 0, found)?,
            (10, Value::Until(end)) => {
                let domain = wire.text(end)?;
                if found.own_domains.len() < MOST_KEPT {
                    found.own_domains.insert(domain);
                }
            }
            _ => {}
        }
        Ok(())
    })
}
