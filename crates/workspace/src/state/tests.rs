#![allow(clippy::unwrap_used)]

use texlens_blob::Blob;
use texlens_evaluate::{Credit, Detail, Evaluation, Kind, Prediction, Provenance, SampleResult, Scored};
use texlens_metrics::{Outcome, Score, Side, Span, SpanKind};
use texlens_ocr::{BBox, Recognition, Token};
use texlens_tex::{Compilation, Use};

mod compare;
mod documents;
mod drawing;
mod formula_list;
mod history;
mod joining;
mod listing;
mod own_models;
mod page_drawings;
mod pdf_text;
mod readers;
mod result;
mod typesetting;

use super::arriving::Arriving;
use super::*;
use crate::brought::{Brought, Draft, Given, Text};
use crate::messages::Heard;
use crate::messages::reading::{Event, Provider, Scope};
use crate::messages::score::{Event as ScoreEvent, Looked};
use crate::messages::tex::Event as TexEvent;
use crate::picture::PdfPage;
use crate::testing::{handed, png};

type File = (String, Vec<u8>);

fn page(name: &str) -> File {
    use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
    let mut bytes = Vec::new();
    PngEncoder::new(&mut bytes)
        .write_image(&[255], 1, 1, ExtendedColorType::L8)
        .unwrap();
    (name.to_owned(), bytes)
}

fn brought(files: Vec<File>) -> Action {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    handed(&files)
}

fn text(name: &str, latex: &str) -> File {
    (name.to_owned(), latex.as_bytes().to_vec())
}

fn nth(state: &State, index: usize) -> &Rc<Sample> {
    state.samples.iter().nth(index).unwrap()
}

fn with(files: Vec<File>) -> State {
    let state = State {
        lanes: 2,
        ..State::default()
    };
    state.after(brought(files))
}

fn provider() -> Provider {
    Provider {
        name: "wasm".to_owned(),
        reason: "no adapter".to_owned(),
        model: "abc".to_owned(),
    }
}

fn recognised(job: Job, latex: &str) -> Action {
    let token = Token {
        range: 0..latex.len(),
        bbox: BBox {
            x0: 0.0,
            y0: 0.0,
            x1: 1.0,
            y1: 1.0,
        },
        kind: texlens_ocr::TokenKind::Text,
        confidence: 1.0,
    };
    Action::Read(ReadAction::Heard(Heard::Event(Event::Recognised {
        job,
        recognition: Recognition {
            latex: latex.to_owned(),
            tokens: vec![token],
            ..Recognition::default()
        },
        page: Blob::new(b"{}", ""),
        seconds: 1.5,
        provider: Some(Box::new(provider())),
    })))
}

fn score(metric: &str, spans: Vec<Span>) -> Score {
    Score {
        metric: metric.to_owned(),
        outcome: Outcome::Defined {
            value: 0.5,
            ratio: None,
        },
        summary: String::new(),
        spans,
        unlisted: 0,
    }
}

/// Lets a worker look at the shown texts, and carries out nothing else.
fn look(mut state: State) -> State {
    while let Some(Errand::Look { sample }) = state.errand() {
        let (job, looked) = (9_999, Looked::at(&state.texts(sample).unwrap()));
        state = state.after(Action::Score(ScoreAction::LookingStarted { sample, job }));
        let event = ScoreEvent::Looked { job, looked };
        state = state.after(Action::Score(ScoreAction::Heard(Heard::Event(event))));
    }
    state
}

/// Runs errands until none is left, as the worker hook does, with job ids from `first` on.
fn start_all(mut state: State, first: Job) -> State {
    let mut job = first;
    while let Some(errand) = state.errand() {
        state = state.after(match errand {
            Errand::Stop(job) => Action::Read(ReadAction::StopSent(job)),
            Errand::StopScoring(job) => Action::Score(ScoreAction::Stopped(job)),
            Errand::Look { sample } => Action::Score(ScoreAction::LookingStarted { sample, job }),
            Errand::Score { samples } => Action::Score(ScoreAction::Started { samples, job }),
            Errand::Draw(page) => Action::Draw(DrawAction::Started(page)),
            Errand::Compile { sample, draws, .. } => Action::Engine(EngineAction::Started { sample, job, draws }),
            Errand::Typeset { samples } => Action::Engine(EngineAction::TypesettingStarted { samples, job }),
            Errand::Tables { sample } => Action::Score(ScoreAction::TablesStarted { sample, job }),
            Errand::TypesetPairs { pairs } => Action::Engine(EngineAction::PairsStarted { pairs, job }),
            Errand::ScorePairs { pairs } => Action::Score(ScoreAction::PairsStarted { pairs, job }),
            Errand::ReadText(page) => Action::Draw(DrawAction::TextStarted(page)),
            Errand::Read { sample, .. }
            | Errand::TypesetText { sample, .. }
            | Errand::Join { document: sample, .. } => Action::Read(ReadAction::Started { sample, job }),
        });
        job += 1;
    }
    state
}

#[test]
fn a_page_is_read_and_then_scored() {
    let state = start_all(with(vec![page("a.png"), text("a.tex", "x")]), 1);
    assert!(matches!(
        nth(&state, 0).reading,
        Reading::Running { job: 1, tiles: None }
    ));
    let state = state.after(Action::Read(ReadAction::Heard(Heard::Progress {
        job: 1,
        done: 2,
        total: 5,
    })));
    assert_eq!(
        nth(&state, 0).reading,
        Reading::Running {
            job: 1,
            tiles: Some((2, 5))
        }
    );
    let state = start_all(state.after(recognised(1, "y")), 2);
    assert_eq!(nth(&state, 0).scoring, Scoring::Running { job: 2 });
    assert_eq!(nth(&state, 0).text_diff.as_ref().unwrap().differences.len(), 1);
    let state = state.after(scored(2));
    assert!(nth(&state, 0).score("ds").is_some());
    assert_eq!(state.errand(), None);
}

