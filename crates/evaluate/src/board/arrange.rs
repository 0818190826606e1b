//! Arranges the predictions of all systems by sample and finds missing predictions.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use texlens_metrics::{Kind, Outcome, Score, infos};
use texlens_vocabulary::Compilation;

use super::packed::{Case, Cell, PackedBoard, Paged};
use super::scores::joined;
use crate::counts::Counts;
use crate::error_types::{ErrorFinding, Judgement};
use crate::missing::is_missing;
use crate::model::Evaluation;
use crate::suspicions::Suspicion;

/// Name of the system if its predictions came as single files, each named after itself.
const LOOSE: &str = "predictions";

/// One system's prediction of one sample.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// The caller's number of the sample.
    pub sample: u32,
    /// Unique name of the prediction.
    pub name: &'a str,
    /// Name of the sample, which the predictions of several systems have in common.
    pub case: &'a str,
    /// The system; `None` for a sample that has a reference and no prediction, which is then missing for all systems.
    pub system: Option<&'a str>,
    /// The case of the document of which the sample is a page; the sample's own case if there is none.
    pub document: &'a str,
    /// Tags of the sample.
    pub tags: &'a BTreeMap<String, String>,
    /// Reference LaTeX.
    pub reference: Option<&'a str>,
    /// Prediction LaTeX.
    pub prediction: Option<&'a str>,
    /// The pages in order, if the sample is a document that is assembled from pages.
    pub pages: Vec<EntryPage<'a>>,
    /// The scores and verdicts, or the reason why the prediction could not be scored.
    pub known: Result<Known<'a>, &'a str>,
}

/// A page of a document.
#[derive(Debug, Clone, Copy)]
pub struct EntryPage<'a> {
    /// The number of the page in the document.
    pub number: u64,
    /// Reference LaTeX.
    pub reference: Option<&'a str>,
    /// Prediction LaTeX.
    pub prediction: Option<&'a str>,
}

/// The results of a prediction that was scored.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'a> {
    /// Scores in the order of the registry.
    pub scores: &'a [Score],
    /// Counts for the metrics that are pooled over a corpus.
    pub counts: &'a [Counts],
    /// The finding for each error type.
    pub error_types: &'a [ErrorFinding],
    /// Signs that the prediction was made for the metrics.
    pub suspicions: &'a [Suspicion],
    /// The engine's verdict on the prediction.
    pub compilation: Option<&'a Compilation>,
    /// The engine's verdict on the reference.
    pub reference_compilation: Option<&'a Compilation>,
}

/// What decides where a prediction stands on a board.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'a> {
    /// As [`Entry::name`].
    pub name: &'a str,
    /// As [`Entry::case`].
    pub case: &'a str,
    /// As [`Entry::system`].
    pub system: Option<&'a str>,
    /// The reference, since two datasets may have pages of the same name. `None` for a document of pages, since missing
    /// pages also lack their references.
    pub reference: Option<&'a str>,
}

/// Predictions by sample and system.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrangement {
    /// Names of the systems, in the order of the predictions.
    pub systems: Vec<String>,
    /// The samples, in the order of their first predictions.
    pub rows: Vec<ArrangedRow>,
}

/// A sample with the predictions of all systems. Predictions are given by their indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrangedRow {
    /// The prediction that comes first, or the sample itself if it has no prediction.
    pub first: usize,
    /// Whether another sample has the same name before this one.
    pub is_namesake: bool,
    /// The predictions in the order of the systems; `None` if a system has none.
    pub cells: Vec<Option<usize>>,
}

