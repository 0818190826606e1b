use std::rc::Rc;

use texlens_evaluate::{Formula, FormulaPair, JudgedItem};
use yew::prelude::*;

use super::{
    formula_view::FormulaView,
    judge::{Said, SaidSummary, SaidVerdict},
};
use crate::{
    app::state::{Action, Dialog, Focus, View},
    worker::score::protocol::Scored,
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) scored: Rc<Scored>,
    pub(super) reference: Rc<str>,
    pub(super) prediction: Rc<str>,
    /// What judges say of them.
    pub(super) said: Vec<Said>,
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
        said,
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
                <button type="button" class="button small" onclick={send.reform(|_| Action::SetDialog(Some(Dialog::Judge)))}>
                    {"Ask a judge\u{2026}"}
                </button>
            </div>
            {for said.iter().map(|said| html! { <SaidSummary said={said.clone()} pairs={scored.formulas.clone()} /> })}
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
                        <Pair
                            key={index}
                            {index}
                            pair={pair.clone()}
                            said={said.iter().filter_map(|said| said.of_pair(index)).collect::<Vec<_>>()}
                            {reference}
                            {prediction}
                            {send}
                        />
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
    /// What judges say of it, each with its model.
    said: Vec<(Rc<str>, JudgedItem)>,
    reference: Rc<str>,
    prediction: Rc<str>,
    send: Callback<Action>,
}

#[component]
fn Pair(props: &PairProps) -> Html {
    let PairProps {
        index,
        pair,
        said,
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
            if !said.is_empty() {
                <div class="said" role="cell">
                    {for said.iter().map(|(model, item)| html! { <SaidVerdict {model} verdict={item.verdict.clone()} of={other_text(item, pair)} /> })}
                </div>
            }
            {side(&pair.reference, reference)}
            {side(&pair.prediction, prediction)}
        </div>
    }
}

/// What was judged, where it is not the prediction that the pair has.
fn other_text(item: &JudgedItem, pair: &FormulaPair) -> Option<String> {
    let judged = item.prediction.as_deref().unwrap_or_default().trim();
    let shown = pair.prediction.as_ref().map_or("", |formula| formula.latex.trim());
    (judged != shown).then(|| judged.to_owned())
}
