//! The text of PDF pages, which is read just before the pages are typeset, and the choice between text and image.

use std::rc::Rc;

use texlens_blob::Blob;

use super::material::Material;
use super::samples::unique;
use super::{Added, BUILT_IN, Errand, Leaf, Notice, PDF_TEXT, Paper, Reading, Sample, SampleId, Stage, State};
use crate::brought::sentence;
use crate::messages::pdf::PageText;
use crate::messages::reading::{self, Scope};
use crate::naming;
use crate::picture::PdfPage;

/// The text that was read last, and the page that is being read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PdfTexts {
    read: Option<Rc<(PdfPage, Outcome)>>,
    running: Option<PdfPage>,
}

/// A text, or the reason why there is none, as part of a sentence.
type Outcome = Result<PageText, String>;

/// What a page that waits to be read is read from.
#[derive(Debug, Clone, PartialEq)]
enum Way {
    /// Its image, for this reason.
    Image { because: Option<String> },
    /// The text of its PDF file, which was read in this time.
    Text { glyphs: Blob, seconds: f64 },
    /// The same, except for glyphs whose meaning the file does not state: these are read from the image.
    Both { glyphs: Blob, seconds: f64 },
    /// Known when the text is read.
    Open,
    /// Nothing, since the file cannot be read.
    None { message: String },
}

impl State {
    /// Returns the page whose text is to be read: that of the next page to read, while the previous one is typeset.
    pub(super) fn text_errand(&self) -> Option<Errand> {
        if self.texts.running.is_some() {
            return None;
        }
        let next = self.samples.first(Stage::ToRead)?;
        (self.way(next) == Way::Open).then(|| next.pdf_page().cloned().map(Errand::ReadText))?
    }

    pub(super) fn text_started(&mut self, page: PdfPage) {
        self.texts.running = Some(page);
    }

    pub(super) fn text_read(&mut self, page: PdfPage, outcome: Outcome) {
        if self.texts.running.as_ref() == Some(&page) {
            self.texts.running = None;
        }
        self.texts.read = Some(Rc::new((page, outcome)));
    }

    /// Forgets a text that could not be read, so that it is tried again.
    pub(super) fn forget_failed_text(&mut self) {
        self.texts.read.take_if(|read| read.1.is_err());
    }

    /// Returns whether the image of a page that waits to be read is needed for that.
    pub(super) fn needs_image(&self, sample: &Sample) -> bool {
        matches!(self.way(sample), Way::Image { .. } | Way::Both { .. })
    }

    /// Returns the errand that reads a page, once its text or image is there.
    pub(super) fn page_errand(&self, sample: &Sample) -> Option<Errand> {
        let scope = match self.way(sample) {
            Way::Text { glyphs, seconds } => {
                return Some(Errand::TypesetText {
                    sample: sample.id,
                    glyphs,
                    seconds,
                });
            }
            Way::Both { glyphs, seconds } => Scope::Unread { page: glyphs, seconds },
            Way::Image { because } => match &sample.part {
                Some(part) => Scope::Part(reading::Part {
                    region: part.region.bbox(),
                    page: part.page.clone(),
                }),
                None => Scope::Page { because },
            },
            Way::Open | Way::None { .. } => return None,
        };
        let Paper::Here { blob, .. } = self.paper(sample.image.as_ref()?) else {
            return None;
        };
        Some(Errand::Read {
            sample: sample.id,
            image: blob,
            settings: self.reading,
            scope,
        })
    }

    /// Marks pages that wait to be read as failed if neither their text nor their image can be had.
    pub(super) fn settle_unreadable(&mut self) {
        while let Some((id, message)) = self.unreadable() {
            self.notice = Some(Notice::Failed(message.clone()));
            self.edit(id, |sample| sample.reading = Reading::Failed { message });
        }
    }

    fn unreadable(&self) -> Option<(SampleId, String)> {
        let next = self.samples.first(Stage::ToRead)?;
        let message = match self.way(next) {
            Way::None { message } => message,
            Way::Image { .. } => self.drawing_failure(next)?,
            Way::Text { .. } | Way::Both { .. } | Way::Open => return None,
        };
        Some((next.id, message))
    }

