//! The values of the matrix.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::rc::Rc;

use texlens_evaluate::{Cell, Comparison, Kind, Measure, PackedBoard};
use texlens_metrics::{Direction, Info, Outcome, Score, info, infos, leading};

use super::cell::{CellState, MatrixCell};
use crate::state::{Compare, Sample, SampleId, Samples, Scoring, State};

/// One score of all samples and systems.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    /// The kind of the samples.
    pub kind: Kind,
    /// The id of the metric in the cells.
    pub metric: &'static str,
    /// Names of the systems, which are the columns.
    pub systems: Vec<String>,
    /// The samples, in the order of arrival.
    pub rows: Vec<MatrixRow>,
    /// The tags of the samples, each with its values. Tags with very many values are left out.
    pub tags: BTreeMap<String, BTreeSet<String>>,
    /// The cells, row by row.
    cells: Vec<MatrixCell>,
    /// The worst and the best value that the colours stand for.
    scale: [f64; 2],
    lower_is_better: bool,
}

/// A row: a sample with the predictions of all systems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixRow {
    /// The name of the sample.
    pub name: String,
    /// A sample of the row, which has its tags.
    pub first: SampleId,
    /// A sample of the row with an image, or the first page of a document.
    pub pictured: Option<SampleId>,
}

/// Returns the first of these samples that has an image, or whose first page has one.
fn pictured<'s>(state: &State, samples: impl Iterator<Item = &'s Sample>) -> Option<SampleId> {
    let has_image = |sample: &&Sample| sample.image.is_some();
    let mut seen = samples.filter_map(|sample| {
        let first_page = || state.samples.pages(sample.id).next().map(|page| &**page);
        let shown = Some(sample).filter(has_image).or_else(first_page);
        shown.filter(has_image).map(|sample| sample.id)
    });
    seen.next()
}

/// Values of a tag up to which it is offered. Others are keys rather than groups.
const MAX_TAG_VALUES: usize = 40;

impl Matrix {
    /// Makes the matrix of the samples that the comparison is about. `None` if there is no kind of sample.
    ///
    /// Takes time linear in the number of samples.
    #[must_use]
    pub fn of(state: &State) -> Option<Self> {
        let kind = state.matrix_kind()?;
        let arranged = state.arranged(kind);
        let metric = shown_metric(state, kind)?;
        let systems = arranged.arrangement.systems;
        let mut rows = Vec::with_capacity(arranged.arrangement.rows.len());
        let mut cells = Vec::with_capacity(rows.capacity() * systems.len());
        let mut tags: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut hint = 0;
        for row in arranged.arrangement.rows {
            let Some(first) = arranged.samples.get(row.first) else {
                continue;
            };
            let samples = || {
                let of_systems = row.cells.iter().flatten();
                of_systems
                    .filter_map(|index| arranged.samples.get(*index))
                    .chain([first])
            };
            rows.push(MatrixRow {
                name: (if row.is_namesake {
                    first.name.as_str()
                } else {
                    &*first.case
                })
                .to_owned(),
                first: first.id,
                pictured: pictured(state, samples().map(|sample| &***sample)),
            });
            for sample in samples() {
                for (name, value) in &*sample.tags {
                    let values = tags.entry(name).or_default();
                    if values.len() <= MAX_TAG_VALUES {
                        values.insert(value);
                    }
                }
            }
            cells.extend(row.cells.iter().map(|index| {
                let sample = index.and_then(|index| arranged.samples.get(index));
                sample.map_or(MatrixCell::MISSING, |sample| cell(state, sample, metric.id, &mut hint))
            }));
        }
        let offered = tags.into_iter().filter(|(_, values)| values.len() <= MAX_TAG_VALUES);
        let owned = |values: BTreeSet<&str>| values.into_iter().map(str::to_owned).collect();
        let mut matrix = Self {
            kind,
            metric: metric.id,
            systems,
            rows,
            tags: offered.map(|(name, values)| (name.to_owned(), owned(values))).collect(),
            cells,
            scale: [0.0, 1.0],
            lower_is_better: metric.direction == Direction::LowerIsBetter,
        };
        matrix.take_absent(&state.compare);
        if state.compare.choice.only_common {
            matrix.keep_common();
        }
        matrix.scale = matrix.extremes(&metric.range);
        Some(matrix)
    }

    /// Returns the cells of a row.
    #[must_use]
    pub fn cells(&self, row: usize) -> &[MatrixCell] {
        let width = self.systems.len();
        self.cells.get(row * width..(row + 1) * width).unwrap_or_default()
    }

