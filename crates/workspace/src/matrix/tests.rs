#![allow(clippy::unwrap_used)]

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::rc::Rc;

use texlens_evaluate::{Bootstrap, Detail, Prediction, Scored};
use texlens_metrics::{Outcome, Score, Settings};

use super::*;
use crate::brought::Text;
use crate::copied;
use crate::messages::Heard;
use crate::messages::compare::{Answer, Event};
use crate::state::{
    Action, CompareAction, Filter, MatrixChoice, MatrixFilter, MatrixOrder, Sample, SampleId, Scoring, Screen, State,
    Tab, ViewAction,
};
use crate::words::matrix as words;

/// A sample: case, system, and what is known of `metric`.
fn sample(id: u32, case: &str, system: &str, metric: &str, outcome: Outcome) -> Sample {
    let mut sample = Sample::new(SampleId(id), format!("{case} · {system}"));
    sample.case = case.into();
    sample.reference = Some(Rc::new(Text {
        origin: String::new(),
        latex: format!("reference of {case}"),
    }));
    sample.prediction = Some(Rc::new(Prediction::given(
        system.to_owned(),
        format!("as {system} reads"),
    )));
    sample.tags = Rc::new(BTreeMap::from([
        ("first".to_owned(), case.chars().take(1).collect()),
        ("name".to_owned(), case.to_owned()),
    ]));
    sample.scoring = Scoring::Done;
    sample.scored = Some(Rc::new(Scored {
        detail: Detail::Spans,
        scores: vec![Score {
            metric: metric.to_owned(),
            outcome,
            summary: String::new(),
            spans: Vec::new(),
            unlisted: 0,
        }],
        ..Scored::default()
    }));
    sample
}

fn defined(value: f64) -> Outcome {
    Outcome::Defined { value, ratio: None }
}

fn undefined() -> Outcome {
    Outcome::Undefined {
        reason: "no words".to_owned(),
    }
}

const SYSTEMS: [&str; 3] = ["a", "b", "c"];

/// Samples p1, p2 and p10 of three systems. Some predictions are missing, undefined, waiting or failed.
fn state() -> State {
    let mut state = State::default();
    let mut id = 0;
    let mut add = |case: &str, system: &str, outcome: Outcome| {
        id += 1;
        let sample = sample(id, case, system, "ds", outcome);
        state.samples.insert(Rc::new(sample));
    };
    for (case, values) in [
        ("p10", [0.5, 0.9, 0.7]),
        ("p2", [0.8, 0.8, 0.8002]),
        ("p1", [0.1, 0.2, 0.6]),
    ] {
        for (system, value) in SYSTEMS.into_iter().zip(values) {
            add(case, system, defined(value));
        }
    }
    add("q", "a", undefined());
    add("q", "b", defined(0.4));
    state.matrix.metric = Some("ds".into());
    state
}

fn names(matrix: &Matrix, rows: &[usize]) -> Vec<String> {
    rows.iter().map(|row| matrix.rows[*row].name.clone()).collect()
}

fn ordered(state: &State, order: MatrixOrder, is_reversed: bool) -> Vec<String> {
    let matrix = Matrix::of(state).unwrap();
    let choice = MatrixChoice {
        order,
        is_reversed,
        baseline: Some("b".into()),
        ..state.matrix.clone()
    };
    names(&matrix, &matrix.shown(&state.samples, &choice))
}

#[test]
fn rows_are_samples_and_columns_are_systems() {
    let state = state();
    let matrix = Matrix::of(&state).unwrap();
    assert_eq!(matrix.systems, SYSTEMS);
    assert_eq!(names(&matrix, &[0, 1, 2, 3]), ["p10", "p2", "p1", "q"]);
    let states: Vec<CellState> = matrix.cells(3).iter().map(|cell| cell.state).collect();
    assert_eq!(states, [CellState::Undefined, CellState::Value, CellState::Missing]);
    assert_eq!(matrix.cell(0, 1).and_then(|cell| cell.value), Some(0.9));
    assert_eq!((matrix.cells(4), matrix.cell(0, 3)), (&[][..], None));
    assert_eq!(
        reason(&state.samples, matrix.cell(3, 0).unwrap(), "ds"),
        Some("no words")
    );
    // Metrics of another kind do not apply.
    let mut other = state.clone();
    other.matrix.metric = Some("exact".into());
    assert_eq!(Matrix::of(&other).unwrap().metric, "overall_defined");
    assert!(Matrix::of(&State::default()).is_none());
}

