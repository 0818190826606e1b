#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::rc::Rc;

use texlens_blob::Blob;
use texlens_evaluate::{Bootstrap, CorrelatedItems, Correlations, Detail, Measure, Prediction, Scored};
use texlens_latexbench::{BenchRun, Family, items};
use texlens_leaderboard::{Standing, printed};
use texlens_metrics::{Outcome, Score, Settings};
use texlens_ratings::Response;

use super::*;
use crate::benching::{BenchItems, BenchOrigin};
use crate::brought::{Ratings, Text};
use crate::compare::Axes;
use crate::making::MakeForm;
use crate::messages::Heard;
use crate::messages::compare::{Answer, Event};
use crate::messages::latexbench::BenchFile;
use crate::messages::leaderboard::Standings;
use crate::messages::ratings::RatingFile;
use crate::messages::synthesis::{Event as Made, MadeInfo, MadePicture, MakeSummary};
use crate::rating::{AnswerFile, Place};
use crate::state::{
    BenchAction, BenchOutcome, BenchPart, BenchStage, BoardAction, BoardFile, CompareAction, DatasetChoice,
    FormulaFilter, FormulaOrder, ImportAction, MakingAction, MakingStage, MatrixFilter, MatrixOrder, Plot,
    RatingAction, RatingPart, ReaderStage, Reply, SampleId, Scoring, Zoom,
};
use crate::testing::{handed, study};
use crate::unfinished::Interrupted;
use crate::words::commands as words;

fn with_samples() -> State {
    let files: [(&str, &[u8]); 6] = [
        ("refs/a.tex", b"x"),
        ("one/a.tex", b"y"),
        ("two/a.tex", b"z"),
        ("refs/b.tex", b"x"),
        ("one/b.tex", b"y"),
        ("two/b.tex", b"z"),
    ];
    State::default().after(handed(&files))
}

fn done(state: &State, command: &Command) -> State {
    match command.deed(state) {
        Ok(Deed::Act(action)) => state.clone().after(*action),
        Ok(Deed::Rate(timed)) => state.clone().after(Action::Rating((timed.0)(1000.0))),
        other => panic!("{command:?}: {other:?}"),
    }
}

fn show(state: &State, screen: Screen) -> State {
    state.clone().after(Action::View(ViewAction::Screen(screen)))
}

fn score(metric: &str, value: f64) -> Score {
    Score {
        metric: metric.to_owned(),
        outcome: Outcome::Defined { value, ratio: None },
        summary: String::new(),
        spans: Vec::new(),
        unlisted: 0,
    }
}

/// A state with the values of three systems on two samples, and the worker's comparison.
fn compared() -> State {
    compared_by(&["ds", "cer"], &["a", "b", "c"])
}

/// A state with the values of up to three systems on two samples, and the worker's comparison.
fn compared_by(metrics: &[&str], systems: &[&str]) -> State {
    let mut state = State::default();
    let mut id = 0;
    for (case, values) in [("p1", [0.5, 0.9, 0.7]), ("p2", [0.8, 0.6, 0.1])] {
        for (system, value) in systems.iter().zip(values) {
            id += 1;
            let mut sample = Sample::new(SampleId(id), format!("{case} \u{b7} {system}"));
            sample.case = case.into();
            sample.reference = Some(Rc::new(Text {
                origin: String::new(),
                latex: "x".to_owned(),
            }));
            sample.prediction = Some(Rc::new(Prediction::given((*system).to_owned(), "y".to_owned())));
            let tags = ["first", "second"].map(|tag| (tag.to_owned(), case.to_owned()));
            sample.tags = Rc::new(tags.into());
            sample.scoring = Scoring::Done;
            sample.scored = Some(Rc::new(Scored {
                detail: Detail::Spans,
                scores: metrics.iter().map(|metric| score(metric, value)).collect(),
                ..Scored::default()
            }));
            state.samples.insert(Rc::new(sample));
        }
    }
    state.selected = Some(SampleId(1));
    let state = show(&state, Screen::Compare).after(Action::Compare(CompareAction::Look));
    let board = state.compare.board.clone().unwrap();
    let settings = Settings::default();
    let scorer = board.scorer(&settings);
    let unpacked = board.unpack(&scorer);
    let answer = Box::new(Answer::Standing {
        comparison: unpacked.compare(&scorer, &Bootstrap::default(), NonZeroUsize::MIN),
        absent: board.absent(&unpacked),
    });
    let ask = state.compare.errand().unwrap();
    let state = state.after(Action::Compare(CompareAction::Begun(ask, 1)));
    let heard = Heard::Event(Event::Answered { job: 1, answer });
    state.after(Action::Compare(CompareAction::Heard(heard)))
}

