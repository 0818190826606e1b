//! Reads a page: which of its text and its image is taken, and when one completes the other.

use std::fmt::Display;
use std::time::Instant;

use texlens_ocr::detect::{Stages, fill_unread};
use texlens_ocr::{PageGlyphs, ReadFrom, turn_in_words};

use crate::pdf::{PdfError, Renderer};
use crate::pictures::Pictures;

/// The source from which pages of PDF files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageSource {
    /// The text, or the image if the text cannot be trusted.
    Auto,
    /// The text, even if it cannot be trusted.
    Text,
    /// The image.
    Image,
}

/// Reads pages of files.
pub struct PageReader<'r> {
    /// Draws and reads pages of PDF files.
    pub renderer: &'r Renderer,
    /// The source of the pages of PDF files.
    pub source: PageSource,
    /// Resolution of drawn pages, in dots per inch.
    pub dpi: u16,
}

/// The glyphs of a page.
#[derive(Debug)]
pub struct ReadPage {
    /// The glyphs.
    pub glyphs: PageGlyphs,
    /// The time for each stage.
    pub stages: Stages,
    /// Remarks on the image, as parts of a sentence.
    pub remarks: Vec<String>,
}

impl ReadPage {
    /// Describes for a person how the page was read: remarks on its image, what it was read from unless that is clear,
    /// how it was turned, what is cut off, and why its text is unreliable.
    #[must_use]
    pub fn in_words(&self) -> String {
        let page = &self.glyphs;
        let is_clear = page.read_from == ReadFrom::default();
        let from = (!is_clear).then(|| page.read_from.to_string());
        let parts = self.remarks.iter().cloned().chain(from).chain(turn_in_words(page.turn));
        let cut_off = page.cut_off.map(|cut_off| format!(". {cut_off}"));
        let doubt = page.doubt.map(|doubt| format!(". {doubt}"));
        let sentences = [cut_off, doubt].into_iter().flatten();
        parts.map(|part| format!(", {part}")).chain(sentences).collect()
    }
}

impl PageReader<'_> {
    /// Reads the page with this number, from 1. `detect` finds the glyphs of an encoded image, as
    /// [`ImageReader::read`](crate::ImageReader::read) does.
    ///
    /// # Errors
    /// If the page cannot be drawn or read.
    pub fn read<E: Display + From<PdfError>>(
        &self,
        pictures: &Pictures,
        number: u32,
        mut detect: impl FnMut(&[u8]) -> Result<(PageGlyphs, Stages), E>,
    ) -> Result<ReadPage, E> {
        let mut because = None;
        if let Some(pdf) = pictures.pdf(number).filter(|_| self.source != PageSource::Image) {
            let began = Instant::now();
            // Files that the renderer does not survive would cost it a second time; the source `Image` asks for that.
            let glyphs = pdf.text(self.dpi, self.renderer)?;
            if self.source == PageSource::Text || glyphs.read_from.although().is_none() {
                let stages = Stages {
                    image: began.elapsed().as_secs_f64() * 1e3,
                    ..Stages::default()
                };
                let read = ReadPage {
                    glyphs,
                    stages,
                    remarks: Vec::new(),
                };
                return self.complete(read, pictures, number, detect);
            }
            because = glyphs.read_from.although().map(str::to_owned);
        }
        let drawn = pictures.get(number, self.dpi, self.renderer)?;
        let (glyphs, stages) = detect(&drawn.bytes)?;
        Ok(ReadPage {
            glyphs: PageGlyphs {
                read_from: ReadFrom::Image { because },
                ..glyphs
            },
            stages,
            remarks: drawn.remarks,
        })
    }

    /// Reads glyphs of a PDF page from its image if the file does not state their meaning. If the image cannot be read,
    /// they stay unread, and the remark says so.
    fn complete<E: Display + From<PdfError>>(
        &self,
        read: ReadPage,
        pictures: &Pictures,
        number: u32,
        mut detect: impl FnMut(&[u8]) -> Result<(PageGlyphs, Stages), E>,
    ) -> Result<ReadPage, E> {
        if read.glyphs.unread.is_empty() {
            return Ok(read);
        }
        let drawn = pictures.get(number, self.dpi, self.renderer)?;
        Ok(match detect(&drawn.bytes) {
            Ok((found, of_image)) => ReadPage {
                glyphs: fill_unread(read.glyphs, &found),
                stages: read.stages.plus(of_image),
                ..read
            },
            Err(error) => ReadPage {
                remarks: vec![format!("the image was not read: {error}")],
                ..read
            },
        })
    }
}
