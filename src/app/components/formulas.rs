use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use texlens_evaluate::{Formula, FormulaPair, JudgedItem, MAX_FORMULAS, Scored};
use texlens_report::formula::standing_alone;
use texlens_tex::Use;
use texlens_workspace::messages::score::Texts;
use texlens_workspace::state::{
    Action, Card, Dialog, Engine, Focus, FormulaAction, FormulaPairs, FormulaStyle, Sample, View, ViewAction, texts_of,
};
use texlens_workspace::text_diff::in_parts;
use texlens_workspace::words::{common, formulas as words};
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    engine_way::EngineWay,
    formula_view::FormulaView,
    judge::{Said, SaidSummary, SaidVerdict},
    pager::Pager,
    tex_formula::TexFormula,
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
    pub(super) engine: Engine,
    /// The uses of the engine that the person asked for.
    pub(super) uses: BTreeSet<Use>,
    /// Drawings of formula pairs.
    pub(super) known: FormulaPairs,
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
        engine,
        uses,
        known,
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
    let is_drawn = engine.is_on() && uses.contains(&Use::Dvi);
    let in_tex = is_drawn && view.formulas == FormulaStyle::Tex;
    let texts_of_other = |pair: &FormulaPair| {
        let other = other.as_ref().as_ref()?;
        let of_other = other.of_pair(pair);
        of_other.map(|formula| Texts {
            prediction: Some(standing_alone(&other.text, &formula)),
            ..texts_of(pair, reference, prediction)
        })
    };
    let on_screen: Vec<Texts> = if in_tex {
        let all = pairs
            .iter()
            .flat_map(|(_, pair)| std::iter::once(texts_of(pair, reference, prediction)).chain(texts_of_other(pair)));
        all.collect()
    } else {
        Vec::new()
    };
    {
        let send = send.clone();
        use_effect_with(on_screen, move |on_screen| {
            send.emit(Action::Formulas(FormulaAction::Show {
                pairs: on_screen.clone(),
                samples: Vec::new(),
            }));
        });
    }
    let style = send.reform(move |formulas| Action::View(ViewAction::Show(View { formulas, ..view })));
    let styles = vec![
        ChoiceOption {
            value: FormulaStyle::Tex,
            label: words::TEX,
        },
        ChoiceOption {
            value: FormulaStyle::Katex,
            label: words::KATEX,
        },
    ];
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
                <span class="spacer" />
                if is_drawn {
                    <Choice<FormulaStyle> label={words::STYLE} options={styles} value={view.formulas} on_change={style} />
                }
                if in_tex || !is_drawn {
                    <span class="tex-way">
                        if in_tex && !matches!(engine, Engine::Loading { .. }) {
                            <span class="legend"><span class="matched">{words::MATCHED}</span>{" "}<span class="unmatched">{words::UNMATCHED}</span></span>
                        } else {
                            <EngineWay sample={sample.id} usage={Use::Dvi} failed={None::<String>} engine={engine.clone()} uses={uses.clone()} {send} />
                        }
                    </span>
                }
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
                            drawn={in_tex.then(|| known.card(&texts_of(pair, reference, prediction)).cloned())}
                            other_drawn={texts_of_other(pair).and_then(|texts| known.card(&texts).cloned())}
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

/// Returns the CSS class of a pair and the verdict on it.
pub(super) fn verdict_of(pair: &FormulaPair) -> (&'static str, &'static str) {
    match pair {
        FormulaPair { exact: true, .. } => ("same", words::SAME),
        FormulaPair { prediction: None, .. } => ("missing", words::MISSING),
        FormulaPair { reference: None, .. } => ("extra", words::EXTRA),
        _ => ("different", words::DIFFERENT),
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
    /// The drawings of the pair, once they are made; `None` to use KaTeX.
    drawn: Option<Option<Rc<Card>>>,
    /// The drawings of the reference and the other system's formula, once they are made.
    other_drawn: Option<Rc<Card>>,
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
        drawn,
        other_drawn,
        said,
        reference,
        prediction,
        send,
    } = props;
    let index = *index;
    let (class, verdict) = verdict_of(pair);
    let side = |formula: &Option<Formula>, source: &Rc<str>, of_pair: &Option<Rc<Card>>, at: usize| {
        let drawing = of_pair.as_ref().and_then(|card| card.drawn.as_ref()?.get(at)?.clone());
        html! {
            <div role="cell">
                if let (Some(formula), true) = (formula, drawn.is_some()) {
                    <TexFormula latex={AttrValue::from(formula.latex.clone())} drawn={drawing} with_latex={!pair.exact} />
                } else if let Some(formula) = formula {
                    <FormulaView source={source.clone()} formula={formula.clone()} with_latex={!pair.exact} />
                } else {
                    <p class="none">{words::NONE}</p>
                }
            </div>
        }
    };
    let own = &drawn.clone().flatten();
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
            {side(&pair.reference, reference, own, 0)}
            {side(&pair.prediction, prediction, own, 1)}
            if let Some((text, formula)) = other {
                {side(formula, text, other_drawn, 1)}
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
