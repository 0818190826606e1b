//! Data for the scatter plot of single samples: two systems, two metrics, or a metric and people's ratings.

use std::{collections::HashMap, rc::Rc};

use texlens_evaluate::{AbsentValues, Cell, Correlation, Correlations, Kind, Measure, PackedBoard};
use texlens_metrics::leading;
use texlens_report::plot::{Dot, Frame, Scatter};

use super::state::{Compare, Plot};

/// The dots of a scatter plot and their samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    /// The plot.
    pub scatter: Scatter,
    /// For each dot, what to open.
    pub samples: Vec<Option<Visit>>,
    /// Indices of the dots, the most notable first.
    pub order: Vec<usize>,
    /// A label for that order.
    pub sorted_by: &'static str,
    /// The kind of plot.
    pub plot: Plot,
    /// Ids of the metrics that have values.
    pub metrics: Vec<String>,
    /// The metric on the horizontal axis.
    pub x: String,
    /// The metric on the vertical axis, if that axis shows a metric.
    pub y: String,
    /// Whether there are two systems to compare.
    pub has_pair: bool,
}

/// A sample to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The id of the sample.
    pub sample: u32,
    /// The other system, if both that are compared have a prediction.
    pub beside: Option<Rc<str>>,
}

/// Returns the correlations of metrics and judges, the strongest first. For a metric where lower is better, that is the
/// lowest coefficient.
#[must_use]
pub fn by_strength(correlations: &Correlations) -> Vec<&Correlation> {
    let strength = |pair: &Correlation| {
        let estimate = pair.spearman.estimate();
        let value = estimate.map_or(f64::NEG_INFINITY, |estimate| estimate.value);
        if pair.lower_is_better && value.is_finite() {
            -value
        } else {
            value
        }
    };
    let mut pairs: Vec<&Correlation> = correlations.pairs.iter().collect();
    pairs.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
    pairs
}

/// Returns the data of the plot, or `None` if no metric has a value.
#[must_use]
pub fn points(compare: &Compare, width: f64) -> Option<Rc<Points>> {
    let board = compare.board.as_deref()?;
    let metrics = valued(board);
    let is_there = |id: &&String| metrics.contains(id);
    let choice = &compare.choice;
    let of_measure = match compare.measure() {
        Some(Measure::Metric(id)) => Some(id),
        _ => None,
    };
    let leading: Vec<String> = leading(board.kind).map(|info| info.id.to_owned()).collect();
    let x = choice.x.iter().chain(&of_measure).chain(&leading).find(is_there);
    let x = x.or_else(|| metrics.first())?.clone();
    let y = choice
        .y
        .iter()
        .chain(&leading)
        .find(|id| metrics.contains(id) && **id != x);
    let y = y.or_else(|| metrics.iter().find(|id| **id != x)).unwrap_or(&x).clone();
    let pair = compare.pair();
    let plot = match choice.plot {
        Plot::Systems if pair.is_none() => Plot::Metrics,
        Plot::Ratings if compare.ratings.is_none() => Plot::Systems,
        plot => plot,
    };
    let place = |id: &str| board.metrics.iter().position(|metric| metric == id);
    let (across, up) = (place(&x)?, place(&y)?);
    let mut drawn = Drawn::new(board, &compare.absent);
    match (plot, pair) {
        (Plot::Systems, Some(pair)) => drawn.systems(pair, across),
        (Plot::Ratings, _) => drawn.ratings(compare, across),
        _ => drawn.metrics(across, up),
    }
    let names = pair.map(|pair| pair.map(|place| board.systems.get(place).cloned().unwrap_or_default()));
    let (to_right, to_top, title, sorted_by) = match (plot, names) {
        (Plot::Systems, Some([first, second])) => {
            let title = format!("{x}: {first} and {second}");
            (
                format!("{first}: {x}"),
                format!("{second}: {x}"),
                title,
                "Farthest apart",
            )
        }
        (Plot::Ratings, _) => (
            x.clone(),
            "rating".to_owned(),
            format!("{x} and people’s ratings"),
            "Lowest ratings",
        ),
        _ => (x.clone(), y.clone(), format!("{x} and {y}"), "Worst first"),
    };
    let order = drawn.order(plot, &x);
    let is_several = plot != Plot::Systems;
    let scatter = Scatter {
        frame: Frame {
            id: "scatter".to_owned(),
            description: format!(
                "{} samples. The list beside the plot shows the most notable ones.",
                drawn.dots.len()
            ),
            title,
            width,
            series: if is_several { board.systems.clone() } else { Vec::new() },
        },
        x: to_right,
        y: to_top,
        is_same: plot == Plot::Systems,
        dots: drawn.dots,
    };
    Some(Rc::new(Points {
        scatter,
        samples: drawn.samples,
        order,
        sorted_by,
        plot,
        metrics,
        x,
        y,
        has_pair: pair.is_some(),
    }))
}

/// Returns the metrics with a value for at least one prediction.
pub(crate) fn valued(board: &PackedBoard) -> Vec<String> {
    let has_value = |place: &usize| {
        let mut cells = board.cases.iter().flat_map(|case| &case.cells);
        cells.any(|cell| cell.value(*place).is_some())
    };
    let places = 0..board.metrics.len();
    places
        .filter(has_value)
        .filter_map(|place| board.metrics.get(place).cloned())
        .collect()
}

