//! Tests of the result of a sample: its key scores, the scores without a value, and its tabs.

use super::*;

fn given(metric: &str, value: f64) -> Score {
    Score {
        outcome: Outcome::Defined { value, ratio: None },
        ..score(metric, vec![])
    }
}

fn undefined(metric: &str, reason: &str) -> Score {
    Score {
        outcome: Outcome::Undefined {
            reason: reason.to_owned(),
        },
        ..score(metric, vec![])
    }
}

/// A page with both texts and these scores. The next job is 2.
fn scored_page(scores: Vec<Score>) -> State {
    let files = vec![page("a.png"), text("a.tex", "x"), text("a.pred.tex", "y")];
    start_all(with(files), 1).after(scored_as(1, scores))
}

fn key(state: &State, aspect: Aspect) -> (Option<&'static str>, Option<f64>) {
    let keys = nth(state, 0).key_scores();
    let key = keys.iter().find(|key| key.aspect == aspect).unwrap();
    (key.metric, key.value)
}

#[test]
fn the_first_metric_with_a_value_is_a_key_score() {
    let state = scored_page(vec![
        undefined("overall", "csr is missing"),
        given("overall_defined", 0.75),
        given("ds", 0.5),
        undefined("structural", "cc is missing"),
        given("sa", 0.25),
    ]);
    assert_eq!(key(&state, Aspect::Overall), (Some("overall_defined"), Some(0.75)));
    assert_eq!(key(&state, Aspect::Text), (Some("ds"), Some(0.5)));
    assert_eq!(key(&state, Aspect::Formulas), (Some("fa"), None));
    assert_eq!(key(&state, Aspect::Structure), (Some("sa"), Some(0.25)));
    assert_eq!(key(&state, Aspect::Compiles), (None, None), "nobody asked the engine");
    let state = scored_page(vec![given("overall", 1.0), given("overall_defined", 0.75)]);
    assert_eq!(key(&state, Aspect::Overall), (Some("overall"), Some(1.0)));
}

#[test]
fn every_metric_of_a_key_score_exists() {
    for kind in [Kind::Page, Kind::Formula] {
        let mut sample = Sample::new(SampleId(0), "a".to_owned());
        sample.kind = kind;
        assert!(sample.key_scores().is_empty(), "there is nothing to show");
        sample.scored = Some(Rc::new(Scored::default()));
        for key in sample.key_scores() {
            let info = key.metric.map(|metric| texlens_metrics::info(metric).unwrap());
            assert!(info.is_none_or(|info| info.kinds.contains(&kind)), "{key:?}");
            assert_eq!(info.is_none(), key.aspect == Aspect::Compiles);
        }
    }
}

#[test]
fn a_verdict_is_a_key_score_without_a_reference() {
    let state = with(vec![text("a.pred.tex", "y")]).after(Action::Engine(EngineAction::Use(Use::Fragment)));
    assert!(nth(&state, 0).key_scores().is_empty() && nth(&state, 0).lacks_reference());
    let state = start_all(state, 1).after(compiled(1, false));
    assert_eq!(key(&state, Aspect::Compiles), (None, Some(0.0)));
    assert_eq!(key(&state, Aspect::Text), (Some("ds"), None));
}

#[test]
fn scores_without_a_value_are_grouped_by_reason_and_those_with_a_remedy_come_first() {
    let state = scored_page(vec![
        undefined("overall", "cc and csr are missing"),
        undefined("cc", "the reference has no citation"),
        undefined("csr", "not compiled"),
        given("ds", 0.5),
        undefined("cc_matched", "the reference has no citation"),
        undefined("usability", "csr is missing"),
        undefined("csr_lenient", "not compiled"),
    ]);
    let groups = |state: &State| -> Vec<(Option<String>, Option<Remedy>, Vec<String>)> {
        let groups = nth(state, 0).undefined().into_iter();
        let named = groups.map(|group| {
            let ids = group.scores.iter().map(|score| score.metric.clone()).collect();
            (group.reason.map(str::to_owned), group.remedy, ids)
        });
        named.collect()
    };
    let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    let citation = Some("the reference has no citation".to_owned());
    let compile = Some("not compiled".to_owned());
    assert_eq!(
        groups(&state),
        [
            (compile.clone(), Some(Remedy::Compile), ids(&["csr", "csr_lenient"])),
            (citation.clone(), None, ids(&["cc", "cc_matched"])),
            (None, None, ids(&["overall", "usability"])),
        ]
    );
    let state = start_all(state.after(Action::Engine(EngineAction::Use(Use::Fragment))), 2).after(compiled(2, true));
    let remedies: Vec<Option<Remedy>> = groups(&state).into_iter().map(|(_, remedy, _)| remedy).collect();
    assert_eq!(remedies, [None; 3], "the verdict is there");
}

#[test]
fn a_page_has_a_tab_if_there_is_no_room_beside_the_tabs() {
    let state = scored_page(vec![given("ds", 0.5)]);
    let usual = [Tab::Scores, Tab::Source, Tab::Formulas, Tab::Tables, Tab::Compile];
    assert_eq!(nth(&state, 0).tabs(false), usual);
    assert_eq!(nth(&state, 0).tabs(true).first(), Some(&Tab::Page));
    let state = with(vec![text("a.tex", "x")]);
    assert_eq!(nth(&state, 0).tabs(true), [Tab::Scores, Tab::Source, Tab::Formulas]);
}

#[test]
fn what_is_selected_is_shown_in_the_tab_that_has_it() {
    let state = scored_page(vec![given("ds", 0.5)]);
    let after = |tab: Tab, focus: Focus| {
        let view = View { tab, ..state.view };
        let state = state.clone().after(Action::View(ViewAction::Show(view)));
        state.after(Action::View(ViewAction::Focus(focus))).view.tab
    };
    let ds = |span| Focus::Score {
        metric: "ds".to_owned(),
        span,
    };
    assert_eq!(after(Tab::Scores, ds(Some(0))), Tab::Source);
    assert_eq!(after(Tab::Formulas, ds(None)), Tab::Scores, "there is no passage");
    assert_eq!(after(Tab::Source, Focus::Fault(0)), Tab::Compile);
    assert_eq!(after(Tab::Page, Focus::Token(0)), Tab::Page);
    assert_eq!(after(Tab::Formulas, Focus::Token(0)), Tab::Source);
    assert_eq!(after(Tab::Page, Focus::Difference(0)), Tab::Source);
    assert_eq!(after(Tab::Scores, Focus::Nothing), Tab::Scores);
}
