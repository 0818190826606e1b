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

/// The key of a sample: name and reference, since two datasets may have pages of the same name.
type Key<'a> = (&'a str, Option<&'a str>);

impl<'a> Entry<'a> {
    /// Returns the key. Documents of pages have no reference in it, since missing pages also lack their references.
    fn key(&self) -> Key<'a> {
        (self.case, self.reference.filter(|_| self.pages.is_empty()))
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

    /// Returns the system, or the common name for single files.
    fn system(&self, is_loose: bool) -> Option<&str> {
        self.system.map(|system| if is_loose { LOOSE } else { system })
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
    /// Creates the board of these entries, all of one kind. Systems and samples stand in the order of the entries.
    /// Entries belong to the same sample if they have the same name and the same reference.
    ///
    /// A second prediction of a system for the same sample gets a separate sample. If every prediction is of another
    /// system and another sample, they are single files of one system.
    #[must_use]
    pub fn of(kind: Kind, settings: BTreeMap<String, String>, entries: &[Entry<'_>]) -> Self {
        let is_loose = are_single_files(entries);
        let mut systems: Vec<String> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for entry in entries {
            let Some(system) = entry.system(is_loose) else { continue };
            places.entry(system).or_insert_with(|| {
                systems.push(system.to_owned());
                systems.len() - 1
            });
        }
        let known: BTreeSet<&str> = (entries.iter())
            .filter_map(|entry| entry.known.as_ref().ok())
            .flat_map(|known| known.scores)
            .map(|score| score.metric.as_str())
            .collect();
        let metrics = infos().iter().map(|info| info.id);
        let metrics: Vec<String> = metrics.filter(|id| known.contains(id)).map(str::to_owned).collect();
        let mut rows = Rows {
            metrics: &metrics,
            systems: systems.len(),
            rows: Vec::new(),
            places: HashMap::new(),
            ids: HashSet::new(),
            reasons: Reasons::default(),
        };
        for entry in entries {
            let system = entry.system(is_loose).and_then(|system| places.get(system).copied());
            rows.add(entry, system);
        }
        let cases = rows.rows.iter_mut().map(|row| row.complete(kind)).collect();
        Self {
            kind,
            settings,
            dataset: None,
            systems,
            cases,
            reasons: rows.reasons.list,
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
fn are_single_files(entries: &[Entry<'_>]) -> bool {
    let predicted = || entries.iter().filter(|entry| entry.system.is_some());
    let systems: HashSet<Option<&str>> = predicted().map(|entry| entry.system).collect();
    let cases: HashSet<&str> = predicted().map(|entry| entry.case).collect();
    let count = predicted().count();
    count > 1 && systems.len() == count && cases.len() == count
}

/// The rows of a board under construction.
struct Rows<'r, 'e> {
    metrics: &'r [String],
    systems: usize,
    rows: Vec<Row<'r, 'e>>,
    /// The first row of each sample, by key.
    places: HashMap<Key<'e>, usize>,
    /// Names that samples already have.
    ids: HashSet<&'e str>,
    reasons: Reasons,
}

struct Row<'r, 'e> {
    case: Case,
    /// The first entry, which may have no system.
    first: &'r Entry<'e>,
    /// Entries in the order of the systems.
    entries: Vec<Option<&'r Entry<'e>>>,
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

impl<'r, 'e> Rows<'r, 'e> {
    fn add(&mut self, entry: &'r Entry<'e>, system: Option<usize>) {
        let key = entry.key();
        let known = self.places.get(&key).copied();
        let is_free = |place: &usize| {
            let of_system =
                |row: &Row<'_, '_>| system.is_none_or(|system| row.entries.get(system).is_some_and(Option::is_none));
            self.rows.get(*place).is_some_and(of_system)
        };
        let place = known.filter(is_free).unwrap_or_else(|| {
            let id = if self.ids.insert(entry.case) {
                entry.case
            } else {
                entry.name
            };
            self.places.entry(key).or_insert(self.rows.len());
            self.rows.push(Row {
                case: Case {
                    id: id.to_owned(),
                    document: entry.document.to_owned(),
                    tags: entry.tags.clone(),
                    reference: None,
                    reference_compilation: None,
                    cells: vec![Cell::Missing; self.systems],
                },
                first: entry,
                entries: vec![None; self.systems],
            });
            self.rows.len() - 1
        });
        let Some(system) = system else { return };
        let cell = self.cell(entry);
        let Some(row) = self.rows.get_mut(place) else { return };
        if let (Some(there), Some(of)) = (row.case.cells.get_mut(system), row.entries.get_mut(system)) {
            *there = cell;
            *of = Some(entry);
        }
    }

    fn cell(&mut self, entry: &Entry<'_>) -> Cell {
        let sample = entry.sample;
        let known = match &entry.known {
            Ok(known) => known,
            Err(why) => {
                return Cell::Failed {
                    sample,
                    message: (*why).to_owned(),
                };
            }
        };
        let mut undefined = Vec::new();
        let mut values = Vec::with_capacity(self.metrics.len());
        for (place, metric) in self.metrics.iter().enumerate() {
            // Both lists are in the order of the registry, except perhaps in a report of another version.
            let here = known.scores.get(place).filter(|score| score.metric == *metric);
            let score = here.or_else(|| known.scores.iter().find(|score| score.metric == *metric));
            values.push(match score.map(|score| &score.outcome) {
                Some(Outcome::Defined { value, .. }) => Some(*value),
                Some(Outcome::Undefined { reason }) => {
                    undefined.push(self.reasons.place(reason));
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
            missing: entry.missing(),
            values,
            undefined,
            counts: known.counts.to_vec(),
            suspicions: known.suspicions.iter().map(|suspicion| suspicion.kind).collect(),
            errors: errors.map(|finding| (finding.error_type, found(finding))).collect(),
        }
    }
}

impl Row<'_, '_> {
    /// Completes a row in which a prediction is missing in whole or in part: adds the reference and, for a document,
    /// the missing pages.
    fn complete(&mut self, kind: Kind) -> Case {
        let mut case = std::mem::take(&mut self.case);
        // The entry with most pages has all pages; of several such entries, the first.
        let entries = self.entries.iter().flatten().copied();
        let whole = entries
            .rev()
            .max_by_key(|entry| entry.pages.len())
            .unwrap_or(self.first);
        for (cell, entry) in case.cells.iter_mut().zip(&self.entries) {
            let Some(entry) = entry.filter(|entry| !entry.pages.is_empty() && entry.pages.len() < whole.pages.len())
            else {
                continue;
            };
            if entry.known.is_ok() {
                *cell = partial(kind, entry, whole);
            }
        }
        if !case.cells.iter().all(|cell| matches!(cell, Cell::Scored { .. })) {
            case.reference = whole.reference_of_pages(kind);
            let known = self
                .entries
                .iter()
                .flatten()
                .filter_map(|entry| entry.known.as_ref().ok());
            let compiled = known.filter_map(|known| known.reference_compilation);
            case.reference_compilation = compiled.map(Compilation::without_errors).next();
        }
        case
    }
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
