//! The samples as the browser stores them, so that finished work survives the page.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use serde::{Deserialize, Serialize};
use texlens_blob::Blob;
use texlens_evaluate::{Detail, SampleResult};
use texlens_ocr::{CutOff, PageGlyphs};

use super::state::{Found, Leaf, Material, Reading, Run, Sample, SampleId, Samples, Scoring};
use crate::brought::{Piece, Text};
use crate::picture::{Pdf, PdfPage, Picture, Source};

/// Version of the record format. Records of another version are left alone.
pub const VERSION: u32 = 1;

/// A stored sample, without the parts that are stored as bytes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    version: u32,
    result: SampleResult,
    /// The origin of the reference.
    origin: Option<String>,
    /// The glyphs of the page; only in records of earlier versions.
    #[serde(default, skip_serializing)]
    page: Option<PageGlyphs>,
    provider: Option<String>,
    model: Option<String>,
    detailed: bool,
    cancelled: bool,
    /// Whether nobody asked to read the page.
    #[serde(default)]
    is_idle: bool,
    #[serde(default)]
    leaf: Option<Leaf>,
    #[serde(default)]
    is_given: bool,
    #[serde(default)]
    asks_sides: bool,
    /// The PDF page from which the image is drawn.
    #[serde(default)]
    drawn_from: Option<DrawnFrom>,
    #[serde(default)]
    piece: Option<Piece>,
    /// The missing part of a truncated image.
    #[serde(default)]
    cut_off: Option<CutOff>,
    /// What a page of a PDF file is to be read from.
    #[serde(default)]
    material: Material,
}

/// A page of a PDF file. The file is stored separately.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct DrawnFrom {
    pdf: String,
    number: u32,
    dpi: u16,
}

/// A sample as it was stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// The id of the sample.
    pub id: SampleId,
    /// The stored record.
    pub record: Record,
    /// The image.
    pub image: Option<Blob>,
    /// The PDF file from which the image is drawn.
    pub pdf: Option<Blob>,
    /// The glyphs of the page: [`PageGlyphs`] as JSON.
    pub found: Option<Blob>,
}

/// A difference between the samples and what is stored.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A sample is new or has changed.
    Put {
        /// The id of the sample.
        id: SampleId,
        /// The record to store.
        record: Box<Record>,
        /// The image, if it is not stored yet.
        image: Option<Blob>,
        /// The glyphs of the page, if they are not stored yet.
        found: Option<Blob>,
    },
    /// A sample is gone.
    Delete(SampleId),
    /// A PDF file from which pages are drawn is new.
    PutPdf(Pdf),
    /// No page is drawn any more from the PDF file with this key.
    DeletePdf(String),
}

/// The pauses before a failed write is retried. Each is twice as long as the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pauses {
    next_ms: u32,
}

impl Default for Pauses {
    fn default() -> Self {
        Self { next_ms: 1_000 }
    }
}

impl Pauses {
    /// The longest pause.
    const LONGEST_MS: u32 = 60_000;

    /// Returns the next pause in milliseconds.
    pub fn next_ms(&mut self) -> u32 {
        let now = self.next_ms;
        self.next_ms = (2 * now).min(Self::LONGEST_MS);
        now
    }
}

/// The stored samples, each as it was when it was written.
pub type Written = BTreeMap<SampleId, Rc<Sample>>;

/// Returns the samples that differ from what was written, or are gone since.
#[must_use]
pub fn changed(written: &Written, now: &Samples) -> Vec<SampleId> {
    let gone = written.keys().filter(|id| now.get(**id).is_none());
    let differs = |sample: &&Rc<Sample>| {
        let before = written.get(&sample.id);
        before.is_none_or(|before| !Rc::ptr_eq(before, sample) && !sample.is_kept_as(before))
    };
    let new = now.iter().filter(differs).map(|sample| &sample.id);
    gone.chain(new).copied().collect()
}

/// Returns the PDF files from which pages are drawn and that are not in `written`. They are stored before the pages.
#[must_use]
pub fn new_pdfs(written: &BTreeSet<String>, now: &Samples) -> Vec<Change> {
    let new = now.pdfs().filter(|pdf| !written.contains(&pdf.key));
    new.cloned().map(Change::PutPdf).collect()
}

/// Returns the PDF files in `written` from which no page is drawn any more. They are deleted after the pages.
#[must_use]
pub fn gone_pdfs(written: &BTreeSet<String>, now: &Samples) -> Vec<Change> {
    let gone = written.iter().filter(|key| now.pdf(key).is_none());
    gone.cloned().map(Change::DeletePdf).collect()
}