/// LaTeXBench with tasks and two runs.
fn benched() -> State {
    let items = Rc::new(BenchItems::of(&items(1), BenchOrigin::Seed(1)));
    let run = |model: &str| {
        let run = serde_json::json!({"format": BenchRun::FORMAT, "version": BenchRun::VERSION, "texlens": "0",
            "created": "", "items": items.hash, "judge": null, "compiled": false, "answers": [],
            "subject": {"provider": "openai", "base": "http://localhost/v1", "model": model, "left_out": [],
                "models": [], "chosen": {"max_output_tokens": null, "temperature": null, "seed": null}, "requests": 1,
                "usage": {"input": 1, "output": 1}, "is_estimated": false, "cost": null}});
        BenchAction::Run((&BenchRun::read(&run.to_string()).unwrap()).into())
    };
    let actions = [BenchAction::Items(Rc::clone(&items)), run("one"), run("two")];
    let state = show(&State::default(), Screen::LatexBench);
    (actions.into_iter()).fold(state, |state, action| state.after(Action::Bench(action)))
}

/// Leaderboards with a file and printed tables.
fn ranked() -> State {
    let file = BoardFile {
        name: "scores.json".to_owned(),
        file: Blob::new(b"{}", ""),
    };
    let standings = Standings {
        shown: Standing::of(printed("texbleu").collect()).shown(),
        refused: Vec::new(),
    };
    let actions = [BoardAction::Opened(vec![file]), BoardAction::Stood(standings)];
    let state = show(&with_samples(), Screen::Leaderboard);
    (actions.into_iter()).fold(state, |state, action| state.after(Action::Board(action)))
}

/// Ratings with a study, a file that came back, and a sheet at its first question.
fn rated() -> State {
    let (study, sheet) = study(1);
    let answers = AnswerFile {
        name: "sheet-01.json".to_owned(),
        json: String::new(),
    };
    let actions = [
        RatingAction::Study(study),
        RatingAction::CameBack(vec![answers]),
        RatingAction::Sheet(sheet),
        RatingAction::GoOn(0.0),
    ];
    let state = show(&State::default(), Screen::Ratings);
    (actions.into_iter()).fold(state, |state, action| state.after(Action::Rating(action)))
}

/// Two made pages, each with two images.
fn made() -> State {
    let form = MakeForm::default();
    let order = form.order().unwrap();
    let page = |name: &str| {
        let picture = |title: &str| MadePicture {
            id: String::new(),
            title: title.to_owned(),
            path: String::new(),
            size: [1, 1],
        };
        MakingAction::Heard(Box::new(Heard::Event(Made::Made {
            job: 1,
            summary: Box::new(MakeSummary::default()),
            report: Blob::new(b"{}", ""),
            files: Vec::new(),
            page: Some(Box::new(MadeInfo {
                name: name.to_owned(),
                layout: String::new(),
                pictures: ["100 dpi", "100 dpi"].map(picture).into(),
                reference: String::new(),
                pdf: String::new(),
                manifest: String::new(),
                pdf_manifest: String::new(),
            })),
            boxes: Vec::new(),
        })))
    };
    let actions = [
        MakingAction::Began(form, order),
        page("001"),
        page("002"),
        MakingAction::Cancelled,
    ];
    let state = show(&State::default(), Screen::Making);
    (actions.into_iter()).fold(state, |state, action| state.after(Action::Making(action)))
}

/// Every screen, with and without something on it.
fn all_states() -> Vec<State> {
    let mut states = Vec::new();
    for state in [
        State::default(),
        with_samples(),
        compared(),
        benched(),
        ranked(),
        rated(),
        made(),
    ] {
        states.extend(Screen::ALL.map(|screen| show(&state, screen)));
    }
    let parts = [RatingPart::Study, RatingPart::Results];
    states.extend(parts.map(|part| rated().after(Action::Rating(RatingAction::Show(part)))));
    states.push(benched().after(Action::Bench(BenchAction::Part(BenchPart::Results))));
    states
}

#[test]
fn every_command_has_its_own_label_and_id_and_no_key_belongs_to_two() {
    for state in all_states() {
        let all = Command::all(&state);
        let labels: BTreeSet<String> = all.iter().map(words::label).collect();
        let remembered = || all.iter().filter_map(Command::remembered_as);
        let ids: BTreeSet<String> = remembered().collect();
        let doubled = |label: &String| all.iter().filter(|one| words::label(one) == *label).count() > 1;
        let doubled: Vec<&String> = labels.iter().filter(|label| doubled(label)).collect();
        assert_eq!((ids.len(), doubled), (remembered().count(), Vec::<&String>::new()));
    }
    for (at, (key, command)) in KEYS.iter().enumerate() {
        assert!(KEYS.iter().skip(at + 1).all(|(other, _)| other != key), "{key:?}");
        assert_eq!(Command::of_key(key.name, key.ctrl, key.shift).as_ref(), Some(command));
    }
    assert_eq!(Command::of_key("q", false, false), None);
    assert_eq!(Command::of_key("j", true, false), None);
    assert_eq!(Command::of_key("Z", true, true), Some(Command::Redo));
}

