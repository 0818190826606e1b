//! What is done on the page itself: a glyph or a part of it is picked, a reading is put right by hand, a part is read again.

use std::{ops::Range, rc::Rc};

use texlens_blob::Blob;
use texlens_ocr::{Glyph, PageGlyphs, Token};

use super::{Dialog, Focus, Part, Reading, Region, Sample, SampleId, State, Step};

/// Words and formulas with a glyph less sure than this are worth a look.
const UNSURE: f32 = 0.5;

impl Sample {
    /// What the recognition was made of, while it is shown; none when it was opened from a file.
    #[must_use]
    pub fn page_glyphs(&self) -> Option<&Rc<PageGlyphs>> {
        let found = self.found.as_ref().filter(|_| self.recognition().is_some());
        found.and_then(|found| found.glyphs.as_ref())
    }

    /// The glyphs among it.
    #[must_use]
    pub fn glyphs(&self) -> &[Glyph] {
        self.page_glyphs().map_or(&[], |page| &page.glyphs)
    }

    /// Takes what was found on the page, if that has not changed meanwhile.
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

    /// The words and formulas of the page.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        self.recognition().map_or(&[], |recognition| &recognition.tokens)
    }

    /// What a glyph was written as: bytes of the prediction.
    #[must_use]
    pub fn written_for(&self, glyph: u32) -> Option<Range<usize>> {
        let origins = &self.recognition()?.origins;
        let origin = origins.iter().find(|origin| origin.glyph == glyph)?;
        Some(origin.range.clone())
    }

    /// The glyph that a byte of the prediction was written for.
    #[must_use]
    pub fn glyph_at(&self, byte: usize) -> Option<u32> {
        let origins = &self.recognition()?.origins;
        let after = origins.partition_point(|origin| origin.range.end <= byte);
        let origin = origins.get(after).filter(|origin| origin.range.contains(&byte))?;
        Some(origin.glyph)
    }

    /// The words and formulas whose middle lies in a part of the page.
    #[must_use]
    pub fn tokens_in(&self, region: Region) -> Vec<usize> {
        let inside = |(_, token): &(usize, &Token)| region.contains(token.bbox);
        let tokens = self.tokens().iter().enumerate();
        tokens.filter(inside).map(|(index, _)| index).collect()
    }

    /// The LaTeX of what is selected on the page: what stands between two words that follow each other belongs to it.
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

    /// From the first to the last of some tokens.
    pub(super) fn stretch(&self, indices: &[usize]) -> Option<Range<usize>> {
        let token = |index: &usize| self.tokens().get(*index);
        let (first, last) = (token(indices.first()?)?, token(indices.last()?)?);
        (first.range.start <= last.range.end).then_some(first.range.start..last.range.end)
    }

    /// The words and formulas that the OCR is not sure of.
    pub fn unsure(&self) -> impl Iterator<Item = usize> {
        let unsure = |(index, token): (usize, &Token)| (token.confidence < UNSURE).then_some(index);
        self.tokens().iter().enumerate().filter_map(unsure)
    }
}

impl State {
    /// Whose glyphs are to be fetched, and where they are.
    #[must_use]
    pub fn glyphs_to_fetch(&self) -> Option<(SampleId, Blob)> {
        let shown = self.current()?;
        let found = shown.found.as_ref().filter(|found| found.glyphs.is_none())?;
        Some((shown.id, found.blob.clone()))
    }

    /// For the word or formula that is selected, or a part of which is.
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

    /// To the next or previous word that the OCR is not sure of, from the one that is selected.
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