/// Returns the change to write for one sample.
#[must_use]
pub fn change(id: SampleId, written: &Written, now: &Samples) -> Change {
    let Some(sample) = now.get(id) else {
        return Change::Delete(id);
    };
    let before = written.get(&id);
    let new = |blob: fn(&Sample) -> Option<&Blob>| {
        let before = before.and_then(|before| blob(before));
        blob(sample).filter(|blob| before != Some(blob)).cloned()
    };
    Change::Put {
        id,
        record: Box::new(sample.record()),
        image: new(Sample::image_blob),
        found: new(Sample::found_blob),
    }
}

impl Sample {
    fn record(&self) -> Record {
        Record {
            version: VERSION,
            result: self.result(),
            origin: self.reference.as_ref().map(|text| text.origin.clone()),
            page: None,
            provider: self.run.as_ref().and_then(|run| run.provider.clone()),
            model: self.run.as_ref().and_then(|run| run.model.clone()),
            detailed: self.scored.as_ref().is_none_or(|scored| scored.detail == Detail::Spans),
            cancelled: self.reading == Reading::Cancelled || self.scoring == Scoring::Cancelled,
            is_idle: self.reading == Reading::Idle,
            leaf: self.leaf,
            is_given: self.is_given,
            asks_sides: self.asks_sides,
            drawn_from: self.pdf_page().map(|page| DrawnFrom {
                pdf: page.pdf.key.clone(),
                number: page.number,
                dpi: page.dpi,
            }),
            piece: self.piece,
            cut_off: self.image.as_ref().and_then(|image| image.cut_off),
            material: self.material,
        }
    }

    fn image_blob(&self) -> Option<&Blob> {
        self.image.as_ref().and_then(|picture| picture.blob())
    }

    fn found_blob(&self) -> Option<&Blob> {
        self.found.as_ref().map(|found| &found.blob)
    }

    /// Returns whether both have the same record. Fields that only show progress do not count.
    fn is_kept_as(&self, other: &Self) -> bool {
        fn same<T>(a: Option<&Rc<T>>, b: Option<&Rc<T>>) -> bool {
            match (a, b) {
                (None, None) => true,
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                _ => false,
            }
        }
        let cancelled = |sample: &Self| {
            (
                sample.reading == Reading::Cancelled,
                sample.scoring == Scoring::Cancelled,
            )
        };
        self.kind == other.kind
            && self.case == other.case
            && self.tags == other.tags
            && self.comment == other.comment
            && Rc::ptr_eq(&self.unit_tests, &other.unit_tests)
            && self.leaf == other.leaf
            && self.material == other.material
            && self.piece == other.piece
            && self.is_given == other.is_given
            && self.asks_sides == other.asks_sides
            && self.image_blob() == other.image_blob()
            && self.pdf_page() == other.pdf_page()
            && same(self.reference.as_ref(), other.reference.as_ref())
            && same(self.prediction.as_ref(), other.prediction.as_ref())
            && self.found_blob() == other.found_blob()
            && same(self.scored.as_ref(), other.scored.as_ref())
            && same(self.compilation(), other.compilation())
            && cancelled(self) == cancelled(other)
    }

    /// Restores a stored sample. Unfinished work waits again.
    #[must_use]
    pub fn recalled(kept: Kept) -> Self {
        let Kept {
            id,
            record,
            image,
            pdf,
            found,
        } = kept;
        let Record {
            version: _,
            mut result,
            origin,
            page: found_before,
            provider,
            model,
            detailed,
            cancelled,
            is_idle,
            leaf,
            is_given,
            asks_sides,
            drawn_from,
            piece,
            cut_off,
            material,
        } = record;
        let page = drawn_from.zip(pdf).map(|(drawn_from, file)| {
            let DrawnFrom { pdf: key, number, dpi } = drawn_from;
            let pdf = Pdf { key, file };
            Source::Page(PdfPage { pdf, number, dpi })
        });
        let picture = result.image.take().zip(page.or(image.map(Source::Image)));
        let picture = picture.map(|(image, source)| Picture {
            cut_off,
            ..Picture::with_source(image, source)
        });
        let run = Run {
            provider,
            model,
            pace: None,
        };
        let mut sample = Self::new(id, result.id.clone());
        let detail = if detailed { Detail::Spans } else { Detail::Values };
        sample.restore(result, picture, run, detail);
        sample.material = material;
        sample.leaf = leaf;
        sample.piece = piece;
        sample.is_given = is_given;
        sample.asks_sides = asks_sides;
        sample.found = found.or_else(|| found_before.map(as_blob)).map(Found::from);
        if let (Some(origin), Some(reference)) = (origin, &sample.reference) {
            let latex = reference.latex.clone();
            sample.reference = Some(Rc::new(Text { origin, latex }));
        }
        if sample.image.is_some() && sample.prediction.is_none() && !is_idle {
            sample.reading = if cancelled { Reading::Cancelled } else { Reading::Queued };
        }
        if cancelled && sample.scoring == Scoring::Queued {
            sample.scoring = Scoring::Cancelled;
        }
        sample
    }
}

