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
    /// All that it brings is there.
    There,
    /// It gives these samples what they lack, or another prediction of their system.
    Completes(Vec<Rc<Sample>>),
    /// It is the prediction of another system for the case of this sample.
    Beside(Rc<Sample>),
}

impl State {
    /// Determines which samples an arriving one joins. What is imported joins samples of its case by its id. What is typed
    /// has no id of its own, and completes the shown sample.
    pub(super) fn joining(&self, arrival: &Arrival, kind: Kind, arriving: &Arriving) -> Joining {
        let kin = match arriving.import {
            Some(_) => self.kin(arrival, kind, arriving),
            None => self.samples.named(&arrival.name).into_iter().cloned().collect(),
        };
        if arriving.import.is_some()
            && let Some(joining) = joining_kin(arrival, &kin)
        {
            return joining;
        }
        let has_pages = |sample: &Sample| arrival.has_sheets && self.has_pages(sample.id);
        let lacks = |sample: &&Rc<Sample>| lacks(sample, arrival) && !has_pages(sample);
        let is_shown = arriving.is_alone && arrival.image.is_none() && !arrival.has_sheets;
        let shown = self.current().filter(|_| is_shown);
        match kin.iter().chain(shown).find(lacks) {
            Some(sample) => Joining::Completes(vec![Rc::clone(sample)]),
            None => Joining::New,
        }
    }