#[test]
fn commands_with_keys_are_in_the_palette_but_for_those_about_itself() {
    let all = Command::all(&with_samples());
    for (_, command) in &KEYS {
        let is_itself = matches!(command, Command::Palette | Command::Escape);
        assert_ne!(all.contains(command), is_itself, "{command:?}");
    }
}

#[test]
fn without_samples_what_needs_them_is_not_possible() {
    let state = State::default();
    let is_expected = |command: &Command| {
        matches!(
            command,
            Command::AddFiles
                | Command::AddFolder
                | Command::AddText
                | Command::TryComparison
                | Command::Show(Screen::Leaderboard | Screen::LatexBench | Screen::Ratings | Screen::Making)
                | Command::Arrange(_)
                | Command::Settings(_)
                | Command::Theme(Theme::Light | Theme::Dark)
                | Command::Explain(_)
                | Command::Storage
                | Command::OwnModels
                | Command::Help
        )
    };
    for command in Command::all(&state) {
        let deed = command.deed(&state);
        assert_eq!(deed.is_ok(), is_expected(&command), "{command:?}: {deed:?}");
    }
    assert_eq!(Command::Undo.deed(&state).unwrap_err(), Obstacle::NothingToUndo);
    assert_eq!(Command::Compile.deed(&state).unwrap_err(), Obstacle::NotShown);
}

#[test]
fn what_is_possible_follows_the_state() {
    let state = with_samples();
    for command in [
        Command::Undo,
        Command::Save,
        Command::Compile,
        Command::Score,
        Command::Judge,
        Command::Swap,
        Command::System(Step::Next),
        Command::Show(Screen::Compare),
        Command::CancelWork,
    ] {
        assert!(command.deed(&state).is_ok(), "{command:?}: {:?}", command.deed(&state));
    }
    for (command, obstacle) in [
        (Command::Redo, Obstacle::NothingToRedo),
        (Command::SaveAs(Format::Csv), Obstacle::Unscored),
        (Command::Correct, Obstacle::NoPage),
        (Command::ReadAgain, Obstacle::NoPage),
        (Command::RetryWork, Obstacle::NothingFailed),
        (Command::ResetSettings, Obstacle::NothingChanged),
        (Command::Theme(Theme::System), Obstacle::Already),
        (Command::SortByName(false), Obstacle::Already),
    ] {
        assert_eq!(command.deed(&state).unwrap_err(), obstacle, "{command:?}");
    }
    let empty = done(&state, &Command::RemoveAll);
    assert!(empty.samples.is_empty());
    let back = done(&empty, &Command::Undo);
    assert_eq!(back.samples.len(), state.samples.len());
    assert!(done(&back, &Command::Redo).samples.is_empty());
    let dark = done(&back, &Command::Theme(Theme::Dark));
    assert!(Command::ResetSettings.deed(&dark).is_ok());
}

#[test]
fn every_possible_command_changes_the_state() {
    // Whether a list has a further sample or formula is known only once it is made, which takes time linear in the
    // number of samples.
    let may_be_at_the_end = |state: &State, command: &Command| {
        matches!(command, Command::Sample(_)) && matches!(state.screen(), Screen::Samples | Screen::Formulas)
    };
    for state in all_states() {
        for command in Command::all(&state) {
            match command.deed(&state) {
                Ok(Deed::Act(_) | Deed::Rate(_)) => {
                    let is_changed = done(&state, &command) != state;
                    let screen = state.screen();
                    assert!(
                        is_changed || may_be_at_the_end(&state, &command),
                        "{screen:?}: {command:?}"
                    );
                }
                Ok(_) => {}
                Err(obstacle) => assert!(words::obstacle(obstacle).ends_with('.')),
            }
        }
    }
}

/// Whatever the browser remembers of a command stays after the data are removed.
#[test]
fn no_name_of_the_data_is_remembered() {
    let known: BTreeSet<String> = infos()
        .iter()
        .map(|info| info.id)
        .chain(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "T", "100 dpi"])
        .chain([plots::MEANS, plots::BY_TAG, plots::SAMPLES, plots::RATINGS])
        .chain(texlens_leaderboard::PUBLICATIONS)
        .map(str::to_owned)
        .collect();
    let mut states = all_states();
    states.push(interrupted());
    for state in states {
        for id in Command::all(&state).iter().filter_map(Command::remembered_as) {
            // Debug quotes every text.
            for text in id.split('"').skip(1).step_by(2) {
                assert!(known.contains(text), "{id}");
            }
        }
    }
    for command in [
        Command::Rating(RatingCommand::Remove("sheet-01.json".to_owned())),
        Command::Bench(BenchCommand::Run("one".to_owned())),
        Command::Compare(CompareCommand::System("a".to_owned(), false)),
    ] {
        assert_eq!(command.remembered_as(), None);
    }
    assert_eq!(Command::Help.remembered_as().as_deref(), Some("Help"));
}

