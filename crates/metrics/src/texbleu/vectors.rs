//! Tables of vectors.

use safetensors::{Dtype, SafeTensors};

use super::error::TableError;

/// The name in error messages.
const FILE: &str = "file of vectors";

/// The maximum numbers of rows and of dimensions that are read.
const MAX_ROWS: usize = 1 << 18;
const MAX_DIMENSIONS: usize = 1 << 13;

/// The names of GPT-2's table of token vectors in existing files.
const NAMES: [&str; 2] = ["wte.weight", "transformer.wte.weight"];

/// A table with one vector per row.
#[derive(Debug, Clone)]
pub struct Vectors {
    dimensions: usize,
    values: Vec<f32>,
    /// The norm of each row.
    norms: Vec<f64>,
}

impl Vectors {
    /// Creates a table from its values, row by row.
    ///
    /// # Errors
    ///
    /// Fails if the values are not a whole number of rows, if there are none, or if one of them is not finite.
    pub fn new(dimensions: usize, values: Vec<f32>) -> Result<Self, TableError> {
        if dimensions == 0 || values.is_empty() || !values.len().is_multiple_of(dimensions) {
            let problem = format!("{} values do not fill rows of {dimensions}", values.len());
            return Err(TableError::format(FILE, None, problem));
        }
        if let Some(at) = values.iter().position(|value| !value.is_finite()) {
            return Err(TableError::format(FILE, at, "a value is not finite"));
        }
        let norm = |row: &[f32]| row.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
        let norms = values.chunks_exact(dimensions).map(norm).collect();
        Ok(Self {
            dimensions,
            values,
            norms,
        })
    }

    /// Reads GPT-2's table of token vectors: the tensor `wte.weight` or `transformer.wte.weight`, of 32-bit floats, in
    /// a file in the safetensors format. Everything else in the file is ignored.
    ///
    /// # Errors
    ///
    /// Fails if the file is broken, has no such tensor, or has one of another type or shape.
    pub fn from_safetensors(bytes: &[u8]) -> Result<Self, TableError> {
        let problem = |problem: String| TableError::format(FILE, None, problem);
        let file = SafeTensors::deserialize(bytes).map_err(|error| problem(error.to_string()))?;
        let tensor = NAMES.iter().find_map(|name| file.tensor(name).ok());
        let tensor = tensor.ok_or_else(|| problem(format!("it has no tensor {}", NAMES.join(" or "))))?;
        let (Dtype::F32, [rows, dimensions]) = (tensor.dtype(), tensor.shape()) else {
            return Err(problem("the tensor is not a table of 32-bit floats".to_owned()));
        };
        TableError::within(FILE, "rows", *rows, MAX_ROWS)?;
        TableError::within(FILE, "dimensions", *dimensions, MAX_DIMENSIONS)?;
        let (values, _) = tensor.data().as_chunks::<4>();
        Self::new(
            *dimensions,
            values.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect(),
        )
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.norms.len()
    }

    /// Returns the cosine of the angle between two rows; 0 if one of them is zero or does not exist.
    #[must_use]
    pub fn cosine(&self, a: u32, b: u32) -> f64 {
        let (Some((a, a_norm)), Some((b, b_norm))) = (self.row(a), self.row(b)) else {
            return 0.0;
        };
        let norms = a_norm * b_norm;
        if norms == 0.0 {
            return 0.0;
        }
        let product: f64 = a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
        product / norms
    }

    fn row(&self, index: u32) -> Option<(&[f32], f64)> {
        let index = index as usize;
        let start = index.checked_mul(self.dimensions)?;
        let row = self.values.get(start..start.checked_add(self.dimensions)?)?;
        Some((row, *self.norms.get(index)?))
    }
}

#[cfg(test)]
mod tests {
    use safetensors::tensor::TensorView;

    use super::*;

    fn safetensors(name: &str, dtype: Dtype, shape: Vec<usize>, bytes: &[u8]) -> Vec<u8> {
        let view = TensorView::new(dtype, shape, bytes).unwrap();
        safetensors::serialize([(name, view)], None).unwrap()
    }

    fn bytes(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    #[test]
    fn a_table_is_read_and_compared() {
        let values = bytes(&[1.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
        for name in NAMES {
            let vectors = Vectors::from_safetensors(&safetensors(name, Dtype::F32, vec![3, 2], &values)).unwrap();
            assert_eq!(vectors.rows(), 3);
            assert!((vectors.cosine(0, 1) - 0.5_f64.sqrt()).abs() < 1e-12);
            assert!((vectors.cosine(0, 2)).abs() < 1e-12, "a row of zeros has no direction");
            assert!((vectors.cosine(0, 9)).abs() < 1e-12, "nor has a row that is not there");
        }
    }

    #[test]
    fn other_files_are_refused() {
        let values = bytes(&[1.0, f32::NAN]);
        let cases = [
            b"not safetensors".to_vec(),
            safetensors("wpe.weight", Dtype::F32, vec![1, 2], &values),
            safetensors("wte.weight", Dtype::F32, vec![2], &values),
            safetensors("wte.weight", Dtype::I32, vec![1, 2], &values),
            safetensors("wte.weight", Dtype::F32, vec![1, 2], &values),
            safetensors("wte.weight", Dtype::F32, vec![0, 2], &[]),
        ];
        for case in cases {
            let error = Vectors::from_safetensors(&case).unwrap_err();
            assert!(matches!(error, TableError::Format { .. }), "{error}");
        }
        assert!(TableError::within(FILE, "rows", MAX_ROWS + 1, MAX_ROWS).is_err());
    }
}
