//! How arriving samples join those that are there: files of a system that come later are compared with the systems that
//! came before.

use std::rc::Rc;

use texlens_dataset::{Known, KnownSamples};
use texlens_evaluate::Kind;

use super::arriving::{Arrival, Arriving};
use super::{Sample, Samples, State};
use crate::naming;

/// Number of cases of which an import knows. Of more, only those join that a list names.
const MOST_KNOWN: usize = 50_000;

impl Samples {
    /// Returns the cases to which the texts of an import may belong.
    #[must_use]
    pub fn known(&self) -> KnownSamples {
        let mut known = KnownSamples::new();
        for (case, sample) in self.cases() {
            if known.len() == MOST_KNOWN {
                return KnownSamples::new();
            }
            // Of several datasets, the latest counts.
            let document = sample.leaf.and_then(|leaf| self.get(leaf.document));
            let of_sample = Known {
                kind: sample.kind,
                has_reference: sample.reference.is_some(),
                document: document.map(|document| document.case.to_string()),
                page: sample.leaf.map(|leaf| leaf.number),
            };
            known.insert(case.to_string(), of_sample);
        }
        known
    }
}

/// What an arriving sample is to the samples that are there.
pub(super) enum Joining {
    /// It joins none.
    New,
    /// All that it brings is there, in this sample.
    There(Rc<Sample>),
    /// It gives these samples what they lack, or another prediction of their system.
    Completes(Vec<Rc<Sample>>),
    /// It is a single text for this sample, which is shown or has its name.
    Fills(Rc<Sample>),
    /// It is the prediction of another system for the case of this sample.
    Beside(Rc<Sample>),
}

impl State {
    /// Determines which samples an arriving one joins. What is imported joins samples of its case by its id. What is typed
    /// has no id of its own, and completes the shown sample. Of a prediction that its system has already, that sample keeps
    /// what it has.
    pub(super) fn joining(&self, arrival: &mut Arrival, kin: &[Rc<Sample>], arriving: &Arriving) -> Joining {
        if let Some(joining) = self.joining_kin(arrival, kin) {
            return joining;
        }
        let named = self.samples.named(&arrival.name).filter(|_| arriving.import.is_none());
        let is_shown = arriving.is_alone && arrival.image.is_none() && arrival.first_sheet.is_none();
        let shown = self.current().filter(|_| is_shown);
        let lacking = named.into_iter().chain(shown).find(|sample| lacks(sample, arrival));
        lacking.map_or(Joining::New, |sample| Joining::Fills(Rc::clone(sample)))
    }

    /// Returns the samples of an arriving sample's case, those of one dataset: samples of a like kind whose reference and
    /// whose picture do not differ. Two datasets may have the same ids: an import that brings references joins one only
    /// where its references are the same.
    pub(super) fn kin(&self, arrival: &Arrival, kind: Kind, arriving: &Arriving) -> Vec<Rc<Sample>> {
        let Some(import) = arriving.import else {
            return Vec::new();
        };
        let is_formula = |kind: Kind| kind == Kind::Formula;
        let agrees = |sample: &&Rc<Sample>| {
            let is_same_reference = match (&arrival.reference, &sample.reference) {
                (Some(arriving), Some(there)) => arriving.latex == there.latex,
                _ => true,
            };
            let first_page = || {
                self.samples
                    .pages(sample.id)
                    .next()
                    .and_then(|page| page.image.as_ref())
            };
            let is_same_picture = match (&arrival.image, &arrival.first_sheet) {
                (Some(own), _) => sample.image.as_ref().is_none_or(|there| own.is_like(there)),
                (None, Some(own)) => first_page().is_none_or(|there| own.is_like(there)),
                (None, None) => true,
            };
            is_same_reference && is_same_picture && is_formula(sample.kind) == is_formula(kind)
        };
        let mut kin: Vec<Rc<Sample>> = self.samples.of_case(&arrival.case).filter(agrees).cloned().collect();
        let own = self.datasets.get(&import);
        let is_in = |dataset: &Rc<str>| kin.iter().any(|sample| sample.dataset == *dataset);
        let may_join = arrival.reference.is_some() || !arrival.is_of_dataset;
        let latest = kin.last().filter(|_| may_join).map(|last| &last.dataset);
        let dataset = own.filter(|own| is_in(own)).or(latest).cloned();
        kin.retain(|sample| Some(&sample.dataset) == dataset.as_ref());
        kin
    }

