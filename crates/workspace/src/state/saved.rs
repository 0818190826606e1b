//! Samples from saved evaluations.

use std::rc::Rc;

use texlens_evaluate::{Detail, Kind, Prediction, SampleResult, Scored};
use texlens_metrics::lacks_appearance;

use super::sample::{Reading, Run, Sample, Scoring, Typesetting};
use crate::brought::Text;
use crate::picture::Picture;

/// Dataset of samples that an earlier version stored without a dataset.
const EARLIER: &str = "earlier samples";

impl Sample {
    /// Takes the data from a saved evaluation.
    pub(crate) fn restore(&mut self, result: SampleResult, picture: Option<Picture>, run: Run, detail: Detail) {
        self.case = result.case().into();
        let SampleResult {
            id: _,
            case: _,
            kind,
            image: _,
            reference,
            prediction,
            credit,
            scores,
            counts,
            formulas,
            compilation,
            reference_compilation,
            error_types,
            suspicions,
            page_of: _,
            document,
            dataset,
            unit_tests,
            texts_left_out,
            tags,
            comment,
        } = result;
        self.dataset = dataset.as_deref().unwrap_or(EARLIER).into();
        self.document = document.map(Into::into);
        self.tags = Rc::new(tags);
        self.comment = comment.into();
        self.kind = kind;
        self.credit = credit.map(Rc::new);
        self.image = picture.map(Rc::new);
        self.reference = reference.map(|latex| {
            Rc::new(Text {
                origin: "saved evaluation".to_owned(),
                latex,
            })
        });
        let recognition = prediction
            .as_ref()
            .and_then(|prediction| prediction.recognition.as_ref());
        if let Some(recognition) = recognition {
            // The provider of an evaluation is that of the pages that a model has read.
            self.run = Some(if recognition.read_from.is_text() {
                Run::default()
            } else {
                run
            });
            self.reading = Reading::Done;
        }
        // An earlier version did not distinguish between a system and the same system with corrections.
        let named = |prediction: Prediction| match prediction.corrections() {
            [] => prediction,
            _ => prediction.by_corrected_system(),
        };
        self.prediction = prediction.map(|prediction| Rc::new(named(prediction)));
        self.prediction_changed();
        self.texts_changed();
        self.unit_tests = Rc::new(unit_tests);
        self.texts_left_out = texts_left_out;
        if let Some(compilation) = compilation {
            self.judged(compilation, reference_compilation);
        }
        // The scores are shown as they were saved.
        if !scores.is_empty() {
            self.scoring = Scoring::Done;
            if self.kind == Kind::Formula && !scores.iter().any(lacks_appearance) {
                self.typesetting = Typesetting::Done;
            }
            self.scored = Some(Rc::new(Scored {
                detail,
                scores,
                counts,
                error_types,
                suspicions,
                formulas,
                compilation: None,
            }));
        }
    }
}
