//! Inputs and outputs as a file describes them.

use std::fmt;

/// The length of a dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dimension {
    /// It is always the same.
    Fixed(u64),
    /// It has a name, such as `batch_size`, and is known when the graph runs.
    Named(String),
    /// It is known when the graph runs.
    Unknown,
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(length) => write!(f, "{length}"),
            Self::Named(name) => f.write_str(name),
            Self::Unknown => f.write_str("?"),
        }
    }
}

/// An input or output of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescribedPort {
    /// The name.
    pub name: String,
    /// The type of the elements, such as `float32`.
    pub element: &'static str,
    /// The length of each dimension.
    pub shape: Vec<Dimension>,
}

impl fmt::Display for DescribedPort {
    /// Writes `pixel_values: float32[batch_size, 3, 384, 384]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<String> = self.shape.iter().map(ToString::to_string).collect();
        write!(f, "{}: {}[{}]", self.name, self.element, shape.join(", "))
    }
}

/// A type of elements, as ONNX numbers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ElementType {
    pub(super) name: &'static str,
    bits: u64,
}

impl ElementType {
    /// The type with a number.
    pub(super) const fn of(number: u64) -> Self {
        let (name, bits) = match number {
            1 => ("float32", 32),
            2 => ("uint8", 8),
            3 => ("int8", 8),
            4 => ("uint16", 16),
            5 => ("int16", 16),
            6 => ("int32", 32),
            7 => ("int64", 64),
            8 => ("string", 0),
            9 => ("bool", 8),
            10 => ("float16", 16),
            11 => ("float64", 64),
            12 => ("uint32", 32),
            13 => ("uint64", 64),
            16 => ("bfloat16", 16),
            17..=20 => ("float8", 8),
            21 => ("uint4", 4),
            22 => ("int4", 4),
            _ => ("another type", 0),
        };
        Self { name, bits }
    }

    /// The size of so many elements, in bytes.
    pub(super) const fn bytes(self, elements: u64) -> u64 {
        elements.saturating_mul(self.bits).div_ceil(8)
    }
}
