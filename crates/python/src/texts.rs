//! Texts from Python.

use std::fmt::Display;

use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyByteArray, PyBytes, PyMapping, PyMemoryView, PyString};
use texlens_dataset::{Syntax, strip};
use texlens_evaluate::Text;

/// One text, or the pages of a document.
pub(crate) enum PageTexts {
    One(PyBackedStr),
    Pages(Vec<PyBackedStr>),
}

impl PageTexts {
    /// Reads one side of a sample, which `what` names in errors.
    pub(crate) fn of(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return text(object, what).map(Self::One);
        }
        let pages = object.extract().ok().filter(|_| is_list(object));
        let pages: Vec<Bound<'_, PyAny>> = pages.ok_or_else(|| {
            let kind = kind(object);
            PyTypeError::new_err(format!(
                "{what} must be a str, or a list of str for the pages of a document, not {kind}"
            ))
        })?;
        let pages = (1..).zip(&pages);
        let read = pages.map(|(number, page)| text(page, format_args!("page {number} of {what}")));
        read.collect::<PyResult<_>>().map(Self::Pages)
    }

    /// Reports whether there are pages, which only a document has.
    pub(crate) fn is_document(&self) -> bool {
        matches!(self, Self::Pages(_))
    }

    pub(crate) fn text(&self) -> Text<'_> {
        match self {
            Self::One(text) => Text::from(text.as_str()),
            Self::Pages(pages) => Text::document(pages.iter().map(PyBackedStr::as_str)),
        }
    }
}

/// Reads a text, which `what` names in errors.
pub(crate) fn text(object: &Bound<'_, PyAny>, what: impl Display) -> PyResult<PyBackedStr> {
    let Ok(text) = object.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!(
            "{what} must be a str, not {}",
            kind(object)
        )));
    };
    PyBackedStr::try_from(text.clone()).map_err(|error| not_unicode(object.py(), &error, what))
}

/// Returns an answer of a model without the code fences and remarks around its LaTeX.
#[pyfunction]
pub(crate) fn strip_answer(py: Python<'_>, answer: &Bound<'_, PyAny>) -> PyResult<String> {
    let answer = text(answer, "the answer")?;
    Ok(py.detach(|| strip(&answer, Syntax::Latex).text.into_owned()))
}

/// Returns the value with a name, which `what` names in errors.
pub(crate) fn chosen<T: Copy>(name: &Bound<'_, PyAny>, what: &str, values: &[(&str, T)]) -> PyResult<T> {
    let name = text(name, what)?;
    let found = values.iter().find(|(known, _)| *known == &*name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<String> = values.iter().map(|(known, _)| format!("{known:?}")).collect();
        let name = &*name;
        PyValueError::new_err(format!("unknown {what} {name:?}: it is one of {}", names.join(", ")))
    })
}

/// Reports whether an object holds items. One text is no list of its letters, bytes are no list of numbers, and a mapping
/// is no list of its keys.
#[pyfunction]
pub(crate) fn is_list(object: &Bound<'_, PyAny>) -> bool {
    let is_single = object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || object.is_instance_of::<PyMemoryView>()
        || object.cast::<PyMapping>().is_ok();
    !is_single && object.try_iter().is_ok()
}

/// Names the type of an object.
pub(crate) fn kind(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name();
    name.map_or_else(|_| "an unknown type".to_owned(), |name| name.to_string())
}

/// A str may hold a lone half of a surrogate pair, which is not valid Unicode.
fn not_unicode(py: Python<'_>, error: &PyErr, what: impl Display) -> PyErr {
    if !error.is_instance_of::<PyUnicodeEncodeError>(py) {
        return error.clone_ref(py);
    }
    let place = error.value(py).getattr("start").and_then(|start| start.extract());
    let place = place.map_or_else(|_| String::new(), |start: usize| format!(" at index {start}"));
    PyValueError::new_err(format!(
        "{what} has a lone surrogate{place}, which is not valid Unicode: replace it with \
         text.encode(\"utf-8\", \"replace\").decode()"
    ))
}