#[test]
fn pages_are_read_one_at_a_time() {
    let state = start_all(with(vec![page("a.png"), page("b.png")]), 1);
    assert_eq!(nth(&state, 1).reading, Reading::Queued);
    let state = start_all(state.after(recognised(1, "y")), 2);
    assert_eq!(nth(&state, 1).reading, Reading::Running { job: 2, tiles: None });
}

#[test]
fn two_texts_are_scored_without_a_page() {
    let state = with(vec![text("reference.tex", "a"), text("prediction.tex", "b")]);
    assert!(matches!(state.errand(), Some(Errand::Score { .. })));
}

#[test]
fn a_later_reference_joins_the_shown_page() {
    let state = with(vec![page("a.png")]).after(brought(vec![text("other.tex", "x")]));
    assert_eq!(state.samples.len(), 1);
    assert_eq!(nth(&state, 0).reference.as_ref().unwrap().latex, "x");
}

#[test]
fn a_second_text_becomes_the_prediction() {
    let state = with(vec![text("a.tex", "x")]).after(brought(vec![text("b.tex", "y")]));
    assert_eq!(state.samples.len(), 1);
    assert_eq!(nth(&state, 0).prediction.as_ref().unwrap().latex, "y");
}

#[test]
fn a_given_prediction_is_not_overwritten_by_reading() {
    let state = with(vec![page("a.png"), text("a.pred.tex", "x")]);
    assert_eq!(nth(&state, 0).reading, Reading::Idle);
}

fn show_only(filter: Filter) -> Action {
    Action::Select(SelectAction::List(Listing {
        filter,
        ..Listing::default()
    }))
}

#[test]
fn names_stay_unique() {
    let other = ("a.png".to_owned(), png(2, 1));
    let state = with(vec![page("a.png")]).after(brought(vec![other]));
    assert_eq!(nth(&state, 1).name, "a (2)");
}

#[test]
fn when_the_last_that_is_listed_goes_another_is_shown() {
    let state = with(vec![page("a.png"), page("b.png")]).after(show_only(Filter::NotCompiling));
    let (gone, other) = (nth(&state, 0).id, nth(&state, 1).id);
    let state = state
        .after(Action::Select(SelectAction::Sample(gone)))
        .after(Action::Sample(SampleAction::Remove(gone)));
    assert!(state.listed().is_empty());
    assert_eq!(state.selected, Some(other));
}

#[test]
fn removing_a_running_page_stops_its_job_and_undo_queues_it_again() {
    let state = start_all(with(vec![page("a.png")]), 7);
    let id = nth(&state, 0).id;
    let state = state.after(Action::Sample(SampleAction::Remove(id)));
    assert_eq!((state.samples.len(), state.selected), (0, None));
    assert_eq!(state.errand(), Some(Errand::Stop(7)));
    let state = state
        .after(Action::Read(ReadAction::StopSent(7)))
        .after(Action::History(HistoryAction::Undo));
    assert_eq!(state.selected, Some(id));
    assert!(matches!(state.errand(), Some(Errand::Read { .. })));
    // A late message of the old job changes nothing.
    let state = state.after(Action::Read(ReadAction::Heard(Heard::Cancelled { job: 7 })));
    assert_eq!(nth(&state, 0).reading, Reading::Queued);
}

#[test]
fn cancel_takes_a_waiting_page_back_at_once_and_a_running_one_when_it_stops() {
    let state = start_all(with(vec![page("a.png"), page("b.png")]), 1);
    let (first, second) = (nth(&state, 0).id, nth(&state, 1).id);
    let state = state
        .after(Action::Read(ReadAction::Cancel(second)))
        .after(Action::Read(ReadAction::Cancel(first)));
    assert_eq!(nth(&state, 1).reading, Reading::Cancelled);
    assert_eq!(nth(&state, 0).reading, Reading::Stopping { job: 1 });
    assert_eq!(state.errand(), Some(Errand::Stop(1)));
    let state = state
        .after(Action::Read(ReadAction::StopSent(1)))
        .after(Action::Read(ReadAction::Heard(Heard::Cancelled { job: 1 })));
    assert_eq!(nth(&state, 0).reading, Reading::Cancelled);
    assert_eq!(state.errand(), None);
    assert!(matches!(
        state.after(Action::Read(ReadAction::Read(first))).errand(),
        Some(Errand::Read { .. })
    ));
}

#[test]
fn a_lost_job_is_tried_again_once() {
    let mut state = with(vec![page("a.png")]);
    for job in [1, 2] {
        state = start_all(state, job);
        let restarted = Heard::Restarted {
            message: "The worker died.".to_owned(),
            lost: vec![job],
        };
        state = state.after(Action::Read(ReadAction::Heard(restarted)));
    }
    assert!(matches!(nth(&state, 0).reading, Reading::Failed { .. }));
    assert_eq!(state.errand(), None);
}

