//! Columns of texts, which are read where they are.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, NullArray};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyFloat;
use pyo3_arrow::PyChunkedArray;
use pyo3_arrow::input::AnyArray;
use texlens_columnar::{RowText, TextArray, TextArrayError, not_text};
use texlens_evaluate::side_noun;
use texlens_metrics::Side;

use crate::texts::{is_list, kind, text};

/// A column of texts.
pub(crate) enum Column {
    /// Arrays of a library with the Arrow interface, as bytes.
    Arrow(Vec<TextArray>),
    /// Strings of Python.
    Python(Vec<Option<PyBackedStr>>),
}

impl Column {
    /// Reads the column of one side, which `side` names in errors.
    pub(crate) fn of(object: &Bound<'_, PyAny>, side: &str) -> PyResult<Self> {
        match exported(object) {
            None => Self::of_rows(object, side),
            Some(Ok(column)) => Self::of_arrays(column, side),
            // Some columns cannot be exported: those of pandas without pyarrow, and those whose rows have several types.
            Some(Err(error)) if error.is_instance_of::<PyException>(object.py()) => {
                Self::of_rows(object, side).inspect_err(|other| other.set_cause(object.py(), Some(error)))
            }
            Some(Err(interrupt)) => Err(interrupt),
        }
    }

    fn of_arrays(column: PyChunkedArray, side: &str) -> PyResult<Self> {
        let (parts, field) = column.into_inner();
        let wrong = |error| PyValueError::new_err(format!("the column of the {side}s {error}"));
        let is_null = |part: &ArrayRef| part.logical_null_count() == part.len();
        if let Some(other) = not_text(field.data_type()) {
            // Libraries give a column a type of numbers if all of its rows are missing.
            let rows = parts.iter().map(|part| part.len()).sum();
            if rows > 0 && parts.iter().all(is_null) {
                let nulls: ArrayRef = Arc::new(NullArray::new(rows));
                return TextArray::of(&nulls)
                    .map(|nulls| Self::Arrow(vec![nulls]))
                    .map_err(wrong);
            }
            return Err(PyTypeError::new_err(format!(
                "the {side}s must be strings, not {other}: convert the column to strings"
            )));
        }
        let parts: Result<_, TextArrayError> = parts.iter().map(TextArray::of).collect();
        parts.map(Self::Arrow).map_err(wrong)
    }

    fn of_rows(object: &Bound<'_, PyAny>, side: &str) -> PyResult<Self> {
        let py = object.py();
        let rows = object.try_iter().ok().filter(|_| is_list(object)).ok_or_else(|| {
            let kind = kind(object);
            PyTypeError::new_err(format!("the {side}s must be a list or a column of strings, not {kind}"))
        })?;
        let missing = missing_of_pandas(py)?;
        let is_null = |row: &Bound<'_, PyAny>| {
            let is_nan = row.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
            row.is_none() || is_nan || missing.as_ref().is_some_and(|missing| row.is(missing))
        };
        let read = |(number, row): (usize, PyResult<Bound<'_, PyAny>>)| {
            let row = row?;
            let text = || text(&row, format_args!("the {side} of row {number}"));
            (!is_null(&row)).then(text).transpose()
        };
        (0..).zip(rows).map(read).collect::<PyResult<_>>().map(Self::Python)
    }

    /// Returns the texts of the rows.
    pub(crate) fn texts(&self) -> Vec<RowText<'_>> {
        match self {
            Self::Arrow(parts) => {
                let mut texts = Vec::with_capacity(parts.iter().map(TextArray::len).sum());
                parts.iter().for_each(|part| part.add_to(&mut texts));
                texts
            }
            Self::Python(texts) => {
                let texts = texts.iter().map(Option::as_deref);
                texts.map(|text| Ok(text.map(str::as_bytes))).collect()
            }
        }
    }
}

/// Returns the text of a row; `None` if it is null. An error says why it cannot be used.
pub(crate) fn row_text(row: RowText<'_>, side: Side) -> Result<Option<&str>, String> {
    let side = side_noun(side);
    let Some(bytes) = row.map_err(|error| format!("the {side} {error}"))? else {
        return Ok(None);
    };
    let text = str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        format!("the {side} is not UTF-8 at byte {place}: decode the column with the encoding of its texts")
    })?;
    Ok(Some(text))
}

/// Says that the text of a row is null.
pub(crate) fn null(side: Side) -> String {
    format!("the {} is null", side_noun(side))
}

/// Reads a column by the Arrow interface. Returns `None` if it does not have the interface.
fn exported(object: &Bound<'_, PyAny>) -> Option<PyResult<PyChunkedArray>> {
    let py = object.py();
    let interfaces = [intern!(py, "__arrow_c_array__"), intern!(py, "__arrow_c_stream__")];
    let has = interfaces.map(|interface| object.hasattr(interface));
    match has {
        [Ok(false), Ok(false)] => None,
        [Err(error), _] | [_, Err(error)] => Some(Err(error)),
        _ => Some(
            object
                .extract::<AnyArray>()
                .and_then(|column| Ok(column.into_chunked_array()?)),
        ),
    }
}

/// Returns pandas's mark for a missing value, `pandas.NA`, if pandas was imported.
fn missing_of_pandas(py: Python<'_>) -> PyResult<Option<Bound<'_, PyAny>>> {
    let modules = py.import("sys")?.getattr("modules")?;
    let pandas = modules.call_method1("get", ("pandas",))?;
    pandas.getattr_opt("NA")
}
