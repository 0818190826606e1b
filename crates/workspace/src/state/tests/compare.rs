//! Tests of the comparison of systems.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use texlens_evaluate::{
    Bootstrap, Cell, Confidence, CorrelatedItems, JudgeCost, JudgeRun, JudgeVerdict, Judged, JudgedItem, PackedBoard,
    RATINGS, Rating, SystemPair, TestedSystem, UnitTests, test_differences, tested_pages,
};
use texlens_judge::judging::judged_values;
use texlens_metrics::{Outcome, Score, Settings};

use super::*;
use crate::brought::{Rated, Ratings};
use crate::commands::{Command, Obstacle};
use crate::copied;

use crate::judging::Verdicts;
use crate::messages::Heard;
use crate::messages::compare::{self as messages, Answer, Ask};
use crate::saving::Format;

/// A state with samples: case, system, and the value of `ds`.
fn with(scores: &[(&str, &str, Option<f64>)]) -> State {
    let mut state = State::default();
    for (case, system, value) in scores {
        let mut sample = state.new_sample(format!("{case} · {system}"));
        sample.case = (*case).into();
        sample.reference = Some(Rc::new(Text {
            origin: String::new(),
            latex: format!("reference of {case}"),
        }));
        sample.prediction = Some(Rc::new(Prediction::given((*system).to_owned(), "x".to_owned())));
        sample.tags = Rc::new(BTreeMap::from([("first".to_owned(), case.chars().take(1).collect())]));
        sample.scoring = Scoring::Done;
        let outcome = match value {
            Some(value) => Outcome::Defined {
                value: *value,
                ratio: None,
            },
            None => Outcome::Undefined {
                reason: "no words".to_owned(),
            },
        };
        sample.scored = Some(Rc::new(Scored {
            detail: Detail::Spans,
            scores: vec![Score {
                metric: "ds".to_owned(),
                outcome,
                summary: String::new(),
                spans: Vec::new(),
                unlisted: 0,
            }],
            ..Scored::default()
        }));
        state.samples.insert(Rc::new(sample));
    }
    state
}

fn after(state: State, action: CompareAction) -> State {
    state.after(Action::Compare(action))
}

/// Shows the comparison and builds its board.
fn shown(state: State) -> State {
    let state = state.after(Action::View(ViewAction::Screen(Screen::Compare)));
    after(state, CompareAction::Look)
}

/// The worker's answer.
fn standing(packed: &PackedBoard) -> Answer {
    let settings = Settings::default();
    let scorer = packed.scorer(&settings);
    let board = packed.unpack(&scorer);
    Answer::Standing {
        comparison: board.compare(&scorer, &Bootstrap::default(), NonZeroUsize::MIN),
        absent: packed.absent(&board),
    }
}

fn answered(state: State, job: Job, answer: Answer) -> State {
    let event = Heard::Event(messages::Event::Answered {
        job,
        answer: Box::new(answer),
    });
    after(state, CompareAction::Heard(event))
}

/// A state with the worker's answer.
fn compared(state: State) -> State {
    let state = after(shown(state), CompareAction::Begun(Ask::Standing, 1));
    let standing = standing(state.compare.board.as_ref().unwrap());
    answered(state, 1, standing)
}

const THREE: [(&str, &str, Option<f64>); 5] = [
    ("p1", "A", Some(0.5)),
    ("p1", "B", Some(0.7)),
    ("q2", "A", Some(0.4)),
    ("q2", "B", None),
    ("q2", "C", Some(0.9)),
];

#[test]
fn a_board_has_a_row_for_each_case_and_a_column_for_each_system() {
    let state = shown(with(&THREE));
    let board = state.compare.board.clone().unwrap();
    assert_eq!(board.systems, ["A", "B", "C"]);
    let rows: Vec<_> = board
        .cases
        .iter()
        .map(|case| (case.id.as_str(), case.document.as_str()))
        .collect();
    assert_eq!(rows, [("p1", "p1"), ("q2", "q2")]);
    let place = board.metrics.iter().position(|metric| metric == "ds").unwrap();
    assert_eq!(board.cases[0].cells[1].value(place), Some(0.7));
    // The missing prediction of C for p1 will be scored as empty text, which needs the reference.
    assert_eq!(board.cases[0].cells[2], Cell::Missing);
    assert_eq!(board.cases[0].reference.as_ref().unwrap().latex, "reference of p1");
    assert_eq!(board.cases[1].reference, None);
    assert_eq!(board.reasons, ["no words"]);
    assert_eq!(state.compare.errand(), Some(Ask::Standing));
}