/// The app may render neither the start nor the loss: it sees the same errand before and after both.
#[test]
fn an_errand_that_comes_again_is_a_new_one() {
    let state = with(vec![page("a.png")]);
    let seen = (state.errands_run(), state.errand());
    let started = ReadAction::Started {
        sample: nth(&state, 0).id,
        job: 1,
    };
    let restarted = Heard::Restarted {
        message: "The worker died.".to_owned(),
        lost: vec![1],
    };
    let state = state
        .after(Action::Ran(Box::new(Action::Read(started))))
        .after(Action::Read(ReadAction::Heard(restarted)));
    assert_eq!(state.errand(), seen.1);
    assert_ne!(state.errands_run(), seen.0);
}

#[test]
fn a_restart_keeps_what_is_finished() {
    let state = start_all(with(vec![page("a.png"), page("b.png")]), 1);
    let state = start_all(state.after(recognised(1, "y")), 2);
    let restarted = Heard::Restarted {
        message: "The worker died.".to_owned(),
        lost: vec![2],
    };
    let state = state.after(Action::Read(ReadAction::Heard(restarted)));
    assert_eq!(nth(&state, 0).reading, Reading::Done);
    assert_eq!(nth(&state, 1).reading, Reading::Queued);
}

#[test]
fn steps_go_round_the_differences_or_the_spans_of_a_score() {
    let span = |range| Span {
        side: Side::Prediction,
        range,
        kind: SpanKind::Extra,
        note: String::new(),
    };
    let state = start_all(
        with(vec![
            text("gt.tex", "one two three four"),
            text("pred.tex", "one 2 three 4"),
        ]),
        1,
    );
    let scores = vec![score("ctp", vec![span(0..1), span(2..3)])];
    let state = state.after(scored_as(1, scores));
    let step = |state: State, step| state.after(Action::View(ViewAction::StepFocus(step)));

    let state = step(state, Step::Previous);
    assert_eq!(state.focus, Focus::Difference(1));
    let state = step(state, Step::Next);
    assert_eq!(state.focus, Focus::Difference(0));
    let pointed = state.current().unwrap().pointed(&state.focus);
    assert_eq!((pointed.reference, pointed.prediction), (Some(4..7), Some(4..5)));

    let state = state.after(Action::View(ViewAction::Focus(Focus::Score {
        metric: "ctp".to_owned(),
        span: None,
    })));
    let state = step(step(step(state, Step::Next), Step::Next), Step::Next);
    assert_eq!(
        state.focus,
        Focus::Score {
            metric: "ctp".to_owned(),
            span: Some(0)
        }
    );
    assert_eq!(state.current().unwrap().pointed(&state.focus).prediction, Some(0..1));
}

#[test]
fn a_selection_marks_the_tokens_it_touches() {
    let state = start_all(with(vec![page("a.png"), text("a.tex", "one two")]), 1);
    let state = state.after(recognised(1, "one 2"));
    let sample = state.current().unwrap();
    assert_eq!(sample.marked(&Focus::Difference(0)), 0..1);
    assert_eq!(sample.marked(&Focus::Token(0)), 0..1);
    assert!(sample.marked(&Focus::Nothing).is_empty());
}

#[test]
fn escape_closes_the_topmost_thing() {
    let mut state = with(vec![text("a.tex", "x"), text("b.png", "")]);
    state.focus = Focus::Difference(0);
    state.dialog = Some(Dialog::Help);
    let state = state.after(Action::View(ViewAction::Escape));
    assert_eq!(state.dialog, None);
    assert_eq!(state.focus, Focus::Difference(0));
    let state = state.after(Action::View(ViewAction::Escape));
    assert_eq!((&state.focus, state.refusals.len()), (&Focus::Nothing, 1));
    assert_eq!(state.after(Action::View(ViewAction::Escape)).refusals, []);
}

#[test]
fn a_saved_evaluation_opens_with_its_scores() {
    let credit = Credit {
        title: "Waves".to_owned(),
        page: 3,
        authors: "A. Author".to_owned(),
        licence: "MIT".to_owned(),
        licence_url: "https://example.org/LICENSE".to_owned(),
        origin: "example".to_owned(),
        source_url: "https://example.org/".to_owned(),
        changes: String::new(),
    };
    let result = SampleResult {
        id: "a".to_owned(),
        reference: Some("x".to_owned()),
        prediction: Some(Prediction::given("s".to_owned(), "x".to_owned())),
        credit: Some(credit.clone()),
        scores: vec![score("ds", vec![])],
        ..SampleResult::default()
    };
    let provenance = Provenance {
        provider: Some("wasm".to_owned()),
        ..Provenance::default()
    };
    let report = Evaluation {
        samples: vec![result],
        provenance,
        ..Evaluation::default()
    };
    let mut state = State::default();
    state.take(
        Brought {
            reports: vec![report.into()],
            ..Brought::default()
        },
        Arriving {
            is_first: true,
            ..Arriving::default()
        },
    );
    assert!(state.current().unwrap().score("ds").is_some());
    let state = look(state);
    assert_eq!(state.errand(), None);
    assert_eq!(state.current().unwrap().run, None);
    // An opened evaluation is saved as it was.
    let again = state.evaluation(String::new(), Vec::new());
    assert_eq!(again.samples[0].credit, Some(credit));
}

#[test]
fn a_choice_made_while_a_page_is_read_holds_from_the_next_page_on() {
    let state = start_all(with(vec![page("a.png")]), 1);
    let state = state
        .after(Action::Settings(SettingsAction::Set(
            "ocr.provider",
            "webgpu".to_owned(),
        )))
        .after(recognised(1, "y"));
    assert_eq!(nth(&state, 0).reading, Reading::Done);
    assert_eq!(state.runtime, Runtime::Unloaded);
    let id = nth(&state, 0).id;
    let state = start_all(state.after(Action::Read(ReadAction::Read(id))), 2).after(recognised(2, "y"));
    assert_eq!(state.runtime, Runtime::Ready(provider()));
}

