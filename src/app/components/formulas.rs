use std::rc::Rc;

use texlens_evaluate::{Formula, FormulaPair};
use yew::prelude::*;

use super::formula_view::FormulaView;
use crate::{
    app::state::{Action, Focus, View},
    worker::score::protocol::Scored,
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) scored: Rc<Scored>,
    pub(super) reference: Rc<str>,
    pub(super) prediction: Rc<str>,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// The formulas of both sides, side by side; those that differ first.
#[component]
pub(super) fn Formulas(props: &Props) -> Html {
    let Props {
        scored,
        reference,
        prediction,
        view,
        send,
    } = props;
    let view = *view;
    let mut pairs: Vec<(usize, &FormulaPair)> = scored.formulas.iter().enumerate().collect();
    // The sort is stable: reading order within each group.
    pairs.sort_by_key(|(_, pair)| pair.exact);
    if view.different_only {
        pairs.retain(|(_, pair)| !pair.exact);
    }
    let toggle = send.reform(move |_: Event| {
        Action::Show(View {
            different_only: !view.different_only,
            ..view
        })
    });
    html! {
        <>
            <div class="toolbar">
                <label class="check">
                    <input type="checkbox" checked={view.different_only} onchange={toggle} />
                    {"Different only"}
                </label>
            </div>
            if pairs.is_empty() {
                <p class="empty">
                    {if scored.formulas.is_empty() { "Neither text has a formula." } else { "All formulas are the same on both sides." }}
                </p>
            } else {
                <div class="formulas" role="table" aria-label="Formulas of both sides">
                    <div class="formula-head" role="row">
                        <span role="columnheader">{"Reference"}</span>
                        <span role="columnheader">{"Prediction"}</span>
                    </div>
                    {for pairs.into_iter().map(|(index, pair)| html! {
                        <Pair key={index} {index} pair={pair.clone()} {reference} {prediction} {send} />
                    })}
                </div>
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct PairProps {
    index: usize,
    pair: FormulaPair,
    reference: Rc<str>,
    prediction: Rc<str>,
    send: Callback<Action>,
}

#[component]
fn Pair(props: &PairProps) -> Html {
    let PairProps {
        index,
        pair,
        reference,
        prediction,
        send,
    } = props;
    let index = *index;
    let (class, verdict) = match pair {
        FormulaPair { exact: true, .. } => ("same", "same"),
        FormulaPair { prediction: None, .. } => ("missing", "missing"),
        FormulaPair { reference: None, .. } => ("extra", "extra"),
        _ => ("different", "different"),
    };
    let side = |formula: &Option<Formula>, source: &Rc<str>| {
        html! {
            <div role="cell">
                if let Some(formula) = formula {
                    <FormulaView source={source.clone()} formula={formula.clone()} with_latex={!pair.exact} />
                } else {
                    <p class="none">{"none"}</p>
                }
            </div>
        }
    };
    html! {
        <div class={classes!("pair", class)} role="row">
            <p class="verdict" role="rowheader">
                <span>{index + 1}</span>{" "}
                <span>
                    {verdict}
                    if let Some(remark) = pair.found.remark() { <span class="dim">{", "}{remark}</span> }
                </span>
                <button type="button" class="link" onclick={send.reform(move |_| Action::Focus(Focus::Formula(index)))}>
                    {"in source"}
                </button>
            </p>
            {side(&pair.reference, reference)}
            {side(&pair.prediction, prediction)}
        </div>
    }
}