#[test]
fn only_what_all_systems_have_is_compared_on_request() {
    let state = compared(with(&THREE));
    let coverage = state.compare.standing.done().unwrap().coverage().unwrap();
    assert!(
        coverage.starts_with("The systems cover different samples: 1 of 2 pages have"),
        "{coverage}"
    );
    let choice = Choice {
        only_common: true,
        ..Choice::default()
    };
    let state = compared(after(state, CompareAction::Choose(choice)));
    let board = state.compare.board.as_ref().unwrap();
    let left_out = board.left_out.as_ref().map(Vec::len);
    assert_eq!((board.cases.len(), left_out), (1, Some(1)));
    let coverage = state.compare.standing.done().unwrap().coverage().unwrap();
    assert!(coverage.starts_with("Only 1 page with"), "{coverage}");
}

#[test]
fn samples_that_came_by_different_ways_are_compared_apart() {
    let mut state = with(&THREE);
    for id in state.samples.iter().map(|sample| sample.id).collect::<Vec<_>>() {
        state.edit(id, |sample| sample.dataset = "import 1".into());
    }
    let mut tried = state.new_sample("tried".to_owned());
    tried.dataset = "sample pages".into();
    tried.reference = Some(Rc::default());
    state.samples.insert(Rc::new(tried));
    let names = |state: &State| -> Vec<String> {
        let board = state.board(Kind::Page);
        board.cases.into_iter().map(|case| case.id).collect()
    };
    assert_eq!(state.datasets(Kind::Page).len(), 2);
    assert_eq!(names(&state), ["p1", "q2"]);
    let choose = |state: State, dataset| {
        let choice = Choice {
            dataset,
            ..Choice::default()
        };
        after(state, CompareAction::Choose(choice))
    };
    let state = choose(state, DatasetChoice::All);
    assert_eq!(names(&state), ["p1", "q2", "tried"]);
    let state = choose(state, DatasetChoice::One("sample pages".into()));
    assert_eq!(names(&state), ["tried"]);
}

#[test]
fn a_second_prediction_of_the_same_is_another_row() {
    let state = shown(with(&[("p1", "A", Some(0.5)), ("p1", "A", Some(0.6))]));
    let board = state.compare.board.clone().unwrap();
    let rows: Vec<_> = board.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(rows, ["p1", "p1 · A"]);
}

#[test]
fn what_is_in_sight_is_asked_for_once() {
    let state = compared(with(&THREE));
    // The best two by ds are B with 0.7 and A with 0.45. C has the same as A, since its missing prediction counts 0.
    assert_eq!(state.compare.ranked(), [1, 0, 2]);
    assert_eq!(state.compare.errand(), Some(Ask::Pair([0, 1])));
    let state = after(state, CompareAction::Begun(Ask::Pair([0, 1]), 2));
    assert_eq!(state.compare.errand(), Some(Ask::Tag("first".to_owned())));
    let state = after(state, CompareAction::Begun(Ask::Tag("first".to_owned()), 3));
    assert_eq!(state.compare.errand(), None);
    let progress = Heard::Progress {
        job: 2,
        done: 3,
        total: 30,
    };
    let state = after(state, CompareAction::Heard(progress));
    assert_eq!(state.compare.progress(), Some((3, 30)));
    let state = answered(state, 2, Answer::Pair(Vec::new()));
    assert!(matches!(state.compare.differences.get(&[0, 1]), Some(Reply::Done(_))));
    // Nothing is asked while the comparison is hidden.
    let state = state.after(Action::View(ViewAction::ToggleScreen(Screen::Compare)));
    assert_eq!(state.compare.errand(), None);
}

#[test]
fn what_is_cancelled_or_fails_is_asked_again_only_when_wanted() {
    let state = after(shown(with(&THREE)), CompareAction::Begun(Ask::Standing, 1));
    let state = after(state, CompareAction::Cancel);
    assert_eq!(
        (&state.compare.standing, state.compare.errand()),
        (&Reply::Cancelled, None)
    );
    let state = after(state, CompareAction::Again);
    assert_eq!(state.compare.errand(), Some(Ask::Standing));
    let state = after(state, CompareAction::Begun(Ask::Standing, 2));
    let lost = Heard::Restarted {
        message: "It died.".to_owned(),
        lost: vec![2],
    };
    let state = after(state, CompareAction::Heard(lost));
    assert_eq!(state.compare.standing, Reply::Failed("It died.".to_owned()));
    // A late answer to a cancelled question changes nothing.
    let state = answered(state, 1, Answer::Pair(Vec::new()));
    assert_eq!(state.compare.standing, Reply::Failed("It died.".to_owned()));
}

