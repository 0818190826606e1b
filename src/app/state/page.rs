//! What is done on the page itself: a glyph or a part of it is picked, a reading is put right by hand, a part is read again.

use std::{ops::Range, rc::Rc};

use texlens_ocr::{BBox, Glyph, PageGlyphs, Token};

use super::{Dialog, Focus, Reading, Sample, SampleId, State, Step};
use crate::blob::Blob;

/// Words and formulas with a glyph less sure than this are worth a look.
const UNSURE: f32 = 0.5;

/// What the boxes on the page show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layer {
    /// Words and formulas, by what they are part of.
    #[default]
    Kinds,
    /// The same, by how sure the OCR is of them.
    Confidence,
    /// Every glyph, and those that are no part of the output.
    Glyphs,
    /// Nothing but what is selected.
    Off,
}

/// A part of a page, in whole pixels of its image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// Left edge.
    pub x0: u32,
    /// Top edge.
    pub y0: u32,
    /// Right edge.
    pub x1: u32,
    /// Bottom edge.
    pub y1: u32,
}

impl Region {
    /// The whole pixels that a box covers, as far as they are on the page.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Clamped, and a page has fewer pixels.
    pub fn around(bbox: BBox) -> Self {
        let pixel = |length: f32| length.max(0.0) as u32;
        Self {
            x0: pixel(bbox.x0.floor()),
            y0: pixel(bbox.y0.floor()),
            x1: pixel(bbox.x1.ceil()),
            y1: pixel(bbox.y1.ceil()),
        }
    }

    /// As a box.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // No page has that many pixels.
    pub fn bbox(&self) -> BBox {
        BBox {
            x0: self.x0 as f32,
            y0: self.y0 as f32,
            x1: self.x1 as f32,
            y1: self.y1 as f32,
        }
    }

    /// Wide enough for a box, too.
    #[must_use]
    pub fn with(self, bbox: BBox) -> Self {
        let other = Self::around(bbox);
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    fn contains(&self, bbox: BBox) -> bool {
        let region = self.bbox();
        let (x, y) = ((bbox.x0 + bbox.x1) / 2.0, (bbox.y0 + bbox.y1) / 2.0);
        (region.x0..=region.x1).contains(&x) && (region.y0..=region.y1).contains(&y)
    }
}

/// A part of a page that is to be read again, and what was found on the page before.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Where.
    pub region: Region,
    /// What was found: [`PageGlyphs`] as JSON.
    pub page: Blob,
}

/// What the built-in OCR found on a page. It takes much more room than the text that was made of it, and so stays with the browser.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// [`PageGlyphs`] as JSON.
    pub blob: Blob,
    /// The same while the page is shown, once it is here.
    pub glyphs: Option<Rc<PageGlyphs>>,
}

impl From<Blob> for Found {
    fn from(blob: Blob) -> Self {
        Self { blob, glyphs: None }
    }
}

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