#[test]
fn blank_texts_add_nothing() {
    let written = Action::Sample(SampleAction::Written {
        kind: Kind::Page,
        reference: " ".to_owned(),
        prediction: "\n".to_owned(),
        system: "A".to_owned(),
    });
    assert!(State::default().after(written).samples.is_empty());
}

#[test]
fn a_pasted_prediction_is_that_of_the_named_system() {
    for (typed, named) in [(" A ", "A"), (" ", "pasted text")] {
        let state = State::default().after(Action::Sample(SampleAction::Written {
            kind: Kind::Formula,
            reference: "x^2".to_owned(),
            prediction: "x^3".to_owned(),
            system: typed.to_owned(),
        }));
        assert_eq!(state.samples.systems(), [named]);
    }
}

#[test]
fn swapping_scores_again() {
    let state = with(vec![text("a.tex", "x"), text("b.tex", "y")]);
    let id = nth(&state, 0).id;
    let state = start_all(state, 1).after(Action::Sample(SampleAction::Swap(id)));
    assert_eq!(nth(&state, 0).reference.as_ref().unwrap().latex, "y");
    assert_eq!(
        state.errand(),
        Some(Errand::StopScoring(1)),
        "of the texts as they were"
    );
    let state = state.after(Action::Score(ScoreAction::Stopped(1)));
    assert!(matches!(state.errand(), Some(Errand::Score { .. })));
}

#[test]
fn who_is_asked_about_the_sides_says_so_once() {
    let state = with(vec![text("a.tex", "x"), text("b.tex", "y")]);
    let id = nth(&state, 0).id;
    assert!(nth(&state, 0).asks_sides);
    let told = with(vec![text("a.tex", "x"), text("truth.tex", "y")]);
    assert!(!nth(&told, 0).asks_sides, "the names tell");
    for answer in [
        Action::Sample(SampleAction::Swap(id)),
        Action::Sample(SampleAction::KeepSides(id)),
    ] {
        assert!(!nth(&state.clone().after(answer), 0).asks_sides);
    }
}

fn compilation(compiles: bool) -> Compilation {
    Compilation {
        compiles,
        fatal: false,
        pages: 1,
        error_count: usize::from(!compiles),
        errors: Vec::new(),
        limit: None,
    }
}

fn compiled(job: Job, compiles: bool) -> Action {
    Action::Engine(EngineAction::Heard(Heard::Event(TexEvent::Compiled {
        job,
        compilation: compilation(compiles),
        reference: Some(compilation(true)),
        drawn: None,
    })))
}

fn scored(job: Job) -> Action {
    scored_as(job, vec![score("ds", vec![])])
}

fn scored_as(job: Job, scores: Vec<Score>) -> Action {
    let scored = Scored {
        detail: Detail::Spans,
        scores,
        ..Scored::default()
    };
    Action::Score(ScoreAction::Heard(Heard::Event(ScoreEvent::Scored {
        job,
        results: vec![Ok(scored)],
    })))
}

/// Two samples that were scored without the engine. The next job is 3.
fn two_scored() -> State {
    let files = ["a.tex", "a.pred.tex", "b.tex", "b.pred.tex"].map(|name| text(name, name));
    let state = start_all(with(files.to_vec()), 1);
    state.after(scored(1)).after(scored(2))
}

#[test]
fn nothing_is_compiled_before_the_engine_is_asked_for() {
    let state = two_scored();
    assert_eq!((state.errand(), state.compiled()), (None, None));
    let state = state.after(Action::Engine(EngineAction::Use(Use::Fragment)));
    assert!(matches!(state.errand(), Some(Errand::Compile { .. })));
    assert_eq!(state.compiled(), Some((0, 2)));
}

#[test]
fn a_verdict_is_evidence_for_scores_that_stay_until_the_new_ones_are_there() {
    let state =
        start_all(two_scored().after(Action::Engine(EngineAction::Use(Use::Fragment))), 3).after(compiled(3, false));
    let sample = &nth(&state, 0);
    assert_eq!(sample.scoring, Scoring::Queued);
    assert!(sample.score("ds").is_some());
    let again = state.after(Action::Engine(EngineAction::Started {
        sample: SampleId(1),
        job: 4,
        draws: false,
    }));
    let Some(Errand::Score { samples }) = again.errand() else {
        panic!("{:?}", again.errand());
    };
    assert_eq!(samples, [SampleId(0)]);
    let verdict = again.pair(nth(&again, 0).id).unwrap().compilation;
    assert_eq!(verdict, Some(compilation(false)));
}

#[test]
fn a_prediction_with_a_preamble_waits_until_packages_are_asked_for() {
    let whole = "\\documentclass{article}\\begin{document}x\\end{document}";
    let state = with(vec![text("a.tex", "x"), text("a.pred.tex", whole)])
        .after(Action::Engine(EngineAction::Use(Use::Fragment)));
    assert!(!matches!(state.errand(), Some(Errand::Compile { .. })));
    assert_eq!(state.compiled(), None);
    let state = state.after(Action::Engine(EngineAction::Use(Use::Document)));
    assert!(matches!(state.errand(), Some(Errand::Compile { .. })));
    assert_eq!(state.compiled(), Some((0, 1)));
}