struct Drawn<'b> {
    board: &'b PackedBoard,
    /// Values of predictions that have no scores on the board, by case index and system index.
    absent: HashMap<(usize, usize), &'b [Option<f64>]>,
    dots: Vec<Dot>,
    samples: Vec<Option<Visit>>,
}

impl<'b> Drawn<'b> {
    fn new(board: &'b PackedBoard, absent: &'b [AbsentValues]) -> Self {
        let absent = absent
            .iter()
            .map(|one| ((one.case as usize, one.system as usize), one.values.as_slice()));
        Self {
            board,
            absent: absent.collect(),
            dots: Vec::new(),
            samples: Vec::new(),
        }
    }

    /// Adds a dot for each case: one metric of two systems.
    fn systems(&mut self, pair: [usize; 2], metric: usize) {
        for (place, case) in self.board.cases.iter().enumerate() {
            if let [Some(x), Some(y)] = pair.map(|system| self.value(place, system, metric)) {
                let cells = pair.map(|system| case.cells.get(system));
                let lacking: Vec<&str> = (pair.into_iter())
                    .filter(|system| self.is_missing(place, *system))
                    .filter_map(|system| self.board.systems.get(system).map(String::as_str))
                    .collect();
                let name = match lacking.as_slice() {
                    [] => case.id.clone(),
                    systems => format!("{} ({}: {})", case.id, self.missing(), systems.join(", ")),
                };
                self.dots.push(Dot {
                    x,
                    y,
                    series: 0,
                    name,
                    is_missing: !lacking.is_empty(),
                });
                let [first, second] = cells.map(|cell| cell.and_then(Cell::sample));
                let other = self.board.systems.get(pair[1]).map(|system| system.as_str().into());
                self.samples.push(first.or(second).map(|sample| Visit {
                    sample,
                    beside: other.filter(|_| first.is_some() && second.is_some()),
                }));
            }
        }
    }

    /// Adds a dot for each prediction of each system: two metrics.
    fn metrics(&mut self, across: usize, up: usize) {
        for place in 0..self.board.cases.len() {
            for system in 0..self.board.systems.len() {
                if let [Some(x), Some(y)] = [across, up].map(|metric| self.value(place, system, metric)) {
                    self.push(place, system, [x, y]);
                }
            }
        }
    }

    /// Adds a dot for each rated prediction: a metric and the mean of people's ratings.
    fn ratings(&mut self, compare: &Compare, across: usize) {
        let rated = compare.rated();
        let mut sums: HashMap<(&str, &str), (f64, f64)> = HashMap::new();
        for one in &rated {
            let (sum, count) = sums.entry((one.id.as_str(), one.system.as_str())).or_default();
            *sum += one.rating;
            *count += 1.0;
        }
        for (place, case) in self.board.cases.iter().enumerate() {
            for (series, system) in self.board.systems.iter().enumerate() {
                let rating = sums.get(&(case.id.as_str(), system.as_str()));
                if let (Some(x), Some((sum, count))) = (self.value(place, series, across), rating) {
                    self.push(place, series, [x, sum / count]);
                }
            }
        }
    }

    /// Returns the value of a system's prediction, even if the prediction is missing.
    fn value(&self, case: usize, system: usize, metric: usize) -> Option<f64> {
        match self.absent.get(&(case, system)) {
            Some(values) => values.get(metric).copied().flatten(),
            None => self.board.cases.get(case)?.cells.get(system)?.value(metric),
        }
    }

    fn missing(&self) -> &'static str {
        match self.board.kind {
            Kind::Document => "pages missing",
            Kind::Page | Kind::Formula => "missing",
        }
    }

    /// Returns whether the prediction is missing, in whole or in part.
    fn is_missing(&self, case: usize, system: usize) -> bool {
        let cell = self.board.cases.get(case).and_then(|case| case.cells.get(system));
        cell.is_some_and(|cell| !cell.is_covered())
    }

    fn push(&mut self, case: usize, series: usize, [x, y]: [f64; 2]) {
        let Some(of) = self.board.cases.get(case) else {
            return;
        };
        let is_missing = self.is_missing(case, series);
        let mut name = match self.board.systems.as_slice() {
            [_] => of.id.clone(),
            systems => format!("{} · {}", of.id, systems.get(series).map_or("", String::as_str)),
        };
        if is_missing {
            name += &format!(" ({})", self.missing());
        }
        self.dots.push(Dot {
            x,
            y,
            series,
            name,
            is_missing,
        });
        // A missing prediction cannot be shown, so the dot opens another system's prediction for the same case.
        let own = of.cells.get(series).and_then(Cell::sample);
        let sample = own.or_else(|| of.cells.iter().find_map(Cell::sample));
        self.samples.push(sample.map(|sample| Visit { sample, beside: None }));
    }

    /// Returns the indices of the dots, the most notable first.
    fn order(&self, plot: Plot, metric: &str) -> Vec<usize> {
        let sign = if Measure::Metric(metric.to_owned()).lower_is_better() {
            -1.0
        } else {
            1.0
        };
        let key = |dot: &Dot| match plot {
            Plot::Systems => -(dot.x - dot.y).abs(),
            Plot::Metrics => sign * dot.x,
            Plot::Ratings => dot.y,
        };
        let mut order: Vec<usize> = (0..self.dots.len()).collect();
        order.sort_by(|a, b| {
            let keys = [a, b].map(|place| self.dots.get(*place).map_or(0.0, key));
            keys[0].total_cmp(&keys[1])
        });
        order
    }
}
