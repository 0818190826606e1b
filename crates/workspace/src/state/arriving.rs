//! Samples that are arriving or arrived last.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use texlens_evaluate::{Credit, Prediction, SystemVerdicts};

use super::sample::{Sample, SampleId};
use crate::brought::{Draft, ImportId, Text};
use crate::picture::Picture;

/// A sample that was added last, and its state before.
#[derive(Debug, Clone, PartialEq)]
pub struct Added {
    /// The id of the sample.
    pub id: SampleId,
    /// The sample before it was filled, or `None` if it is new.
    pub before: Option<Rc<Sample>>,
}

/// The circumstances in which samples arrive.
#[derive(Default)]
pub(super) struct Arriving {
    /// The dataset of samples that come with the app.
    pub(super) dataset: Option<&'static str>,
    /// Whether it is a single sample, which may complete the shown one.
    pub(super) is_alone: bool,
    /// Whether this is the first batch of samples that arrive together.
    pub(super) is_first: bool,
    /// The import that brings the samples.
    pub(super) import: Option<ImportId>,
    /// The samples that are replaced.
    pub(super) again: Again,
}

/// The samples of a system that gives its predictions again.
#[derive(Default)]
pub(super) struct Again {
    /// The samples by case.
    pub(super) samples: HashMap<Rc<str>, SampleId>,
    /// Their documents by case.
    pub(super) documents: HashMap<Rc<str>, SampleId>,
}

/// An arriving sample.
#[derive(Clone)]
pub(super) struct Arrival {
    pub(super) name: String,
    pub(super) case: Rc<str>,
    pub(super) tags: Rc<BTreeMap<String, String>>,
    pub(super) credit: Option<Rc<Credit>>,
    pub(super) image: Option<Rc<Picture>>,
    /// The first page of a document that arrives with its pages.
    pub(super) first_sheet: Option<Rc<Picture>>,
    /// Whether the import may be another dataset with the same ids.
    pub(super) is_of_dataset: bool,
    /// Whether the empty prediction stands for a missing one.
    pub(super) is_missing: bool,
    pub(super) reference: Option<Rc<Text>>,
    pub(super) prediction: Option<Rc<Prediction>>,
    pub(super) unit_tests: Rc<Vec<SystemVerdicts>>,
}

impl Arrival {
    pub(super) fn system(&self) -> Option<&str> {
        self.prediction.as_ref().map(|prediction| prediction.system.as_str())
    }

    /// Returns the samples of a draft, one for each system.
    pub(super) fn all_of(draft: &mut Draft, first_sheet: Option<&Rc<Picture>>) -> Vec<Self> {
        let image = draft.image.take().map(Rc::new);
        let reference = draft.reference.take().map(Rc::new);
        let credit = draft.credit.take().map(Rc::new);
        let (case, tags) = (Rc::from(draft.name.as_str()), Rc::new(draft.tags.clone()));
        let (missing, is_of_dataset) = (std::mem::take(&mut draft.missing), draft.is_of_dataset);
        let arrival = |name: String, prediction: Option<Prediction>| Self {
            name,
            case: Rc::clone(&case),
            tags: Rc::clone(&tags),
            credit: credit.clone(),
            image: image.clone(),
            first_sheet: first_sheet.cloned(),
            is_of_dataset,
            is_missing: (prediction.as_ref()).is_some_and(|prediction| missing.contains(&prediction.system)),
            reference: reference.clone(),
            prediction: prediction.map(Rc::new),
            unit_tests: Rc::default(),
        };
        let given = std::mem::take(&mut draft.predictions).into_iter();
        let mut arrivals: Vec<Self> = given
            .map(|given| arrival(given.name, Some(Prediction::given(given.system, given.latex))))
            .collect();
        if arrivals.is_empty() {
            arrivals.push(arrival(draft.name.clone(), None));
        }
        // The first sample also has the verdicts on missing predictions.
        let mut unit_tests = std::mem::take(&mut draft.unit_tests);
        for arrival in arrivals.iter_mut().rev() {
            let is_own = |tests: &mut SystemVerdicts| arrival.system() == Some(tests.system.as_str());
            arrival.unit_tests = Rc::new(unit_tests.extract_if(.., is_own).collect());
        }
        if let Some(first) = arrivals.first_mut() {
            Rc::make_mut(&mut first.unit_tests).append(&mut unit_tests);
        }
        arrivals
    }
}
