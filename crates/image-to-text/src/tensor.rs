//! Tensors outside of a runtime.

use half::f16;

/// The type of a tensor's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// Numbers of 32 bits.
    F32,
    /// Numbers of 16 bits.
    F16,
    /// Whole numbers of 64 bits.
    I64,
    /// Truth values.
    Bool,
    /// Any other type, which no supported graph takes or gives.
    Other,
}

/// The elements of a tensor, the last dimension running fastest.
#[derive(Debug, Clone, PartialEq)]
pub enum Data {
    /// Numbers of 32 bits.
    F32(Vec<f32>),
    /// Numbers of 16 bits.
    F16(Vec<f16>),
    /// Whole numbers of 64 bits.
    I64(Vec<i64>),
    /// Truth values.
    Bool(Vec<bool>),
}

/// A tensor.
#[derive(Debug, Clone, PartialEq)]
pub struct Tensor {
    /// The length of each dimension. Their product is the number of elements.
    pub shape: Vec<usize>,
    /// The elements.
    pub data: Data,
}

impl Tensor {
    /// Creates a tensor of whole numbers.
    #[must_use]
    pub fn whole(shape: &[usize], values: Vec<i64>) -> Self {
        Self {
            shape: shape.to_vec(),
            data: Data::I64(values),
        }
    }

    /// Creates a tensor of numbers that a graph takes as `element`.
    #[must_use]
    pub fn numbers(shape: &[usize], values: Vec<f32>, element: Element) -> Self {
        let data = match element {
            Element::F16 => Data::F16(values.into_iter().map(f16::from_f32).collect()),
            _ => Data::F32(values),
        };
        Self {
            shape: shape.to_vec(),
            data,
        }
    }

    /// Returns the elements as numbers of 32 bits; `None` if they are whole numbers or truth values.
    #[must_use]
    pub fn into_numbers(self) -> Option<Vec<f32>> {
        match self.data {
            Data::F32(values) => Some(values),
            Data::F16(values) => Some(values.into_iter().map(f16::to_f32).collect()),
            Data::I64(_) | Data::Bool(_) => None,
        }
    }

    /// Returns the tensor whose rows along the first dimension are the named ones of this tensor. A row that does not
    /// exist is left out.
    #[must_use]
    pub fn rows(&self, rows: &[usize]) -> Self {
        let size = self.shape.iter().skip(1).product::<usize>();
        let mut shape = self.shape.clone();
        if let Some(first) = shape.first_mut() {
            *first = rows.len();
        }
        let data = match &self.data {
            Data::F32(values) => Data::F32(picked(values, rows, size)),
            Data::F16(values) => Data::F16(picked(values, rows, size)),
            Data::I64(values) => Data::I64(picked(values, rows, size)),
            Data::Bool(values) => Data::Bool(picked(values, rows, size)),
        };
        Self { shape, data }
    }
}

fn picked<T: Copy>(values: &[T], rows: &[usize], size: usize) -> Vec<T> {
    let row = |row: &usize| {
        let start = row.checked_mul(size)?;
        values.get(start..start.checked_add(size)?)
    };
    rows.iter().filter_map(row).flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_picked_in_order() {
        let tensor = Tensor::whole(&[3, 2], vec![1, 2, 3, 4, 5, 6]);
        assert_eq!(tensor.rows(&[2, 0]), Tensor::whole(&[2, 2], vec![5, 6, 1, 2]));
        let halves = Tensor::numbers(&[2], vec![0.5, 2.0], Element::F16);
        assert!(matches!(halves.data, Data::F16(_)));
        assert_eq!(halves.into_numbers(), Some(vec![0.5, 2.0]));
    }
}
