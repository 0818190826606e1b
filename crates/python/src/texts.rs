//! The texts of a sample.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use texlens_evaluate::Text;

/// One text, or the pages of a document.
pub(crate) enum PageTexts {
    One(String),
    Pages(Vec<String>),
}

impl PageTexts {
    pub(crate) fn text(&self) -> Text<'_> {
        match self {
            Self::One(text) => Text::from(text.as_str()),
            Self::Pages(pages) => Text::document(pages.iter().map(String::as_str)),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for PageTexts {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract() {
            return Ok(Self::One(text));
        }
        let pages = object.extract();
        pages.map(Self::Pages).map_err(|_| {
            let of = object
                .get_type()
                .name()
                .map_or_else(|_| "?".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!(
                "a text must be a str, or a list of str for the pages of a document, not {of}"
            ))
        })
    }
}