/// Two imports of an earlier visit that can continue, and one that lacks a file.
fn interrupted() -> State {
    let interrupted = |import, missing| Interrupted {
        import,
        pieces: 3,
        missing,
        named: Vec::new(),
        folder: None,
    };
    let imports = vec![interrupted(7, 0), interrupted(8, 1), interrupted(9, 0)];
    State::default().after(Action::Import(ImportAction::Interrupted(imports)))
}

#[test]
fn each_interrupted_import_is_continued_by_its_own_command() {
    let state = interrupted();
    let all = Command::all(&state).into_iter();
    let offered: Vec<Command> = all.filter(|command| matches!(command, Command::Message(_))).collect();
    let labels: Vec<String> = offered.iter().map(words::label).collect();
    assert_eq!(
        labels,
        [
            "Continue interrupted import 1: 3 samples",
            "Continue interrupted import 3: 3 samples"
        ]
    );
    let continued: Vec<_> = offered.iter().map(|command| command.deed(&state)).collect();
    assert!(matches!(
        &continued[..],
        [Ok(Deed::ContinueImport(7)), Ok(Deed::ContinueImport(9))]
    ));
    assert_eq!(offered[0].deed(&State::default()).unwrap_err(), Obstacle::Gone);
}

#[test]
fn other_work_than_that_of_a_screen_is_cancelled_without_an_element() {
    let mut state = State::default();
    Rc::make_mut(&mut state.readers).stage = ReaderStage::Preparing(1, 2);
    let cancel = Command::Message(MessageCommand::CancelReader);
    assert!(Command::all(&state).contains(&cancel));
    assert!(matches!(cancel.deed(&state), Ok(Deed::Cancel(Activity::Reader))));
}

/// Asserts that commands are possible, or that these obstacles are in the way.
fn expect(state: &State, expected: &[(Command, Option<Obstacle>)]) {
    for (command, obstacle) in expected {
        assert_eq!(command.deed(state).err(), *obstacle, "{command:?}");
    }
}

#[test]
fn the_commands_of_a_screen_are_offered_on_it_alone() {
    let is_own = |command: &Command| {
        matches!(
            command,
            Command::Bench(_) | Command::Board(_) | Command::Rating(_) | Command::Make(_) | Command::Formulas(_)
        )
    };
    for state in [
        benched(),
        ranked(),
        rated(),
        made(),
        show(&compared(), Screen::Formulas),
    ] {
        assert!(Command::all(&state).iter().any(is_own));
        assert!(!Command::all(&show(&state, Screen::Samples)).iter().any(is_own));
    }
}

#[test]
fn latexbench_is_asked_filtered_and_saved() {
    let empty = show(&State::default(), Screen::LatexBench);
    let bench = |command: BenchCommand| Command::Bench(command);
    assert!(matches!(
        bench(BenchCommand::Make).deed(&empty),
        Ok(Deed::Press(elements::MAKE_TASKS))
    ));
    assert!(!Command::all(&empty).contains(&bench(BenchCommand::Ask)));
    expect(
        &empty,
        &[
            (bench(BenchCommand::Ask), Some(Obstacle::NoTasks)),
            (bench(BenchCommand::Cancel), Some(Obstacle::NothingRuns)),
            (bench(BenchCommand::Open), None),
        ],
    );
    let state = benched();
    expect(
        &state,
        &[
            (bench(BenchCommand::Save(BenchFile::Figure)), None),
            (bench(BenchCommand::Show(BenchPart::Tasks)), Some(Obstacle::Already)),
            (bench(BenchCommand::Run("two".to_owned())), Some(Obstacle::Already)),
            (bench(BenchCommand::Typeset(BenchText::Answer)), Some(Obstacle::NoText)),
            (bench(BenchCommand::Typeset(BenchText::Reference)), None),
        ],
    );
    assert_eq!(done(&state, &bench(BenchCommand::Ask)).dialog, Some(Dialog::Bench));
    let shown = done(&state, &bench(BenchCommand::Show(BenchPart::Results)));
    assert_eq!(shown.bench.part, BenchPart::Results);
    let contrasts = done(&state, &bench(BenchCommand::Family(Some(Family::Contrast))));
    assert_eq!(contrasts.bench.filter.family, Some(Family::Contrast));
    expect(
        &contrasts,
        &[
            (
                bench(BenchCommand::Typeset(BenchText::Reference)),
                Some(Obstacle::NoText),
            ),
            (bench(BenchCommand::Typeset(BenchText::Document)), None),
        ],
    );
    let failed = done(&state, &bench(BenchCommand::Outcome(BenchOutcome::Failed)));
    assert_eq!(failed.bench.filter.outcome, BenchOutcome::Failed);
    let one = done(&state, &bench(BenchCommand::Run("one".to_owned())));
    let removed = done(&one, &bench(BenchCommand::RemoveRun));
    assert_eq!(removed.bench.run().unwrap().label, "two");
    let dismissed = done(&removed, &Command::Message(MessageCommand::DismissOffer));
    assert!(dismissed.bench.replaced.is_none());
    let busy = state.after(Action::Bench(BenchAction::Began(BenchStage::Working)));
    expect(
        &busy,
        &[
            (bench(BenchCommand::Ask), Some(Obstacle::Working)),
            // The buttons that save are not disabled either.
            (bench(BenchCommand::Save(BenchFile::Items)), None),
            (bench(BenchCommand::Cancel), None),
        ],
    );
}