    /// Returns whether a document of these samples has pages.
    pub(super) fn have_pages(&self, kin: &[Rc<Sample>]) -> bool {
        kin.iter().any(|sample| self.has_pages(sample.id))
    }

    fn joining_kin(&self, arrival: &mut Arrival, kin: &[Rc<Sample>]) -> Option<Joining> {
        let first = kin.first()?;
        let is_unpictured = |sample: &Sample| sample.image.is_none() && sample.leaf.is_none();
        let brings_sheets = arrival.first_sheet.is_some() && !self.have_pages(kin);
        let lacks_picture = |sample: &Sample| {
            arrival.image.is_some() && sample.image.is_none() || brings_sheets && is_unpictured(sample)
        };
        let Some(prediction) = &arrival.prediction else {
            let lacks_reference = |sample: &Sample| arrival.reference.is_some() && sample.reference.is_none();
            let lacking = |sample: &&Rc<Sample>| lacks_reference(sample) || lacks_picture(sample);
            let mut lacking: Vec<Rc<Sample>> = kin.iter().filter(lacking).cloned().collect();
            if brings_sheets {
                // A document has its pages once.
                lacking.truncate(1);
            }
            return Some(match lacking.is_empty() {
                true if arrival.brings_tests(first) => Joining::Completes(vec![Rc::clone(first)]),
                true => Joining::There(Rc::clone(first)),
                false => Joining::Completes(lacking),
            });
        };
        let system = Some(prediction.system.as_str());
        if let Some(own) = kin.iter().find(|sample| sample.system() == system) {
            let is_other = !arrival.is_missing && own.prediction_latex() != Some(&prediction.latex);
            let brings_more = arrival.reference.is_some() && own.reference.is_none()
                || lacks_picture(own)
                || arrival.brings_tests(own);
            if !is_other {
                arrival.prediction.clone_from(&own.prediction);
            }
            return Some(match is_other || brings_more {
                true => Joining::Completes(vec![Rc::clone(own)]),
                false => Joining::There(Rc::clone(own)),
            });
        }
        // The built-in OCR reads the pages of documents: another system has a document of its own.
        let is_open = |sample: &&Rc<Sample>| {
            let is_read = sample.leaf.is_some() && sample.image.is_some() || self.has_pages(sample.id);
            sample.prediction.is_none() && !is_read
        };
        Some(match kin.iter().find(is_open) {
            Some(open) => Joining::Completes(vec![Rc::clone(open)]),
            None => Joining::Beside(Rc::clone(first)),
        })
    }

    /// Returns the name of an arriving sample. If it is of another system than the samples of its case, it is named after
    /// its system.
    pub(super) fn arriving_name(&self, arrival: &Arrival, joining: &Joining) -> String {
        let system = arrival.system().filter(|system| !system.is_empty());
        match (joining, system) {
            (Joining::Beside(_), Some(system)) if arrival.name == *arrival.case => {
                naming::read_by(&arrival.name, system)
            }
            _ => arrival.name.clone(),
        }
    }

    /// Returns a sample for the prediction of another system: it has the same reference, picture and dataset.
    pub(super) fn sample_beside(&mut self, other: &Sample, name: String) -> Sample {
        let mut sample = self.new_sample(name);
        sample.case = Rc::clone(&other.case);
        sample.kind = other.kind;
        sample.document.clone_from(&other.document);
        sample.dataset = Rc::clone(&other.dataset);
        sample.tags = Rc::clone(&other.tags);
        sample.credit.clone_from(&other.credit);
        sample.image.clone_from(&other.image);
        sample.reference.clone_from(&other.reference);
        sample
    }
}

impl Arrival {
    /// Returns whether it brings verdicts of unit tests that a sample lacks.
    fn brings_tests(&self, sample: &Sample) -> bool {
        !self.unit_tests.is_empty() && self.unit_tests != sample.unit_tests
    }
}

/// Returns whether a sample lacks what an arriving one brings, which is a single thing. A second text for a sample with a
/// reference and nothing else is its prediction.
fn lacks(sample: &Sample, arrival: &Arrival) -> bool {
    match (
        &arrival.image,
        &arrival.first_sheet,
        &arrival.reference,
        &arrival.prediction,
    ) {
        (Some(_), None, None, None) => sample.image.is_none(),
        (None, None, Some(_), None) => {
            sample.reference.is_none() || sample.prediction.is_none() && sample.image.is_none()
        }
        (None, None, None, Some(_)) => sample.prediction.is_none(),
        _ => false,
    }
}
