//! Pages of images and PDF files as LaTeX.

mod page;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use texlens_dataset::PageRange;
use texlens_native::{DocumentPages, PageReader, PageSource, PdfError, Pictures, ReadPage, ReadingError, join_pages};
use texlens_ocr::detect::{GrayImage, NetworkSetting, Stages};
use texlens_ocr::{PageGlyphs, Recognition};

use crate::images::with_reader;
use crate::installed::{runtime_advice, unusable};
use crate::options::wrong;
use crate::pdf::Drawing;
use crate::texts::{chosen, text};
use crate::work;
use page::described;

/// The sources of PDF pages by their names.
const SOURCES: [(&str, PageSource); 3] = [
    ("auto", PageSource::Auto),
    ("text", PageSource::Text),
    ("image", PageSource::Image),
];

/// The networks by their names.
const NETWORKS: [(&str, NetworkSetting); 3] = [
    ("auto", NetworkSetting::Auto),
    ("fast", NetworkSetting::Fast),
    ("accurate", NetworkSetting::Accurate),
];

/// A page that was read: its description and its glyphs, both as JSON.
type PageJson = (String, String);
/// A page with its number, or the reason why it was not read.
type Numbered = (u32, Option<PageJson>, Option<String>);

/// Samples of an image with the number of its rows, its columns, and the samples of a pixel.
type Samples = (PyBackedBytes, u32, u32, u8);

/// How pages are read.
struct How {
    source: PageSource,
    network: NetworkSetting,
    pages: Option<PageRange>,
    dpi: u16,
    drawing: Drawing,
}

/// The reason why a page was not read.
#[derive(Debug, thiserror::Error)]
enum OcrError {
    #[error("{}{}", .0, pdf_advice(.0))]
    Pdf(#[from] PdfError),
    #[error("{}{}", .0, advice(.0))]
    Image(#[from] ReadingError),
}

impl OcrError {
    /// Returns the exception for the only page.
    fn raised(&self) -> PyErr {
        match self {
            Self::Pdf(PdfError::NotStarted(_)) | Self::Image(ReadingError::Runtime(_)) => unusable(self, ""),
            _ => wrong(self),
        }
    }
}

fn advice(error: &ReadingError) -> &'static str {
    match error {
        ReadingError::Runtime(error) => runtime_advice(error),
        _ => "",
    }
}

fn pdf_advice(error: &PdfError) -> &'static str {
    match error {
        PdfError::NotStarted(_) => {
            ". It is another process of sys.executable, which must be a Python that starts without environment variables"
        }
        _ => "",
    }
}

/// The glyphs of a page, or the reason why there are none.
type Outcome = Result<ReadPage, OcrError>;

/// Reads the pages of a file. Returns the LaTeX of all, and each page.
#[pyfunction]
#[allow(
    clippy::too_many_arguments,
    reason = "Python calls it with the arguments of its own function"
)]
pub(crate) fn ocr(
    py: Python<'_>,
    file: PyBackedBytes,
    read_from: &Bound<'_, PyAny>,
    network: &Bound<'_, PyAny>,
    pages: Option<&Bound<'_, PyAny>>,
    dpi: u16,
    seconds: u64,
    mebibytes: u64,
) -> PyResult<(String, Vec<Numbered>)> {
    let pages = pages.map(|pages| text(pages, "pages")).transpose()?;
    let how = How {
        source: chosen(read_from, "read_from", &SOURCES)?,
        network: chosen(network, "network", &NETWORKS)?,
        pages: pages.map(|pages| pages.parse().map_err(wrong)).transpose()?,
        dpi,
        drawing: Drawing::new(py, seconds, mebibytes)?,
    };
    work::interruptible(py, |is_stopped| read_file(&file, &how, is_stopped))?
}