#[test]
fn what_only_the_tasks_show_is_not_offered_beside_the_results() {
    let state = benched();
    let is_of_tasks = |command: &Command| {
        use BenchCommand::{Family, MakeOthers, Outcome, RemoveRun, Run, Typeset};
        matches!(
            command,
            Command::Bench(MakeOthers | Typeset(_) | Family(_) | Outcome(_) | Run(_) | RemoveRun)
        )
    };
    assert!(Command::all(&state).iter().any(is_of_tasks));
    let results = done(&state, &Command::Bench(BenchCommand::Show(BenchPart::Results)));
    let offered = Command::all(&results).into_iter().find(is_of_tasks);
    assert_eq!(offered, None);
    let step = Command::Sample(Step::Next);
    expect(
        &state,
        &[
            (step.clone(), None),
            (Command::Sample(Step::Previous), Some(Obstacle::AtTheEnd)),
        ],
    );
    expect(&results, &[(step, Some(Obstacle::NotShown))]);
}

#[test]
fn a_task_that_the_filter_hides_is_not_typeset() {
    let state = benched();
    let typeset = Command::Bench(BenchCommand::Typeset(BenchText::Reference));
    expect(&state, &[(typeset.clone(), None)]);
    let none = done(&state, &Command::Bench(BenchCommand::Outcome(BenchOutcome::Passed)));
    assert_eq!(none.bench.listed(), Vec::<usize>::new());
    expect(&none, &[(typeset, Some(Obstacle::NoText))]);
}

#[test]
fn leaderboards_are_chosen_and_sorted() {
    let state = ranked();
    let board = |command: BoardCommand| Command::Board(command);
    let columns = Command::all(&state).into_iter();
    let sorts: Vec<Command> = columns
        .filter(|command| matches!(command, Command::Board(BoardCommand::Sort { .. })))
        .collect();
    let table = &state.leaderboards.shown.sets[0];
    assert!(sorts.len() >= table.table.head.len());
    let sorted = done(&state, &sorts[1]);
    assert_eq!(sorted.leaderboards.shown.sets[0].sorted_by, 1);
    let without = done(&state, &board(BoardCommand::WithSamples(false)));
    assert!(!without.leaderboards.with_samples);
    let printed = done(&state, &board(BoardCommand::Printed("texocr", true)));
    assert_eq!(printed.leaderboards.printed().collect::<Vec<_>>(), ["texocr"]);
    assert!(Command::all(&printed).contains(&board(BoardCommand::Printed("texocr", false))));
    let removed = done(&state, &board(BoardCommand::Remove("scores.json".to_owned())));
    assert!(removed.leaderboards.files.is_empty());
    expect(
        &removed,
        &[
            (
                board(BoardCommand::Remove("scores.json".to_owned())),
                Some(Obstacle::NothingChosen),
            ),
            (board(BoardCommand::Cancel), Some(Obstacle::NothingRuns)),
        ],
    );
    let begun = removed.after(Action::Board(BoardAction::Began));
    expect(&begun, &[(board(BoardCommand::Cancel), None)]);
}

#[test]
fn sheets_are_answered_and_studies_are_put_away() {
    let state = rated();
    let rating = |command: RatingCommand| Command::Rating(command);
    expect(
        &state,
        &[
            (rating(RatingCommand::Clear), Some(Obstacle::NoAnswer)),
            (rating(RatingCommand::LookAgain), Some(Obstacle::OpenQuestions)),
            (rating(RatingCommand::SaveAnswers), None),
            (rating(RatingCommand::Show(RatingPart::Rate)), Some(Obstacle::Already)),
            (rating(RatingCommand::Make), Some(Obstacle::NoPair)),
            (rating(RatingCommand::Save(RatingFile::Study)), None),
            (
                rating(RatingCommand::Save(RatingFile::Results)),
                Some(Obstacle::NoResults),
            ),
        ],
    );
    let answers = Command::all(&state).into_iter();
    let answers: Vec<Command> = answers
        .filter(|command| matches!(command, Command::Rating(RatingCommand::Answer(..))))
        .collect();
    assert_eq!(answers.len(), 11, "ratings from 0 to 10");
    let answered = done(&state, answers.last().unwrap());
    let open = answered.rating.sheet.as_ref().unwrap();
    assert_eq!(open.sheet.answer(1).unwrap().answer, Response::Rating(10));
    assert_eq!(open.place, Place::Question(2));
    let back = done(&answered, &rating(RatingCommand::Step(Step::Previous)));
    let cleared = done(&back, &rating(RatingCommand::Clear));
    assert_eq!(cleared.rating.sheet.as_ref().unwrap().sheet.answered(), 0);
    let read = done(&cleared, &rating(RatingCommand::Instructions));
    expect(
        &read,
        &[(rating(RatingCommand::Step(Step::Previous)), Some(Obstacle::AtTheEnd))],
    );
    let closed = done(&read, &rating(RatingCommand::CloseSheet));
    expect(
        &closed,
        &[
            (rating(RatingCommand::SaveAnswers), Some(Obstacle::NoSheet)),
            (rating(RatingCommand::GoOn), Some(Obstacle::NoSheet)),
        ],
    );
    let results = done(&state, &rating(RatingCommand::Show(RatingPart::Results)));
    let kept = done(&results, &rating(RatingCommand::KeepFailed(true)));
    assert!(kept.rating.keep_failed);
    let removed = done(&results, &rating(RatingCommand::Remove("sheet-01.json".to_owned())));
    assert!(removed.rating.answers.is_empty());
    let put_away = done(&removed, &rating(RatingCommand::CloseStudy));
    expect(&put_away, &[(rating(RatingCommand::RateHere), Some(Obstacle::NoStudy))]);
    assert!(done(&put_away, &Command::Undo).rating.study.is_some());
    let study = done(
        &show(&compared(), Screen::Ratings),
        &rating(RatingCommand::Show(RatingPart::Study)),
    );
    assert!(matches!(
        rating(RatingCommand::Make).deed(&study),
        Ok(Deed::Press(elements::MAKE_STUDY))
    ));
}