#[test]
fn one_text_is_compiled_at_a_time() {
    let state = start_all(two_scored().after(Action::Engine(EngineAction::Use(Use::Fragment))), 3);
    assert_eq!(nth(&state, 0).verdict, Verdict::Running { job: 3 });
    assert_eq!(nth(&state, 1).verdict, Verdict::Open);
    let state = start_all(state.after(compiled(3, true)), 4);
    assert_eq!(nth(&state, 1).verdict, Verdict::Running { job: 4 }, "before scores");
    assert_eq!(state.compiled(), Some((1, 2)));
}

#[test]
fn scores_of_a_new_sample_wait_for_its_verdict_unless_the_engine_is_being_loaded() {
    let files = || vec![text("a.tex", "x"), text("a.pred.tex", "y")];
    let state = start_all(
        State::default()
            .after(Action::Engine(EngineAction::Use(Use::Fragment)))
            .after(brought(files())),
        1,
    );
    assert_eq!(nth(&state, 0).scoring, Scoring::Queued);
    assert_eq!(state.errand(), None);
    let loading = Heard::Event(TexEvent::Loading {
        loaded: 1.0,
        total: 9.0,
    });
    let state = state.after(Action::Engine(EngineAction::Heard(loading)));
    assert!(matches!(state.errand(), Some(Errand::Score { .. })));
}

#[test]
fn a_text_that_brings_the_engine_down_costs_no_other() {
    let state = start_all(two_scored().after(Action::Engine(EngineAction::Use(Use::Fragment))), 3);
    let restarted = Heard::Restarted {
        message: "The worker was stopped: it was not done after 120 s.".to_owned(),
        lost: vec![3],
    };
    let state = state.after(Action::Engine(EngineAction::Heard(restarted)));
    let Verdict::Failed { message } = &nth(&state, 0).verdict else {
        panic!("{:?}", nth(&state, 0).verdict);
    };
    assert!(message.contains("120 s") && message.contains("no verdict"), "{message}");
    let state = start_all(state, 4).after(compiled(4, true));
    assert!(nth(&state, 1).compilation().is_some());
    assert_eq!(state.compiled(), None);
    let state = state.after(Action::Engine(EngineAction::Again(SampleId(0))));
    assert_eq!(nth(&state, 0).verdict, Verdict::Open);
}

#[test]
fn cancelling_takes_back_what_runs_and_keeps_what_is_done() {
    let state = start_all(two_scored().after(Action::Engine(EngineAction::Use(Use::Fragment))), 3);
    let state = start_all(state.after(compiled(3, true)), 4).after(Action::Engine(EngineAction::Stop));
    assert!(nth(&state, 0).compilation().is_some());
    assert_eq!(nth(&state, 1).verdict, Verdict::Open);
    // Later messages of the worker are ignored.
    let state = state.after(compiled(4, true));
    assert_eq!((&state.engine, &nth(&state, 1).verdict), (&Engine::Off, &Verdict::Open));
}

#[test]
fn an_engine_that_cannot_be_loaded_leaves_everything_else_as_it_was() {
    let state = start_all(two_scored().after(Action::Engine(EngineAction::Use(Use::Fragment))), 3);
    let unavailable = Heard::Failed {
        job: Some(3),
        message: "no network".to_owned(),
    };
    let state = state.after(Action::Engine(EngineAction::Heard(unavailable)));
    assert!(matches!(state.engine, Engine::Failed { .. }));
    assert!(state.samples.iter().all(|sample| sample.score("ds").is_some()));
    assert_eq!(state.errand(), None);
}

#[test]
fn the_engine_s_word_replaces_the_instant_check_s_until_the_prediction_changes() {
    let state =
        with(vec![text("a.tex", "x"), text("a.pred.tex", "}")]).after(Action::Engine(EngineAction::Use(Use::Fragment)));
    let certain = |state: &State| nth(state, 0).faults.as_ref().map(|faults| faults.certain);
    assert_eq!(certain(&state), None);
    let paused = look(state.clone().after(Action::Queue(QueueAction::Pause(true))));
    assert_eq!(certain(&paused), Some(false));
    let state = start_all(state, 1).after(compiled(1, true));
    assert_eq!(certain(&state), Some(true));
    assert_eq!(nth(&state, 0).faults.as_ref().unwrap().list, []);
    let state = state.after(Action::Sample(SampleAction::Swap(SampleId(0))));
    assert_eq!(certain(&state), None);
    assert_eq!(nth(&state, 0).verdict, Verdict::Open);
}

#[test]
fn a_text_whose_check_is_lost_is_checked_once_more_and_then_counts_as_unchecked() {
    let paused = Action::Queue(QueueAction::Pause(true));
    let mut state = with(vec![text("a.tex", "x"), text("a.pred.tex", "}")]).after(paused);
    for job in [50, 51] {
        assert!(matches!(state.errand(), Some(Errand::Look { .. })), "{job}");
        state = state.after(Action::Score(ScoreAction::LookingStarted {
            sample: SampleId(0),
            job,
        }));
        let lost = Heard::Restarted {
            message: "it died".to_owned(),
            lost: vec![job],
        };
        state = state.after(Action::Score(ScoreAction::Heard(lost)));
        assert_eq!(nth(&state, 0).faults, None);
    }
    assert_eq!(state.errand(), None);
}

