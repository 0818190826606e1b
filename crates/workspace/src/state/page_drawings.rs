//! Drawings of the shown page's texts as TeX sets them. The run that draws a prediction also gives its verdict.

use std::rc::Rc;

use rpds::HashTrieMap;
use texlens_evaluate::Prediction;
use texlens_ocr::BBox;
use texlens_tex::Compilation;
use texlens_vocabulary::DrawnPage;

use super::queue::Errand;
use super::{PageLook, Sample, SampleId, Screen, State, Tab, Verdict};
use crate::brought::Text;
use crate::messages::Job;
use crate::messages::tex::DrawnTexts;

/// Number of drawn samples beyond which those that are not shown are forgotten. The drawings of a page take up to a
/// megabyte.
const KEPT: usize = 8;

/// The texts of a sample, compared by their addresses: a text that was replaced is another one.
#[derive(Debug, Clone)]
struct Subject {
    sample: SampleId,
    prediction: Rc<Prediction>,
    reference: Option<Rc<Text>>,
}

impl Subject {
    fn of(sample: &Sample) -> Option<Self> {
        Some(Self {
            sample: sample.id,
            prediction: sample.prediction.clone()?,
            reference: sample.reference.clone(),
        })
    }

    /// Returns whether the sample still has these texts.
    fn is_of(&self, sample: &Sample) -> bool {
        let prediction = sample.prediction.as_ref();
        prediction.is_some_and(|prediction| Rc::ptr_eq(prediction, &self.prediction))
            && match (&sample.reference, &self.reference) {
                (Some(one), Some(other)) => Rc::ptr_eq(one, other),
                (one, other) => one.is_none() && other.is_none(),
            }
    }
}

/// The drawings of the last shown samples.
#[derive(Debug, Clone, Default)]
pub struct PageDrawings {
    known: HashTrieMap<SampleId, (Subject, Rc<DrawnTexts>)>,
    running: Option<(Job, Subject)>,
    revision: u64,
}

impl PartialEq for PageDrawings {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision
    }
}

impl PageDrawings {
    /// Returns the drawings of a sample's texts, once they are made.
    #[must_use]
    pub fn of(&self, sample: &Sample) -> Option<&Rc<DrawnTexts>> {
        let (subject, drawn) = self.known.get(&sample.id)?;
        subject.is_of(sample).then_some(drawn)
    }

    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    pub(super) fn started(&mut self, job: Job, sample: &Sample) {
        self.running = Subject::of(sample).map(|subject| (job, subject));
        self.revision += 1;
    }

    pub(super) fn forget_running(&mut self) {
        self.running = None;
    }

    /// Ends a job, if it is the running one, and returns its texts.
    fn end(&mut self, job: Job) -> Option<Subject> {
        let (_, subject) = self.running.take_if(|(running, _)| *running == job)?;
        self.revision += 1;
        Some(subject)
    }
}

impl Sample {
    /// Returns whether the drawings have a tab of their own. With an image, they are shown in its place.
    #[must_use]
    pub fn has_pages_tab(&self) -> bool {
        self.image.is_none() && self.compilable().is_some()
    }

    /// Returns the smallest box around everything that was read on the page.
    #[must_use]
    pub fn text_area(&self) -> Option<BBox> {
        let boxes = self.tokens().iter().map(|token| token.bbox);
        boxes.reduce(|one, other| BBox {
            x0: one.x0.min(other.x0),
            y0: one.y0.min(other.y0),
            x1: one.x1.max(other.x1),
            y1: one.y1.max(other.y1),
        })
    }
}

/// Returns where a drawing lies over the page's image: its left edge, upper edge and width as shares of the width, height
/// and width of the image. The ink begins at the upper left corner of the text area and is as wide. Without a text area,
/// the paper covers the image.
#[must_use]
pub fn overlaid(page: &DrawnPage, text_area: Option<BBox>, (width, height): (u32, u32)) -> [f64; 3] {
    let (width, height) = (f64::from(width), f64::from(height));
    let fitted = page.ink.zip(text_area).and_then(|([left, top, right, _], area)| {
        let [x0, y0, x1] = [area.x0, area.y0, area.x1].map(f64::from);
        let paper = (x1 - x0) / (right - left);
        let is_sensible = paper.is_finite() && paper > 0.0 && page.aspect > 0.0;
        is_sensible.then(|| {
            let (x, y) = (x0 - left * paper, y0 - top * paper / page.aspect);
            [x / width, y / height, paper / width]
        })
    });
    fitted.unwrap_or([0.0, 0.0, 1.0])
}

impl State {
    /// Returns the next page to draw: the shown one, if its drawing is to be seen.
    pub(super) fn draw_page_errand(&self) -> Option<Errand> {
        let sample = self.current()?;
        let is_wanted = self.shows_drawing(sample)
            && self.page_drawings.of(sample).is_none()
            && !matches!(sample.verdict, Verdict::Failed { .. });
        if !is_wanted || !self.may_draw(sample.form) || self.engine_is_busy() {
            return None;
        }
        self.compile_sample(sample, true)
    }

    /// Returns whether the screen has a place for the drawing of a sample's prediction.
    pub(super) fn shows_drawing(&self, sample: &Sample) -> bool {
        let is_shown = self.selected == Some(sample.id) && self.screen() == Screen::Samples;
        let has_place = if sample.has_pages_tab() {
            self.view.tab == Tab::Pages
        } else {
            self.view.look != PageLook::Image
        };
        is_shown && has_place && sample.compilable().is_some()
    }

    /// Notes that the engine got a page to draw. A verdict stays until the new one is there.
    pub(super) fn page_drawing_started(&mut self, id: SampleId, job: Job) {
        if let Some(sample) = self.samples.get(id) {
            self.page_drawings.started(job, sample);
        }
        self.edit(id, |sample| {
            if !matches!(sample.verdict, Verdict::Given(_)) {
                sample.verdict = Verdict::Running { job };
            }
        });
    }

    /// Takes the drawings of a job, and the verdicts if they are others than those of an earlier run.
    pub(super) fn page_drawn(
        &mut self,
        job: Job,
        compilation: &Compilation,
        of_reference: Option<&Compilation>,
        drawn: Option<DrawnTexts>,
    ) {
        let Some(subject) = self.page_drawings.end(job) else {
            return;
        };
        let id = subject.sample;
        let Some(sample) = self.samples.get(id).filter(|sample| subject.is_of(sample)).cloned() else {
            return;
        };
        if let Some(drawn) = drawn {
            if self.page_drawings.known.size() >= KEPT {
                self.page_drawings.known = HashTrieMap::new();
            }
            self.page_drawings.known.insert_mut(id, (subject, Rc::new(drawn)));
        }
        let Verdict::Given(given) = &sample.verdict else {
            return;
        };
        if (&**given, sample.reference_verdict.as_deref()) != (compilation, of_reference) {
            self.take_verdict(id, compilation.clone(), of_reference.cloned());
        }
    }

    /// Returns the sample with whose drawing the engine was lost.
    pub(super) fn page_lost(&mut self, job: Job) -> Option<SampleId> {
        let subject = self.page_drawings.end(job)?;
        let sample = self.samples.get(subject.sample)?;
        subject.is_of(sample).then_some(subject.sample)
    }
}
