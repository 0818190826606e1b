//! The formulas of all samples and systems, as cards.

mod card;
mod controls;
mod crop;
mod latex_diff;

use std::rc::Rc;

use texlens_tex::Form;
use texlens_workspace::messages::score::Texts;
use texlens_workspace::state::{
    Action, FormulaAction, FormulaItem, FormulaItems, FormulaStyle, SampleId, SelectAction, State, Step,
};
use texlens_workspace::words::formula_list as words;
use web_sys::Element;
use yew::prelude::*;

use super::compare::Same;
use crate::app::hooks::{use_formula_items, use_narrow, use_row_in_sight, use_window};
use card::FormulaCard;
use controls::Controls;

/// Height of a card in pixels, and where the window has one column; the style sheet has the same values.
const CARD: f64 = 210.0;
const CARD_IN_ONE_COLUMN: f64 = 430.0;

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) state: Same<State>,
    pub(in crate::app::components) send: Callback<Action>,
}

/// The screen with the formulas of all samples.
#[component]
pub(in crate::app::components) fn FormulaListView(props: &Props) -> Html {
    let Props { state, send } = props;
    let list = &state.formula_list;
    let made = use_formula_items(&state.samples, &state.formula_pairs, &list.listing);
    let scroller = use_node_ref();
    let height = if use_narrow() { CARD_IN_ONE_COLUMN } else { CARD };
    let in_sight = use_window(&scroller, made.items.len(), height);
    let at = list
        .cursor
        .and_then(|cursor| made.items.iter().position(|item| *item == cursor));
    use_row_in_sight(&scroller, at, height);
    let shown = made.items.get(in_sight.clone()).unwrap_or_default().to_vec();
    use_values(&made, send);
    use_shown(state, &shown, send);
    let keys = {
        let (send, cursor) = (send.clone(), list.cursor);
        Callback::from(move |event: KeyboardEvent| {
            // The buttons of a card have keys of their own.
            let target = event.target_dyn_into::<Element>();
            let button = target.and_then(|target| target.closest("button, summary").ok().flatten());
            if button.is_some() {
                return;
            }
            let action = match (event.key().as_str(), cursor) {
                ("Enter", Some(item)) => Action::Formulas(FormulaAction::Open(item)),
                ("ArrowDown", _) => Action::Select(SelectAction::Neighbour(Step::Next)),
                ("ArrowUp", _) => Action::Select(SelectAction::Neighbour(Step::Previous)),
                _ => return,
            };
            event.prevent_default();
            send.emit(action);
        })
    };
    let gap = |cards: usize| {
        #[allow(clippy::cast_precision_loss)] // No list has so many cards.
        let height = cards as f64 * height;
        html! { <li class="gap" aria-hidden="true" style={format!("height: {height}px")} /> }
    };
    let is_drawn = state.may_draw(Form::Fragment) && state.view.formulas == FormulaStyle::Tex;
    html! {
        <section class="formula-list" aria-label={words::SCREEN}>
            <Controls state={state.clone()} items={made.clone()} {send} />
            if made.items.is_empty() {
                <p class="empty">
                    {if state.samples.iter().any(|sample| sample.scored.is_some()) { words::EMPTY } else { words::NOTHING }}
                </p>
            }
            <ul ref={scroller} class="cards" tabindex="0" aria-label={words::TITLE} onkeydown={keys}>
                {gap(in_sight.start)}
                {for shown.iter().filter_map(|item| {
                    let sample = state.samples.get(item.sample)?;
                    let texts = sample.formula_pair(*item).map(|pair| sample.texts_of(pair));
                    let card = texts.and_then(|texts| state.formula_pairs.card(&texts).cloned());
                    let paper = sample.image.as_ref().map(|image| state.paper(image));
                    Some(html! {
                        <FormulaCard
                            key={key(*item)}
                            item={*item}
                            sample={sample.clone()}
                            {card}
                            {paper}
                            {is_drawn}
                            verdicts={state.judging.verdicts.clone()}
                            is_pointed={list.cursor == Some(*item)}
                            {send}
                        />
                    })
                })}
                {gap(made.items.len() - in_sight.end)}
            </ul>
        </section>
    }
}

fn key(item: FormulaItem) -> String {
    format!("{}-{:?}", item.sample.0, item.pair)
}

/// Reports the pairs whose values the order or the filter needs.
#[hook]
fn use_values(made: &Rc<FormulaItems>, send: &Callback<Action>) {
    let send = send.clone();
    use_effect_with(made.clone(), move |made| {
        if !made.to_value.is_empty() {
            send.emit(Action::Formulas(FormulaAction::Value(made.to_value.clone())));
        }
    });
}

/// Reports what is on the screen, so that it is drawn and scored first.
#[hook]
fn use_shown(state: &State, shown: &[FormulaItem], send: &Callback<Action>) {
    let send = send.clone();
    let (mut pairs, mut samples): (Vec<Texts>, Vec<SampleId>) = (Vec::new(), Vec::new());
    for item in shown {
        let Some(sample) = state.samples.get(item.sample) else {
            continue;
        };
        match sample.formula_pair(*item) {
            Some(pair) => pairs.push(sample.texts_of(pair)),
            None => samples.push(item.sample),
        }
    }
    use_effect_with((pairs, samples), move |(pairs, samples)| {
        send.emit(Action::Formulas(FormulaAction::Show {
            pairs: pairs.clone(),
            samples: samples.clone(),
        }));
    });
}