#[test]
fn formulas_are_not_compiled() {
    let state = State::default()
        .after(Action::Engine(EngineAction::Use(Use::Fragment)))
        .after(Action::Sample(SampleAction::Written {
            kind: Kind::Formula,
            reference: "x^2".to_owned(),
            prediction: "x^3".to_owned(),
            system: String::new(),
        }));
    assert!(matches!(state.errand(), Some(Errand::Score { .. })));
    assert_eq!((&nth(&state, 0).faults, state.compiled()), (&None, None));
}

#[test]
fn filters_leave_samples_out_of_the_list_and_of_the_walk() {
    let state =
        start_all(two_scored().after(Action::Engine(EngineAction::Use(Use::Fragment))), 3).after(compiled(3, true));
    let state = start_all(state, 4).after(compiled(4, false));
    let state = state
        .after(Action::Select(SelectAction::Sample(SampleId(0))))
        .after(show_only(Filter::NotCompiling));
    let listed = State::listed;
    assert_eq!((listed(&state), state.selected), (vec![SampleId(1)], Some(SampleId(1))));
    let state = state.after(Action::Select(SelectAction::Neighbour(Step::Previous)));
    assert_eq!(state.selected, Some(SampleId(1)));
    let tables = Filter::all().last().unwrap();
    let state = state.after(show_only(tables)).after(show_only(Filter::All));
    assert_eq!(listed(&state), [SampleId(0), SampleId(1)]);
}

#[test]
fn a_saved_verdict_is_shown_as_it_was() {
    let state =
        start_all(two_scored().after(Action::Engine(EngineAction::Use(Use::Fragment))), 3).after(compiled(3, false));
    let saved = state.evaluation(String::new(), Vec::new());
    assert_eq!(saved.samples[0].compilation, Some(compilation(false)));
    let mut opened = State::default();
    opened.take(
        Brought {
            reports: vec![saved.into()],
            ..Brought::default()
        },
        Arriving {
            is_first: true,
            ..Arriving::default()
        },
    );
    let sample = &nth(&opened, 0);
    assert!(sample.compilation().is_some() && sample.scoring == Scoring::Done);
    assert_eq!(opened.errand(), None);
}

/// A page of three words, one glyph each, in a column with gaps of 10 pixels.
fn words(job: Job, confidences: [f32; 3]) -> Action {
    let place = |index: usize| BBox {
        x0: 0.0,
        y0: [0.0, 20.0, 40.0][index],
        x1: 8.0,
        y1: [10.0, 30.0, 50.0][index],
    };
    let range = |index: usize| 4 * index..4 * index + 3;
    let token = |index: usize| Token {
        range: range(index),
        bbox: place(index),
        kind: texlens_ocr::TokenKind::Text,
        confidence: confidences[index],
    };
    let origin = |index: usize| texlens_ocr::Origin {
        range: range(index),
        glyph: u32::try_from(2 - index).unwrap(),
        confidence: 1.0,
    };
    Action::Read(ReadAction::Heard(Heard::Event(Event::Recognised {
        job,
        recognition: Recognition {
            latex: "one two six\n".to_owned(),
            tokens: (0..3).map(token).collect(),
            origins: (0..3).map(origin).collect(),
            ..Recognition::default()
        },
        page: Blob::new(b"{}", ""),
        seconds: 1.0,
        provider: Some(Box::new(provider())),
    })))
}

fn read_words() -> (State, SampleId) {
    let state = start_all(with(vec![page("a.png")]), 1).after(words(1, [0.9, 0.2, 0.3]));
    let id = state.selected.unwrap();
    (state, id)
}

fn latex(state: &State) -> &str {
    &state.current().unwrap().prediction.as_ref().unwrap().latex
}

fn correct(sample: SampleId, token: usize, latex: &str) -> Action {
    Action::Correct(CorrectAction::Correct {
        sample,
        token,
        latex: latex.to_owned(),
    })
}

#[test]
fn corrections_are_made_and_taken_back_one_by_one() {
    let (state, id) = read_words();
    let state = state.after(correct(id, 1, "three")).after(correct(id, 0, ""));
    assert_eq!(latex(&state), " three six\n");
    assert_eq!(state.current().unwrap().corrections(), 2);
    let state = state.after(Action::History(HistoryAction::Undo));
    assert_eq!(latex(&state), "one three six\n");
    // The correction applies to the current text.
    let state = state.after(correct(id, 1, "four"));
    assert_eq!(latex(&state), "one four six\n");
    assert_eq!(state.current().unwrap().corrections(), 1);
    let state = state.after(correct(id, 1, "two"));
    assert_eq!(state.current().unwrap().corrections(), 0);
    assert_eq!(state.current().unwrap().prediction.as_ref().unwrap().by_hand, None);
}

#[test]
fn corrections_are_scored_beside_what_was_read_and_outlive_a_second_reading() {
    let state = start_all(with(vec![page("a.png"), text("a.tex", "one three six")]), 1).after(words(1, [1.0; 3]));
    let read = state.selected.unwrap();
    let state = start_all(state, 2).after(correct(read, 1, "three"));
    let corrected = state.current().unwrap();
    let id = corrected.id;
    assert_ne!(id, read, "the system keeps what it read, and its score");
    assert_eq!(
        (corrected.name.as_str(), &*corrected.case, corrected.system()),
        (
            "a \u{b7} corrected",
            "a",
            Some(format!("{BUILT_IN}, corrected").as_str())
        )
    );
    assert_eq!(corrected.scoring, Scoring::Queued);
    assert_eq!(state.samples.get(read).unwrap().corrections(), 0);
    // Without corrections only the original is left.
    let undone = state.clone().after(Action::History(HistoryAction::Undo));
    assert_eq!((undone.samples.len(), undone.selected), (1, Some(read)));
    let state = start_all(state.after(Action::Read(ReadAction::Read(id))), 5).after(words(5, [1.0; 3]));
    let state = start_all(state, 7).after(Action::Read(ReadAction::Read(id)));
    assert_eq!(latex(&state), "one three six\n");
}

