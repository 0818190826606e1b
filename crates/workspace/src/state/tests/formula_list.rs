//! Tests of the list of the formulas of all samples.

use texlens_evaluate::{Formula, FormulaPair};

use super::*;
use crate::messages::score::Texts;

fn formula(latex: &str, display: bool) -> Option<Formula> {
    Some(Formula {
        latex: latex.to_owned(),
        display,
        range: 0..latex.len(),
    })
}

fn pair(reference: Option<Formula>, prediction: Option<Formula>, exact: bool) -> FormulaPair {
    FormulaPair {
        reference,
        prediction,
        exact,
        found: texlens_evaluate::Found::default(),
    }
}

/// A state with two scored pages: the first has four pairs, the formulas of the second are not determined.
fn pages() -> State {
    let mut state = two_scored();
    let ids: Vec<SampleId> = state.samples.iter().map(|sample| sample.id).collect();
    let scored = |detail, formulas| {
        Some(Rc::new(Scored {
            detail,
            formulas,
            ..Scored::default()
        }))
    };
    let pairs = vec![
        pair(formula("a", false), formula("a", false), true),
        pair(formula("b", true), formula("{b}", true), false),
        pair(formula("c", true), None, false),
        pair(None, formula("d", false), false),
    ];
    state.edit(ids[0], |sample| sample.scored = scored(Detail::Spans, pairs));
    state.edit(ids[1], |sample| sample.scored = scored(Detail::Values, Vec::new()));
    state.after(Action::View(ViewAction::Screen(Screen::Formulas)))
}

fn listed(state: &State, listing: &FormulaListing) -> Vec<(u32, Option<usize>)> {
    let made = FormulaItems::of(&state.samples, &state.formula_pairs, listing);
    made.items.iter().map(|item| (item.sample.0, item.pair)).collect()
}

fn filtered(filter: FormulaFilter) -> FormulaListing {
    FormulaListing {
        filter,
        ..FormulaListing::default()
    }
}

#[test]
fn pairs_are_filtered_by_what_is_known_of_them() {
    let state = pages();
    let first = |pairs: &[usize]| {
        pairs
            .iter()
            .map(|pair| (0, Some(*pair)))
            .chain([(1, None)])
            .collect::<Vec<_>>()
    };
    assert_eq!(listed(&state, &FormulaListing::default()), first(&[0, 1, 2, 3]));
    assert_eq!(listed(&state, &filtered(FormulaFilter::Different)), first(&[1, 2, 3]));
    assert_eq!(listed(&state, &filtered(FormulaFilter::Missing)), first(&[2]));
    assert_eq!(listed(&state, &filtered(FormulaFilter::Extra)), first(&[3]));
    let displayed = FormulaListing {
        displayed: Some(true),
        ..FormulaListing::default()
    };
    assert_eq!(listed(&state, &displayed), first(&[1, 2]));
    let of_nobody = FormulaListing {
        system: Some("nobody".into()),
        ..FormulaListing::default()
    };
    assert_eq!(listed(&state, &of_nobody), []);
}

#[test]
fn a_long_list_is_made_in_steps_of_the_samples_as_they_were() {
    let mut state = pages();
    let of_page = Rc::clone(state.samples.get(SampleId(0)).unwrap());
    for id in 2..2_500 {
        let mut copy = (*of_page).clone();
        (copy.id, copy.name) = (SampleId(id), format!("copy {id}"));
        state.samples.insert(Rc::new(copy));
    }
    let whole = FormulaItems::of(&state.samples, &state.formula_pairs, &FormulaListing::default());
    assert_eq!(whole.items.len(), 2_499 * 4 + 1);
    let mut making = FormulaItems::begin(&state.samples, &state.formula_pairs, &FormulaListing::default());
    assert_eq!(making.step(), None);
    // What changes meanwhile shows in the next list.
    state.samples.remove(SampleId(2_000));
    assert_eq!(making.step(), None);
    assert_eq!(making.step(), Some(whole));
}