#[test]
fn other_scores_are_compared_anew_and_the_same_are_not() {
    let state = compared(with(&THREE));
    let state = after(state, CompareAction::Look);
    assert!(state.compare.standing.done().is_some(), "nothing has changed");
    let first = state.samples.iter().next().unwrap().id;
    let state = after(
        state,
        CompareAction::Visit {
            sample: first,
            beside: None,
        },
    );
    assert_eq!((state.compare.is_shown, state.selected), (false, Some(first)));
    let state = state.after(Action::Sample(SampleAction::Remove(first)));
    let state = shown(state);
    assert_eq!(state.compare.standing, Reply::Open);
    let board = state.compare.board.as_ref().unwrap();
    assert_eq!(board.systems, ["B", "A", "C"]);
    assert_eq!(board.cases[0].cells[1], Cell::Missing);
}

#[test]
fn scores_that_are_still_to_come_are_waited_for_unless_nothing_goes_on() {
    let mut state = with(&THREE);
    let first = state.samples.iter().next().unwrap().id;
    state.edit(first, |sample| sample.scoring = Scoring::Queued);
    let state = shown(state);
    assert_eq!((state.unscored(), state.compare.board.is_none()), (1, true));
    assert_eq!(
        Command::SaveAs(Format::Csv).deed(&state).err(),
        Some(Obstacle::Unscored)
    );
    assert_eq!(state.held_back(), 0);
    let state = shown(state.after(Action::Queue(QueueAction::Pause(true))));
    assert!(state.compare.board.is_some());
    assert_eq!((state.unscored(), state.held_back()), (0, 1));
    assert!(Command::SaveAs(Format::Csv).deed(&state).is_ok());
}

#[test]
fn systems_are_left_out_and_chosen_by_name() {
    let state = compared(with(&THREE));
    let choice = Choice {
        left_out: BTreeSet::from(["C".to_owned()]),
        pair: Some(["B".to_owned(), "A".to_owned()]),
        ..Choice::default()
    };
    let state = after(state, CompareAction::Choose(choice));
    assert_eq!(state.compare.board.as_ref().unwrap().systems, ["A", "B"]);
    let state = compared(state);
    assert_eq!(state.compare.pair(), Some([0, 1]));
    assert_eq!(state.compare.ranked(), [1, 0]);
}

#[test]
fn ratings_that_are_brought_are_correlated() {
    let rated = |system: &str| Rated {
        id: "p1".to_owned(),
        system: system.to_owned(),
        rater: String::new(),
        rating: 7.0,
    };
    let mut state = compared(with(&THREE));
    for (ask, job) in [(Ask::Pair([0, 1]), 5), (Ask::Tag("first".to_owned()), 6)] {
        state = after(state, CompareAction::Begun(ask, job));
    }
    let brought = Brought {
        ratings: vec![Ratings {
            name: "people.csv".to_owned(),
            ratings: vec![rated("A"), rated("")],
        }],
        ..Brought::default()
    };
    let state = state.after(Action::Catalogue(CatalogueAction::Fetched(brought)));
    assert_eq!(state.compare.errand(), Some(Ask::Ratings(CorrelatedItems::All)));
    // With several systems it is unclear to which one the rating belongs; with one it is clear.
    assert_eq!(state.compare.rated()[1].system, "");
    let choice = Choice {
        left_out: BTreeSet::from(["B".to_owned(), "C".to_owned()]),
        ..Choice::default()
    };
    let state = after(state, CompareAction::Choose(choice));
    assert_eq!(state.compare.rated()[1].system, "A");
    let state = after(state, CompareAction::ForgetRatings);
    assert_eq!(state.compare.ratings, None);
}