#[test]
fn pages_are_made_turned_and_saved() {
    let state = made();
    let make = |command: MakeCommand| Command::Make(command);
    expect(
        &show(&State::default(), Screen::Making),
        &[
            (make(MakeCommand::Preview), None),
            (make(MakeCommand::RemoveOwn), Some(Obstacle::NothingChosen)),
            (
                make(MakeCommand::Files(MadeFiles::SaveAll)),
                Some(Obstacle::NothingMade),
            ),
            (make(MakeCommand::Turn(Step::Next)), Some(Obstacle::NothingMade)),
            (make(MakeCommand::Cancel), Some(Obstacle::NothingRuns)),
        ],
    );
    expect(
        &state,
        &[(make(MakeCommand::Turn(Step::Previous)), Some(Obstacle::AtTheEnd))],
    );
    let second = done(&state, &make(MakeCommand::Turn(Step::Next)));
    assert_eq!(second.making.at, 1);
    expect(
        &second,
        &[(make(MakeCommand::Turn(Step::Next)), Some(Obstacle::AtTheEnd))],
    );
    let picture = done(&second, &make(MakeCommand::Picture(1, "100 dpi".to_owned())));
    assert_eq!(picture.making.picture, 1);
    assert!(matches!(
        make(MakeCommand::Files(MadeFiles::AddPdfs)).deed(&state),
        Ok(Deed::Pages(MadeFiles::AddPdfs))
    ));
    let mut busy = state;
    Rc::make_mut(&mut busy.making).stage = MakingStage::Making;
    expect(
        &busy,
        &[
            (make(MakeCommand::Make), Some(Obstacle::Working)),
            (make(MakeCommand::Cancel), None),
            (make(MakeCommand::Files(MadeFiles::SavePdf)), None),
        ],
    );
}

#[test]
fn systems_are_compared_by_command() {
    let state = compared();
    let compare = |command: CompareCommand| Command::Compare(command);
    expect(
        &state,
        &[
            (compare(CompareCommand::Again), Some(Obstacle::AllCompared)),
            (compare(CompareCommand::Cancel), Some(Obstacle::NothingRuns)),
            (compare(CompareCommand::ForgetRatings), Some(Obstacle::NothingChosen)),
            (compare(CompareCommand::Save(plots::MEANS)), None),
            (compare(CompareCommand::Save(plots::RATINGS)), Some(Obstacle::NoResults)),
            (compare(CompareCommand::Save(plots::SAMPLES)), None),
        ],
    );
    for command in [
        CompareCommand::Sort(Measure::Metric("ds".to_owned())),
        CompareCommand::System("c".to_owned(), false),
        CompareCommand::Across("cer".to_owned()),
        CompareCommand::Plot(Plot::Metrics),
        CompareCommand::Tag("second".to_owned()),
        CompareCommand::Of("c".to_owned()),
    ] {
        assert!(Command::all(&state).contains(&compare(command.clone())), "{command:?}");
    }
    let sorted = done(&state, &compare(CompareCommand::Sort(Measure::Metric("ds".to_owned()))));
    let again = done(
        &sorted,
        &compare(CompareCommand::Sort(Measure::Metric("ds".to_owned()))),
    );
    assert_ne!(sorted.compare.choice.is_reversed, again.compare.choice.is_reversed);
    // The best two are `b` and `a`.
    let differences = done(&state, &compare(CompareCommand::Of("c".to_owned())));
    let [first, second] = differences.compare.choice.pair.clone().unwrap();
    assert_eq!(first, "c");
    assert_ne!(second, "c");
    let without = done(&state, &compare(CompareCommand::System("c".to_owned(), false)));
    assert!(without.compare.choice.left_out.contains("c"));
    assert!(Command::all(&without).contains(&compare(CompareCommand::System("c".to_owned(), true))));
}