#[test]
fn a_part_is_read_again_and_given_up_without_loss() {
    let (state, id) = read_words();
    let region = Region::around(BBox {
        x0: 0.0,
        y0: 15.0,
        x1: 9.0,
        y1: 55.0,
    });
    assert_eq!(state.current().unwrap().tokens_in(region), [1, 2]);
    let state = state.after(Action::Read(ReadAction::Part(id, region)));
    match state.errand() {
        Some(Errand::Read {
            scope: Scope::Part(part),
            ..
        }) => assert_eq!(part.region, region.bbox()),
        other => panic!("{other:?}"),
    }
    let given_up = state.clone().after(Action::Read(ReadAction::Cancel(id)));
    assert_eq!(given_up.current().unwrap().reading, Reading::Done);
    let marked = state.after(Action::View(ViewAction::Focus(Focus::Region(region))));
    let state = start_all(marked, 9).after(words(9, [1.0; 3]));
    assert_eq!(state.focus, Focus::Region(region));
    let sample = state.current().unwrap();
    assert_eq!((&sample.reading, &sample.part), (&Reading::Done, &None));
    assert_eq!(sample.unsure().count(), 0);
}

#[test]
fn the_unsure_places_are_walked_round_and_round() {
    let (state, _) = read_words();
    let state = state.after(Action::Correct(CorrectAction::StepUnsure(Step::Next)));
    assert_eq!(state.focus, Focus::Token(1));
    let state = state.after(Action::Correct(CorrectAction::StepUnsure(Step::Next)));
    assert_eq!(state.focus, Focus::Token(2));
    let state = state.after(Action::Correct(CorrectAction::StepUnsure(Step::Next)));
    assert_eq!(state.focus, Focus::Token(1));
    let state = state.after(Action::Correct(CorrectAction::StepUnsure(Step::Previous)));
    assert_eq!(state.focus, Focus::Token(2));
    let state = state.after(Action::Correct(CorrectAction::Open));
    assert_eq!(state.dialog, Some(Dialog::Correct { token: 2 }));
}

#[test]
fn glyphs_and_their_latex_find_each_other() {
    let (state, _) = read_words();
    let sample = state.current().unwrap();
    assert_eq!(sample.pointed(&Focus::Glyph(0)).prediction, Some(8..11));
    assert_eq!(sample.glyph_at(9), Some(0));
    assert_eq!(sample.glyph_at(3), None);
    assert_eq!(sample.marked(&Focus::Glyph(0)), 2..3);
    let region = |y0, y1| Focus::Region(Region { x0: 0, y0, x1: 9, y1 });
    assert_eq!(sample.selected_latex(&region(0, 32)).as_deref(), Some("one two"));
    assert_eq!(sample.selected_latex(&region(12, 18)), None);
}

fn many(count: usize) -> State {
    let file = |index: usize| {
        [
            text(&format!("{index}.tex"), "x"),
            text(&format!("{index}.pred.tex"), "y"),
        ]
    };
    with((0..count).flat_map(file).collect())
}

#[test]
fn texts_are_scored_in_batches_by_as_many_workers_as_there_are() {
    let mut state = many(100);
    state.lanes = 2;
    // The shown sample comes first and alone.
    let state = start_all(state, 1);
    let running = |job| {
        let is_its = |sample: &&Rc<Sample>| sample.scoring == Scoring::Running { job };
        state.samples.iter().filter(is_its).count()
    };
    assert_eq!((running(1), running(2), state.open_work().to_score), (1, 32, 100));
    assert_eq!(state.errand(), None, "both are busy");

    let removed = state.samples.iter().nth(3).unwrap().id;
    let one = Scored {
        scores: vec![score("ds", vec![])],
        ..Scored::default()
    };
    let results = (0..32)
        .map(|index| {
            if index == 1 {
                Err("too long".to_owned())
            } else {
                Ok(one.clone())
            }
        })
        .collect();
    let state = state
        .after(Action::Sample(SampleAction::Remove(removed)))
        .after(Action::Score(ScoreAction::Heard(Heard::Event(ScoreEvent::Scored {
            job: 2,
            results,
        }))));
    let state_of = |index| &nth(&state, index).scoring;
    assert_eq!(*state_of(1), Scoring::Done);
    assert!(
        matches!(state_of(2), Scoring::Failed { .. }),
        "its neighbours were scored"
    );
    assert_eq!(*state_of(3), Scoring::Done);
    assert_eq!(state.open_work().to_score, 68);
}