#[test]
fn points_are_the_samples_and_lead_to_them() {
    let state = compared(with(&THREE));
    let choice = Choice {
        pair: Some(["B".to_owned(), "C".to_owned()]),
        ..Choice::default()
    };
    let state = after(state, CompareAction::Choose(choice));
    let points = crate::compare::points(&state.compare, 500.0).unwrap();
    // B has no value where C has one. Where C is missing, it is drawn with the values of an empty text.
    let drawn: Vec<_> = (points.scatter.dots.iter())
        .map(|dot| (dot.x, dot.y, dot.name.as_str(), dot.is_missing))
        .collect();
    assert_eq!(drawn, [(0.7, 0.0, "p1 (missing: C)", true)]);
    assert!(points.axes.plots(&state.compare).any(|plot| plot == Plot::Systems));
    assert!(crate::compare::has_dots(&state.compare));
    let beside = points.samples[0].as_ref().map(|visit| visit.beside.clone());
    assert_eq!(beside, Some(None), "a missing prediction is not shown");
    let choice = Choice {
        pair: Some(["A".to_owned(), "B".to_owned()]),
        ..Choice::default()
    };
    let state = after(state, CompareAction::Choose(choice));
    let points = crate::compare::points(&state.compare, 500.0).unwrap();
    let dot = &points.scatter.dots[0];
    assert_eq!((dot.x, dot.y, dot.name.as_str()), (0.5, 0.7, "p1"));
    // Both have a prediction, so both are opened.
    let visit = crate::compare::Visit {
        sample: state.samples.iter().next().unwrap().id.0,
        beside: Some("B".into()),
    };
    assert_eq!(points.samples[0], Some(visit));
}

#[test]
fn tables_are_copied_with_all_rows_and_the_numbers_that_are_shown() {
    let state = compared(with(&THREE));
    let table = copied::leaderboard(&state.compare).unwrap();
    let place = |name: &str| table.head.iter().position(|head| head == name).unwrap();
    let column = |name: &str| -> Vec<&str> { table.rows.iter().map(|row| row[place(name)].as_str()).collect() };
    assert_eq!(column("System"), ["B", "A", "C"]);
    assert_eq!(column("ds"), ["0.700", "0.450", "0.450"]);
    assert_eq!(column("Missing"), ["0", "0", "1"]);
    assert_eq!(place("ds: interval"), place("ds") + 1);
    assert!(table.rows.iter().all(|row| row.len() == table.head.len()));

    let comparison = state.compare.standing.done().unwrap();
    let of_two: Vec<_> = comparison
        .differences
        .iter()
        .filter(|one| (&*one.first, &*one.second) == ("A", "B"))
        .cloned()
        .collect();
    let differences = copied::differences(&SystemPair::of(&of_two).unwrap(), "Metric", "Paired.");
    let ds = differences.rows.iter().find(|row| row[0] == "ds").unwrap();
    assert_eq!(
        (differences.head[1].as_str(), ds[1].as_str()),
        ("A \u{2212} B", "\u{2212}0.200")
    );
    assert_eq!(differences.notes, ["Paired."]);

    let points = crate::compare::points(&state.compare, 500.0).unwrap();
    let dots = copied::scatter(&points);
    assert_eq!(dots.rows.len(), points.scatter.dots.len());
    assert!(dots.rows.iter().all(|row| row.len() == 3));

    let scores = |at: usize| copied::scores(state.samples.iter().nth(at).unwrap());
    let (first, undefined) = (scores(0), scores(3));
    assert_eq!((first.rows[0][1].as_str(), first.rows[0][3].as_str()), ("ds", "0.500"));
    assert!(
        undefined.rows[0][2].contains("no words") && undefined.rows[0][3] == "–",
        "{undefined:?}"
    );
}

