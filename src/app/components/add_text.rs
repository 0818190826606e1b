use std::rc::Rc;

use gloo::timers::callback::Timeout;
use texlens_evaluate::Kind;
use texlens_workspace::faults::Faults;
use texlens_workspace::state::{Action, SampleAction, ViewAction};
use texlens_workspace::words::{add_text as words, common, compilation};
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    compilation::FaultGroups,
    modal::Modal,
    text_area::value,
};
use crate::worker::score::ScoreClient;

/// The text is checked after this pause in typing.
const PAUSE_MS: u32 = 250;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The initial text of the reference box.
    pub(super) pasted: String,
    /// The systems that have predictions.
    pub(super) systems: Vec<String>,
    pub(super) scorer: ScoreClient,
    pub(super) send: Callback<Action>,
}

/// Shows a dialog with a box each for reference and prediction. Expected errors of the prediction are listed during
/// typing.
#[component]
pub(super) fn AddText(props: &Props) -> Html {
    let send = &props.send;
    let (reference, prediction, system) = (use_node_ref(), use_node_ref(), use_node_ref());
    let kind = use_state_eq(|| Kind::Page);
    let blank = use_state_eq(|| props.pasted.trim().is_empty());
    let (faults, check) = use_check(&prediction, &props.scorer);
    let on_input = {
        let (areas, set_blank) = ([reference.clone(), prediction.clone()], blank.setter());
        Callback::from(move |_: InputEvent| set_blank.set(areas.iter().all(|area| value(area).trim().is_empty())))
    };
    let add = {
        let (reference, prediction, kind, send) = (reference.clone(), prediction.clone(), *kind, send.clone());
        let system = system.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            send.emit(Action::Sample(SampleAction::Written {
                kind,
                reference: value(&reference),
                prediction: value(&prediction),
                system: system
                    .cast::<HtmlInputElement>()
                    .map(|input| input.value())
                    .unwrap_or_default(),
            }));
        })
    };
    let set_kind = kind.setter();
    html! {
        <Modal title={words::TITLE} on_close={send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <form onsubmit={add} oninput={on_input}>
                <div class="boxes">
                    <label>
                        <span>{common::REFERENCE}</span>
                        <textarea ref={reference} rows="12" spellcheck="false" autofocus=true defaultvalue={props.pasted.clone()} placeholder={words::REFERENCE_HINT} />
                    </label>
                    <label>
                        <span>{common::PREDICTION}</span>
                        <textarea ref={prediction.clone()} rows="12" spellcheck="false" oninput={check} placeholder={words::PREDICTION_HINT} />
                    </label>
                </div>
                <label class="field">
                    <span>{words::SYSTEM}</span>
                    <input ref={system} type="text" list="systems" autocomplete="off" placeholder={words::PASTED} />
                </label>
                <datalist id="systems">
                    {for props.systems.iter().map(|system| html! { <option value={system.clone()} /> })}
                </datalist>
                // A lone formula is not a document that TeX can compile.
                if let Some(faults) = faults.filter(|_| *kind != Kind::Formula) {
                    <Expected {faults} area={prediction} />
                }
                <div class="dialog-foot">
                    <span class="dim" aria-hidden="true">{words::KIND}</span>
                    <Choice<Kind>
                        label={words::KIND_NAME}
                        options={vec![
                            ChoiceOption { value: Kind::Page, label: words::PAGE },
                            ChoiceOption { value: Kind::Formula, label: words::FORMULA },
                        ]}
                        value={*kind}
                        on_change={Callback::from(move |kind| set_kind.set(kind))}
                    />
                    <button type="submit" class="button primary" disabled={*blank}>{words::ADD}</button>
                </div>
            </form>
        </Modal>
    }
}

/// Returns the result of the instant check for the text in a box, and the callback for its input events. Blank text is
/// not checked.
#[hook]
fn use_check(area: &NodeRef, scorer: &ScoreClient) -> (Option<Rc<Faults>>, Callback<InputEvent>) {
    let faults = use_state_eq(|| None::<Rc<Faults>>);
    let waiting = use_mut_ref(|| None::<Timeout>);
    let (area, scorer, set) = (area.clone(), scorer.clone(), faults.setter());
    let changed = Callback::from(move |_: InputEvent| {
        let (area, scorer, set) = (area.clone(), scorer.clone(), set.clone());
        let later = Timeout::new(PAUSE_MS, move || {
            let latex = value(&area);
            if latex.trim().is_empty() {
                return set.set(None);
            }
            spawn_local(async move {
                let found = scorer.check(latex.clone()).await;
                // A text that has changed meanwhile is checked again.
                if value(&area) == latex {
                    set.set(found.map(|found| Rc::new(Faults::of_check(&latex, found))));
                }
            });
        });
        // Dropping the earlier timer cancels it.
        waiting.replace(Some(later));
    });
    ((*faults).clone(), changed)
}

#[derive(Properties, PartialEq)]
struct ExpectedProps {
    faults: Rc<Faults>,
    /// The text area with the checked text.
    area: NodeRef,
}

/// Lists the errors that the instant check expects. A click on an error selects its place in the box.
#[component]
fn Expected(props: &ExpectedProps) -> Html {
    let ExpectedProps { faults, area } = props;
    let expected = compilation::expected(faults.list.len());
    let on_pick = {
        let (area, faults) = (area.clone(), faults.clone());
        Callback::from(move |index: usize| {
            if let Some(range) = faults.list.get(index).and_then(|fault| fault.range.as_ref()) {
                mark(&area, range.start, range.end);
            }
        })
    };
    html! {
        <section class="compilation expected" aria-label={words::CHECK}>
            <p class="verdict" role="status">
                <span><strong>{expected}</strong><span class="dim">{" "}{words::BY_CHECK}</span></span>
            </p>
            if !faults.list.is_empty() {
                <FaultGroups faults={faults.clone()} {on_pick} />
            }
        </section>
    }
}

/// Selects a byte range of the text in a box, and scrolls it into view.
fn mark(area: &NodeRef, start: usize, end: usize) {
    let Some(area) = area.cast::<HtmlTextAreaElement>() else {
        return;
    };
    let text = area.value();
    // The text may have changed since it was checked.
    let units = |at: usize| Some(u32::try_from(text.get(..at)?.encode_utf16().count()).unwrap_or(u32::MAX));
    if let (Some(start), Some(end)) = (units(start), units(end)) {
        // Browsers scroll to the selection when the box gets the focus.
        let _ = area.blur();
        let _ = area.set_selection_range(start, end);
        let _ = area.focus();
    }
}
