//! Tests of pages that the engine draws.

use texlens_vocabulary::DrawnPage;

use super::*;
use crate::messages::tex::DrawnText;

/// A page with its image, both texts and scores, shown. The next job is 2.
fn shown(prediction: &str) -> State {
    let files = vec![page("a.png"), text("a.tex", "x"), text("a.pred.tex", prediction)];
    start_all(with(files), 1).after(scored(1))
}

fn look(state: State, look: PageLook) -> State {
    let view = View { look, ..state.view };
    state.after(Action::View(ViewAction::Show(view)))
}

fn use_engine(state: State, usage: Use) -> State {
    state.after(Action::Engine(EngineAction::Use(usage)))
}

fn drawn_page(ink: Option<[f64; 4]>) -> DrawnPage {
    DrawnPage {
        svg: "<svg/>".to_owned(),
        ink,
        aspect: 0.5,
        unmatched: 0,
        undrawn: 0,
    }
}

fn drawn(job: Job, compiles: bool) -> Action {
    let text = DrawnText {
        pages: vec![drawn_page(None)],
        count: 1,
        unmatched: 0,
        undrawn: 0,
    };
    Action::Engine(EngineAction::Heard(Heard::Event(TexEvent::Compiled {
        job,
        compilation: compilation(compiles),
        reference: Some(compilation(true)),
        drawn: Some([Some(text.clone()), Some(text)]),
    })))
}

fn lost(job: Job) -> Action {
    Action::Engine(EngineAction::Heard(Heard::Restarted {
        message: "The engine hung.".to_owned(),
        lost: vec![job],
    }))
}

/// Returns whether the next errand compiles a prediction, and whether it draws it.
fn compiles(state: &State) -> Option<bool> {
    match state.errand() {
        Some(Errand::Compile { draws, .. }) => Some(draws),
        _ => None,
    }
}

#[test]
fn one_run_gives_the_drawing_and_the_verdict() {
    let state = use_engine(use_engine(shown("y"), Use::Fragment), Use::Dvi);
    assert_eq!(compiles(&state), Some(false), "nobody looks at the drawing");
    let state = look(state, PageLook::Typeset);
    assert_eq!(compiles(&state), Some(true));
    let state = start_all(state, 2);
    assert_eq!(nth(&state, 0).verdict, Verdict::Running { job: 2 });
    let state = state.after(drawn(2, false));
    assert!(state.page_drawings.of(nth(&state, 0)).is_some());
    assert_eq!(
        nth(&state, 0).compilation().map(|verdict| verdict.compiles),
        Some(false)
    );
    assert_eq!(compiles(&state), None, "there is nothing left to compile");
    assert!(
        matches!(state.errand(), Some(Errand::Score { .. })),
        "the verdict is evidence"
    );
}

#[test]
fn a_page_is_drawn_only_after_drawings_were_asked_for() {
    let state = look(shown("y"), PageLook::Beside);
    assert_eq!(compiles(&state), None);
    assert_eq!(compiles(&use_engine(state.clone(), Use::Fragment)), Some(false));
    assert_eq!(compiles(&use_engine(state, Use::Dvi)), Some(true));
}

#[test]
fn a_verdict_stays_while_its_page_is_drawn_and_scores_stay_if_it_is_the_same() {
    let state = start_all(use_engine(shown("y"), Use::Fragment), 2).after(compiled(2, true));
    let state = start_all(state, 3).after(scored(3));
    let state = start_all(use_engine(look(state, PageLook::Overlay), Use::Dvi), 4);
    assert!(nth(&state, 0).compilation().is_some());
    assert_eq!(state.errand(), None, "the engine does one thing at a time");
    let same = state.clone().after(drawn(4, true));
    assert_eq!(same.errand(), None);
    assert!(same.page_drawings.of(nth(&same, 0)).is_some());
    let other = state.after(drawn(4, false));
    assert_eq!(nth(&other, 0).scoring, Scoring::Queued);
}

#[test]
fn a_text_that_has_changed_is_drawn_again() {
    let state = start_all(use_engine(look(shown("y"), PageLook::Typeset), Use::Dvi), 2);
    let swap = SampleAction::Swap(nth(&state, 0).id);
    let state = state.after(Action::Sample(swap));
    let late = state.after(drawn(2, true));
    assert!(
        late.page_drawings.of(nth(&late, 0)).is_none(),
        "the drawing is of the old text"
    );
    assert_eq!(compiles(&late), Some(true));
}

#[test]
fn a_page_with_a_preamble_needs_the_packages_to_be_drawn() {
    let whole = "\\documentclass{article}\\begin{document}x\\end{document}";
    let state = look(shown(whole), PageLook::Typeset);
    assert_eq!(compiles(&use_engine(state.clone(), Use::Dvi)), None);
    assert_eq!(compiles(&use_engine(state, Use::DocumentDvi)), Some(true));
}

#[test]
fn a_sample_without_an_image_is_drawn_in_its_tab() {
    let files = vec![text("a.tex", "x"), text("a.pred.tex", "y")];
    let state = use_engine(start_all(with(files), 1).after(scored(1)), Use::Dvi);
    let state = look(state, PageLook::Beside);
    assert_eq!(
        compiles(&state),
        None,
        "without an image there is no choice of pictures"
    );
    let view = View {
        tab: Tab::Pages,
        ..state.view
    };
    assert_eq!(compiles(&state.after(Action::View(ViewAction::Show(view)))), Some(true));
}

#[test]
fn a_page_that_the_engine_is_lost_with_is_drawn_again_only_on_request() {
    let state = start_all(use_engine(look(shown("y"), PageLook::Typeset), Use::Dvi), 2).after(lost(2));
    assert!(matches!(nth(&state, 0).verdict, Verdict::Failed { .. }));
    assert_eq!(compiles(&state), None);
    let again = EngineAction::Again(nth(&state, 0).id);
    let again = state.after(Action::Engine(again));
    assert_eq!(compiles(&again), Some(true));
    assert!(!again.uses.contains(&Use::Fragment), "no other files are loaded");
}

#[test]
fn an_engine_that_is_stopped_draws_again_once_it_is_used() {
    let state = start_all(use_engine(look(shown("y"), PageLook::Typeset), Use::Dvi), 2);
    let state = state.after(Action::Engine(EngineAction::Stop));
    assert_eq!(compiles(&state), None);
    assert_eq!(compiles(&use_engine(state, Use::Dvi)), Some(true));
}

#[test]
fn ink_lies_over_the_text_of_the_image() {
    let area = BBox {
        x0: 20.0,
        y0: 30.0,
        x1: 60.0,
        y1: 90.0,
    };
    // The ink is half as wide as the paper, so the paper is 80 pixels wide and 160 high.
    let page = drawn_page(Some([0.25, 0.125, 0.75, 0.5]));
    assert_eq!(overlaid(&page, Some(area), (100, 200)), [0.0, 0.05, 0.8]);
    for (page, area) in [
        (drawn_page(None), Some(area)),
        (page.clone(), None),
        (drawn_page(Some([0.5, 0.5, 0.5, 0.5])), Some(area)),
    ] {
        assert_eq!(overlaid(&page, area, (100, 200)), [0.0, 0.0, 1.0]);
    }
}
