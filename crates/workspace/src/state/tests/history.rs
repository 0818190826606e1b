//! Every act that takes something away can be undone, and done again.

use std::collections::BTreeMap;

use texlens_evaluate::JudgeRun;
use texlens_ratings::Response;

use super::*;
use crate::brought::Ratings;
use crate::judging::Verdicts;
use crate::rating::AnswerFile;
use crate::testing::study;

fn undo(state: State) -> State {
    state.after(Action::History(HistoryAction::Undo))
}

fn redo(state: State) -> State {
    state.after(Action::History(HistoryAction::Redo))
}

/// What a person would miss: the samples with their texts, tags and comments, and what else was opened or set.
fn valuable(state: &State) -> String {
    let mut lines: Vec<String> = Vec::new();
    for sample in state.samples.iter() {
        lines.push(format!(
            "{} {:?} {:?} {:?} {} {:?}",
            sample.name,
            sample.reference_latex(),
            sample.prediction,
            sample.tags,
            sample.comment,
            sample.image.is_some(),
        ));
    }
    let board = state.leaderboards.files.iter().map(|file| &file.name);
    let runs = state.judging.verdicts.iter().map(|verdicts| &verdicts.run().model);
    lines.push(format!(
        "{:?} {:?}",
        board.collect::<Vec<_>>(),
        runs.collect::<Vec<_>>()
    ));
    lines.push(format!("{:?} {:?}", state.settings, state.app_settings()));
    lines.push(format!("{:?}", state.compare.ratings));
    let rating = &state.rating;
    let answered = rating.sheet.as_ref().map(|open| open.sheet.answered());
    let study = rating.study.as_ref().map(|study| &study.hash);
    lines.push(format!("{:?} {:?} {}", answered, study, rating.answers.len()));
    lines.push(format!(
        "{:?} {:?}",
        state.bench.items.is_some(),
        state.bench.runs.len()
    ));
    lines.push(format!("{:?} {:?}", state.making.pages.len(), state.readers.stage));
    lines.join("\n")
}

/// A state in which there is something of everything.
fn full() -> State {
    let (state, id) = read_words();
    let state = state.after(correct(id, 1, "three"));
    let verdicts = Rc::new(Verdicts::from(judge_run()));
    let mut state = state
        .after(brought(vec![text("b.tex", "y"), text("b.pred.tex", "z")]))
        .after(Action::Sample(SampleAction::Tag {
            sample: id,
            name: "seen".to_owned(),
            is_on: true,
        }))
        .after(Action::Sample(SampleAction::Comment {
            sample: id,
            text: "odd".to_owned(),
        }))
        .after(Action::Select(SelectAction::Sample(id)))
        .after(Action::Judging(JudgingAction::Recalled(vec![verdicts])))
        .after(Action::Settings(SettingsAction::Set("ctp.min_words", "3".to_owned())))
        .after(Action::Settings(SettingsAction::Set("view.theme", "dark".to_owned())))
        .after(Action::Board(BoardAction::Opened(vec![BoardFile {
            name: "scores.json".to_owned(),
            file: Blob::new(b"{}", ""),
        }])));
    let ratings = Ratings {
        name: "ratings.csv".to_owned(),
        ratings: Vec::new(),
    };
    Rc::make_mut(&mut state.compare).exchange_ratings(Some(Rc::new(ratings)));
    state.history = Rc::default();
    with_sheet(state)
}

fn judge_run() -> JudgeRun {
    serde_json::from_value(serde_json::json!({
        "protocols": [], "provider": "openai", "endpoint": "https://example.org", "model": "a judge",
        "answered_by": [], "created": "2026-01-01T00:00:00Z", "settings": [],
        "cost": { "requests": 0, "input_tokens": 0, "output_tokens": 0, "is_estimated": false },
        "groups": [], "items": []
    }))
    .unwrap()
}

/// Adds a study, a file that came back, and a sheet with an answer.
fn with_sheet(state: State) -> State {
    let (study, sheet) = study(1);
    let came_back = AnswerFile {
        name: "a".to_owned(),
        json: String::new(),
    };
    let actions = [
        RatingAction::Study(study),
        RatingAction::CameBack(vec![came_back]),
        RatingAction::Sheet(sheet),
        RatingAction::GoOn(0.0),
        RatingAction::Answer(Response::Rating(3), 1000.0),
        RatingAction::Go(crate::rating::Place::Question(1), 0.0),
    ];
    actions
        .into_iter()
        .fold(state, |state, action| state.after(Action::Rating(action)))
}