#[test]
fn pages_of_a_document_that_a_system_lacks_are_empty_ones() {
    let mut state = State::default();
    for (system, numbers) in [("A", &[1, 2, 3][..]), ("B", &[1, 3])] {
        let text = |number: &u64, of: &str| format!("{of} {number}");
        let add = |state: &mut State, name: String, kind: Kind, leaf: Option<Leaf>, texts: [String; 2]| {
            let mut sample = state.new_sample(name);
            let [reference, prediction] = texts;
            sample.case = if leaf.is_some() {
                sample.name.as_str().into()
            } else {
                "d".into()
            };
            (sample.kind, sample.leaf) = (kind, leaf);
            sample.reference = Some(Rc::new(Text {
                origin: String::new(),
                latex: reference,
            }));
            sample.prediction = Some(Rc::new(Prediction::given(system.to_owned(), prediction)));
            sample.scored = Some(Rc::default());
            let id = sample.id;
            state.samples.insert(Rc::new(sample));
            id
        };
        let whole = |of: &str| {
            numbers
                .iter()
                .map(|number| text(number, of))
                .collect::<Vec<_>>()
                .join("\n")
        };
        let texts = [whole("said"), whole(system)];
        let document = add(&mut state, format!("d {system}"), Kind::Document, None, texts);
        for number in numbers {
            let leaf = Leaf {
                document,
                number: *number,
                is_joined: true,
            };
            let texts = [text(number, "said"), text(number, system)];
            add(
                &mut state,
                format!("d/{number} {system}"),
                Kind::Page,
                Some(leaf),
                texts,
            );
        }
    }
    let board = state.board(Kind::Document);
    assert_eq!(board.systems, ["A", "B"]);
    let case = &board.cases[0];
    assert!(matches!(case.cells[0], Cell::Scored { .. }));
    let Cell::Partial {
        prediction, missing, ..
    } = &case.cells[1]
    else {
        panic!("{:?}", case.cells[1])
    };
    assert_eq!((prediction.latex.as_str(), *missing), ("B 1\n\nB 3", 1));
    assert_eq!(prediction.pages.len(), 3);
    assert_eq!(case.reference.as_ref().unwrap().latex, "said 1\nsaid 2\nsaid 3");
    // The pages of a document stay together in the bootstrap.
    let pages = state.board(Kind::Page);
    assert!(pages.cases.iter().all(|case| case.document == "d"));
}

#[test]
fn pages_of_two_imports_with_the_same_names_stay_apart() {
    let bring = |state: State, import: u64, reference: &str| {
        let draft = Draft {
            name: "p1".to_owned(),
            reference: Some(Text {
                origin: "p1.tex".to_owned(),
                latex: reference.to_owned(),
            }),
            predictions: vec![Given {
                name: "p1".to_owned(),
                system: "A".to_owned(),
                latex: "x".to_owned(),
            }],
            ..Draft::default()
        };
        let mut state = state;
        let arriving = Arriving {
            import: Some(import),
            is_first: true,
            ..Arriving::default()
        };
        state.take(
            Brought {
                drafts: vec![draft],
                ..Brought::default()
            },
            arriving,
        );
        state
    };
    let names = |state: &State| -> Vec<String> {
        let datasets = state.datasets(Kind::Page).into_iter();
        datasets.map(|(name, count)| format!("{name}: {count}")).collect()
    };
    let first = bring(State::default(), 1, "one");
    let other = bring(first.clone(), 2, "two");
    assert_eq!(names(&other), ["import 1: 1", "import 2: 1"]);
    // Another system's prediction for the same reference joins the dataset.
    let same = bring(first, 2, "one");
    assert_eq!(names(&same), ["import 1: 1"]);
}

/// Formulas with CDM, a character error rate, a judge's score and a person's rating.
const FORMULAS: [(&str, f64, f64, f64, f64); 6] = [
    ("f1", 1.0, 0.0, 10.0, 9.0),
    ("f2", 1.0, 0.1, 10.0, 8.0),
    ("f3", 0.9, 0.3, 10.0, 6.0),
    ("f4", 0.8, 0.2, 7.0, 4.0),
    ("f5", 0.1, 0.9, 0.0, 1.0),
    ("f6", 0.6, 0.5, 5.0, 2.0),
];

/// A state with judged formulas.
fn judged() -> State {
    let mut state = State::default();
    for (case, cdm, cer, ..) in FORMULAS {
        let mut sample = state.new_sample(case.to_owned());
        sample.case = case.into();
        sample.kind = Kind::Formula;
        sample.reference = Some(Rc::default());
        sample.prediction = Some(Rc::new(Prediction::given("A".to_owned(), "x".to_owned())));
        sample.scoring = Scoring::Done;
        let score = |(metric, value): (&str, f64)| Score {
            metric: metric.to_owned(),
            outcome: Outcome::Defined { value, ratio: None },
            summary: String::new(),
            spans: Vec::new(),
            unlisted: 0,
        };
        sample.scored = Some(Rc::new(Scored {
            scores: [("cer", cer), ("cdm_unimernet", cdm)].map(score).to_vec(),
            ..Scored::default()
        }));
        state.samples.insert(Rc::new(sample));
    }
    let item = |&(id, _, _, score, _): &(&str, f64, f64, f64, f64)| JudgedItem {
        id: id.to_owned(),
        document: id.to_owned(),
        system: "A".to_owned(),
        what: Judged::Inline,
        reference: String::new(),
        prediction: None,
        verdict: JudgeVerdict::Scored {
            score,
            is_correct: None,
            reasons: Vec::new(),
            is_clamped: false,
        },
        repeats: Vec::new(),
        swapped: None,
        flags: Vec::new(),
    };
    let run = JudgeRun {
        protocols: Vec::new(),
        provider: "openai".to_owned(),
        endpoint: String::new(),
        model: "m".to_owned(),
        answered_by: Vec::new(),
        created: String::new(),
        settings: Vec::new(),
        cost: JudgeCost::default(),
        groups: Vec::new(),
        comparison: None,
        stability: None,
        agreement: Vec::new(),
        problems: Vec::new(),
        correlations: None,
        items: FORMULAS.iter().map(item).collect(),
        transcript: Vec::new(),
    };
    state.judging.verdicts.push(Rc::new(Verdicts::from(run)));
    state
}

