//! Columns of texts, which are read where they are.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::ArrowDictionaryKeyType;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, NullArray, PrimitiveArray,
    downcast_dictionary_array,
};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyFloat;
use pyo3_arrow::PyChunkedArray;
use pyo3_arrow::input::AnyArray;

use crate::texts::{is_list, kind, text};

/// The texts of a column.
pub(crate) type Texts<'c> = Vec<ColumnText<'c>>;

/// A text of a column. A null is None. Arrow texts are not yet checked for UTF-8.
pub(crate) type ColumnText<'c> = Result<Option<&'c [u8]>, NotInDictionary>;

/// A row refers to a text that its dictionary does not have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NotInDictionary;

/// A column of texts.
pub(crate) enum Column {
    /// Arrays of a library with the Arrow interface, as bytes.
    Arrow(Vec<ArrayRef>),
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
        let is_null = |part: &ArrayRef| part.logical_null_count() == part.len();
        if let Some(other) = not_text(field.data_type()) {
            // Libraries give a column a type of numbers if all of its rows are missing.
            let rows = parts.iter().map(|part| part.len()).sum();
            if rows > 0 && parts.iter().all(is_null) {
                return Ok(Self::Arrow(vec![Arc::new(NullArray::new(rows))]));
            }
            return Err(PyTypeError::new_err(format!(
                "the {side}s must be strings, not {other}: convert the column to strings"
            )));
        }
        let parts: Result<_, ArrowError> = parts.iter().map(bytes).collect();
        parts.map(Self::Arrow).map_err(|error| {
            PyValueError::new_err(format!(
                "the column of the {side}s is damaged, so that its texts cannot be read: {error}"
            ))
        })
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
    pub(crate) fn texts(&self) -> Texts<'_> {
        match self {
            Self::Arrow(parts) => {
                let mut texts = Vec::with_capacity(parts.iter().map(|part| part.len()).sum());
                parts.iter().for_each(|part| add(part, &mut texts));
                texts
            }
            Self::Python(texts) => {
                let texts = texts.iter().map(Option::as_deref);
                texts.map(|text| Ok(text.map(str::as_bytes))).collect()
            }
        }
    }
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

/// Returns the name of a type that is not one of texts.
fn not_text(kind: &DataType) -> Option<String> {
    match kind {
        // A column of nulls only has the type null.
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => None,
        DataType::Dictionary(_, texts) => not_text(texts).map(|other| format!("a dictionary of {other}")),
        other => Some(other.to_string()),
    }
}

/// Returns the same texts as bytes, without a copy: arrays of strings trust that these are UTF-8. Fails if a text is
/// said to stand outside the memory of the array.
fn bytes(part: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let bytes: ArrayRef = match part.data_type() {
        DataType::Utf8 => Arc::new(BinaryArray::from(part.as_string::<i32>().clone())),
        DataType::LargeUtf8 => Arc::new(LargeBinaryArray::from(part.as_string::<i64>().clone())),
        DataType::Utf8View => {
            let views = part.as_string_view().clone().to_binary_view();
            check_views(&views)?;
            return Ok(Arc::new(views));
        }
        // Each different text is stored once, and rows are indices, which are checked when they are used.
        DataType::Dictionary(_, _) => {
            let dictionary = part.as_any_dictionary();
            return Ok(dictionary.with_values(bytes(dictionary.values())?));
        }
        _ => return Ok(Arc::clone(part)),
    };
    // Of bytes, this checks every offset.
    bytes.to_data().validate_data()?;
    Ok(bytes)
}

/// Fails if a text is said to stand outside the buffers. The view of a null may have any value.
fn check_views(views: &BinaryViewArray) -> Result<(), ArrowError> {
    let buffers = views.data_buffers();
    let is_inside = |view: ByteView| {
        let (start, length) = (view.offset as usize, view.length as usize);
        let buffer = buffers.get(view.buffer_index as usize);
        buffer.is_some_and(|buffer| start.checked_add(length).is_some_and(|end| end <= buffer.len()))
    };
    let wrong = views.views().iter().enumerate().find(|(row, view)| {
        let view = ByteView::from(**view);
        views.is_valid(*row) && view.length > MAX_INLINE_VIEW_LEN && !is_inside(view)
    });
    wrong.map_or(Ok(()), |(row, _)| {
        let why = format!("the view of row {row} refers to no buffer");
        Err(ArrowError::InvalidArgumentError(why))
    })
}

/// Adds the texts of an array of bytes.
fn add<'c>(part: &'c dyn Array, texts: &mut Texts<'c>) {
    match part.data_type() {
        DataType::Binary => texts.extend(part.as_binary::<i32>().iter().map(Ok)),
        DataType::LargeBinary => texts.extend(part.as_binary::<i64>().iter().map(Ok)),
        DataType::BinaryView => texts.extend(part.as_binary_view().iter().map(Ok)),
        DataType::Dictionary(_, _) => downcast_dictionary_array!(
            part => {
                let mut different = Texts::new();
                add(part.values(), &mut different);
                texts.extend(of_keys(part.keys(), &different));
            }
            _ => {}
        ),
        _ => texts.extend(std::iter::repeat_n(Ok(None), part.len())),
    }
}

/// Returns the texts of a dictionary to which the keys refer.
fn of_keys<'c, K: ArrowDictionaryKeyType<Native: TryInto<usize>>>(
    keys: &PrimitiveArray<K>,
    texts: &[ColumnText<'c>],
) -> impl Iterator<Item = ColumnText<'c>> {
    keys.iter().map(|key| {
        let Some(key) = key else { return Ok(None) };
        let text = key.try_into().ok().and_then(|key| texts.get(key));
        text.copied().unwrap_or(Err(NotInDictionary))
    })
}