/// Every destructive act of the app, with the screen on which it is done. What the browser deletes from its storage is
/// asked for first, since it cannot be undone: stored answers of models, parts of the app, tokenisers, models, and files of
/// interrupted imports.
fn destructive(state: &State) -> Vec<(&'static str, Screen, Vec<Action>)> {
    let id = state.selected.unwrap();
    let other = state.samples.named("b").unwrap().id;
    let sample = |action| vec![Action::Sample(action)];
    let rating = |action| vec![Action::Rating(action)];
    vec![
        ("remove a sample", Screen::Samples, sample(SampleAction::Remove(other))),
        ("remove all samples", Screen::Samples, sample(SampleAction::RemoveAll)),
        (
            "remove a tag",
            Screen::Samples,
            sample(SampleAction::Tag {
                sample: id,
                name: "seen".to_owned(),
                is_on: false,
            }),
        ),
        (
            "overwrite a comment",
            Screen::Samples,
            sample(SampleAction::Comment {
                sample: id,
                text: String::new(),
            }),
        ),
        ("swap the texts", Screen::Samples, sample(SampleAction::Swap(other))),
        ("correct a word", Screen::Samples, vec![correct(id, 0, "none")]),
        (
            "undo a correction",
            Screen::Samples,
            vec![Action::Correct(CorrectAction::TakeBack(id))],
        ),
        (
            "undo all corrections",
            Screen::Samples,
            vec![Action::Correct(CorrectAction::TakeAllBack(id))],
        ),
        (
            "remove a judge's run",
            Screen::Samples,
            vec![Action::Judging(JudgingAction::Removed(
                state.judging.verdicts[0].clone(),
            ))],
        ),
        (
            "remove the ratings",
            Screen::Compare,
            vec![Action::Compare(CompareAction::ForgetRatings)],
        ),
        (
            "reset a setting",
            Screen::Samples,
            vec![Action::Settings(SettingsAction::Reset("ctp.min_words"))],
        ),
        (
            "reset all settings",
            Screen::Samples,
            vec![Action::Settings(SettingsAction::ResetAll)],
        ),
        (
            "remove an evaluation from the leaderboard",
            Screen::Leaderboard,
            vec![Action::Board(BoardAction::Remove(0))],
        ),
        (
            "remove an answer of a sheet",
            Screen::Ratings,
            rating(RatingAction::Clear),
        ),
        ("close a sheet", Screen::Ratings, rating(RatingAction::CloseSheet)),
        ("close a study", Screen::Ratings, rating(RatingAction::CloseStudy)),
        (
            "remove a file that came back",
            Screen::Ratings,
            rating(RatingAction::Remove(0)),
        ),
    ]
}

#[test]
fn every_destructive_act_can_be_undone_from_the_screen_on_which_it_is_done() {
    let state = full();
    let before = valuable(&state);
    for (name, screen, actions) in destructive(&state) {
        let state = state.clone().after(Action::View(ViewAction::Screen(screen)));
        let state = actions.into_iter().fold(state, State::after);
        assert_ne!(valuable(&state), before, "{name} does nothing here");
        assert!(state.can_undo(), "{name}");
        let undone = undo(state);
        assert_eq!(valuable(&undone), before, "{name}");
    }
}

#[test]
fn what_was_undone_is_done_again() {
    let state = full();
    let acts = destructive(&state).into_iter();
    let of_samples = acts.filter(|(_, screen, _)| matches!(screen, Screen::Samples | Screen::Compare));
    for (name, screen, actions) in of_samples {
        let state = state.clone().after(Action::View(ViewAction::Screen(screen)));
        let state = actions.into_iter().fold(state, State::after);
        let done = valuable(&state);
        let again = redo(undo(state));
        assert_eq!(valuable(&again), done, "{name}");
        assert_eq!(valuable(&undo(again)), valuable(&full()), "{name}");
    }
}

#[test]
fn acts_are_undone_one_after_the_other_and_a_new_one_ends_redo() {
    let state = with(vec![text("a.tex", "x"), text("b.tex", "y"), text("c.tex", "z")]);
    let remove = |state: State, name: &str| {
        let id = state.samples.named(name).unwrap().id;
        state.after(Action::Sample(SampleAction::Remove(id)))
    };
    let names = |state: &State| {
        let names = state.samples.iter().map(|sample| sample.name.clone());
        names.collect::<Vec<_>>().concat()
    };
    let state = remove(remove(state, "a"), "b");
    assert_eq!(names(&state), "c");
    let state = undo(state);
    assert_eq!(names(&state), "bc");
    let state = undo(state);
    assert_eq!(names(&state), "abc");
    let state = redo(state);
    assert_eq!(names(&state), "bc");
    let state = remove(state, "c");
    assert_eq!(state.history.next(), None);
    // The import is an act, too.
    let state = undo(undo(undo(state)));
    assert!(state.samples.is_empty() && !state.can_undo());
    assert_eq!(names(&redo(state)), "abc");
}

