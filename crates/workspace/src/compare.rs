//! Data for the scatter plot of single samples: two systems, two metrics, or a metric and people's ratings.

use std::{collections::HashMap, rc::Rc};

use texlens_evaluate::{Cell, Correlation, Correlations, Kind, Measure, PackedBoard};
use texlens_metrics::leading;
use texlens_report::plot::{Dot, Frame, Scatter};

use super::ranking::{Sorted, by_value};
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
    /// The kind of plot and its metrics.
    pub axes: Axes,
}

/// The kind of a scatter plot, and the metrics on its axes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axes {
    /// The kind of plot.
    pub plot: Plot,
    /// Ids of the metrics that have values.
    pub metrics: Vec<String>,
    /// The metric on the horizontal axis.
    pub x: String,
    /// The metric on the vertical axis, if that axis shows a metric.
    pub y: String,
    /// The indices of the two systems to compare, if there are two.
    pair: Option<[usize; 2]>,
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
        let value = pair.spearman.estimate()?.value;
        Some(if pair.lower_is_better { -value } else { value })
    };
    let pairs = &correlations.pairs;
    let places = by_value(&pairs.iter().map(strength).collect::<Vec<_>>(), Sorted::Falling);
    places.into_iter().filter_map(|place| pairs.get(place)).collect()
}

impl Axes {
    /// Returns what the plot shows, or `None` if no metric has a value.
    #[must_use]
    pub fn of(compare: &Compare) -> Option<Self> {
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
            Plot::Ratings if compare.ratings.is_some() => Plot::Ratings,
            Plot::Systems | Plot::Ratings if pair.is_some() => Plot::Systems,
            _ => Plot::Metrics,
        };
        Some(Self {
            plot,
            metrics,
            x,
            y,
            pair,
        })
    }

    /// Returns the kinds of plot that are possible.
    pub fn plots(&self, compare: &Compare) -> impl Iterator<Item = Plot> {
        let plots = [
            (Plot::Systems, self.pair.is_some()),
            (Plot::Metrics, self.metrics.len() > 1),
            (Plot::Ratings, compare.ratings.is_some()),
        ];
        plots
            .into_iter()
            .filter_map(|(plot, is_there)| is_there.then_some(plot))
    }
}

/// Returns whether the plot has a dot.
#[must_use]
pub fn has_dots(compare: &Compare) -> bool {
    let Some((board, axes)) = compare.board.as_deref().zip(Axes::of(compare)) else {
        return false;
    };
    let mut has_dot = false;
    if let Some(values) = Values::of(board, compare, &axes) {
        values.visit(&mut |_, _, _| {
            has_dot = true;
            false
        });
    }
    has_dot
}

/// Returns the data of the plot, or `None` if no metric has a value.
#[must_use]
pub fn points(compare: &Compare, width: f64) -> Option<Rc<Points>> {
    let board = compare.board.as_deref()?;
    let axes = Axes::of(compare)?;
    let (plot, pair) = (axes.plot, axes.pair);
    let mut drawn = Drawn::default();
    let values = Values::of(board, compare, &axes)?;
    values.visit(&mut |case, series, value| {
        match (plot, pair) {
            (Plot::Systems, Some(pair)) => drawn.systems(&values, pair, case, value),
            _ => drawn.push(&values, case, series, value),
        }
        true
    });
    let (x, y) = (&axes.x, &axes.y);
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
    let order = drawn.order(plot, x);
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
        axes,
    }))
}

/// Returns the metrics with a value for at least one prediction.
fn valued(board: &PackedBoard) -> Vec<String> {
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

/// The values that a plot shows.
struct Values<'b> {
    board: &'b PackedBoard,
    plot: Plot,
    pair: Option<[usize; 2]>,
    /// The indices of the metrics on both axes.
    metrics: [usize; 2],
    /// Values of predictions that have no scores on the board, by case index and system index.
    absent: HashMap<(usize, usize), &'b [Option<f64>]>,
    /// The means of people's ratings: those of the first case by system, then those of the second.
    ratings: Vec<Option<f64>>,
}

