//! The tables of the comparison of systems. An interval has a column of its own, so that means stay numbers.

use texlens_evaluate::{
    Breakdown, Coefficient, Correlations, Interval, Measure, PassRate, SystemPair, SystemSummary, TestedSystem,
    UnitTests,
};
use texlens_report::{ResultTable, rate_names, unit_tests_caption};

use crate::compare::{Points, by_strength};
use crate::state::Compare;
use crate::words::compare::numbers::{coefficient, decimal, interval, signed};
use crate::words::compare::{self as words, differences as difference_words, ratings, scatter as scatter_words};
use crate::words::compare::{breakdown as breakdown_words, leaderboard as board_words, unit_tests as test_words};

/// Returns the systems by the measures that are shown.
#[must_use]
pub fn leaderboard(compare: &Compare) -> Option<ResultTable> {
    let comparison = compare.standing.done()?;
    let measures = compare.shown_measures();
    let mut head = vec![board_words::SYSTEM.to_owned()];
    for measure in &measures {
        head.extend([heading(measure.label(), measure), words::interval_of(measure.label())]);
    }
    head.extend([words::COUNT, board_words::MISSING, board_words::FAILED].map(str::to_owned));
    let row = |place: usize| {
        let system = comparison.systems.get(place)?;
        let mut cells = vec![system.system.clone()];
        cells.extend(measures.iter().flat_map(|measure| measured(system, measure)));
        cells.extend([system.scored, system.missing, system.failed].map(|count| count.to_string()));
        Some(cells)
    };
    Some(ResultTable {
        title: format!("{}: {}", board_words::TITLE, comparison.counted()),
        head,
        texts: 1,
        rows: compare.ranked().into_iter().filter_map(row).collect(),
        notes: std::iter::once(board_words::note(comparison))
            .chain(comparison.coverage())
            .collect(),
    })
}

/// Returns the means of a measure for each value of a tag.
#[must_use]
pub fn breakdown(breakdown: &Breakdown, measure: &Measure) -> ResultTable {
    let systems = breakdown.values.first().map_or(&[][..], |row| &row.systems);
    let mut head = [&breakdown.tag, words::COUNT, breakdown_words::DOCUMENTS]
        .map(str::to_owned)
        .to_vec();
    for system in systems {
        head.extend([system.system.clone(), words::interval_of(&system.system)]);
    }
    let rows = breakdown.values.iter().map(|row| {
        let name = texlens_report::plot::value_name(row.value.as_deref()).to_owned();
        let mut cells = vec![name, row.samples.to_string(), row.documents.to_string()];
        cells.extend(row.systems.iter().flat_map(|system| measured(system, measure)));
        cells
    });
    ResultTable {
        title: breakdown_words::title(measure.name(), &breakdown.tag),
        head,
        texts: 1,
        rows: rows.collect(),
        notes: Vec::new(),
    }
}

/// Returns the differences of two systems. `what` is the heading of the column with the ids.
#[must_use]
pub fn differences(pair: &SystemPair<'_>, what: &str, note: &str) -> ResultTable {
    let SystemPair { first, second, .. } = pair;
    let head = [
        what,
        &words::difference(first, second),
        difference_words::INTERVAL,
        difference_words::P_VALUE,
        &difference_words::better(first),
        difference_words::EQUAL,
        &difference_words::better(second),
    ];
    let rows = pair.all.iter().map(|difference| {
        vec![
            difference.metric.clone(),
            signed(difference.mean),
            difference.interval.map_or_else(none, difference_words::interval),
            difference.p_value.map_or_else(none, |p| format!("{p:.4}")),
            difference.first_better.to_string(),
            difference.equal.to_string(),
            difference.second_better.to_string(),
        ]
    });
    let mut table = ResultTable::new(difference_words::table(first, second), &head, rows.collect());
    table.notes.push(note.to_owned());
    table
}

