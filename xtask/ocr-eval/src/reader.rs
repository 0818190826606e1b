//! Reads the pages of a dataset as a column does, and measures the time.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use texlens_ocr::detect::{GrayImage, Network};
use texlens_ocr::typeset::{typeset, typeset_document, typeset_text};
use texlens_ocr::{BBox, PageGlyphs, Recognition};

use crate::arguments::Arguments;
use crate::column::Column;
use crate::dataset::{Page, clear, write};
use crate::kept::Kept;
use crate::pdf::Pdfs;
use crate::tesseract::Word;
use crate::truth::Truth;
use crate::{detector, figures, tesseract};

/// Measurements from reading the pages.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) column: Column,
    /// Seconds from the image or the PDF file to glyphs or words, for each page; empty if these were given.
    pub(crate) reading: Vec<f64>,
    /// Seconds from glyphs or words to LaTeX, for each page.
    pub(crate) typesetting: Vec<f64>,
    /// The longest of these times, with its page.
    pub(crate) slowest: Option<(f64, String)>,
    /// Number of characters other than spaces that were read inside figures.
    pub(crate) in_figures: usize,
    /// Number of pages on which the positions of figures are known.
    pub(crate) figure_pages: usize,
}

/// A column with its input.
pub(crate) struct Reader<'r> {
    column: Column,
    dataset: &'r Path,
    truth: &'r Truth,
    /// The glyphs of PDF files, for the column that reads these.
    pdfs: Option<Pdfs>,
    /// The cached output of the column's program, for columns that start with the image.
    kept: Option<Kept>,
}

impl<'r> Reader<'r> {
    /// Runs the column's program on all pages that are not cached.
    pub(crate) fn new(
        column: Column,
        arguments: &Arguments,
        truth: &'r Truth,
        dataset: &'r Path,
        pages: &[&Page],
    ) -> Result<Self> {
        let kept = match column {
            Column::True | Column::Pdf => None,
            Column::Detected => Some(detector::read(arguments, Network::Fast, dataset, pages)?),
            Column::Accurate => Some(detector::read(arguments, Network::Accurate, dataset, pages)?),
            Column::Tesseract => Some(tesseract::read(&arguments.cache, dataset, pages)?),
        };
        let pdfs = match column {
            Column::Pdf => Some(Pdfs::read(arguments, pages)?),
            _ => None,
        };
        Ok(Self {
            column,
            dataset,
            truth,
            pdfs,
            kept,
        })
    }

    /// Writes the LaTeX of every page to `ID.tex` in the folder.
    pub(crate) fn read(&self, pages: &[&Page], folder: &Path) -> Result<Measured> {
        clear(folder)?;
        let mut measured = Measured {
            column: self.column,
            reading: Vec::new(),
            typesetting: Vec::new(),
            slowest: None,
            in_figures: 0,
            figure_pages: 0,
        };
        for document in pages.chunk_by(|a, b| a.document == b.document) {
            let outputs = self.document(document)?;
            for (page, output) in document.iter().zip(outputs) {
                let cached = self.kept.as_ref().and_then(|kept| kept.seconds(page));
                let from_pdf = self
                    .pdfs
                    .as_ref()
                    .and_then(|pdfs| pdfs.of(page))
                    .map(|(_, seconds)| *seconds);
                measured.reading.extend(cached.or(from_pdf));
                measured.typesetting.push(output.seconds);
                if measured.slowest.as_ref().is_none_or(|(most, _)| output.seconds > *most) {
                    measured.slowest = Some((output.seconds, page.id.clone()));
                }
                if let Some(truth) = self.truth.of(page) {
                    measured.figure_pages += 1;
                    measured.in_figures += output.characters_in(&self.figures(page, truth)?);
                }
                write(&folder.join(format!("{}.tex", page.id)), output.latex.as_bytes())?;
            }
        }
        Ok(measured)
    }

    /// Returns the output for the pages of a document, in order.
    fn document(&self, pages: &[&Page]) -> Result<Vec<Output>> {
        if self.column == Column::Tesseract {
            let output = |page: &&Page| Ok(Output::of_words(&tesseract::paragraphs(&self.kept_text(page)?)));
            return pages.iter().map(output).collect();
        }
        let glyphs: Vec<PageGlyphs> = pages.iter().map(|page| self.glyphs(page)).collect::<Result<_>>()?;
        let output = |(page, recognition): (&PageGlyphs, Recognition)| {
            let (seconds, _) = timed(|| typeset(page));
            Output::of_tokens(recognition, seconds)
        };
        Ok(glyphs.iter().zip(typeset_document(&glyphs)).map(output).collect())
    }

    /// Returns the typesetter's input for a page.
    pub(crate) fn glyphs(&self, page: &Page) -> Result<PageGlyphs> {
        match self.column {
            Column::True => self
                .truth
                .of(page)
                .cloned()
                .with_context(|| format!("{}: no true glyphs", page.id)),
            Column::Pdf => {
                let found = self.pdfs.as_ref().and_then(|pdfs| pdfs.of(page));
                let (glyphs, _) = found.with_context(|| format!("{}: its PDF has no such page", page.id))?;
                Ok(glyphs.clone())
            }
            _ => serde_json::from_str(&self.kept_text(page)?).with_context(|| page.id.clone()),
        }
    }

    fn kept_text(&self, page: &Page) -> Result<String> {
        let kept = self
            .kept
            .as_ref()
            .with_context(|| format!("{} was not read", page.id))?;
        kept.text(page)
    }

    fn figures(&self, page: &Page, truth: &PageGlyphs) -> Result<Vec<BBox>> {
        let path = self.dataset.join(&page.image);
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        Ok(figures::figures(&GrayImage::decode(&bytes)?, truth))
    }
}

/// The LaTeX of a page.
struct Output {
    latex: String,
    /// Seconds from glyphs or words to LaTeX.
    seconds: f64,
    /// The boxes of the recognised pieces, each with its number of characters.
    pieces: Vec<(BBox, usize)>,
}

/// Number of runs of the typesetter on each page. The shortest time counts, since other processes only add to it.
const RUNS: usize = 3;

impl Output {
    fn of_tokens(recognition: Recognition, seconds: f64) -> Self {
        let Recognition { latex, tokens, .. } = recognition;
        let length = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
        let pieces = tokens
            .iter()
            .map(|token| (token.bbox, length(&latex[token.range.clone()])));
        Self {
            pieces: pieces.collect(),
            latex,
            seconds,
        }
    }

    fn of_words(paragraphs: &[Vec<Vec<Word>>]) -> Self {
        let text = |line: &Vec<Word>| line.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let texts: Vec<Vec<String>> = paragraphs
            .iter()
            .map(|lines| lines.iter().map(text).collect())
            .collect();
        let (seconds, latex) = timed(|| typeset_text(&texts));
        let words = paragraphs.iter().flatten().flatten();
        Self {
            latex,
            seconds,
            pieces: words.map(|word| (word.bbox, word.text.chars().count())).collect(),
        }
    }

    fn characters_in(&self, figures: &[BBox]) -> usize {
        let inside = self.pieces.iter().filter(|(bbox, _)| figures::is_inside(bbox, figures));
        inside.map(|(_, characters)| characters).sum()
    }
}

fn timed<T>(run: impl Fn() -> T) -> (f64, T) {
    let once = || {
        let began = Instant::now();
        let result = run();
        (began.elapsed().as_secs_f64(), result)
    };
    let (mut least, result) = once();
    for _ in 1..RUNS {
        least = least.min(once().0);
    }
    (least, result)
}