impl<'b> Values<'b> {
    fn of(board: &'b PackedBoard, compare: &'b Compare, axes: &Axes) -> Option<Self> {
        let place = |id: &str| board.metrics.iter().position(|metric| metric == id);
        let absent = compare
            .absent
            .iter()
            .map(|one| ((one.case as usize, one.system as usize), one.values.as_slice()));
        Some(Self {
            board,
            plot: axes.plot,
            pair: axes.pair,
            metrics: [place(&axes.x)?, place(&axes.y)?],
            absent: absent.collect(),
            ratings: match axes.plot {
                Plot::Ratings => mean_ratings(board, compare),
                Plot::Systems | Plot::Metrics => Vec::new(),
            },
        })
    }

    /// Calls `visit` with the indices of case and system, and the coordinates of each dot, while it returns `true`. If
    /// one metric of two systems is plotted, a case has one dot.
    fn visit(&self, visit: &mut dyn FnMut(usize, usize, [f64; 2]) -> bool) {
        let systems = match self.plot {
            Plot::Systems => 1,
            Plot::Metrics | Plot::Ratings => self.board.systems.len(),
        };
        for case in 0..self.board.cases.len() {
            for system in 0..systems {
                if let Some(dot) = self.dot(case, system)
                    && !visit(case, system, dot)
                {
                    return;
                }
            }
        }
    }

    fn dot(&self, case: usize, system: usize) -> Option<[f64; 2]> {
        let [across, up] = self.metrics;
        Some(match (self.plot, self.pair) {
            (Plot::Systems, Some([first, second])) => {
                [self.value(case, first, across)?, self.value(case, second, across)?]
            }
            (Plot::Ratings, _) => [
                self.value(case, system, across)?,
                (*self.ratings.get(case * self.board.systems.len() + system)?)?,
            ],
            _ => [self.value(case, system, across)?, self.value(case, system, up)?],
        })
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
}

/// Returns the means of people's ratings: those of the first case by system, then those of the second.
fn mean_ratings(board: &PackedBoard, compare: &Compare) -> Vec<Option<f64>> {
    let rated = compare.rated();
    let mut sums: HashMap<(&str, &str), (f64, f64)> = HashMap::new();
    for one in &rated {
        let (sum, count) = sums.entry((one.id.as_str(), one.system.as_str())).or_default();
        *sum += one.rating;
        *count += 1.0;
    }
    let mut means = Vec::with_capacity(board.cases.len() * board.systems.len());
    for case in &board.cases {
        for system in &board.systems {
            let rating = sums.get(&(case.id.as_str(), system.as_str()));
            means.push(rating.map(|(sum, count)| sum / count));
        }
    }
    means
}

#[derive(Default)]
struct Drawn {
    dots: Vec<Dot>,
    samples: Vec<Option<Visit>>,
}

impl Drawn {
    /// Adds a dot for one metric of two systems.
    fn systems(&mut self, values: &Values<'_>, pair: [usize; 2], place: usize, [x, y]: [f64; 2]) {
        let board = values.board;
        let Some(case) = board.cases.get(place) else { return };
        let cells = pair.map(|system| case.cells.get(system));
        let lacking: Vec<&str> = (pair.into_iter())
            .filter(|system| values.is_missing(place, *system))
            .filter_map(|system| board.systems.get(system).map(String::as_str))
            .collect();
        let name = match lacking.as_slice() {
            [] => case.id.clone(),
            systems => format!("{} ({}: {})", case.id, values.missing(), systems.join(", ")),
        };
        self.dots.push(Dot {
            x,
            y,
            series: 0,
            name,
            is_missing: !lacking.is_empty(),
        });
        let [first, second] = cells.map(|cell| cell.and_then(Cell::sample));
        let other = board.systems.get(pair[1]).map(|system| system.as_str().into());
        self.samples.push(first.or(second).map(|sample| Visit {
            sample,
            beside: other.filter(|_| first.is_some() && second.is_some()),
        }));
    }

    /// Adds a dot for a prediction.
    fn push(&mut self, values: &Values<'_>, case: usize, series: usize, [x, y]: [f64; 2]) {
        let Some(of) = values.board.cases.get(case) else {
            return;
        };
        let is_missing = values.is_missing(case, series);
        let mut name = match values.board.systems.as_slice() {
            [_] => of.id.clone(),
            systems => format!("{} · {}", of.id, systems.get(series).map_or("", String::as_str)),
        };
        if is_missing {
            name += &format!(" ({})", values.missing());
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
        by_value(
            &self.dots.iter().map(|dot| Some(key(dot))).collect::<Vec<_>>(),
            Sorted::Rising,
        )
    }
}