#[test]
fn values_are_determined_for_an_order_and_put_the_worst_first() {
    let listing = FormulaListing {
        order: FormulaOrder::Worst { metric: "exact".into() },
        ..FormulaListing::default()
    };
    let state = pages().after(Action::Formulas(FormulaAction::List(listing.clone())));
    let made = FormulaItems::of(&state.samples, &state.formula_pairs, &listing);
    assert_eq!(made.to_value.len(), 4);
    let mut state = state.after(Action::Formulas(FormulaAction::Value(made.to_value)));
    assert_eq!(state.formula_pairs.progress(), Some((0, 4)));
    let Some(Errand::ScorePairs { pairs }) = state.errand() else {
        panic!("{:?}", state.errand());
    };
    let valued = |pair: &Texts| {
        let value = match (&pair.reference, &pair.prediction) {
            (Some(_), None) => 0.25,
            (Some(reference), Some(prediction)) if reference == prediction => 1.0,
            (Some(_), _) => 0.75,
            (None, _) => return Err("it has no reference".to_owned()),
        };
        let outcome = Outcome::Defined { value, ratio: None };
        Ok(Scored {
            scores: vec![Score {
                outcome,
                ..score("exact", vec![])
            }],
            ..Scored::default()
        })
    };
    let results = pairs.iter().map(valued).collect();
    state = state
        .after(Action::Score(ScoreAction::PairsStarted { pairs, job: 7 }))
        .after(Action::Score(ScoreAction::Heard(Heard::Event(ScoreEvent::Scored {
            job: 7,
            results,
        }))));
    assert_eq!(state.formula_pairs.progress(), None);
    let worst = [(0, Some(2)), (0, Some(1)), (0, Some(0)), (0, Some(3)), (1, None)];
    assert_eq!(listed(&state, &listing), worst);

    // The keys walk in this order.
    let next = || Action::Select(SelectAction::Neighbour(Step::Next));
    let state = state.after(next()).after(next());
    assert_eq!(state.formula_list.cursor.and_then(|item| item.pair), Some(1));
    assert_eq!(state.place().unwrap().formula, Some(2));
    let item = state.formula_list.cursor.unwrap();
    let state = state.after(Action::Formulas(FormulaAction::Open(item)));
    assert_eq!(
        (state.screen(), state.view.tab, &state.focus),
        (Screen::Samples, Tab::Formulas, &Focus::Formula(1))
    );
    let lines = state.formulas_as_lines(&[item]);
    let line: serde_json::Value = serde_json::from_str(lines.trim()).unwrap();
    assert_eq!(
        (line["reference"].as_str(), line["scores"]["exact"].as_f64()),
        (Some("b"), Some(0.75))
    );
}

#[test]
fn formulas_of_a_sample_in_sight_are_determined() {
    let state = pages();
    let id = nth(&state, 1).id;
    assert!(!state.formula_list.is_looked_at(id));
    let state = state.after(Action::Formulas(FormulaAction::Show {
        pairs: Vec::new(),
        samples: vec![id],
    }));
    assert_eq!(nth(&state, 1).scoring, Scoring::Queued);
    assert!(state.formula_list.is_looked_at(id));
    assert_eq!(state.pair(id).unwrap().detail, Detail::Spans);
}

#[test]
fn rows_of_a_display_keep_what_aligns_them() {
    let source = "\\begin{eqnarray*}a &=& b\\end{eqnarray*}";
    let formula = Formula {
        latex: "a &=& b".to_owned(),
        display: true,
        range: 0..source.len(),
    };
    let texts = texts_of(&pair(Some(formula.clone()), Some(formula), true), source, "$x$");
    assert_eq!(
        texts.reference.as_deref(),
        Some("\\begin{array}{rcl}a &=& b\\end{array}")
    );
    assert_eq!(
        texts.prediction.as_deref(),
        Some("a &=& b"),
        "its text has no such environment"
    );
}