#[test]
fn a_choice_that_the_screen_shows_already_is_not_offered() {
    let state = compared();
    let choice = &state.compare.choice;
    assert_eq!(
        (&choice.kind, &choice.tag, &choice.pair, &choice.x),
        (&None, &None, &None, &None)
    );
    let compare = |command: CompareCommand| Command::Compare(command);
    let shown = Axes::of(&state.compare).unwrap();
    let all = Command::all(&state);
    for command in [
        CompareCommand::Kind(state.compared_kind().unwrap()),
        CompareCommand::Dataset(DatasetChoice::All),
        CompareCommand::Tag(state.compare.tag().unwrap()),
        CompareCommand::Plot(shown.plot),
        CompareCommand::Across(shown.x),
        CompareCommand::Of("a".to_owned()),
        CompareCommand::And("b".to_owned()),
    ] {
        assert!(!all.contains(&compare(command.clone())), "{command:?}");
    }
    let more = compare(CompareCommand::AllMeasures(true));
    assert!(state.compare.hidden_measures() > 0 && all.contains(&more));
    let main = compared_by(&["ds"], &["a", "b"]);
    assert_eq!(main.compare.hidden_measures(), 0);
    assert!(!Command::all(&main).contains(&more));
    let matrix = show(&state, Screen::Matrix);
    let kind = matrix.matrix_kind().unwrap();
    let metric = crate::matrix::shown_metric(&matrix, kind).unwrap().id;
    let score = |metric| Command::Matrix(MatrixCommand::Score(metric));
    assert!(!Command::all(&matrix).contains(&score(metric)));
    let other = crate::matrix::metrics(kind)
        .into_iter()
        .find(|info| info.id != metric)
        .unwrap();
    let chosen = done(&matrix, &score(other.id));
    assert!(Command::all(&chosen).contains(&score(metric)));
}

#[test]
fn a_plot_without_a_button_is_not_offered_and_one_without_dots_is_not_saved() {
    let plot = |plot| Command::Compare(CompareCommand::Plot(plot));
    let offered = |state: &State| -> Vec<Command> {
        let all = Command::all(state).into_iter();
        all.filter(|command| matches!(command, Command::Compare(CompareCommand::Plot(_))))
            .collect()
    };
    assert_eq!(offered(&compared()), [plot(Plot::Metrics)]);
    assert_eq!(offered(&compared_by(&["ds"], &["a", "b"])), []);
    // With one system, metrics are plotted, and both are chosen.
    let one = compared_by(&["ds", "cer"], &["a"]);
    assert_eq!(offered(&one), []);
    let up = |state: &State| {
        let mut all = Command::all(state).into_iter();
        all.any(|command| matches!(command, Command::Compare(CompareCommand::Up(_))))
    };
    assert!(up(&one) && !up(&compared()));
    let save = Command::Compare(CompareCommand::Save(plots::SAMPLES));
    expect(&one, &[(save.clone(), None)]);
    // No one has rated a sample that is compared.
    let mut rated = compared();
    let ratings = Ratings {
        name: "ratings.csv".to_owned(),
        ratings: Vec::new(),
    };
    Rc::make_mut(&mut rated.compare).ratings = Some(Rc::new(ratings));
    Rc::make_mut(&mut rated.compare).choice.plot = Plot::Ratings;
    assert_eq!(offered(&rated), [plot(Plot::Systems), plot(Plot::Metrics)]);
    expect(&rated, &[(save, Some(Obstacle::NoResults))]);
    let none = Rc::new(Correlations::default());
    let compare = Rc::make_mut(&mut rated.compare);
    compare.correlations.insert(CorrelatedItems::All, Reply::Done(none));
    let save = Command::Compare(CompareCommand::Save(plots::RATINGS));
    expect(&rated, &[(save, Some(Obstacle::NoResults))]);
}

#[test]
fn before_there_are_means_only_what_is_compared_is_chosen() {
    let mut state = compared();
    Rc::make_mut(&mut state.compare).standing = Reply::Cancelled;
    let all = Command::all(&state);
    let is_of_compare = |command: &&Command| matches!(command, Command::Compare(_));
    for command in all.iter().filter(is_of_compare) {
        use CompareCommand::{Again, Cancel, Dataset, Kind, OnlyCommon, System};
        assert!(
            matches!(
                command,
                Command::Compare(Again | Cancel | Kind(_) | Dataset(_) | OnlyCommon(_) | System(..))
            ),
            "{command:?}"
        );
    }
}