#[test]
fn correlations_without_perfect_pairs_are_those_of_the_command() {
    let rated = |&(id, _, _, _, rating): &(&str, f64, f64, f64, f64)| Rated {
        id: id.to_owned(),
        system: "A".to_owned(),
        rater: String::new(),
        rating,
    };
    let brought = Brought {
        ratings: vec![Ratings {
            name: "people.csv".to_owned(),
            ratings: FORMULAS.iter().map(rated).collect(),
        }],
        ..Brought::default()
    };
    let state = compared(judged().after(Action::Catalogue(CatalogueAction::Fetched(brought))));
    let ask = |state: &State| {
        let mut state = state.clone();
        while let Some(ask) = state.compare.errand() {
            if matches!(ask, Ask::Ratings(_)) {
                return Some(ask);
            }
            state = after(state, CompareAction::Begun(ask, 9));
        }
        None
    };
    assert_eq!(ask(&state), Some(Ask::Ratings(CorrelatedItems::All)));
    let choice = Choice {
        items: CorrelatedItems::Imperfect,
        ..state.compare.choice.clone()
    };
    let state = after(state, CompareAction::Choose(choice));
    assert_eq!(ask(&state), Some(Ask::Ratings(CorrelatedItems::Imperfect)));

    let ratings: Vec<Rating<'_>> = (FORMULAS.iter())
        .map(|&(id, _, _, _, rating)| Rating {
            id,
            system: "A",
            rater: "",
            rating,
        })
        .collect();
    let packed = state.compare.board.clone().unwrap();
    let settings = Settings::default();
    let board = packed.unpack(&packed.scorer(&settings));
    for (items, left_out) in [(CorrelatedItems::All, 0), (CorrelatedItems::Imperfect, 2)] {
        let here = board.correlations(&ratings, &state.compare.judges, items);
        // `texlens correlate` reads the report that the app saves.
        let mut values = texlens_report::item_values(&state.evaluation(String::new(), Vec::new()));
        for judge in judged_values(&values.judge.iter().collect::<Vec<_>>()) {
            values.table.add_judge(&judge);
        }
        values.table.add_ratings(&ratings, Confidence::default());
        let mut of_command = values.table.correlations(items, Confidence::default());
        of_command.pairs.retain(|pair| pair.with == RATINGS);
        assert_eq!(here, of_command);
        assert_eq!((here.left_out, here.pairs.len()), (left_out, 3));
        assert_eq!(here.pairs[0].items, 6 - left_out);
    }
}

/// A benchmark of two pages with unit tests and no references. `poor` lacks the second page.
fn tested() -> State {
    let tests = br#"{"pdf": "a.pdf", "page": 1, "id": "1", "type": "math", "math": "x^2"}
{"pdf": "a.pdf", "page": 2, "id": "2", "type": "present", "text": "tides"}
"#;
    let files: [(&str, &[u8]); 4] = [
        ("bench/tests.jsonl", tests),
        ("bench/good/a_pg1_repeat1.md", b"$x^{2}$"),
        ("bench/good/a_pg2_repeat1.md", b"The tides"),
        ("bench/poor/a_pg1_repeat1.md", b"nothing"),
    ];
    State::default().after(crate::testing::handed(&files))
}