#[test]
fn what_has_no_score_yet_says_so() {
    let mut state = state();
    let mut edit = |id: u32, change: fn(&mut Sample)| state.samples.edit(SampleId(id), change);
    let unscored = |sample: &mut Sample| sample.scored = None;
    for id in 1..=4 {
        edit(id, unscored);
    }
    edit(1, |sample| sample.scoring = Scoring::Queued);
    edit(2, |sample| {
        sample.scoring = Scoring::Failed {
            message: "too long".to_owned(),
        }
    });
    edit(3, |sample| sample.scoring = Scoring::Cancelled);
    edit(4, |sample| {
        sample.prediction = None;
        sample.reading = crate::state::Reading::Queued;
    });
    let matrix = Matrix::of(&state).unwrap();
    let states: Vec<CellState> = matrix.cells(0).iter().map(|cell| cell.state).collect();
    assert_eq!(
        &states[..3],
        [CellState::Scoring, CellState::Failed, CellState::Unscored]
    );
    assert_eq!(
        reason(&state.samples, matrix.cell(0, 1).unwrap(), "ds"),
        Some("too long")
    );
    // The page that is being read has a column for the system that reads it.
    let reader = matrix.system(crate::state::BUILT_IN).unwrap();
    assert_eq!(matrix.cell(1, reader).unwrap().state, CellState::Reading);
    let texts: Vec<String> = matrix.cells(0).iter().map(words::cell).collect();
    assert_eq!(&texts[..3], ["scoring…", "failed", "not scored"]);
    let about = words::about(matrix.cell(0, 1).unwrap(), "b", Some("too long"), None);
    assert_eq!(about, "b: failed, not scored: too long");
}

#[test]
fn rows_are_ordered_by_each_column_difference_and_spread() {
    let state = state();
    let by = |order, is_reversed| ordered(&state, order, is_reversed);
    assert_eq!(by(MatrixOrder::Arrival, true), ["q", "p1", "p2", "p10"]);
    // Numbers in names count.
    assert_eq!(by(MatrixOrder::Name, false), ["p1", "p2", "p10", "q"]);
    assert_eq!(by(MatrixOrder::Name, true), ["q", "p10", "p2", "p1"]);
    // The farthest apart come first; a row with one value has no distance and stays last.
    assert_eq!(by(MatrixOrder::Spread, false), ["p1", "p10", "p2", "q"]);
    assert_eq!(by(MatrixOrder::Spread, true), ["p2", "p10", "p1", "q"]);
    assert_eq!(by(MatrixOrder::System("a".into()), false), ["p1", "p10", "p2", "q"]);
    assert_eq!(by(MatrixOrder::System("a".into()), true), ["p2", "p10", "p1", "q"]);
    // Against b: p10 −0.2, p2 0, p1 +0.4.
    assert_eq!(by(MatrixOrder::Difference("c".into()), false), ["p10", "p2", "p1", "q"]);
    assert_eq!(by(MatrixOrder::Difference("c".into()), true), ["p1", "p2", "p10", "q"]);
    // Systems that are not there do not order.
    assert_eq!(by(MatrixOrder::System("x".into()), false), ["p10", "p2", "p1", "q"]);
}

#[test]
fn with_a_lower_limit_the_highest_values_are_the_worst() {
    let mut state = State::default();
    for (id, (case, value)) in [("x", 0.2), ("y", 3.0), ("z", 1.0)].into_iter().enumerate() {
        let id = u32::try_from(id).unwrap();
        for (offset, change) in [(1, 0.0), (11, 0.5)] {
            let system = if offset == 1 { "a" } else { "b" };
            let sample = sample(id + offset, case, system, "wer", defined(value + change));
            state.samples.insert(Rc::new(sample));
        }
    }
    state.matrix.metric = Some("wer".into());
    let matrix = Matrix::of(&state).unwrap();
    assert_eq!((matrix.metric, matrix.lower_is_better()), ("wer", true));
    // There is no highest error rate, so the worst of the matrix stands for it.
    assert_eq!(
        [0.0, 1.75, 3.5, 7.0].map(|value| matrix.goodness(value)),
        [1.0, 0.5, 0.0, 0.0]
    );
    let change = matrix.change(0, 1, 0).unwrap();
    assert!((change.amount - 0.5).abs() < 1e-9);
    assert_eq!(change.order, Ordering::Less);
    let choice = MatrixChoice {
        order: MatrixOrder::System("a".into()),
        ..state.matrix.clone()
    };
    assert_eq!(names(&matrix, &matrix.shown(&state.samples, &choice)), ["y", "z", "x"]);
}

