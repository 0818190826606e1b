//! Writes a report as one page, sample by sample, so that the caller can show progress and cancel.

use texlens_evaluate::Evaluation;

use crate::formula::Renderer;
use crate::page::Arrangement;
use crate::{Assets, MAX_BYTES, ReportError, envelope, page, validate};

/// Writes a report as one page.
#[derive(Debug)]
pub struct HtmlWriter<'e> {
    evaluation: &'e Evaluation,
    assets: &'e Assets,
    renderer: Renderer,
    arrangement: Arrangement<'e>,
    json: String,
    sections: Vec<String>,
    /// Number of bytes of the sections.
    bytes: usize,
}

impl<'e> HtmlWriter<'e> {
    /// Begins a report.
    ///
    /// # Errors
    /// - [`ReportError::Inconsistent`] if a range is outside its text, a number is not finite, an image is neither PNG
    ///   nor JPEG, or an address in a credit is not a web address.
    /// - [`ReportError::TooLarge`] if the data alone exceed the limit.
    pub fn new(evaluation: &'e Evaluation, assets: &'e Assets) -> Result<Self, ReportError> {
        validate::evaluation(evaluation).map_err(ReportError::Inconsistent)?;
        let json = within_limit(envelope::write(evaluation)?)?;
        Ok(Self {
            evaluation,
            assets,
            renderer: page::renderer(assets),
            arrangement: Arrangement::of(evaluation),
            json,
            sections: Vec::new(),
            bytes: 0,
        })
    }

    /// Writes the next sample; returns false if there is none.
    ///
    /// # Errors
    /// [`ReportError::TooLarge`] above [`MAX_BYTES`].
    pub fn step(&mut self) -> Result<bool, ReportError> {
        let index = self.sections.len();
        let Some(sample) = self.evaluation.samples.get(index) else {
            return Ok(false);
        };
        let section = page::section(index, sample, &self.renderer, &self.arrangement);
        self.bytes += section.len();
        self.sections.push(section);
        let bytes = self.json.len() + self.bytes;
        if bytes > MAX_BYTES {
            return Err(ReportError::TooLarge { bytes });
        }
        Ok(true)
    }

    /// Returns the number of samples that have been written.
    #[must_use]
    pub fn done(&self) -> usize {
        self.sections.len()
    }

    /// Writes the remaining samples and returns the page.
    ///
    /// # Errors
    /// - [`ReportError::Assets`] if the style sheet names a font that was not given.
    /// - [`ReportError::TooLarge`] above [`MAX_BYTES`].
    pub fn finish(mut self) -> Result<String, ReportError> {
        while self.step()? {}
        let body = page::body(self.evaluation, &self.arrangement, &self.sections);
        self.sections = Vec::new();
        let css = self.assets.embedded_css(&body)?;
        within_limit(page::one_file(self.evaluation, &css, &body, &self.json))
    }
}

fn within_limit(text: String) -> Result<String, ReportError> {
    if text.len() > MAX_BYTES {
        return Err(ReportError::TooLarge { bytes: text.len() });
    }
    Ok(text)
}