/// The worker's rates.
fn rates(state: &State) -> UnitTests {
    let bootstrap = Bootstrap::default();
    let tests = state.compare.tests.clone().unwrap();
    let systems = tested_pages(&*tests).into_iter();
    let systems = systems.map(|(system, pages)| TestedSystem::of(system, &pages, &bootstrap));
    UnitTests::of_systems(systems.collect(), &bootstrap)
}

#[test]
fn unit_tests_are_compared_without_references() {
    let state = shown(tested());
    assert_eq!(state.compared_kinds(), [(Kind::Page, 3)]);
    assert_eq!(state.systems(Kind::Page), ["good", "poor"]);
    assert_eq!(
        (&state.compare.board, state.compare.errand()),
        (&None, Some(Ask::Tests))
    );
    let state = after(state, CompareAction::Begun(Ask::Tests, 1));
    assert_eq!(state.compare.errand(), None);
    let answer = Answer::Tests(rates(&state));
    let state = answered(state, 1, answer);
    let scores: Vec<f64> = state
        .compare
        .rates
        .done()
        .unwrap()
        .systems
        .iter()
        .map(|one| one.score.value)
        .collect();
    // The file of tests, and the test that the official script adds: `poor` passes the latter.
    assert_eq!(scores, [1.0, 0.5]);
    assert_eq!(state.compare.ranked_by_tests(), [0, 1]);
    assert_eq!(state.compare.errand(), Some(Ask::TestPair([0, 1])));
    let state = after(state, CompareAction::Begun(Ask::TestPair([0, 1]), 2));
    let tests = state.compare.tests.clone().unwrap();
    let tested = tested_pages(&*tests);
    let differences = test_differences([&tested[0], &tested[1]], &Bootstrap::default());
    assert_eq!((differences[0].mean, differences[0].samples), (0.5, 3));
    let state = answered(state, 2, Answer::TestPair(differences));
    assert_eq!(state.compare.errand(), None);
    // Without the page that `poor` lacks, a test is left in each of two files.
    let choice = Choice {
        only_common: true,
        ..Choice::default()
    };
    let common = after(state.clone(), CompareAction::Choose(choice));
    assert_eq!(common.compare.errand(), Some(Ask::Tests));
    assert_eq!(rates(&common).systems[0].score.tests, 2);
    let choice = Choice {
        left_out: BTreeSet::from(["poor".to_owned()]),
        ..Choice::default()
    };
    let state = after(state, CompareAction::Choose(choice));
    assert_eq!(rates(&state).systems.len(), 1);
}

#[test]
fn a_report_with_unit_tests_alone_opens_with_them_and_is_saved_with_them() {
    let verdicts = || {
        let state = tested();
        let tests: Vec<_> = state
            .samples
            .iter()
            .flat_map(|sample| (*sample.unit_tests).clone())
            .collect();
        UnitTests::of(&tests, &Bootstrap::default(), NonZeroUsize::MIN).unwrap()
    };
    let evaluation = Evaluation {
        unit_tests: Some(verdicts()),
        ..Evaluation::default()
    };
    let open = |state: State, evaluation: &Evaluation| {
        let mut brought = Brought::default();
        brought.reports.push(evaluation.clone().into());
        state.after(Action::Catalogue(CatalogueAction::Fetched(brought)))
    };
    let state = open(State::default(), &evaluation);
    let samples: Vec<(&str, &str, usize, bool)> = (state.samples.iter())
        .map(|sample| {
            (
                &*sample.case,
                sample.system().unwrap(),
                sample.unit_verdicts().count(),
                sample.is_bare(),
            )
        })
        .collect();
    assert_eq!(
        samples,
        [
            ("a_pg1", "good", 2, true),
            ("a_pg2", "good", 1, true),
            ("a_pg1", "poor", 2, true)
        ]
    );
    let saved = state.evaluation(String::new(), Vec::new());
    assert!(saved.texts_left_out);
    let again = saved.samples.iter().flat_map(|sample| &sample.unit_tests);
    let again = UnitTests::of(again, &Bootstrap::default(), NonZeroUsize::MIN).unwrap();
    let scores = |tests: &UnitTests| tests.systems.iter().map(|one| one.score.clone()).collect::<Vec<_>>();
    assert_eq!(scores(&again), scores(&verdicts()));
    // Opened twice, each system has its own verdicts.
    let twice = open(state, &evaluation);
    assert_eq!(twice.samples.len(), 6);
    assert!(
        twice
            .samples
            .iter()
            .all(|sample| sample.unit_verdicts().next().is_some())
    );
}
