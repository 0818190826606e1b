//! The scores of many samples, for Python and for libraries with the Arrow interface.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field, FieldRef};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyTuple};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};

/// The scores of a batch or an evaluation: a column for each metric and a column `error`. `to_dict` needs no other library.
#[pyclass(module = "texlens", frozen)]
pub(crate) struct BatchScores {
    columns: RecordBatch,
}

impl BatchScores {
    pub(crate) fn new(columns: RecordBatch) -> Self {
        Self { columns }
    }

    /// Returns the columns as one array, as the Arrow interface gives record batches.
    fn array(&self) -> (FieldRef, ArrayRef) {
        let field = Field::new_struct("", self.columns.schema_ref().fields().clone(), false);
        (Arc::new(field), Arc::new(StructArray::from(self.columns.clone())))
    }
}

#[pymethods]
impl BatchScores {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.columns.num_rows()
    }

    /// The ids of the metrics, and the names of the other columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        let fields = self.columns.schema_ref().fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    /// Returns each column as a list by its name; undefined scores and missing errors are None.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (field, column) in self.columns.schema_ref().fields().iter().zip(self.columns.columns()) {
            let rows = match field.data_type() {
                DataType::Float64 => PyList::new(py, column.as_primitive::<Float64Type>())?,
                DataType::Int64 => PyList::new(py, column.as_primitive::<Int64Type>())?,
                _ => PyList::new(py, column.as_string::<i32>())?,
            };
            columns.set_item(field.name(), rows)?;
        }
        Ok(columns)
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    fn __repr__(&self) -> String {
        let (rows, names) = (self.num_rows(), self.column_names().join(", "));
        format!("<BatchScores of {rows} rows: {names}>")
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.columns.schema_ref().as_ref())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        let (field, array) = self.array();
        to_array_pycapsules(py, field, &array, requested_schema)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let (field, array) = self.array();
        let parts = ArrayIterator::new([Ok(array)], field);
        to_stream_pycapsule(py, Box::new(parts), requested_schema)
    }
}
