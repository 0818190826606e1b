//! Columns of texts, which are read where they are.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, LargeBinaryArray};
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyByteArray, PyBytes, PyMapping, PyString};
use pyo3_arrow::input::AnyArray;

use crate::texts::{kind, text};

/// The texts of a column. A null has none. Nobody has checked yet that those of Arrow are UTF-8.
pub(crate) type Texts<'c> = Vec<Option<&'c [u8]>>;

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
        let py = object.py();
        for interface in [intern!(py, "__arrow_c_array__"), intern!(py, "__arrow_c_stream__")] {
            if object.hasattr(interface)? {
                let (parts, _) = object.extract::<AnyArray>()?.into_chunked_array()?.into_inner();
                let parts: Result<_, String> = parts.iter().map(bytes).collect();
                return parts.map(Self::Arrow).map_err(|other| {
                    PyTypeError::new_err(format!(
                        "the {side}s must be strings, not {other}: convert the column to strings"
                    ))
                });
            }
        }
        let is_single = object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyBytes>()
            || object.is_instance_of::<PyByteArray>()
            || object.cast::<PyMapping>().is_ok();
        let rows = object.try_iter().ok().filter(|_| !is_single).ok_or_else(|| {
            let kind = kind(object);
            PyTypeError::new_err(format!("the {side}s must be a list or a column of strings, not {kind}"))
        })?;
        let read = |(number, row): (usize, PyResult<Bound<'_, PyAny>>)| {
            let row = row?;
            let text = || text(&row, format_args!("the {side} of row {number}"));
            (!row.is_none()).then(text).transpose()
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
                texts.map(|text| text.map(str::as_bytes)).collect()
            }
        }
    }
}

/// Returns the same texts as bytes, without a copy: arrays of strings trust that these are UTF-8. Fails with the type of
/// an array that holds something else.
fn bytes(part: &ArrayRef) -> Result<ArrayRef, String> {
    Ok(match part.data_type() {
        DataType::Utf8 => Arc::new(BinaryArray::from(part.as_string::<i32>().clone())),
        DataType::LargeUtf8 => Arc::new(LargeBinaryArray::from(part.as_string::<i64>().clone())),
        DataType::Utf8View => Arc::new(part.as_string_view().clone().to_binary_view()),
        // Each different text is stored once, and rows are indices.
        DataType::Dictionary(_, _) => {
            let dictionary = part.as_any_dictionary();
            let texts = bytes(dictionary.values()).map_err(|other| format!("a dictionary of {other}"))?;
            dictionary.with_values(texts)
        }
        // A column of nulls only has no type.
        DataType::Null => Arc::clone(part),
        other => return Err(other.to_string()),
    })
}

/// Adds the texts of an array of bytes.
fn add<'c>(part: &'c dyn Array, texts: &mut Texts<'c>) {
    match part.data_type() {
        DataType::Binary => texts.extend(part.as_binary::<i32>()),
        DataType::LargeBinary => texts.extend(part.as_binary::<i64>()),
        DataType::BinaryView => texts.extend(part.as_binary_view()),
        DataType::Dictionary(_, _) => {
            let dictionary = part.as_any_dictionary();
            let mut different = Texts::new();
            add(dictionary.values(), &mut different);
            // Without values, no key is valid.
            let keys = (!different.is_empty()).then(|| dictionary.normalized_keys());
            texts.extend((0..part.len()).map(|row| {
                let key = keys.as_ref().filter(|_| dictionary.keys().is_valid(row))?.get(row)?;
                different.get(*key).copied().flatten()
            }));
        }
        _ => texts.extend(std::iter::repeat_n(None, part.len())),
    }
}
