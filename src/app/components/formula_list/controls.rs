use std::rc::Rc;

use texlens_tex::{Form, Use};
use texlens_workspace::commands::elements;
use texlens_workspace::state::{
    Action, FormulaAction, FormulaFilter, FormulaItems, FormulaListing, FormulaOrder, FormulaStyle, State, View,
    ViewAction, formula_metrics,
};
use texlens_workspace::words::{common, formula_list as words, formulas};
use yew::prelude::*;

use crate::app::components::choice::{Choice, ChoiceOption};
use crate::app::components::compare::Same;
use crate::app::components::engine_way::EngineWay;
use crate::app::components::search::Search;
use crate::app::components::select::Select;
use crate::app::hooks::{TextFile, use_export};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) state: Same<State>,
    pub(super) items: Rc<FormulaItems>,
    pub(super) send: Callback<Action>,
}

/// Shows the choices of what is listed and how it is drawn, and the progress of scoring.
#[component]
pub(super) fn Controls(props: &Props) -> Html {
    let Props { state, items, send } = props;
    let listing = &state.formula_list.listing;
    let export = use_export();
    let save = {
        let (state, items) = (state.clone(), items.clone());
        export.reform(move |_: MouseEvent| {
            TextFile::json_lines(words::FILE.to_owned(), state.formulas_as_lines(&items.items))
        })
    };
    let change = {
        let (listing, send) = (listing.clone(), send.clone());
        Callback::from(move |change: Box<dyn FnOnce(&mut FormulaListing)>| {
            let mut listing = listing.clone();
            change(&mut listing);
            send.emit(Action::Formulas(FormulaAction::List(listing)));
        })
    };
    let view = state.view;
    let style = send.reform(move |formulas| Action::View(ViewAction::Show(View { formulas, ..view })));
    let styles = vec![
        ChoiceOption {
            value: FormulaStyle::Tex,
            label: formulas::TEX,
        },
        ChoiceOption {
            value: FormulaStyle::Katex,
            label: formulas::KATEX,
        },
    ];
    let cancel = change
        .reform(|_: MouseEvent| -> Box<dyn FnOnce(&mut FormulaListing)> { Box::new(FormulaListing::forget_values) });
    html! {
        <div class="screen-head formula-controls">
            <h2>{words::TITLE}<span class="count" role="status">{words::listed(items.items.len())}</span></h2>
            <Select label={words::FILTER} options={filters()} value={listing.filter.id()} on_change={change.reform(filtered)} />
            <Select label={words::EXTENT} options={extents()} value={extent(listing.displayed)} on_change={change.reform(extended)} />
            if state.samples.systems().len() > 1 {
                <Select label={words::SYSTEM} options={systems(state)} value={listing.system.as_deref().unwrap_or_default().to_owned()} on_change={change.reform(of_system)} />
            }
            <Select label={words::ORDER} options={orders()} value={order(&listing.order)} on_change={change.reform(ordered)} />
            <Search label={words::SEARCH} placeholder={words::SEARCH_EMPTY} query={listing.query.clone()} on_change={change.reform(searched)} />
            <span class="spacer" />
            if state.may_draw(Form::Fragment) {
                <Choice<FormulaStyle> label={formulas::STYLE} options={styles} value={view.formulas} on_change={style} />
            } else if let Some(sample) = state.selected {
                <span class="tex-way">
                    <EngineWay {sample} usage={Use::Dvi} failed={None::<String>} engine={state.engine.clone()} uses={state.uses.clone()} {send} />
                </span>
            }
            <button id={elements::SAVE_FORMULAS} type="button" class="button small" disabled={items.items.is_empty()} onclick={save}>{words::EXPORT}</button>
            if let Some((done, total)) = state.formula_pairs.progress() {
                <div class="valuing" role="status">
                    <span>{words::progress(done, total)}</span>
                    <progress aria-label={words::PROGRESS} value={done.to_string()} max={total.to_string()} />
                    <button type="button" class="button small" onclick={cancel}>{common::CANCEL}</button>
                </div>
            }
        </div>
    }
}

type Change = Box<dyn FnOnce(&mut FormulaListing)>;

fn filters() -> Vec<(String, String)> {
    let option = |filter: FormulaFilter| (filter.id().to_owned(), words::filter(filter).to_owned());
    FormulaFilter::ALL.map(option).into()
}

fn filtered(id: String) -> Change {
    Box::new(move |listing| {
        listing.filter = FormulaFilter::ALL
            .into_iter()
            .find(|filter| filter.id() == id)
            .unwrap_or_default();
    })
}

const DISPLAYED: &str = "displayed";
const INLINE: &str = "inline";

fn extents() -> Vec<(String, String)> {
    let options = [
        ("", words::BOTH),
        (INLINE, words::INLINE),
        (DISPLAYED, words::DISPLAYED),
    ];
    options
        .map(|(value, label)| (value.to_owned(), label.to_owned()))
        .into()
}

fn extent(displayed: Option<bool>) -> String {
    match displayed {
        None => "",
        Some(true) => DISPLAYED,
        Some(false) => INLINE,
    }
    .to_owned()
}

fn extended(chosen: String) -> Change {
    Box::new(move |listing| {
        listing.displayed = match chosen.as_str() {
            DISPLAYED => Some(true),
            INLINE => Some(false),
            _ => None,
        };
    })
}

fn systems(state: &State) -> Vec<(String, String)> {
    let all = std::iter::once((String::new(), words::ALL_SYSTEMS.to_owned()));
    let systems = state.samples.systems();
    all.chain(systems.into_iter().map(|system| (system.to_owned(), system.to_owned())))
        .collect()
}

fn of_system(system: String) -> Change {
    Box::new(move |listing| listing.system = (!system.is_empty()).then(|| system.as_str().into()))
}

fn orders() -> Vec<(String, String)> {
    let in_text = std::iter::once((String::new(), words::IN_TEXT.to_owned()));
    let by_metric = formula_metrics().map(|info| (info.id.to_owned(), words::worst(info.id)));
    in_text.chain(by_metric).collect()
}

fn order(order: &FormulaOrder) -> String {
    match order {
        FormulaOrder::Text => String::new(),
        FormulaOrder::Worst { metric } => metric.to_string(),
    }
}

fn ordered(metric: String) -> Change {
    Box::new(move |listing| {
        listing.order = match metric.as_str() {
            "" => FormulaOrder::Text,
            metric => FormulaOrder::Worst { metric: metric.into() },
        };
    })
}

fn searched(query: String) -> Change {
    Box::new(move |listing| listing.query = query.as_str().into())
}