/// Reads an image of samples.
#[pyfunction]
pub(crate) fn ocr_samples(
    py: Python<'_>,
    samples: Samples,
    read_from: &Bound<'_, PyAny>,
    network: &Bound<'_, PyAny>,
) -> PyResult<(String, Vec<Numbered>)> {
    // It makes no difference here, but a wrong name is an error as for files.
    chosen(read_from, "read_from", &SOURCES)?;
    let network = chosen(network, "network", &NETWORKS)?;
    work::interruptible(py, |is_stopped| {
        let (samples, height, width, channels) = &samples;
        let image = GrayImage::from_samples(*width, *height, *channels, samples.to_vec()).map_err(wrong)?;
        let image = image.ok_or_else(|| PyValueError::new_err("the array has another size than its shape says"))?;
        let progress = || go_on(is_stopped);
        let read = with_reader(|reader| reader.read_pixels(&image, network, progress));
        let page = read.map(|(glyphs, stages)| ReadPage {
            glyphs,
            stages,
            remarks: Vec::new(),
        });
        finish(vec![(1, page.map_err(OcrError::from))])
    })?
}

fn read_file(file: &[u8], how: &How, is_stopped: &AtomicBool) -> PyResult<(String, Vec<Numbered>)> {
    let renderer = how.drawing.renderer();
    let pictures = Pictures::open(file.to_vec(), None, &renderer).map_err(|error| OcrError::from(error).raised())?;
    // An image is read whatever the pages of a PDF file.
    let range = how.pages.as_ref().filter(|_| pictures.is_file());
    let all = pictures.count();
    let numbers = range.map_or_else(|| Ok((1..=all).collect()), |range| range.of(all));
    let reader = PageReader {
        renderer: &renderer,
        source: how.source,
        dpi: how.dpi,
    };
    let detect = |image: &[u8]| -> Result<(PageGlyphs, Stages), OcrError> {
        let progress = || go_on(is_stopped);
        Ok(with_reader(|reader| reader.read(image, how.network, progress))?)
    };
    let mut read = Vec::new();
    for number in numbers.map_err(wrong)? {
        let page = reader.read(&pictures, number, detect);
        // No other page would be read either.
        if let Err(error @ OcrError::Image(ReadingError::Runtime(_))) = &page {
            return Err(error.raised());
        }
        read.push((number, page));
        // The interrupt is raised instead of a result.
        if is_stopped.load(Ordering::Relaxed) {
            return Ok((String::new(), Vec::new()));
        }
    }
    finish(read)
}

fn go_on(is_stopped: &AtomicBool) -> ControlFlow<()> {
    match is_stopped.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// Typesets the pages together. Fails with the first reason if no page was read.
fn finish(read: Vec<(u32, Outcome)>) -> PyResult<(String, Vec<Numbered>)> {
    let mut document = DocumentPages::new(|glyphs, recognition| (glyphs, recognition));
    let mut outcomes: Vec<(u32, Result<Vec<String>, OcrError>)> = Vec::with_capacity(read.len());
    for (number, page) in read {
        let kept = page.map(|page| {
            document.push(page.glyphs);
            page.remarks
        });
        outcomes.push((number, kept));
    }
    let (typeset, _) = document.finish();
    if typeset.is_empty() {
        let first = outcomes.into_iter().find_map(|(_, outcome)| outcome.err());
        return Err(first.map_or_else(|| wrong("there is no page"), |error| error.raised()));
    }
    let mut typeset = typeset.into_iter();
    let mut pages = Vec::with_capacity(outcomes.len());
    let mut texts: Vec<(u32, Result<String, String>)> = Vec::with_capacity(outcomes.len());
    for (number, outcome) in outcomes {
        match outcome {
            Ok(remarks) => {
                let (glyphs, recognition): (PageGlyphs, Recognition) = typeset.next().unwrap_or_default();
                let json = described(&glyphs, &recognition, remarks).map_err(wrong)?;
                let glyphs = serde_json::to_string(&glyphs).map_err(wrong)?;
                pages.push((number, Some((json, glyphs)), None));
                texts.push((number, Ok(recognition.latex)));
            }
            Err(error) => {
                let why = error.to_string();
                pages.push((number, None, Some(why.clone())));
                texts.push((number, Err(why)));
            }
        }
    }
    let latex = join_pages(texts.iter().map(|(number, text)| {
        let text = text.as_ref().map(String::as_str);
        (*number, text.map_err(String::as_str))
    }));
    Ok((latex, pages))
}
