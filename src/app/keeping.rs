//! What the browser keeps of the samples, so that nothing finished is lost with the page.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use texlens_evaluate::{Image, SampleResult};
use texlens_ocr::PageGlyphs;

use super::{
    intake::Text,
    state::{Reading, Run, Sample, SampleId, Samples, Scoring},
};

/// Counts the forms that records have had; one of another form is left alone.
pub const VERSION: u32 = 1;

/// A sample as it is kept, besides the bytes of its image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    version: u32,
    result: SampleResult,
    /// Where the reference is from.
    origin: Option<String>,
    page: Option<PageGlyphs>,
    provider: Option<String>,
    model: Option<String>,
    detailed: bool,
    cancelled: bool,
}

/// What a sample has that is not as it was kept.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// It is new, or another one now.
    Put {
        /// Which.
        id: SampleId,
        /// As it is to be kept.
        record: Box<Record>,
        /// The bytes of its image, if those are not kept yet.
        image: Option<Rc<Image>>,
    },
    /// It is gone.
    Delete(SampleId),
}

/// What has to be written so that `now` is kept, where `before` is: at most `most` changes, and how much of `now` is kept then.
#[must_use]
pub fn changes(before: &Samples, now: &Samples, most: usize) -> (Vec<Change>, Samples) {
    let mut kept = before.clone();
    let mut changes = Vec::new();
    let gone = before.iter().filter(|sample| now.get(sample.id).is_none());
    for sample in gone.take(most) {
        changes.push(Change::Delete(sample.id));
        kept.remove(sample.id);
    }
    let left = most - changes.len();
    let changed = now.iter().filter(|sample| {
        before
            .get(sample.id)
            .is_none_or(|before| !Rc::ptr_eq(before, sample) && !sample.is_kept_as(before))
    });
    for sample in changed.take(left) {
        let is_new = |image: &&Rc<Image>| {
            let before = before.get(sample.id).and_then(|before| before.image.as_ref());
            !before.is_some_and(|before| Rc::ptr_eq(before, image))
        };
        changes.push(Change::Put {
            id: sample.id,
            record: Box::new(sample.record()),
            image: sample.image.as_ref().filter(is_new).cloned(),
        });
        kept.insert(sample.clone());
    }
    (changes, kept)
}

impl Sample {
    fn record(&self) -> Record {
        Record {
            version: VERSION,
            result: SampleResult {
                image: self.image.as_ref().map(|image| Image {
                    media_type: image.media_type.clone(),
                    bytes: Vec::new(),
                    ..**image
                }),
                ..self.result_without_image()
            },
            origin: self.reference.as_ref().map(|text| text.origin.clone()),
            page: self.page.as_deref().cloned(),
            provider: self.run.as_ref().map(|run| run.provider.clone()),
            model: self.run.as_ref().and_then(|run| run.model.clone()),
            detailed: self.scored.as_ref().is_none_or(|scored| scored.detailed),
            cancelled: self.reading == Reading::Cancelled || self.scoring == Scoring::Cancelled,
        }
    }

    /// Whether its record would be the same; what only tells how far the work is does not count.
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
            && same(self.image.as_ref(), other.image.as_ref())
            && same(self.reference.as_ref(), other.reference.as_ref())
            && same(self.prediction.as_ref(), other.prediction.as_ref())
            && same(self.page.as_ref(), other.page.as_ref())
            && same(self.scored.as_ref(), other.scored.as_ref())
            && same(self.compilation(), other.compilation())
            && cancelled(self) == cancelled(other)
    }

    /// Takes over what was kept. What was not finished waits again.
    pub(super) fn recall(&mut self, record: Record, bytes: Option<Vec<u8>>) {
        let Record {
            version: _,
            mut result,
            origin,
            page,
            provider,
            model,
            detailed,
            cancelled,
        } = record;
        result.image = result.image.and_then(|image| Some(Image { bytes: bytes?, ..image }));
        let run = provider.map(|provider| Run {
            provider,
            model,
            pace: None,
        });
        self.restore(result, run, detailed);
        self.page = page.map(Rc::new);
        if let (Some(origin), Some(reference)) = (origin, &self.reference) {
            let latex = reference.latex.clone();
            self.reference = Some(Rc::new(Text { origin, latex }));
        }
        if self.image.is_some() && self.prediction.is_none() {
            self.reading = if cancelled { Reading::Cancelled } else { Reading::Queued };
        }
        if cancelled && self.scoring == Scoring::Queued {
            self.scoring = Scoring::Cancelled;
        }
    }
}

impl Record {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.result.id
    }

    /// Reads one; none if it is of another form.
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
    use crate::app::{
        intake::Incoming,
        state::{Action, State},
    };

    fn file(name: &str, bytes: &[u8]) -> Incoming {
        Incoming {
            name: name.to_owned(),
            bytes: Ok(bytes.to_vec()),
        }
    }

    fn texts(count: usize) -> State {
        let pair = |index: usize| {
            [
                file(&format!("{index}.tex"), b"x"),
                file(&format!("{index}.pred.tex"), b"y"),
            ]
        };
        State::default().after(Action::Brought((0..count).flat_map(pair).collect()))
    }

    #[test]
    fn only_what_has_changed_is_written_and_a_little_at_a_time() {
        let before = texts(5);
        let (first, kept) = changes(&Samples::default(), &before.samples, 3);
        assert_eq!((first.len(), kept.len()), (3, 3));
        let (rest, kept) = changes(&kept, &before.samples, 3);
        assert_eq!((rest.len(), kept.len()), (2, 5));
        assert!(changes(&kept, &before.samples, 3).0.is_empty());

        let id = before.samples.iter().nth(1).unwrap().id;
        let started = Action::ScoringStarted {
            samples: vec![id],
            job: 1,
        };
        let after = before.after(started);
        assert!(
            changes(&kept, &after.samples, 3).0.is_empty(),
            "work that goes on is not kept"
        );
        let after = after.after(Action::Remove(id));
        assert_eq!(changes(&kept, &after.samples, 3).0, [Change::Delete(id)]);
    }

    #[test]
    fn what_is_kept_comes_back() {
        let before = texts(1);
        let (changes, _) = changes(&Samples::default(), &before.samples, 9);
        let [Change::Put { id, record, .. }] = changes.as_slice() else {
            panic!("{changes:?}");
        };
        let text = serde_json::to_string(record).unwrap();
        let kept = vec![(*id, Record::parse(&text).unwrap(), None)];
        let after = State::default().after(Action::Recalled(kept));
        let (was, is) = (before.current().unwrap(), after.samples.iter().next().unwrap());
        assert_eq!(was.record(), is.record());
        assert_eq!(is.scoring, Scoring::Queued, "it was not scored");
        assert!(Record::parse(&text.replace("\"version\":1", "\"version\":0")).is_none());
    }
}
