//! Opening saved evaluations.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use texlens_evaluate::{Detail, Evaluation, Kind, SampleResult};

use crate::brought::{ImportId, Piece, Report};
use crate::judging::Verdicts;

use super::{Added, JudgingAction, Leaf, Notice, Run, Sample, State};

impl State {
    pub(super) fn open(&mut self, report: Report, import: Option<ImportId>) {
        let Report {
            mut evaluation,
            pictures,
            index,
        } = report;
        let piece = |part: usize| Piece::nth(import, index, part);
        self.tell_systems_apart(&mut evaluation, import.map(|import| (import, index)));
        let run = Run {
            provider: evaluation.provenance.provider,
            model: evaluation.provenance.model,
            pace: None,
        };
        let count = evaluation.samples.len();
        self.notice = Some(match evaluation.provenance.filtered {
            _ if evaluation.texts_left_out => Notice::OpenedScores(count),
            Some(filtered) => Notice::OpenedSelection(filtered),
            None => Notice::Opened(count),
        });
        let mut documents = BTreeMap::new();
        let mut names = HashMap::new();
        // A renamed sample keeps its case, on which systems are compared.
        let mut rename = |result: &SampleResult, name: String| {
            if result.id != result.case() {
                names.insert(result.id.clone(), name);
            }
        };
        for (part, (result, picture)) in evaluation.samples.into_iter().zip(pictures).enumerate() {
            if let Some(id) = piece(part).and_then(|piece| self.came(piece)) {
                if result.kind == Kind::Document {
                    documents.insert(result.id.clone(), id);
                }
                rename(&result, self.name_of(id));
                continue;
            }
            let system = result.prediction.as_ref().map(|prediction| prediction.system.as_str());
            let mut sample = self.new_sample(self.free_name(&result.id, result.case(), system));
            if result.kind == Kind::Document {
                documents.insert(result.id.clone(), sample.id);
            }
            sample.leaf = result.page_of.as_ref().and_then(|page_of| {
                Some(Leaf {
                    document: *documents.get(&page_of.document)?,
                    number: page_of.page,
                    is_joined: true,
                })
            });
            rename(&result, sample.name.clone());
            sample.piece = piece(part);
            let dataset = self.dataset_of_opened(result.dataset.as_deref(), import);
            sample.restore(result, picture, run.clone(), Detail::Spans);
            sample.dataset = dataset;
            self.added.push(Added {
                id: sample.id,
                before: None,
            });
            self.samples.insert(Rc::new(sample));
        }
        for document in documents.into_values() {
            let is_given = self.samples.pages(document).all(|page| page.prediction.is_none());
            self.edit(document, |document| {
                document.is_given = is_given && document.prediction.is_some()
            });
        }
        let verdicts = evaluation
            .judge
            .into_iter()
            .map(|run| Rc::new(Verdicts::renamed(run, &names)));
        self.judging_after(JudgingAction::Recalled(verdicts.collect()));
    }

    /// Renames the systems of an opened evaluation that already have a prediction for one of its cases. Otherwise the
    /// two could not be compared.
    fn tell_systems_apart(&self, evaluation: &mut Evaluation, opened: Option<(ImportId, u32)>) {
        let is_of_it = |sample: &&Rc<Sample>| {
            let piece = sample.piece.map(|piece| (piece.import, piece.index));
            opened.is_none() || piece != opened
        };
        let system_of = |sample: &Rc<Sample>| Some((sample.case.clone(), sample.prediction.as_ref()?.system.clone()));
        let here: HashSet<(Rc<str>, String)> = self.samples.iter().filter(is_of_it).filter_map(system_of).collect();
        let opened = evaluation.samples.iter();
        let doubled: BTreeSet<String> = opened
            .filter_map(|result| Some((Rc::from(result.case()), result.prediction.as_ref()?.system.clone())))
            .filter(|spoken| here.contains(spoken))
            .map(|(_, system)| system)
            .collect();
        let taken = self.samples.systems();
        let free = |system: &String| {
            let mut numbered = (2_u32..).map(|count| format!("{system} ({count})"));
            numbered.find(|name| !taken.contains(&name.as_str()))
        };
        let names: BTreeMap<String, String> = doubled
            .into_iter()
            .filter_map(|system| Some((system.clone(), free(&system)?)))
            .collect();
        let of_samples = evaluation.samples.iter_mut().flat_map(|result| {
            let predicted = result.prediction.iter_mut().map(|prediction| &mut prediction.system);
            predicted.chain(result.unit_tests.iter_mut().map(|tests| &mut tests.system))
        });
        let judged = evaluation.judge.iter_mut().flat_map(|run| &mut run.items);
        let systems = of_samples.chain(judged.map(|item| &mut item.system));
        for system in systems {
            if let Some(name) = names.get(system) {
                system.clone_from(name);
            }
        }
    }
}