#[test]
fn differences_are_signed_and_equal_in_the_digits_that_are_shown() {
    let state = state();
    let matrix = Matrix::of(&state).unwrap();
    let change = |row, system, baseline| matrix.change(row, system, baseline);
    let first = change(0, 0, 1).unwrap();
    assert!((first.amount + 0.4).abs() < 1e-9 && (first.share - 0.4).abs() < 1e-9);
    assert_eq!(first.order, Ordering::Less);
    assert_eq!(change(0, 1, 0).unwrap().order, Ordering::Greater);
    assert_eq!(
        change(1, 2, 0).unwrap().order,
        Ordering::Equal,
        "0.8002 is shown as 0.800"
    );
    assert_eq!((change(3, 0, 1), change(3, 2, 1)), (None, None));
    assert_eq!([0.0, 0.25, 1.0].map(|value| matrix.goodness(value)), [0.0, 0.25, 1.0]);
    let about = words::about(matrix.cell(0, 0).unwrap(), "a", None, Some((first, "b")));
    assert_eq!(about, "a: 0.500; −0.400, worse than b");
}

#[test]
fn filters_are_those_of_the_list_and_two_of_the_matrix() {
    let state = state();
    let matrix = Matrix::of(&state).unwrap();
    let shown = |change: &dyn Fn(&mut MatrixChoice)| {
        let mut choice = state.matrix.clone();
        change(&mut choice);
        names(&matrix, &matrix.shown(&state.samples, &choice))
    };
    assert_eq!(
        shown(&|choice| choice.filter = MatrixFilter::Differing),
        ["p10", "p1", "q"]
    );
    assert_eq!(shown(&|choice| choice.filter = MatrixFilter::Missing), ["q"]);
    let different = MatrixFilter::Listed(Filter::Different);
    assert_eq!(shown(&|choice| choice.filter = different), ["p10", "p2", "p1", "q"]);
    assert_eq!(
        shown(&|choice| choice.filter = MatrixFilter::Listed(Filter::Failed)),
        [""; 0]
    );
    assert_eq!(shown(&|choice| choice.query = "p1".into()), ["p10", "p1"]);
    assert_eq!(shown(&|choice| choice.query = "tag:first=q system:b".into()), ["q"]);
    assert_eq!(shown(&|choice| choice.query = "tag:first=q system:c".into()), [""; 0]);
    assert_eq!(shown(&|choice| choice.tag = Some(["first".into(), "q".into()])), ["q"]);
    assert_eq!(matrix.tags["first"].iter().collect::<Vec<_>>(), ["p", "q"]);
    let ids: Vec<&str> = MatrixFilter::all().map(MatrixFilter::id).collect();
    let distinct: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(
        (distinct.len(), ids[..3].to_vec()),
        (ids.len(), vec!["all", "differing", "missing"])
    );
}

#[test]
fn a_row_opens_the_systems_that_are_farthest_apart() {
    let state = state();
    let matrix = Matrix::of(&state).unwrap();
    // p10: a 0.5, b 0.9, c 0.7. The worst is shown, the best beside it.
    assert_eq!(matrix.pair(0, None), Some((SampleId(1), Some(1))));
    // With a baseline, the system farthest from it.
    assert_eq!(matrix.pair(0, Some(0)), Some((SampleId(2), Some(0))));
    assert_eq!(
        matrix.pair(3, Some(2)),
        Some((SampleId(10), Some(1))),
        "the baseline lacks a prediction"
    );
    assert_eq!(matrix.pair(9, None), None);
}

/// Answers the question for means as the worker does.
fn answered(state: State) -> State {
    let state = state.after(Action::View(ViewAction::Screen(Screen::Matrix)));
    let state = state.after(Action::Compare(CompareAction::Look));
    let ask = state.compare.errand().unwrap();
    let board = state.compare.board.clone().unwrap();
    let settings = Settings::default();
    let scorer = board.scorer(&settings);
    let unpacked = board.unpack(&scorer);
    let answer = Answer::Standing {
        comparison: unpacked.compare(&scorer, &Bootstrap::default(), NonZeroUsize::MIN),
        absent: board.absent(&unpacked),
    };
    let state = state.after(Action::Compare(CompareAction::Begun(ask, 1)));
    let answer = Box::new(answer);
    state.after(Action::Compare(CompareAction::Heard(Heard::Event(Event::Answered {
        job: 1,
        answer,
    }))))
}