    /// Returns the samples of an arriving sample's case, those of one dataset: samples of a like kind whose reference does not
    /// differ. Two datasets may have the same ids.
    pub(super) fn kin(&self, arrival: &Arrival, kind: Kind, arriving: &Arriving) -> Vec<Rc<Sample>> {
        let is_formula = |kind: Kind| kind == Kind::Formula;
        let agrees = |sample: &&Rc<Sample>| match (&arrival.reference, &sample.reference) {
            (Some(arriving), Some(there)) => arriving.latex == there.latex,
            _ => true,
        };
        let of_case = self.samples.of_case(&arrival.case);
        let mut kin: Vec<Rc<Sample>> = of_case
            .filter(|sample| is_formula(sample.kind) == is_formula(kind))
            .filter(agrees)
            .cloned()
            .collect();
        let own = arriving.import.and_then(|import| self.datasets.get(&import));
        let is_of = |dataset: &Rc<str>| kin.iter().any(|sample| sample.dataset == *dataset);
        let dataset = own.filter(|own| is_of(own)).cloned();
        let dataset = dataset.or_else(|| kin.last().map(|last| Rc::clone(&last.dataset)));
        kin.retain(|sample| Some(&sample.dataset) == dataset.as_ref());
        kin
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
}

fn joining_kin(arrival: &Arrival, kin: &[Rc<Sample>]) -> Option<Joining> {
    let first = kin.first()?;
    let those = |is_one: &dyn Fn(&Sample) -> bool| -> Vec<Rc<Sample>> {
        kin.iter().filter(|sample| is_one(sample)).cloned().collect()
    };
    let joining = match (&arrival.prediction, &arrival.reference) {
        (Some(prediction), _) => {
            let of_system = kin
                .iter()
                .find(|sample| sample.system() == Some(prediction.system.as_str()));
            let lacking = kin.iter().find(|sample| sample.prediction.is_none());
            match (of_system, lacking) {
                (Some(same), _) if brings_nothing(arrival, same) => Joining::There,
                (Some(sample), _) | (None, Some(sample)) => Joining::Completes(vec![Rc::clone(sample)]),
                (None, None) => Joining::Beside(Rc::clone(first)),
            }
        }
        (None, Some(_)) => match those(&|sample| sample.reference.is_none()) {
            lacking if lacking.is_empty() && arrival.image.is_none() => Joining::There,
            lacking if lacking.is_empty() => return None,
            lacking => Joining::Completes(lacking),
        },
        (None, None) if arrival.has_sheets => return None,
        (None, None) => match those(&|sample| sample.image.is_none()) {
            lacking if lacking.is_empty() => return None,
            lacking => Joining::Completes(lacking),
        },
    };
    Some(joining)
}

/// Returns whether a sample has all that an arriving one brings.
fn brings_nothing(arrival: &Arrival, there: &Sample) -> bool {
    let latex = arrival.prediction.as_ref().map(|prediction| prediction.latex.as_str());
    there.prediction_latex() == latex
        && (arrival.reference.is_none() || there.reference.is_some())
        && (arrival.image.is_none() || there.image.is_some())
        && !arrival.has_sheets
        && (arrival.unit_tests.is_empty() || arrival.unit_tests == there.unit_tests)
}

/// Returns whether a sample lacks what an arriving one brings, which is a single thing. A second text for a sample with a
/// reference and nothing else is its prediction.
fn lacks(sample: &Sample, arrival: &Arrival) -> bool {
    match (
        &arrival.image,
        arrival.has_sheets,
        &arrival.reference,
        &arrival.prediction,
    ) {
        (_, true, None, None) => sample.image.is_none() && sample.leaf.is_none(),
        (Some(_), false, None, None) => sample.image.is_none(),
        (None, false, Some(_), None) => {
            sample.reference.is_none() || sample.prediction.is_none() && sample.image.is_none()
        }
        (None, false, None, Some(_)) => sample.prediction.is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::state::Reading;
    use crate::state::{Action, HistoryAction, Notice};
    use crate::testing::{handed, joined, png};

    /// Returns name, reference, system and prediction of every sample.
    fn texts(state: &State) -> Vec<[String; 4]> {
        let of = |sample: &Rc<Sample>| {
            let owned = |text: Option<&str>| text.unwrap_or_default().to_owned();
            [
                sample.name.clone(),
                owned(sample.reference_latex()),
                owned(sample.system()),
                owned(sample.prediction_latex()),
            ]
        };
        state.samples.iter().map(of).collect()
    }

    fn is_one_dataset(state: &State) -> bool {
        let first = state.samples.iter().next().unwrap();
        state.samples.iter().all(|sample| sample.dataset == first.dataset)
    }

    fn two_pages() -> State {
        State::default().after(handed(&[
            ("gt/p1.tex", b"x"),
            ("gt/p2.tex", b"y"),
            ("nougat/p1.tex", b"x"),
            ("nougat/p2.tex", b"z"),
        ]))
    }

    #[test]
    fn a_system_that_comes_later_is_compared_with_the_first() {
        let later: [&[(&str, &[u8])]; 4] = [
            &[("mathpix/p1.tex", b"u"), ("mathpix/p2.tex", b"v")],
            &[("p1.mathpix.tex", b"u"), ("p2.mathpix.tex", b"v")],
            &[("results/mathpix/p1.md", b"u"), ("results/mathpix/p2.md", b"v")],
            &[(
                "mathpix.jsonl",
                br#"{"id": "p1", "system": "mathpix", "prediction": "u"}
{"id": "p2", "system": "mathpix", "prediction": "v"}"#,
            )],
        ];
        for files in later {
            let state = joined(two_pages(), 1, files);
            let expected = [
                ["p1", "x", "nougat", "x"],
                ["p2", "y", "nougat", "z"],
                ["p1 \u{b7} mathpix", "x", "mathpix", "u"],
                ["p2 \u{b7} mathpix", "y", "mathpix", "v"],
            ];
            assert_eq!(texts(&state), expected, "{files:?}");
            assert!(is_one_dataset(&state));
            let undone = state.after(Action::History(HistoryAction::Undo));
            assert_eq!(texts(&undone), texts(&two_pages()));
        }
    }

    #[test]
    fn a_single_text_goes_where_its_name_says() {
        let state = joined(two_pages(), 1, &[("p2.mathpix.tex", b"v")]);
        assert_eq!(
            texts(&state).last().unwrap(),
            &["p2 \u{b7} mathpix", "y", "mathpix", "v"]
        );
        // With a number after its name, a text is of another page.
        let state = joined(two_pages(), 1, &[("p2_3.tex", b"v")]);
        assert_eq!(texts(&state).last().unwrap(), &["p2_3", "v", "", ""]);
        // Two texts are a pair.
        let state = joined(two_pages(), 1, &[("p1.tex", b"a"), ("q.tex", b"b")]);
        assert_eq!(texts(&state).last().unwrap()[1..], ["a", "q.tex", "b"]);
    }

    #[test]
    fn references_that_come_later_are_those_of_all_systems() {
        let state = State::default().after(handed(&[("nougat/p1.md", b"x"), ("mathpix/p1.md", b"y")]));
        let before = texts(&state);
        assert!(before.iter().all(|[_, reference, ..]| reference.is_empty()));
        let state = joined(state, 1, &[("p1.ref.tex", b"r")]);
        let references: Vec<String> = texts(&state).into_iter().map(|[_, reference, ..]| reference).collect();
        assert_eq!(references, ["r", "r"]);
        let completed = Notice::Joined {
            added: 0,
            completed: 2,
            replaced: 0,
        };
        assert_eq!(state.notice, Some(completed.clone()));
        assert_eq!(completed.to_string(), "2 samples completed.");
        assert_eq!(texts(&state.after(Action::History(HistoryAction::Undo))), before);
    }

    #[test]
    fn a_system_that_comes_again_replaces_its_predictions() {
        let state = joined(two_pages(), 1, &[("nougat/p1.md", b"w"), ("nougat/p2.md", b"z")]);
        let predictions: Vec<String> = texts(&state).into_iter().map(|[.., prediction]| prediction).collect();
        assert_eq!(predictions, ["w", "z"]);
        assert_eq!(state.notice.clone().unwrap().to_string(), "1 prediction replaced.");
        assert_eq!(
            texts(&state.after(Action::History(HistoryAction::Undo))),
            texts(&two_pages())
        );
    }

    #[test]
    fn a_page_that_waits_for_the_bundled_ocr_gets_the_text_that_comes() {
        let state = State::default().after(handed(&[("p1.png", &png(60, 80)), ("p1.tex", b"x")]));
        let page = state.samples.iter().next().unwrap();
        assert_eq!(page.reading, Reading::Queued);
        let state = joined(state, 1, &[("p1.mathpix.md", b"y")]);
        assert_eq!(texts(&state), [["p1", "x", "mathpix", "y"]]);
        assert_eq!(state.samples.iter().next().unwrap().reading, Reading::Idle);
    }

    #[test]
    fn what_is_there_is_not_added_again() {
        let files: [(&str, &[u8]); 2] = [("a.ref.tex", b"x"), ("a.pred.tex", b"y")];
        let state = joined(State::default(), 1, &files);
        let again = joined(state.clone(), 2, &files);
        assert_eq!(texts(&again), texts(&state));
        assert_eq!(again.notice, Some(Notice::There(1)));
    }

    #[test]
    fn samples_with_other_references_are_another_dataset() {
        let state = joined(two_pages(), 1, &[("gt/p1.tex", b"other"), ("mathpix/p1.tex", b"u")]);
        assert!(!is_one_dataset(&state));
        assert_eq!(texts(&state).last().unwrap()[1..], ["other", "mathpix", "u"]);
    }

    #[test]
    fn pages_that_come_later_make_a_document_of_their_system() {
        let pages = br#"{"id": "1", "kind": "page", "document": "d", "page": 1, "reference": "x", "prediction": "x", "system": "a"}
{"id": "2", "kind": "page", "document": "d", "page": 2, "reference": "z", "prediction": "u", "system": "a"}"#;
        let state = State::default().after(handed(&[("pages.jsonl", pages)]));
        let state = joined(
            state,
            1,
            &[(
                "b.jsonl",
                br#"{"id": "1", "prediction": "v", "system": "b"}
{"id": "2", "prediction": "w", "system": "b"}"#,
            )],
        );
        let documents: Vec<&Rc<Sample>> = state
            .samples
            .iter()
            .filter(|sample| sample.kind == Kind::Document)
            .collect();
        let names: Vec<&str> = documents.iter().map(|document| document.name.as_str()).collect();
        assert_eq!(names, ["d", "d \u{b7} b"]);
        assert!(is_one_dataset(&state));
        let pages: Vec<usize> = documents
            .iter()
            .map(|document| state.samples.pages(document.id).count())
            .collect();
        assert_eq!(pages, [2, 2]);
    }
}