    /// Returns a cell.
    #[must_use]
    pub fn cell(&self, row: usize, system: usize) -> Option<&MatrixCell> {
        self.cells(row).get(system)
    }

    /// Returns the index of a system.
    #[must_use]
    pub fn system(&self, name: &str) -> Option<usize> {
        self.systems.iter().position(|system| system == name)
    }

    /// Returns whether lower values are better.
    #[must_use]
    pub fn lower_is_better(&self) -> bool {
        self.lower_is_better
    }

    /// Returns how good a value is, from 0 for the worst possible one to 1. For a metric without a limit, the worst value
    /// of the matrix takes its place.
    #[must_use]
    pub fn goodness(&self, value: f64) -> f64 {
        let [worst, best] = self.scale;
        if worst == best {
            return 1.0;
        }
        ((value - worst) / (best - worst)).clamp(0.0, 1.0)
    }

    /// Returns the distance between the highest and the lowest value of a row; `None` with fewer than two values.
    #[must_use]
    pub fn spread(&self, row: usize) -> Option<f64> {
        let values = || self.cells(row).iter().filter_map(|cell| cell.value);
        let [low, high] = values().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        });
        (values().nth(1).is_some()).then_some(high - low)
    }

    /// Returns the two samples of a row that are worth a look beside each other: with a baseline, the system farthest
    /// from it and the baseline; otherwise the worst and the best system. The second is `None` if there is only one
    /// prediction.
    #[must_use]
    pub fn pair(&self, row: usize, baseline: Option<usize>) -> Option<(SampleId, Option<usize>)> {
        let cells = self.cells(row);
        let with_sample: Vec<usize> = (0..cells.len())
            .filter(|place| cells.get(*place).is_some_and(|cell| cell.sample.is_some()))
            .collect();
        let value = |place: usize| cells.get(place)?.value.map(|value| self.goodness(value));
        let sample = |place: usize| cells.get(place)?.sample;
        let farther = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        // Of equals, the first counts.
        let farthest = |places: &[usize], distance: &dyn Fn(usize) -> Option<f64>| {
            let places = places.iter().rev().copied();
            places.max_by(|a, b| farther(distance(*a), distance(*b)))
        };
        let second = baseline.filter(|place| with_sample.contains(place));
        let second = second.or_else(|| farthest(&with_sample, &value))?;
        let others: Vec<usize> = with_sample.iter().copied().filter(|place| *place != second).collect();
        let distance = |place: usize| Some((value(place)? - value(second)?).abs());
        match farthest(&others, &distance) {
            Some(first) => Some((sample(first)?, Some(second))),
            None => Some((sample(second)?, None)),
        }
    }

    /// Returns the mean of each system, as in the leaderboard; `None` where it is not known.
    #[must_use]
    pub fn means(&self, comparison: &Comparison) -> Vec<Option<f64>> {
        let mean = |system: &String| {
            let summary = comparison.systems.iter().find(|summary| summary.system == *system)?;
            let id = self.metric.to_owned();
            let measure = if summary.group(&id).is_some() {
                Measure::Mean(id)
            } else {
                Measure::Metric(id)
            };
            measure.of(summary)?.value
        };
        self.systems.iter().map(mean).collect()
    }

    /// Gives cells without a prediction, or with a part of one, the value that the comparison counts for them.
    fn take_absent(&mut self, compare: &Compare) {
        let Some(board) = compare.board.as_deref().filter(|_| !compare.absent.is_empty()) else {
            return;
        };
        let Some(place) = board.metrics.iter().position(|id| *id == self.metric) else {
            return;
        };
        let rows: HashMap<&str, usize> = self
            .rows
            .iter()
            .enumerate()
            .map(|(index, row)| (row.name.as_str(), index))
            .collect();
        let columns: Vec<Option<usize>> = board.systems.iter().map(|system| self.system(system)).collect();
        let width = self.systems.len();
        let found = compare.absent.iter().filter_map(|absent| {
            let (case, system) = (absent.case as usize, absent.system as usize);
            let row = *rows.get(board.cases.get(case)?.id.as_str())?;
            let column = columns.get(system).copied().flatten()?;
            Some((
                row * width + column,
                is_partial(board, case, system),
                absent.values.get(place).copied().flatten(),
            ))
        });
        let found: Vec<(usize, bool, Option<f64>)> = found.collect();
        for (index, is_partial, value) in found {
            let Some(cell) = self.cells.get_mut(index) else {
                continue;
            };
            match cell.state {
                CellState::Missing | CellState::Failed => cell.value = value,
                CellState::Value | CellState::Undefined if is_partial => {
                    *cell = MatrixCell {
                        state: CellState::Incomplete,
                        value,
                        ..*cell
                    };
                }
                _ => {}
            }
        }
    }

    /// Keeps only the samples for which every system has a prediction.
    fn keep_common(&mut self) {
        let width = self.systems.len();
        let is_common: Vec<bool> = (0..self.rows.len())
            .map(|row| self.cells(row).iter().all(MatrixCell::is_covered))
            .collect();
        let mut kept = is_common.iter();
        self.rows.retain(|_| kept.next() == Some(&true));
        let cells = std::mem::take(&mut self.cells);
        let rows = cells.chunks(width.max(1)).zip(&is_common);
        self.cells = rows
            .filter(|(_, is_common)| **is_common)
            .flat_map(|(cells, _)| cells.iter().copied())
            .collect();
    }

    /// Returns the worst and the best value: those of the metric or, where it has no limit, those of the matrix.
    fn extremes(&self, range: &RangeInclusive<f64>) -> [f64; 2] {
        let values = self.cells.iter().filter_map(|cell| cell.value);
        let [low, high] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        });
        let limit = |limit: f64, seen: f64| match (limit.is_finite(), seen.is_finite()) {
            (true, _) => limit,
            (false, true) => seen,
            (false, false) => 0.0,
        };
        let (low, high) = (limit(*range.start(), low), limit(*range.end(), high));
        if self.lower_is_better() {
            [high, low]
        } else {
            [low, high]
        }
    }
}