fn as_blob(page: PageGlyphs) -> Blob {
    // Numbers and texts can always be written as JSON.
    Blob::new(&serde_json::to_vec(&page).unwrap_or_default(), "application/json")
}

impl Record {
    /// Returns the key of the PDF file from which the image is drawn.
    #[must_use]
    pub fn pdf(&self) -> Option<&str> {
        self.drawn_from.as_ref().map(|drawn_from| drawn_from.pdf.as_str())
    }

    /// Reads a record. Returns `None` if it is of another version or cannot be read.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text)
            .ok()
            .filter(|record: &Self| record.version == VERSION)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::brought::{Brought, Draft, Given};
    use crate::state::{Action, CatalogueAction, KeepAction, SampleAction, ScoreAction, State};

    fn picture() -> Picture {
        Picture {
            media_type: "image/png".to_owned(),
            width: 3,
            height: 2,
            cut_off: None,
            source: Source::Image(Blob::new(b"bytes", "image/png")),
        }
    }

    fn pairs(count: usize, image: Option<&Picture>) -> State {
        let pair = |index: usize| Draft {
            name: index.to_string(),
            image: image.cloned(),
            reference: Some(Text {
                origin: "a file".to_owned(),
                latex: "x".to_owned(),
            }),
            predictions: vec![Given {
                name: index.to_string(),
                system: "a system".to_owned(),
                latex: "y".to_owned(),
            }],
            ..Draft::default()
        };
        State::default().after(Action::Catalogue(CatalogueAction::Fetched(Brought {
            drafts: (0..count).map(pair).collect(),
            ..Brought::default()
        })))
    }

    fn all_written(samples: &Samples) -> Written {
        samples.iter().map(|sample| (sample.id, sample.clone())).collect()
    }

    #[test]
    fn only_what_has_changed_is_written() {
        let before = pairs(5, None);
        let ids: Vec<SampleId> = before.samples.iter().map(|sample| sample.id).collect();
        assert_eq!(changed(&Written::new(), &before.samples), ids);
        let written = all_written(&before.samples);
        assert_eq!(changed(&written, &before.samples), []);

        let id = ids[1];
        let started = Action::Score(ScoreAction::Started {
            samples: vec![id],
            job: 1,
        });
        let after = before.after(started);
        assert_eq!(changed(&written, &after.samples), [], "work that goes on is not kept");
        let after = after.after(Action::Sample(SampleAction::Remove(id)));
        assert_eq!(changed(&written, &after.samples), [id]);
        assert_eq!(change(id, &written, &after.samples), Change::Delete(id));
    }

    #[test]
    fn what_is_kept_comes_back() {
        let before = pairs(1, Some(&picture()));
        let id = before.samples.iter().next().unwrap().id;
        let Change::Put { record, image, .. } = change(id, &Written::new(), &before.samples) else {
            panic!("it is there");
        };
        let text = serde_json::to_string(&record).unwrap();
        let kept = Rc::new(Sample::recalled(Kept {
            id,
            record: Record::parse(&text).unwrap(),
            image: image.clone(),
            pdf: None,
            found: None,
        }));
        let after = State::default().after(Action::Keep(KeepAction::Recalled(vec![kept.clone()])));
        let (was, is) = (before.current().unwrap(), after.samples.iter().next().unwrap());
        assert_eq!(was.record(), is.record());
        assert_eq!(is.image.as_deref(), Some(&picture()));
        assert_eq!(is.scoring, Scoring::Queued, "it was not scored");
        assert!(Record::parse(&text.replace("\"version\":1", "\"version\":0")).is_none());

        let written = Written::from([(id, kept)]);
        assert_eq!(
            changed(&written, &after.samples),
            [],
            "what came back is not written again"
        );
    }

    #[test]
    fn what_comes_back_makes_room_for_what_is_new() {
        let (old, new) = (pairs(1, None), pairs(1, None));
        let kept: Vec<_> = old.samples.iter().cloned().collect();
        let after = new.after(Action::Keep(KeepAction::Recalled(kept.clone())));
        let names: Vec<_> = after.samples.iter().map(|sample| sample.name.as_str()).collect();
        assert_eq!(names, ["0", "0 (2)"]);
        let written = Written::from([(kept[0].id, kept[0].clone())]);
        assert_eq!(changed(&written, &after.samples).len(), 2, "both are written");
    }
}
