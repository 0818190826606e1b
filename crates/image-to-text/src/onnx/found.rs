//! What a graph's file says of the graph.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::port::DescribedPort;

/// The domains of the operators that ONNX Runtime has on a processor or by WebGPU, as its `graph/constants.h` names them.
const DOMAINS: [&str; 6] = [
    "",
    "ai.onnx",
    "ai.onnx.ml",
    "com.microsoft",
    "com.microsoft.nchwc",
    "com.ms.internal.nhwc",
];

/// The name of an operator.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Operator {
    /// The domain, empty for those of ONNX itself.
    pub domain: String,
    /// The name in the domain, such as `MatMul`.
    pub name: String,
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.domain.as_str() {
            "" | "ai.onnx" => f.write_str(&self.name),
            domain => write!(f, "{domain}.{}", self.name),
        }
    }
}

/// What a graph's file says of the graph, with the graphs inside of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GraphContent {
    /// The inputs, without weights.
    pub inputs: Vec<DescribedPort>,
    /// The outputs.
    pub outputs: Vec<DescribedPort>,
    /// How often each operator stands in the graph.
    pub operators: BTreeMap<Operator, usize>,
    /// The names of the files beside it with weights.
    pub external: BTreeSet<String>,
    /// The size of the largest weight, in bytes. A GPU binds each as a whole.
    pub largest_weight: u64,
    /// Domains whose operators the file defines itself.
    pub(super) own_domains: BTreeSet<String>,
}

impl GraphContent {
    /// Returns the operators that neither ONNX Runtime nor the file has.
    pub fn unknown_operators(&self) -> impl Iterator<Item = &Operator> {
        let is_known = |domain: &str| DOMAINS.contains(&domain) || self.own_domains.contains(domain);
        self.operators
            .keys()
            .filter(move |operator| !is_known(&operator.domain))
    }

    /// Returns the inputs for people: those of a key-value cache, which are many, in one line for each shape.
    #[must_use]
    pub fn described_inputs(&self) -> Vec<String> {
        described(&self.inputs)
    }

    /// Returns the outputs in the same way.
    #[must_use]
    pub fn described_outputs(&self) -> Vec<String> {
        described(&self.outputs)
    }
}

/// Ports whose names differ in their middle alone, and which are equal otherwise, are one line with their number.
fn described(ports: &[DescribedPort]) -> Vec<String> {
    let group = |port: &DescribedPort| {
        let (first, rest) = port.name.split_once('.')?;
        let (_, last) = rest.split_once('.')?;
        let name = format!("{first}.*.{last}");
        Some(DescribedPort { name, ..port.clone() })
    };
    let mut lines: Vec<(DescribedPort, usize)> = Vec::new();
    for port in ports {
        let line = group(port).unwrap_or_else(|| port.clone());
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
    }
    let line = |(port, count): (DescribedPort, usize)| match count {
        1 => port.to_string(),
        count => format!("{port} ({count} times)"),
    };
    lines.into_iter().map(line).collect()
}