#[test]
fn the_matrix_is_ordered_and_filtered() {
    let state = show(&compared(), Screen::Matrix);
    let matrix = |command: MatrixCommand| Command::Matrix(command);
    expect(
        &state,
        &[
            (matrix(MatrixCommand::ShowAll), Some(Obstacle::NothingHidden)),
            (matrix(MatrixCommand::Baseline(None)), Some(Obstacle::Already)),
            (
                matrix(MatrixCommand::Order(MatrixOrder::Arrival)),
                Some(Obstacle::Already),
            ),
        ],
    );
    let difference = matrix(MatrixCommand::Order(MatrixOrder::Difference("b".into())));
    assert!(!Command::all(&state).contains(&difference), "it needs a baseline");
    let based = done(&state, &matrix(MatrixCommand::Baseline(Some("a".to_owned()))));
    assert!(Command::all(&based).contains(&difference));
    let ordered = done(&based, &difference);
    assert!(done(&ordered, &matrix(MatrixCommand::Reverse)).matrix.is_reversed);
    let other = done(&ordered, &matrix(MatrixCommand::Baseline(None)));
    assert_eq!(
        other.matrix.order,
        MatrixOrder::Arrival,
        "there are no differences without a baseline"
    );
    let filtered = done(&state, &matrix(MatrixCommand::Filter(MatrixFilter::Differing)));
    assert_eq!(filtered.matrix.filter, MatrixFilter::Differing);
    assert_eq!(
        done(&filtered, &matrix(MatrixCommand::ShowAll)).matrix.filter,
        MatrixFilter::All
    );
}

#[test]
fn formulas_and_views_are_chosen() {
    let state = show(&compared(), Screen::Formulas);
    let formulas = |command: FormulaCommand| Command::Formulas(command);
    expect(
        &state,
        &[
            (formulas(FormulaCommand::OpenCard), Some(Obstacle::NoCard)),
            (formulas(FormulaCommand::CancelScores), Some(Obstacle::NothingRuns)),
            (
                formulas(FormulaCommand::Filter(FormulaFilter::All)),
                Some(Obstacle::Already),
            ),
            (formulas(FormulaCommand::Save), Some(Obstacle::NothingListed)),
        ],
    );
    let listed = done(&state, &formulas(FormulaCommand::System(Some("b".to_owned()))));
    let listed = done(&listed, &formulas(FormulaCommand::Order(Some("cdm"))));
    let listing = &listed.formula_list.listing;
    assert_eq!(listing.system.as_deref(), Some("b"));
    assert!(matches!(&listing.order, FormulaOrder::Worst { metric } if **metric == *"cdm"));

    let shown = show(&state, Screen::Samples);
    let view = |command: ViewCommand| Command::View(command);
    let hidden = done(&shown, &view(ViewCommand::HideEqual(true)));
    assert!(hidden.view.hide_equal);
    assert!(Command::all(&hidden).contains(&view(ViewCommand::HideEqual(false))));
    assert!(
        !Command::all(&shown).contains(&view(ViewCommand::Zoom(Zoom::Actual))),
        "there is no page"
    );
    assert!(!Command::all(&State::default()).contains(&view(ViewCommand::UseTex)));
    // Values alone are listed, since their formulas are determined once they are in sight; formulas only if there are any.
    let mut values = state.clone();
    let mut sample = values.current().unwrap().as_ref().clone();
    let scored = Rc::make_mut(sample.scored.as_mut().unwrap());
    scored.detail = Detail::Values;
    values.samples.insert(Rc::new(sample));
    expect(&values, &[(formulas(FormulaCommand::Save), None)]);
    let beside = Command::Shown(ShownCommand::Beside(Some("b".to_owned())));
    assert_eq!(done(&shown, &beside).beside.as_deref(), Some("b"));
    let sorted = done(&shown, &Command::SortBy("ds"));
    let best = done(&sorted, &Command::Shown(ShownCommand::BestFirst(true)));
    assert!(matches!(best.listing.order, Order::Score { best_first: true, .. }));
}

#[test]
fn a_document_is_read_from_text_or_image_and_folded() {
    let state = State::default().after(handed(&[("paper.pdf", b"%PDF-")]));
    let document = state.samples.iter().find(|sample| sample.leaf.is_none()).unwrap().id;
    let state = state.after(Action::Select(SelectAction::Sample(document)));
    let all = Command::all(&state);
    for command in [
        Command::ReadFrom(Material::Image),
        Command::Shown(ShownCommand::ReadBoth),
        Command::Shown(ShownCommand::CancelReading),
    ] {
        assert!(all.contains(&command), "{command:?}");
        drop(done(&state, &command));
    }
    let is_folded = state.unfolded.contains(&document);
    let fold = Command::Shown(ShownCommand::Fold(is_folded));
    assert!(all.contains(&fold));
    let folded = done(&state, &fold);
    assert_ne!(folded.unfolded.contains(&document), is_folded);
    assert!(Command::all(&folded).contains(&Command::Shown(ShownCommand::Fold(!is_folded))));
    let give = Command::Shown(ShownCommand::Give(texlens_metrics::Side::Reference));
    assert!(matches!(done(&state, &give).dialog, Some(Dialog::Give { .. })));
}