#[test]
fn long_texts_are_looked_at_by_a_worker() {
    let reference = "word ".repeat(10_000);
    let state = with(vec![
        text("a.tex", &reference),
        text("a.pred.tex", &reference.replace("word", "ward")),
    ]);
    let id = nth(&state, 0).id;
    assert_eq!(state.errand(), Some(Errand::Look { sample: id }));
    let state = start_all(state, 1);
    assert!(nth(&state, 0).waits_for_comparison());
    assert!(nth(&state, 0).faults.is_none());
    let looked = || {
        Action::Score(ScoreAction::Heard(Heard::Event(ScoreEvent::Looked {
            job: 1,
            looked: Looked::at(&state.texts(id).unwrap()),
        })))
    };
    let after = state.clone().after(looked());
    assert!(nth(&after, 0).faults.is_some());
    assert_eq!(nth(&after, 0).text_diff.as_ref().unwrap().differences.len(), 1);

    let changed = state
        .clone()
        .after(Action::Sample(SampleAction::Swap(id)))
        .after(looked());
    assert!(nth(&changed, 0).text_diff.is_none(), "of other texts");
    let changed = changed.after(Action::Score(ScoreAction::Stopped(2)));
    assert_eq!(changed.errand(), Some(Errand::Look { sample: id }));

    let lost = |job: Job| {
        Action::Score(ScoreAction::Heard(Heard::Restarted {
            message: "Gone.".to_owned(),
            lost: vec![job],
        }))
    };
    let state = state.after(lost(1));
    assert_eq!(
        state.errand(),
        Some(Errand::Look { sample: id }),
        "it has another chance"
    );
    let state = start_all(state, 5).after(lost(5));
    assert_eq!(
        nth(&state, 0).text_diff.as_ref().unwrap().differences.len(),
        1,
        "all of it"
    );
    assert!(!matches!(state.errand(), Some(Errand::Look { .. })));
}

#[test]
fn one_worker_fewer_scores_while_files_come() {
    let mut state = many(100);
    state.lanes = 2;
    state.import = Some(Import::Looking { files: 0 });
    let state = start_all(state, 1);
    assert_eq!((state.batches.len(), state.errand()), (1, None));
}

#[test]
fn a_text_that_nobody_waits_for_frees_its_worker() {
    let mut state = many(40);
    state.lanes = 2;
    let state = start_all(state, 1);
    let (first, second) = (nth(&state, 0).id, nth(&state, 1).id);
    assert_eq!(state.errand(), None);
    let changed = SettingsAction::Set("ctp.min_words", "3".to_owned());
    for (action, stopped) in [
        (Action::Sample(SampleAction::Remove(first)), 1),
        (Action::Read(ReadAction::Cancel(second)), 2),
        (Action::Settings(changed), 1),
        (Action::Queue(QueueAction::CancelAll), 1),
    ] {
        let state = state.clone().after(action);
        assert_eq!(state.errand(), Some(Errand::StopScoring(stopped)));
    }
    let state = state
        .after(Action::Read(ReadAction::Cancel(second)))
        .after(Action::Score(ScoreAction::Stopped(2)));
    assert_eq!(nth(&state, 1).scoring, Scoring::Cancelled);
    assert_eq!(nth(&state, 2).scoring, Scoring::Queued, "its neighbours go again");
    assert_eq!(nth(&state, 2).attempts, 0, "and have done nothing wrong");
    assert!(matches!(state.errand(), Some(Errand::Score { samples }) if samples.len() == 32));
}

#[test]
fn a_text_that_kills_its_worker_takes_no_other_with_it() {
    let mut state = many(40);
    state.lanes = 1;
    let state = start_all(state, 1).after(scored(1));
    let state = start_all(state, 2);
    let lost = |job| {
        Action::Score(ScoreAction::Heard(Heard::Restarted {
            message: "Gone.".to_owned(),
            lost: vec![job],
        }))
    };
    let mut state = state.after(lost(2));
    // Now each sample of the batch goes alone. The first one kills its worker again.
    for job in 3..=34 {
        state = start_all(state, job);
        state = state.after(if job == 3 { lost(job) } else { scored(job) });
    }
    let failed = |sample: &&Rc<Sample>| matches!(sample.scoring, Scoring::Failed { .. });
    assert_eq!(state.samples.iter().filter(failed).count(), 1);
    assert_eq!(state.samples.count(Stage::Unfinished), 1);
    assert_eq!(state.open_work().to_score, 7);
}

#[test]
fn what_waits_can_be_paused_cancelled_and_tried_again() {
    let state = look(many(50).after(Action::Queue(QueueAction::Pause(true))));
    assert_eq!(state.errand(), None);
    let state = state.after(Action::Queue(QueueAction::CancelAll));
    assert_eq!(
        (state.open_work(), state.samples.count(Stage::Unfinished)),
        (Open::default(), 50)
    );
    let state = state.after(Action::Queue(QueueAction::RetryAll));
    assert_eq!(state.open_work().to_score, 50);
    assert!(matches!(state.errand(), Some(Errand::Score { .. })));
}

#[test]
fn places_behind_scores_are_found_again_for_the_one_that_is_looked_at() {
    let mut state = many(501);
    state.lanes = 1;
    let mut state = start_all(state, 1).after(scored(1));
    let second = nth(&state, 1).id;
    assert!(!state.wants_details(second));
    state = start_all(state, 2);
    let thin = Scored {
        scores: vec![score("ds", vec![])],
        ..Scored::default()
    };
    let results = vec![Ok(thin); 32];
    state = state.after(Action::Score(ScoreAction::Heard(Heard::Event(ScoreEvent::Scored {
        job: 2,
        results,
    }))));
    assert_eq!(nth(&state, 1).scoring, Scoring::Done);
    state = state.after(Action::Select(SelectAction::Sample(second)));
    assert_eq!(nth(&state, 1).scoring, Scoring::Queued);
    assert!(nth(&state, 1).score("ds").is_some(), "shown meanwhile");
    assert_eq!(state.errand(), Some(Errand::Score { samples: vec![second] }));
}
