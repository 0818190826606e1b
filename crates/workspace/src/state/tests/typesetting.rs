//! Tests of formulas that the engine sets and draws.

use texlens_metrics::Appearance;
use texlens_vocabulary::Drawn;

use super::*;
use crate::messages::score::Texts;
use crate::messages::tex::TypesetPair;

/// A state with formulas that were scored without the engine. The next job is 9.
fn formulas(count: usize) -> State {
    let mut state = State {
        lanes: 8,
        ..State::default()
    };
    for index in 0..count {
        state = state.after(Action::Sample(SampleAction::Written {
            kind: Kind::Formula,
            reference: format!("x^{index}"),
            prediction: format!("x_{index}"),
            system: String::new(),
        }));
        let job = Job::try_from(index).unwrap() + 1;
        let id = nth(&state, index).id;
        let samples = vec![id];
        state = state
            .after(Action::Score(ScoreAction::Started { samples, job }))
            .after(scored_as(job, vec![without_look()]));
    }
    state
}

/// What a metric of appearance says without the engine.
fn without_look() -> Score {
    let reason =
        "not typeset yet: use \"Typeset\" in the app, or give the command --typeset, or Python tex=True".to_owned();
    Score {
        outcome: Outcome::Undefined { reason },
        ..score("visual_exact", vec![])
    }
}

fn typeset(job: Job, count: usize) -> Action {
    let pair = TypesetPair {
        appearances: [Some(Appearance::default()), Some(Appearance::default())],
        drawn: [Some(Drawn::Blank), Some(Drawn::Blank)],
    };
    heard(Heard::Event(TexEvent::Typeset {
        job,
        pairs: vec![pair; count],
    }))
}

fn scores_of_pairs(job: Job, count: usize) -> Action {
    let scored = Scored {
        scores: vec![score("visual_exact", vec![])],
        ..Scored::default()
    };
    Action::Score(ScoreAction::Heard(Heard::Event(ScoreEvent::Scored {
        job,
        results: vec![Ok(scored); count],
    })))
}

fn show(pairs: Vec<Texts>) -> Action {
    Action::Formulas(FormulaAction::Show {
        pairs,
        samples: Vec::new(),
    })
}

fn heard(event: Heard<TexEvent>) -> Action {
    Action::Engine(EngineAction::Heard(event))
}

fn use_engine(usage: Use) -> Action {
    Action::Engine(EngineAction::Use(usage))
}

fn lost(job: Job) -> Action {
    heard(Heard::Restarted {
        message: "The engine hung.".to_owned(),
        lost: vec![job],
    })
}

#[test]
fn formulas_are_typeset_together_once_that_is_asked_for() {
    let state = formulas(3);
    assert_eq!(state.errand(), None);
    let state = state.after(use_engine(Use::Fragment));
    assert_eq!(state.errand(), None, "the files for formulas were not asked for");
    let state = state.after(use_engine(Use::Dvi));
    let Some(Errand::Typeset { samples }) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    assert_eq!(samples.len(), 3);
    assert_eq!(
        samples.first(),
        state.selected.as_ref(),
        "the shown formula comes first"
    );
    assert_eq!(state.compiled(), Some((0, 3)));
}

#[test]
fn appearances_are_evidence_and_are_kept_only_until_the_scores_are_there() {
    let state = start_all(formulas(1).after(use_engine(Use::Dvi)), 9).after(typeset(9, 1));
    let id = nth(&state, 0).id;
    assert!(state.pair(id).unwrap().appearances.is_some());
    assert!(nth(&state, 0).scored.is_some(), "old scores are shown until then");
    let state = start_all(state, 10).after(scored_as(10, vec![score("visual_exact", vec![])]));
    assert_eq!(nth(&state, 0).typesetting, Typesetting::Done);
    assert!(state.pair(id).unwrap().appearances.is_none());
    assert_eq!(state.errand(), None);

    // A second scoring for the spans alone lacks the appearance.
    let mut again = state.clone();
    again.edit(id, |sample| sample.scoring = Scoring::Queued);
    let again = start_all(again, 11).after(scored_as(11, vec![without_look()]));
    assert_eq!(nth(&again, 0).score("visual_exact").and_then(Score::value), Some(0.5));

    let settings = Action::Settings(SettingsAction::Set("ctp.min_words", "5".to_owned()));
    let with_settings = state.after(settings);
    assert_eq!(nth(&with_settings, 0).typesetting, Typesetting::Open);
    assert!(matches!(with_settings.errand(), Some(Errand::Typeset { .. })));
}

