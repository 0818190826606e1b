use std::{collections::BTreeMap, rc::Rc};

use texlens_evaluate::{Formula, FormulaPair, JudgedItem, MAX_FORMULAS, Scored};
use texlens_workspace::state::{Action, Dialog, Focus, Sample, View, ViewAction};
use texlens_workspace::text_diff::in_parts;
use texlens_workspace::words::{common, formulas as words};
use yew::prelude::*;

use super::{
    formula_view::FormulaView,
    judge::{Said, SaidSummary, SaidVerdict},
    pager::Pager,
};
use crate::app::hooks::{use_part, use_reveal};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) scored: Rc<Scored>,
    /// The verdicts of judges on the formulas.
    pub(super) said: Vec<Said>,
    /// The same case as predicted by another system.
    pub(super) beside: Option<Rc<Sample>>,
    /// Indices of the listed pairs, in their order.
    pub(super) order: Vec<usize>,
    pub(super) focus: Focus,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// The weight of a formula grows by that of one short formula for each of these bytes.
const BYTES_OF_A_FORMULA: usize = 100;
/// Maximum weight of the pairs that are shown at one time.
const HEAVIEST_PART: usize = 90;

/// Shows the formulas of both sides next to each other, in parts; those that differ come first.
#[component]
pub(super) fn Formulas(props: &Props) -> Html {
    let Props {
        sample,
        scored,
        said,
        beside,
        order,
        focus,
        view,
        send,
    } = props;
    let view = *view;
    let list = use_node_ref();
    use_reveal(&list, ".pointed", true, focus.clone());
    let other = use_memo(beside.clone(), |beside| beside.as_deref().and_then(Other::of));
    let [reference, prediction] = &*use_memo(sample.clone(), |sample| {
        let reference = sample.reference.as_ref().map_or("", |text| &text.latex);
        let prediction = sample.prediction.as_ref().map_or("", |prediction| &prediction.latex);
        [reference, prediction].map(Rc::<str>::from)
    });
    let parts = use_memo((scored.clone(), order.clone()), |(scored, order)| {
        let weight = |index: &usize| scored.formulas.get(*index).map_or(0, weight);
        in_parts(order.iter().map(weight), HEAVIEST_PART)
    });
    let selected = match focus {
        Focus::Formula(index) => order.iter().position(|listed| listed == index),
        _ => None,
    };
    let selected = selected.map(|at| parts.partition_point(|part| part.end <= at));
    let (part, turn) = use_part(sample.id, focus.clone(), selected, parts.len());
    let shown = order.get(parts.get(part).cloned().unwrap_or_default());
    let pairs: Vec<(usize, &FormulaPair)> = shown
        .into_iter()
        .flatten()
        .filter_map(|index| Some((*index, scored.formulas.get(*index)?)))
        .collect();
    let toggle = send.reform(move |_: Event| {
        Action::View(ViewAction::Show(View {
            different_only: !view.different_only,
            ..view
        }))
    });
    html! {
        <>
            <div class="toolbar">
                <label class="check">
                    <input type="checkbox" checked={view.different_only} onchange={toggle} />
                    {words::DIFFERENT_ONLY}
                </label>
                <button type="button" class="button small" onclick={send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Judge))))}>
                    {words::JUDGE}
                </button>
            </div>
            {for said.iter().map(|said| html! { <SaidSummary said={said.clone()} pairs={scored.formulas.clone()} /> })}
            if scored.formulas.len() >= MAX_FORMULAS {
                <p class="hint">{words::limit(MAX_FORMULAS)}</p>
            }
            <Pager what={words::PARTS} {part} parts={parts.len()} {turn} />
            if pairs.is_empty() {
                <p class="empty">
                    {if scored.formulas.is_empty() { words::EMPTY } else { words::ALL_SAME }}
                </p>
            } else {
                <div ref={list} class={classes!("formulas", other.is_some().then_some("threefold"))} role="table" aria-label={words::TABLE}>
                    <div class="formula-head" role="row">
                        <span role="columnheader">{common::REFERENCE}</span>
                        <span role="columnheader">{common::PREDICTION}</span>
                        if let Some(other) = &*other {
                            <span role="columnheader">{&other.system}</span>
                        }
                    </div>
                    {for pairs.into_iter().map(|(index, pair)| html! {
                        <Pair
                            key={index}
                            {index}
                            pair={pair.clone()}
                            is_pointed={*focus == Focus::Formula(index)}
                            other={other.as_ref().as_ref().map(|other| (other.text.clone(), other.of_pair(pair)))}
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

fn weight(pair: &FormulaPair) -> usize {
    let sides = [&pair.reference, &pair.prediction].into_iter().flatten();
    sides.map(|formula| 1 + formula.latex.len() / BYTES_OF_A_FORMULA).sum()
}

#[derive(Properties, PartialEq)]
struct PairProps {
    index: usize,
    pair: FormulaPair,
    is_pointed: bool,
    /// The other system's formula in this place, with the text that contains it; `None` if there is no other system.
    other: Option<(Rc<str>, Option<Formula>)>,
    /// The verdicts of judges on the pair, each with its model.
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
        is_pointed,
        other,
        said,
        reference,
        prediction,
        send,
    } = props;
    let index = *index;
    let (class, verdict) = match pair {
        FormulaPair { exact: true, .. } => ("same", words::SAME),
        FormulaPair { prediction: None, .. } => ("missing", words::MISSING),
        FormulaPair { reference: None, .. } => ("extra", words::EXTRA),
        _ => ("different", words::DIFFERENT),
    };
    let side = |formula: &Option<Formula>, source: &Rc<str>| {
        html! {
            <div role="cell">
                if let Some(formula) = formula {
                    <FormulaView source={source.clone()} formula={formula.clone()} with_latex={!pair.exact} />
                } else {
                    <p class="none">{words::NONE}</p>
                }
            </div>
        }
    };
    html! {
        <div class={classes!("pair", class, is_pointed.then_some("pointed"))} role="row">
            <p class="verdict" role="rowheader">
                <span>{index + 1}</span>{" "}
                <span>
                    {verdict}
                    if let Some(remark) = pair.found.remark() { <span class="dim">{", "}{remark}</span> }
                </span>
                <button type="button" class="link" onclick={send.reform(move |_| Action::View(ViewAction::Focus(Focus::Formula(index))))}>
                    {words::IN_SOURCE}
                </button>
            </p>
            if !said.is_empty() {
                <div class="said" role="cell">
                    {for said.iter().map(|(model, item)| html! { <SaidVerdict {model} verdict={item.verdict.clone()} of={other_text(item, pair)} /> })}
                </div>
            }
            {side(&pair.reference, reference)}
            {side(&pair.prediction, prediction)}
            if let Some((text, formula)) = other {
                {side(formula, text)}
            }
        </div>
    }
}

/// The formulas of another system, by the offset of the reference's formula that each was matched with.
#[derive(PartialEq)]
struct Other {
    system: String,
    text: Rc<str>,
    formulas: BTreeMap<usize, Formula>,
}

impl Other {
    fn of(sample: &Sample) -> Option<Self> {
        let prediction = sample.prediction.as_ref()?;
        let pairs = sample.scored.iter().flat_map(|scored| &scored.formulas);
        Some(Self {
            system: prediction.system.clone(),
            text: Rc::from(prediction.latex.as_str()),
            formulas: pairs
                .filter_map(|pair| Some((pair.reference.as_ref()?.range.start, pair.prediction.clone()?)))
                .collect(),
        })
    }

    /// Returns the other system's formula for the reference formula of a pair.
    fn of_pair(&self, pair: &FormulaPair) -> Option<Formula> {
        let reference = pair.reference.as_ref()?;
        self.formulas.get(&reference.range.start).cloned()
    }
}

/// Returns the judged text if it differs from the prediction of the pair.
fn other_text(item: &JudgedItem, pair: &FormulaPair) -> Option<String> {
    let judged = item.prediction.as_deref().unwrap_or_default().trim();
    let shown = pair.prediction.as_ref().map_or("", |formula| formula.latex.trim());
    (judged != shown).then(|| judged.to_owned())
}
