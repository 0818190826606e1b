//! Work on the page image: selecting a glyph or region, correcting a word, reading a region again.

use std::{ops::Range, rc::Rc};

use texlens_blob::Blob;
use texlens_ocr::{Glyph, PageGlyphs, Token};

use super::{Dialog, Focus, Part, Reading, Region, Sample, SampleId, State, Step};

/// Words and formulas with a confidence below this are worth checking.
const UNSURE: f32 = 0.5;

impl Sample {
    /// Returns the glyphs behind the recognition while the page is shown, or `None` if it was opened from a file.
    #[must_use]
    pub fn page_glyphs(&self) -> Option<&Rc<PageGlyphs>> {
        let found = self.found.as_ref().filter(|_| self.recognition().is_some());
        found.and_then(|found| found.glyphs.as_ref())
    }

    /// Returns the glyphs of the page.
    #[must_use]
    pub fn glyphs(&self) -> &[Glyph] {
        self.page_glyphs().map_or(&[], |page| &page.glyphs)
    }

    /// Takes loaded glyphs, unless the page was read again meanwhile.
    pub(super) fn show_glyphs(&mut self, from: &Blob, glyphs: PageGlyphs) {
        if let Some(found) = self.found.as_mut().filter(|found| found.blob == *from) {
            found.glyphs = Some(Rc::new(glyphs));
        }
    }

    pub(super) fn forget_glyphs(&mut self) {
        if let Some(found) = &mut self.found {
            found.glyphs = None;
        }
    }

    /// Returns the words and formulas of the page.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        self.recognition().map_or(&[], |recognition| &recognition.tokens)
    }

    /// Returns the byte range of the prediction that was written for a glyph.
    #[must_use]
    pub fn written_for(&self, glyph: u32) -> Option<Range<usize>> {
        let origins = &self.recognition()?.origins;
        let origin = origins.iter().find(|origin| origin.glyph == glyph)?;
        Some(origin.range.clone())
    }

    /// Returns the glyph for which a byte of the prediction was written.
    #[must_use]
    pub fn glyph_at(&self, byte: usize) -> Option<u32> {
        let origins = &self.recognition()?.origins;
        let after = origins.partition_point(|origin| origin.range.end <= byte);
        let origin = origins.get(after).filter(|origin| origin.range.contains(&byte))?;
        Some(origin.glyph)
    }

    /// Returns the words and formulas whose centre lies in a region.
    #[must_use]
    pub fn tokens_in(&self, region: Region) -> Vec<usize> {
        let inside = |(_, token): &(usize, &Token)| region.contains(token.bbox);
        let tokens = self.tokens().iter().enumerate();
        tokens.filter(inside).map(|(index, _)| index).collect()
    }

    /// Returns the LaTeX of the selection on the page, including the text between adjacent words.
    #[must_use]
    pub fn selected_latex(&self, focus: &Focus) -> Option<String> {
        let prediction = self.prediction.as_ref()?;
        let Focus::Region(region) = focus else {
            let range = self.pointed(focus).prediction?;
            return prediction.latex.get(range).map(str::to_owned);
        };
        let found = self.tokens_in(*region);
        let stretches = found.chunk_by(|a, b| a + 1 == *b);
        let latex = |stretch: &[usize]| self.stretch(stretch).and_then(|range| prediction.latex.get(range));
        let latex: Vec<&str> = stretches.filter_map(latex).collect();
        (!latex.is_empty()).then(|| latex.join("\n"))
    }

    /// Returns the range from the first to the last of some tokens.
    pub(super) fn stretch(&self, indices: &[usize]) -> Option<Range<usize>> {
        let token = |index: &usize| self.tokens().get(*index);
        let (first, last) = (token(indices.first()?)?, token(indices.last()?)?);
        (first.range.start <= last.range.end).then_some(first.range.start..last.range.end)
    }

    /// Returns the words and formulas with low confidence.
    pub fn unsure(&self) -> impl Iterator<Item = usize> {
        let unsure = |(index, token): (usize, &Token)| (token.confidence < UNSURE).then_some(index);
        self.tokens().iter().enumerate().filter_map(unsure)
    }
}

impl State {
    /// Returns the sample whose glyphs have to be loaded, and their bytes.
    #[must_use]
    pub fn glyphs_to_fetch(&self) -> Option<(SampleId, Blob)> {
        let shown = self.current()?;
        let found = shown.found.as_ref().filter(|found| found.glyphs.is_none())?;
        Some((shown.id, found.blob.clone()))
    }

    /// Opens the correction dialog for the selected word or formula, or for the one that contains the selection.
    pub(super) fn open_correction(&mut self) {
        let Some(sample) = self.current() else { return };
        let marked = sample.marked(&self.focus);
        if let Some(token) = (!marked.is_empty()).then_some(marked.start) {
            self.dialog = Some(Dialog::Correct { token });
        }
    }

    pub(super) fn read_part(&mut self, id: SampleId, region: Region) {
        self.edit(id, |sample| {
            sample.attempts = 0;
            let page = sample.found.as_ref().map(|found| found.blob.clone());
            sample.part = page.map(|page| Part { region, page });
            sample.reading = Reading::Queued;
        });
    }

    /// Selects the next or previous word or formula with low confidence.
    pub(super) fn step_unsure(&mut self, step: Step) {
        let Some(sample) = self.current() else { return };
        let unsure: Vec<usize> = sample.unsure().collect();
        let marked = sample.marked(&self.focus);
        let target = match step {
            Step::Next => unsure.iter().find(|index| **index >= marked.end).or(unsure.first()),
            Step::Previous => unsure.iter().rfind(|index| **index < marked.start).or(unsure.last()),
        };
        if let Some(index) = target.copied() {
            self.set_focus(Focus::Token(index));
        }
    }
}