/// Arranges predictions by sample and system. Predictions belong to the same sample if they have the same name and the
/// same reference. A second prediction of a system for the same sample gets a separate sample. If every prediction is of
/// another system and another sample, they are single files of one system.
///
/// Takes time linear in the number of predictions.
#[must_use]
pub fn arranged<'a>(entries: &[Placed<'a>]) -> Arrangement {
    let is_loose = are_single_files(entries);
    let system_of = |entry: &Placed<'a>| entry.system.map(|system| if is_loose { LOOSE } else { system });
    let mut systems: Vec<&str> = Vec::new();
    let mut columns: HashMap<&str, usize> = HashMap::new();
    for system in entries.iter().filter_map(system_of) {
        columns.entry(system).or_insert_with(|| {
            systems.push(system);
            systems.len() - 1
        });
    }
    let mut rows: Vec<ArrangedRow> = Vec::new();
    // The first row of each sample, and the names of samples.
    let mut known: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    let mut names: HashSet<&str> = HashSet::new();
    for (index, entry) in entries.iter().enumerate() {
        let column = system_of(entry).and_then(|system| columns.get(system).copied());
        let sample = (entry.case, entry.reference);
        let found = known.get(&sample).copied();
        let is_free = |place: &usize| {
            let cells = rows.get(*place).map(|row| &row.cells);
            column.is_none_or(|column| cells.and_then(|cells| cells.get(column)).is_some_and(Option::is_none))
        };
        let place = found.filter(is_free).unwrap_or_else(|| {
            let is_namesake = !names.insert(entry.case);
            known.entry(sample).or_insert(rows.len());
            rows.push(ArrangedRow {
                first: index,
                is_namesake,
                cells: vec![None; systems.len()],
            });
            rows.len() - 1
        });
        let cell = rows.get_mut(place).zip(column);
        if let Some(cell) = cell.and_then(|(row, column)| row.cells.get_mut(column)) {
            *cell = Some(index);
        }
    }
    Arrangement {
        systems: systems.into_iter().map(str::to_owned).collect(),
        rows,
    }
}

impl<'a> Entry<'a> {
    fn placed(&self) -> Placed<'a> {
        Placed {
            name: self.name,
            case: self.case,
            system: self.system,
            reference: self.reference.filter(|_| self.pages.is_empty()),
        }
    }

    fn reference_of_pages(&self, kind: Kind) -> Option<Paged> {
        let latex = self.reference?;
        let pages: Vec<&str> = self
            .pages
            .iter()
            .map(|page| page.reference.unwrap_or_default())
            .collect();
        let text = joined(kind, &pages);
        // A reference that was given for the whole document is one page.
        let pages = match text.latex() == latex && !pages.is_empty() {
            true => text.pages().to_vec(),
            false => std::iter::once(0..latex.len()).collect(),
        };
        Some(Paged {
            latex: latex.to_owned(),
            pages,
        })
    }

    /// Returns the number of missing pages of a document of pages; for other samples, 1 if the prediction is missing.
    fn missing(&self) -> usize {
        if self.reference.is_none() {
            // The report omits the texts.
            0
        } else if self.pages.is_empty() {
            usize::from(is_missing(self.prediction, self.reference))
        } else {
            let missing = |page: &&EntryPage<'_>| is_missing(page.prediction, page.reference);
            self.pages.iter().filter(missing).count()
        }
    }
}