/// Returns the metrics that apply to a kind of sample, in the order of the registry.
#[must_use]
pub fn metrics(kind: Kind) -> Vec<&'static Info> {
    infos()
        .iter()
        .copied()
        .filter(|info| info.kinds.contains(&kind))
        .collect()
}

/// Returns the metric that the matrix shows: the chosen one if it applies to a kind of sample, or the one that leads the
/// kind.
#[must_use]
pub fn shown_metric(state: &State, kind: Kind) -> Option<&'static Info> {
    let chosen = state.matrix.metric.as_deref();
    let chosen = chosen.and_then(info).filter(|info| info.kinds.contains(&kind));
    chosen.or_else(|| leading(kind).next())
}

fn is_partial(board: &PackedBoard, case: usize, system: usize) -> bool {
    let cell = board.cases.get(case).and_then(|case| case.cells.get(system));
    matches!(cell, Some(Cell::Partial { .. }))
}

/// Makes the cell of a sample. `hint` is where the metric was among the scores of the sample before: they all have the
/// same order.
fn cell(state: &State, sample: &Sample, metric: &str, hint: &mut usize) -> MatrixCell {
    let is_read = || state.is_being_read(sample.id);
    let (state, value) = match (&sample.prediction, &sample.scored, &sample.scoring) {
        (None, ..) if is_read() => (CellState::Reading, None),
        (None, ..) => (CellState::Missing, None),
        (_, Some(scored), _) => match score(&scored.scores, metric, hint).map(|score| &score.outcome) {
            Some(Outcome::Defined { value, .. }) => (CellState::Value, Some(*value)),
            Some(Outcome::Undefined { .. }) | None => (CellState::Undefined, None),
        },
        (_, None, Scoring::Queued | Scoring::Running { .. }) => (CellState::Scoring, None),
        (_, None, Scoring::Failed { .. }) => (CellState::Failed, None),
        (_, None, Scoring::Waiting | Scoring::Done | Scoring::Cancelled) => (CellState::Unscored, None),
    };
    MatrixCell {
        sample: (state != CellState::Missing).then_some(sample.id),
        state,
        value,
    }
}

fn score<'s>(scores: &'s [Score], metric: &str, hint: &mut usize) -> Option<&'s Score> {
    if let Some(score) = scores.get(*hint).filter(|score| score.metric == metric) {
        return Some(score);
    }
    *hint = scores.iter().position(|score| score.metric == metric)?;
    scores.get(*hint)
}

/// Returns why a cell has no value, as part of a sentence, if the sample says so.
#[must_use]
pub fn reason<'s>(samples: &'s Samples, cell: &MatrixCell, metric: &str) -> Option<&'s str> {
    let sample: &'s Rc<Sample> = samples.get(cell.sample?)?;
    match (cell.state, &sample.scoring) {
        (CellState::Failed, Scoring::Failed { message }) => Some(message),
        (CellState::Undefined, _) => match &sample.score(metric)?.outcome {
            Outcome::Undefined { reason } => Some(reason),
            Outcome::Defined { .. } => None,
        },
        _ => None,
    }
}