#[test]
fn a_message_offers_to_undo_what_took_something_away_until_it_is_hidden() {
    let state = with(vec![text("a.tex", "x")]);
    assert_eq!(state.history.offered(), None, "nothing is gone");
    let id = state.selected.unwrap();
    let gone = state.after(Action::Sample(SampleAction::Remove(id)));
    let act = Act::Removed("a".to_owned());
    assert_eq!(gone.history.offered(), Some(Offered::Undo(act)));
    let hidden = gone.clone().after(Action::History(HistoryAction::Hide));
    assert_eq!(hidden.history.offered(), None);
    assert_eq!(undo(hidden).samples.len(), 1, "it can still be undone");
    let undone = undo(undo(gone));
    assert_eq!(undone.history.offered(), Some(Offered::Redo(Act::Imported)));
}

#[test]
fn a_reading_that_replaces_another_is_undone_while_it_runs() {
    let (state, id) = read_words();
    let before = latex(&state).to_owned();
    let state = start_all(state.after(Action::Read(ReadAction::Read(id))), 9);
    let state = undo(state);
    assert_eq!(state.errand(), Some(Errand::Stop(9)));
    assert_eq!(
        (latex(&state), &nth(&state, 0).reading),
        (before.as_str(), &Reading::Done)
    );
}

#[test]
fn more_acts_than_are_remembered_do_no_harm() {
    let mut state = with(vec![text("a.tex", "x")]);
    let id = state.selected.unwrap();
    for number in 0..150 {
        state = state.after(Action::Sample(SampleAction::Comment {
            sample: id,
            text: number.to_string(),
        }));
    }
    let oldest = (0..200).fold(state, |state, _| undo(state));
    assert_eq!(&*nth(&oldest, 0).comment, "49");
    let tags: BTreeMap<String, String> = (*nth(&oldest, 0).tags).clone();
    assert!(tags.is_empty());
}

#[test]
fn a_message_undoes_what_it_names_on_any_screen() {
    let state = full();
    let other = state.samples.named("b").unwrap().id;
    let count = state.samples.len();
    let mut state = state.after(Action::Sample(SampleAction::Remove(other)));
    state = state.after(Action::View(ViewAction::Screen(Screen::Leaderboard)));
    state = state.after(Action::Board(BoardAction::Remove(0)));
    assert!(state.to_undo().is_none(), "the screen can undo something itself");
    let undone = state.clone().after(Action::History(HistoryAction::UndoLast));
    assert_eq!((undone.samples.len(), undone.leaderboards.files.len()), (count, 0));
    let undone = undo(state);
    assert_eq!((undone.samples.len(), undone.leaderboards.files.len()), (count - 1, 1));
}

#[test]
fn a_run_that_ends_after_another_was_removed_outlives_its_undo() {
    let run = |model: &str| {
        let mut run = judge_run();
        run.model = model.to_owned();
        Rc::new(Verdicts::from(run))
    };
    let models = |state: &State| {
        let runs = state.judging.verdicts.iter();
        runs.map(|verdicts| verdicts.run().model.clone()).collect::<Vec<_>>()
    };
    let state = State::default()
        .after(Action::Judging(JudgingAction::Recalled(vec![run("a")])))
        .after(Action::Judging(JudgingAction::Removed(run("a"))))
        .after(Action::Judging(JudgingAction::Recalled(vec![run("b")])));
    let state = undo(state);
    assert_eq!(models(&state), ["b", "a"]);
    assert_eq!(models(&redo(state)), ["b"]);
}

#[test]
fn undo_of_a_setting_leaves_others_alone() {
    let set = |id, value: &str| Action::Settings(SettingsAction::Set(id, value.to_owned()));
    let state = State::default().after(set("ocr.network", "fast"));
    let view = View {
        layer: Layer::Off,
        ..state.view
    };
    let state = undo(state.after(Action::View(ViewAction::Show(view))));
    assert_eq!(state.view.layer, Layer::Off, "it was changed on the page");
    assert_eq!(state.app_settings().get("ocr.network"), None);
    assert_eq!(redo(state).app_settings().get("ocr.network"), Some(&"fast"));
}

#[test]
fn settings_of_an_earlier_visit_are_left_out_if_they_are_not_possible() {
    let kept = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        let owned = |(id, value): &(&str, &str)| ((*id).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    };
    let metrics = kept(&[("ctp.min_words", "3"), ("gone.setting", "1"), ("ctp.threshold", "many")]);
    let state = State::default().with_settings(metrics, &kept(&[("view.theme", "dark"), ("view.boxes", "round")]));
    assert_eq!(*state.settings, kept(&[("ctp.min_words", "3")]));
    assert_eq!(state.app_settings(), BTreeMap::from([("view.theme", "dark")]));
}
