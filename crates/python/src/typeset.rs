//! Texts through the TeX engine: verdicts and drawings.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use texlens_draw::{DrawError, Drawing, Setter, Typeset};
use texlens_native::{DrawingKind, TexEngine};
use texlens_tex::{Form, Use};

use crate::options::wrong;
use crate::tex::{Tex, log, unusable};
use crate::texts::{chosen, text};
use crate::work;

/// The forms of texts by their names.
const FORMS: [(&str, Form); 2] = [("fragment", Form::Fragment), ("document", Form::Document)];

/// The kinds of drawings by their names.
const KINDS: [(&str, DrawingKind); 3] = [
    ("formula", DrawingKind::Formula),
    ("fragment", DrawingKind::Fragment),
    ("page", DrawingKind::Page),
];

/// The formats of drawings by their names.
const FORMATS: [(&str, Format); 2] = [("svg", Format::Svg), ("png", Format::Png)];

/// Compiles a text. Returns the engine's verdict as JSON, as the command does.
#[pyfunction]
pub(crate) fn compile(py: Python<'_>, latex: &Bound<'_, PyAny>, form: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let latex = text(latex, "latex")?;
    let form = match form {
        None => None,
        Some(form) => Some(chosen(form, "form", &FORMS)?),
    };
    let tex = Tex::load(py)?;
    let compilation = work::interruptible(py, |_| texlens_native::compile(&tex.engine, &latex, form))?;
    serde_json::to_string(&compilation.map_err(unusable)?).map_err(wrong)
}

/// The format of a drawing.
#[derive(Clone, Copy)]
enum Format {
    Svg,
    Png,
}

/// A drawn page.
enum Drawn {
    Svg(String),
    Png(Vec<u8>),
}

/// Draws a text. Returns its pages as str (SVG) or bytes (PNG). Logs what is wrong with the text.
#[pyfunction]
pub(crate) fn render<'py>(
    py: Python<'py>,
    latex: &Bound<'py, PyAny>,
    kind: &Bound<'py, PyAny>,
    format: &Bound<'py, PyAny>,
    dpi: u16,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let latex = text(latex, "latex")?;
    let kind = chosen(kind, "kind", &KINDS)?;
    let format = chosen(format, "format", &FORMATS)?;
    if Form::of(&latex) == Form::Document {
        return Err(PyValueError::new_err(
            "latex has a preamble of its own (\\documentclass), and only bodies of documents are drawn: give what is \
             between \\begin{document} and \\end{document}",
        ));
    }
    let tex = Tex::load(py)?;
    let pages = work::interruptible(py, |is_stopped| {
        draw(&tex.engine, &latex, kind, format, dpi, is_stopped)
    })??;
    let pages = pages.into_iter().map(|page| match page {
        Drawn::Svg(svg) => svg.into_bound_py_any(py),
        Drawn::Png(png) => Ok(PyBytes::new(py, &png).into_any()),
    });
    pages.collect()
}

fn draw(
    engine: &TexEngine,
    latex: &str,
    kind: DrawingKind,
    format: Format,
    dpi: u16,
    is_stopped: &AtomicBool,
) -> PyResult<Vec<Drawn>> {
    let compiler = engine.compiler(&[Use::Dvi]).map_err(unusable)?;
    let set = kind
        .set(&Setter::new(&compiler), &[latex])
        .map_err(|error| match error {
            DrawError::Artefact(error) => unusable(error),
            error @ DrawError::Dvi(_) => wrong(error),
        })?;
    set.iter().for_each(tell);
    let page = |page: &Drawing| match format {
        Format::Svg => Ok(Drawn::Svg(kind.svg(page))),
        Format::Png => kind.png(page, dpi).map(Drawn::Png).map_err(wrong),
    };
    let pages = set.iter().flat_map(|set| &set.pages);
    // The interrupt is raised instead of a result.
    let pages = pages.take_while(|_| !is_stopped.load(Ordering::Relaxed));
    pages.map(page).collect()
}

/// Logs the first error of a text, and the glyphs that are not drawn.
fn tell(set: &Typeset) {
    if let Some(error) = set.compilation.errors.first() {
        let line = error.line.map_or_else(String::new, |line| format!("line {line}: "));
        log(&format!(
            "the drawing may be incomplete: {line}{}",
            error.diagnostic.message
        ));
    }
    let mut undrawn = BTreeMap::new();
    for (font, count) in set.pages.iter().flat_map(Drawing::undrawn) {
        *undrawn.entry(font).or_insert(0) += count;
    }
    for (font, count) in undrawn {
        log(&format!(
            "glyphs left out, because the font {font} has no outlines: {count}"
        ));
    }
}