#[test]
fn scores_of_a_new_formula_wait_for_its_look() {
    let written = Action::Sample(SampleAction::Written {
        kind: Kind::Formula,
        reference: "x".to_owned(),
        prediction: "y".to_owned(),
        system: String::new(),
    });
    let state = State::default().after(use_engine(Use::Dvi)).after(written);
    assert!(matches!(state.errand(), Some(Errand::Typeset { .. })));
    let state = start_all(state, 1);
    assert_eq!(nth(&state, 0).scoring, Scoring::Queued);
    let changed = state
        .after(Action::Sample(SampleAction::Swap(SampleId(0))))
        .after(typeset(1, 1));
    assert_eq!(
        nth(&changed, 0).typesetting,
        Typesetting::Open,
        "the result is about other texts"
    );
}

#[test]
fn a_formula_that_the_engine_is_lost_with_costs_itself_alone() {
    let state = start_all(formulas(2).after(use_engine(Use::Dvi)), 9).after(lost(9));
    let Some(Errand::Typeset { samples }) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    assert_eq!(samples.len(), 1);
    let state = start_all(state, 10).after(lost(10));
    let failed = samples[0];
    let message = match &state.samples.get(failed).unwrap().typesetting {
        Typesetting::Failed { message } => message.clone(),
        other => panic!("{other:?}"),
    };
    assert!(message.starts_with("The engine hung."), "{message}");
    assert!(matches!(state.errand(), Some(Errand::Typeset { samples }) if samples.len() == 1));
    let state = state.after(Action::Engine(EngineAction::Again(failed)));
    assert_eq!(state.samples.get(failed).unwrap().typesetting, Typesetting::Open);
}

#[test]
fn formulas_on_the_screen_are_drawn_first_and_once() {
    let pair = |latex: &str| Texts {
        reference: Some(latex.to_owned()),
        prediction: None,
    };
    let wanted = vec![pair("a"), pair("b"), pair("a")];
    let distinct = vec![pair("a"), pair("b")];
    let state = formulas(1).after(show(wanted.clone()));
    let pairs = distinct.clone();
    assert_eq!(state.errand(), Some(Errand::ScorePairs { pairs }), "without the look");
    let state = state.after(use_engine(Use::Dvi));
    assert_eq!(state.errand(), Some(Errand::TypesetPairs { pairs: distinct }));
    let state = start_all(state, 9);
    assert_eq!(state.errand(), None, "the engine does one thing at a time");
    let state = state.after(typeset(9, 2));
    assert!(state.formula_pairs.card(&wanted[2]).unwrap().drawn.is_some());
    let pair_to_score = state.formula_pair(&pair("a"));
    assert!(pair_to_score.appearances.is_some());
    let state = start_all(state, 10).after(lost(11));

    let state = state.after(show(vec![pair("c"), pair("d")]));
    let state = start_all(state.after(scores_of_pairs(10, 2)), 12).after(lost(12));
    assert_eq!(state.errand(), Some(Errand::TypesetPairs { pairs: vec![pair("c")] }));
    let state = start_all(state, 13).after(lost(13));
    let failed = &state.formula_pairs.card(&pair("c")).unwrap().drawn;
    assert!(matches!(failed, Some([Some(Drawn::Failed(_)), None])), "{failed:?}");
}