/// Returns the correlations of metrics and judges with people's ratings, the strongest first.
#[must_use]
pub fn correlations(correlations: &Correlations) -> ResultTable {
    let mut head = vec![words::METRIC.to_owned(), words::COUNT.to_owned()];
    for name in [ratings::PEARSON, ratings::SPEARMAN, ratings::KENDALL] {
        head.extend([name.to_owned(), words::interval_of(name)]);
    }
    let of_pair = |value: &Coefficient| match value.estimate() {
        Some(estimate) => [coefficient(estimate.value), ratings::interval(estimate.interval)],
        None => [none(), none()],
    };
    let rows = by_strength(correlations).into_iter().map(|pair| {
        let less = if pair.lower_is_better {
            format!(" {}", ratings::LESS_IS_BETTER)
        } else {
            String::new()
        };
        let mut cells = vec![format!("{}{less}", pair.of), pair.items.to_string()];
        cells.extend(
            [&pair.pearson, &pair.spearman, &pair.kendall]
                .into_iter()
                .flat_map(of_pair),
        );
        cells
    });
    ResultTable {
        title: ratings::TITLE.to_owned(),
        head,
        texts: 1,
        rows: rows.collect(),
        notes: vec![ratings::NOTE.to_owned()],
    }
}

/// Returns a group of rates of a system.
type RatesOf = fn(&TestedSystem) -> &Vec<PassRate>;

/// Returns the pass rates of unit tests: those of all tests, of each type, and of each file. `order` has the indices of
/// the systems.
#[must_use]
pub fn unit_tests(rates: &UnitTests, order: &[usize]) -> ResultTable {
    let systems: Vec<_> = order.iter().filter_map(|place| rates.systems.get(*place)).collect();
    let mut head = vec![test_words::GROUP.to_owned(), test_words::TESTS.to_owned()];
    for system in &systems {
        let name = &system.system;
        head.extend([name.clone(), words::interval_of(name), test_words::passed_of(name)]);
    }
    let of_rate = |rate: Option<&PassRate>| match rate {
        Some(rate) => [decimal(rate.value), between(rate.interval), test_words::passed(rate)],
        None => [none(), none(), none()],
    };
    let mut score = vec![String::new(), test_words::SCORE.to_owned()];
    score.extend(systems.iter().flat_map(|system| of_rate(Some(&system.score))));
    let mut rows = vec![score];
    let groups: [(&str, RatesOf); 2] = [
        (test_words::BY_TYPE, |system| &system.kinds),
        (test_words::BY_FILE, |system| &system.files),
    ];
    for (group, of) in groups {
        rows.extend(rate_names(rates, of).into_iter().map(|name| {
            let rate = |system: &&TestedSystem| of_rate(of(system).iter().find(|rate| rate.name == name));
            let cells: Vec<String> = systems.iter().flat_map(rate).collect();
            [group.to_owned(), name.clone()].into_iter().chain(cells).collect()
        }));
    }
    ResultTable {
        title: test_words::TITLE.to_owned(),
        head,
        texts: 2,
        rows,
        notes: vec![unit_tests_caption(rates)],
    }
}

/// Returns all dots of the scatter plot, the most notable first.
#[must_use]
pub fn scatter(points: &Points) -> ResultTable {
    let head = [scatter_words::SAMPLE, &points.scatter.x, &points.scatter.y];
    let dots = points.order.iter().filter_map(|dot| points.scatter.dots.get(*dot));
    let rows = dots.map(|dot| vec![dot.name.clone(), decimal(dot.x), decimal(dot.y)]);
    ResultTable::new(points.scatter.frame.title.clone(), &head, rows.collect())
}

fn none() -> String {
    ResultTable::NONE.to_owned()
}

fn between(of: Option<Interval>) -> String {
    of.map_or_else(none, interval)
}

fn heading(label: &str, measure: &Measure) -> String {
    let arrow = if measure.lower_is_better() { " \u{2193}" } else { "" };
    format!("{label}{arrow}")
}

/// Returns the mean of a system and its interval.
fn measured(system: &SystemSummary, measure: &Measure) -> [String; 2] {
    let measured = measure
        .of(system)
        .and_then(|measured| Some((measured.value?, measured.interval)));
    measured.map_or_else(
        || [none(), none()],
        |(value, interval)| [decimal(value), between(interval)],
    )
}