impl PackedBoard {
    /// Creates the board of these entries, all of one kind, as [`arranged`] arranges them.
    #[must_use]
    pub fn of(kind: Kind, settings: BTreeMap<String, String>, entries: &[Entry<'_>]) -> Self {
        let placed: Vec<Placed<'_>> = entries.iter().map(Entry::placed).collect();
        let Arrangement { systems, rows } = arranged(&placed);
        let known: BTreeSet<&str> = (entries.iter())
            .filter_map(|entry| entry.known.as_ref().ok())
            .flat_map(|known| known.scores)
            .map(|score| score.metric.as_str())
            .collect();
        let metrics = infos().iter().map(|info| info.id);
        let metrics: Vec<String> = metrics.filter(|id| known.contains(id)).map(str::to_owned).collect();
        let mut reasons = Reasons::default();
        let mut cell =
            |entry: Option<&Entry<'_>>| entry.map_or(Cell::Missing, |entry| entry.cell(&metrics, &mut reasons));
        let cases = rows.iter().filter_map(|row| {
            let first = entries.get(row.first)?;
            let of_systems: Vec<Option<&Entry<'_>>> = row.cells.iter().map(|index| entries.get((*index)?)).collect();
            let case = Case {
                id: (if row.is_namesake { first.name } else { first.case }).to_owned(),
                document: first.document.to_owned(),
                tags: first.tags.clone(),
                reference: None,
                reference_compilation: None,
                cells: of_systems.iter().map(|entry| cell(*entry)).collect(),
            };
            Some(complete(case, kind, first, &of_systems))
        });
        let cases = cases.collect();
        Self {
            kind,
            settings,
            dataset: None,
            systems,
            cases,
            reasons: reasons.list,
            is_compiled: are_compiled(entries),
            metrics,
            left_out: None,
        }
    }
}

/// Reports whether the engine has judged a prediction.
fn are_compiled(entries: &[Entry<'_>]) -> bool {
    let mut known = entries.iter().filter_map(|entry| entry.known.as_ref().ok());
    known.any(|known| known.compilation.is_some())
}

/// Reports whether each prediction has a different system and a different sample, so that there is nothing to compare.
fn are_single_files(entries: &[Placed<'_>]) -> bool {
    let predicted = || entries.iter().filter(|entry| entry.system.is_some());
    let systems: HashSet<Option<&str>> = predicted().map(|entry| entry.system).collect();
    let cases: HashSet<&str> = predicted().map(|entry| entry.case).collect();
    let count = predicted().count();
    count > 1 && systems.len() == count && cases.len() == count
}

#[derive(Default)]
struct Reasons {
    list: Vec<String>,
    places: HashMap<String, usize>,
}

impl Reasons {
    /// Returns the position of a reason, from 1.
    fn place(&mut self, reason: &str) -> usize {
        if let Some(place) = self.places.get(reason) {
            return *place;
        }
        self.list.push(reason.to_owned());
        self.places.insert(reason.to_owned(), self.list.len());
        self.list.len()
    }
}

impl Entry<'_> {
    fn cell(&self, metrics: &[String], reasons: &mut Reasons) -> Cell {
        let sample = self.sample;
        let known = match &self.known {
            Ok(known) => known,
            Err(why) => {
                return Cell::Failed {
                    sample,
                    message: (*why).to_owned(),
                };
            }
        };
        let mut undefined = Vec::new();
        let mut values = Vec::with_capacity(metrics.len());
        for (place, metric) in metrics.iter().enumerate() {
            // Both lists are in the order of the registry, except perhaps in a report of another version.
            let here = known.scores.get(place).filter(|score| score.metric == *metric);
            let score = here.or_else(|| known.scores.iter().find(|score| score.metric == *metric));
            values.push(match score.map(|score| &score.outcome) {
                Some(Outcome::Defined { value, .. }) => Some(*value),
                Some(Outcome::Undefined { reason }) => {
                    undefined.push(reasons.place(reason));
                    None
                }
                None => {
                    undefined.push(0);
                    None
                }
            });
        }
        let found = |finding: &ErrorFinding| match finding.judgement {
            Judgement::Found { .. } => Some(true),
            Judgement::NotFound => Some(false),
            Judgement::NotJudged { .. } => None,
        };
        let errors = known.error_types.iter();
        Cell::Scored {
            sample,
            missing: self.missing(),
            values,
            undefined,
            counts: known.counts.to_vec(),
            suspicions: known.suspicions.iter().map(|suspicion| suspicion.kind).collect(),
            errors: errors.map(|finding| (finding.error_type, found(finding))).collect(),
        }
    }
}

/// Completes a sample for which a prediction is missing in whole or in part: adds the reference and, for a document, the
/// missing pages. `first` is its first entry, which may have no system; `entries` are in the order of the systems.
fn complete(mut case: Case, kind: Kind, first: &Entry<'_>, entries: &[Option<&Entry<'_>>]) -> Case {
    // The entry with most pages has all pages; of several such entries, the first.
    let there = || entries.iter().flatten().copied();
    let whole = there().rev().max_by_key(|entry| entry.pages.len()).unwrap_or(first);
    for (cell, entry) in case.cells.iter_mut().zip(entries) {
        let Some(entry) = entry.filter(|entry| !entry.pages.is_empty() && entry.pages.len() < whole.pages.len()) else {
            continue;
        };
        if entry.known.is_ok() {
            *cell = partial(kind, entry, whole);
        }
    }
    if !case.cells.iter().all(|cell| matches!(cell, Cell::Scored { .. })) {
        case.reference = whole.reference_of_pages(kind);
        let known = there().filter_map(|entry| entry.known.as_ref().ok());
        let compiled = known.filter_map(|known| known.reference_compilation);
        case.reference_compilation = compiled.map(Compilation::without_errors).next();
    }
    case
}

/// Returns the cell of a document with empty pages in place of the pages that only another entry of the document has.
fn partial(kind: Kind, entry: &Entry<'_>, whole: &Entry<'_>) -> Cell {
    let there: HashMap<u64, &str> = (entry.pages.iter())
        .filter_map(|page| Some((page.number, page.prediction?)))
        .collect();
    let predicted = |page: &EntryPage<'_>| there.get(&page.number).copied();
    let missing = |page: &&EntryPage<'_>| is_missing(predicted(page), page.reference);
    let missing = whole.pages.iter().filter(missing).count();
    let pages: Vec<&str> = whole
        .pages
        .iter()
        .map(|page| predicted(page).unwrap_or_default())
        .collect();
    let prediction = joined(kind, &pages);
    let compilation = entry.known.as_ref().ok().and_then(|known| known.compilation);
    Cell::Partial {
        sample: entry.sample,
        missing,
        prediction: Paged {
            latex: prediction.latex().to_owned(),
            pages: prediction.pages().to_vec(),
        },
        compilation: compilation.map(Compilation::without_errors),
    }
}

impl Evaluation {
    /// Returns the entries of one kind, and of one dataset if one is given. A sample without a reference and without
    /// scores cannot be compared and is left out. [`Entry::sample`] is the index in [`samples`](Self::samples).
    #[must_use]
    pub fn entries(&self, kind: Kind, dataset: Option<&str>) -> Vec<Entry<'_>> {
        let documents: HashMap<&str, &str> = (self.samples.iter())
            .filter(|sample| sample.kind == Kind::Document)
            .map(|sample| (sample.id.as_str(), sample.case()))
            .collect();
        let mut pages: HashMap<&str, Vec<EntryPage<'_>>> = HashMap::new();
        if kind == Kind::Document {
            for sample in &self.samples {
                if let Some(of) = &sample.page_of {
                    pages.entry(&of.document).or_default().push(EntryPage {
                        number: of.page,
                        reference: sample.reference.as_deref(),
                        prediction: sample.prediction.as_ref().map(|prediction| prediction.latex.as_str()),
                    });
                }
            }
        }
        let entry = |place: usize| -> Option<Entry<'_>> {
            let sample = self.samples.get(place).filter(|sample| sample.kind == kind)?;
            if dataset.is_some() && sample.dataset.as_deref() != dataset {
                return None;
            }
            let prediction = sample.prediction.as_ref();
            if sample.reference.is_none() && (sample.scores.is_empty() || prediction.is_none()) {
                return None;
            }
            let page_of = sample.page_of.as_ref().map(|page_of| page_of.document.as_str());
            let alone = sample.document.as_deref().unwrap_or(sample.case());
            Some(Entry {
                // Lists are far shorter than this limit.
                sample: u32::try_from(place).unwrap_or(u32::MAX),
                name: &sample.id,
                case: sample.case(),
                system: prediction.map(|prediction| prediction.system.as_str()),
                document: page_of.map_or(alone, |of| documents.get(of).copied().unwrap_or(of)),
                tags: &sample.tags,
                reference: sample.reference.as_deref(),
                prediction: prediction.map(|prediction| prediction.latex.as_str()),
                pages: pages.get(sample.id.as_str()).cloned().unwrap_or_default(),
                known: if sample.scores.is_empty() {
                    Err("it has not been scored")
                } else {
                    Ok(Known {
                        scores: &sample.scores,
                        counts: &sample.counts,
                        error_types: &sample.error_types,
                        suspicions: &sample.suspicions,
                        compilation: sample.compilation.as_ref(),
                        reference_compilation: sample.reference_compilation.as_ref(),
                    })
                },
            })
        };
        (0..self.samples.len()).filter_map(entry).collect()
    }
}