#[test]
fn means_and_values_of_missing_predictions_are_those_of_the_comparison() {
    let state = answered(state());
    assert_eq!(state.screen(), Screen::Matrix);
    assert_eq!(state.compare.errand(), None, "the matrix asks for nothing but means");
    let comparison = state.compare.standing.done().unwrap();
    let matrix = Matrix::of(&state).unwrap();
    let means = matrix.means(comparison);
    let of_leaderboard: Vec<Option<f64>> = comparison
        .systems
        .iter()
        .map(|system| system.metric("ds").unwrap().mean)
        .collect();
    assert_eq!(means, of_leaderboard);
    // The prediction of c for q is missing, and counts as an empty one.
    let missing = matrix.cell(3, 2).unwrap();
    assert_eq!((missing.state, missing.value), (CellState::Missing, Some(0.0)));
    let counted: f64 = (0..4).map(|row| matrix.cell(row, 2).unwrap().value.unwrap()).sum();
    assert!((counted / 4.0 - means[2].unwrap()).abs() < 1e-12);
    assert_eq!(
        words::about(missing, "c", None, None),
        "c: missing, no prediction, which counts as 0.000"
    );
    // Only samples that all have.
    let mut common = state.clone();
    Rc::make_mut(&mut common.compare).choice.only_common = true;
    let common = Matrix::of(&common).unwrap();
    assert_eq!(names(&common, &[0, 1, 2]), ["p10", "p2", "p1"]);
    assert_eq!((common.rows.len(), common.cell(2, 2).unwrap().value), (3, Some(0.6)));
    // Without a system.
    let mut without = state;
    Rc::make_mut(&mut without.compare)
        .choice
        .left_out
        .insert("b".to_owned());
    assert_eq!(Matrix::of(&without).unwrap().systems, ["a", "c"]);
}

#[test]
fn the_whole_table_is_copied() {
    let state = answered(state());
    let matrix = Matrix::of(&state).unwrap();
    let choice = MatrixChoice {
        baseline: Some("b".into()),
        order: MatrixOrder::Name,
        ..state.matrix.clone()
    };
    let means = matrix.means(state.compare.standing.done().unwrap());
    let table = copied::matrix(&matrix, &matrix.shown(&state.samples, &choice), Some(&means), &choice);
    let tsv = table.to_tsv();
    let lines: Vec<&str> = tsv.lines().collect();
    assert_eq!(lines[0], "Sample\ta\ta − b\tb\tc\tc − b");
    assert!(lines[1].starts_with("Mean\t0.467\t"), "{}", lines[1]);
    assert_eq!(lines[2], "p1\t0.100\t-0.100\t0.200\t0.600\t+0.400");
    assert_eq!(lines[5], "q\tn/a\t–\t0.400\tmissing\t-0.400");
    assert_eq!(lines.len(), 6);
    assert!(
        table
            .to_latex()
            .contains("p10 & 0.500 & $-$0.400 & 0.900 & 0.700 & $-$0.200 \\\\")
    );
}

#[test]
fn a_visit_shows_two_systems_or_one() {
    let state = answered(state());
    let visit = |beside: Option<&str>| {
        state.clone().after(Action::Compare(CompareAction::Visit {
            sample: SampleId(1),
            beside: beside.map(Into::into),
        }))
    };
    let two = visit(Some("b"));
    assert_eq!(
        (two.screen(), two.selected, two.view.tab),
        (Screen::Samples, Some(SampleId(1)), Tab::Source)
    );
    assert_eq!(two.beside().map(|other| other.id), Some(SampleId(2)));
    let one = visit(None).after(Action::View(ViewAction::Screen(Screen::Samples)));
    assert_eq!((one.selected, one.beside()), (Some(SampleId(1)), None));
}

#[test]
fn a_large_matrix_offers_only_tags_that_group() {
    const ROWS: u32 = 500;
    let systems: Vec<String> = (0..20).map(|system| format!("s{system}")).collect();
    let mut state = State::default();
    for row in 0..ROWS {
        for (column, system) in (0..).zip(&systems) {
            let value = f64::from((row * 7 + column * 13) % 101) / 100.0;
            let sample = sample(row * 20 + column, &format!("p{row}"), system, "ds", defined(value));
            state.samples.insert(Rc::new(sample));
        }
    }
    state.matrix.metric = Some("ds".into());
    let matrix = Matrix::of(&state).unwrap();
    assert_eq!((matrix.rows.len(), matrix.systems.len()), (500, 20));
    // Too many values to choose from.
    assert!(!matrix.tags.contains_key("name") && matrix.tags.contains_key("first"));
    let shown = matrix.shown(&state.samples, &state.matrix);
    assert_eq!(shown, (0..500).collect::<Vec<_>>());
}