    /// Reads a page, or all pages of a document, from text or image.
    pub(super) fn read_from(&mut self, id: SampleId, material: Material) {
        for id in self.family(id) {
            self.edit(id, |sample| sample.material = material);
        }
        self.read_again(id);
    }

    /// Adds a page, or a document with its pages, once more, to be read from the other of text and image, unless it is
    /// there already. Both are compared as two systems.
    pub(super) fn read_from_both(&mut self, id: SampleId) {
        let family: Vec<Rc<Sample>> = self
            .family(id)
            .into_iter()
            .filter_map(|id| self.samples.get(id).cloned())
            .collect();
        let Some(first) = family.first() else { return };
        let is_text = |sample: &Rc<Sample>| match sample.material {
            Material::Auto => sample.is_from_text(),
            material => material == Material::Text,
        };
        let (material, system) = if family.iter().any(is_text) {
            (Material::Image, BUILT_IN)
        } else {
            (Material::Text, PDF_TEXT)
        };
        self.beside = Some(system.into());
        let is_other = |sample: &&Rc<Sample>| {
            let is_member = family.iter().any(|member| member.id == sample.id);
            sample.kind == first.kind && !is_member && (sample.material == material || sample.system() == Some(system))
        };
        if let Some(other) = self.samples.of_case(&first.case).find(is_other) {
            self.notice = Some(Notice::Read(other.name.clone()));
            return;
        }
        let head = naming::read_by(&first.name, system);
        self.end_adding();
        let mut document = None;
        for sample in &family {
            // A page alone is no page of another document.
            let leaf = document.zip(sample.leaf).map(|(document, leaf)| Leaf {
                document,
                number: leaf.number,
                is_joined: false,
            });
            let name = match leaf {
                Some(leaf) => format!("{head}/{}", leaf.number),
                None => head.clone(),
            };
            let mut other = self.new_sample(unique(&name, &self.samples));
            other.leaf = leaf;
            document.get_or_insert(other.id);
            other.take_givens(sample);
            other.material = material;
            self.added.push(Added {
                id: other.id,
                before: None,
            });
            self.samples.insert(Rc::new(other));
        }
        self.remember_adding();
        self.notice = Some(Notice::Added(family.len()));
    }

    fn way(&self, sample: &Sample) -> Way {
        let image = Way::Image { because: None };
        let Some(page) = sample.pdf_page().filter(|_| sample.part.is_none()) else {
            return image;
        };
        if sample.material == Material::Image {
            return image;
        }
        let outcome = match &self.texts.read {
            Some(read) if read.0 == *page => &read.1,
            _ => return Way::Open,
        };
        let insists = sample.material == Material::Text;
        match outcome {
            Ok(PageText {
                obstacle: Some(obstacle),
                ..
            }) if !insists => Way::Image {
                because: Some(obstacle.clone()),
            },
            // Without its image, a page loses these glyphs alone.
            Ok(text) if text.unread > 0 && self.drawing_failure(sample).is_none() => Way::Both {
                glyphs: text.glyphs.clone(),
                seconds: text.seconds,
            },
            Ok(PageText { glyphs, seconds, .. }) => Way::Text {
                glyphs: glyphs.clone(),
                seconds: *seconds,
            },
            // Files that the renderer does not survive would cost it a second time. The person can ask for the image.
            Err(why) => Way::None { message: sentence(why) },
        }
    }
}

impl Sample {
    /// Returns whether the prediction was read from the text of a PDF file.
    #[must_use]
    pub fn is_from_text(&self) -> bool {
        self.recognition()
            .is_some_and(|recognition| recognition.read_from.is_text())
    }

    /// Takes everything of a sample that is not a reading of it. An image is to be read.
    fn take_givens(&mut self, sample: &Self) {
        self.case = sample.case.clone();
        self.kind = sample.kind;
        self.document = sample.document.clone();
        self.image = sample.image.clone();
        self.reference = sample.reference.clone();
        self.credit = sample.credit.clone();
        self.tags = sample.tags.clone();
        self.dataset = sample.dataset.clone();
        if self.image.is_some() {
            self.reading = Reading::Queued;
        }
    }
}
