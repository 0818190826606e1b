use std::rc::Rc;

use texlens_blob::Blob;
use texlens_metrics::Side;
use texlens_workspace::brought::Text;
use texlens_workspace::state::{Action, Dialog, Giving, Sample, SampleAction, SampleId, ViewAction};
use texlens_workspace::words::{add_text, common, give as words};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, Node};
use yew::prelude::*;

use super::{modal::Modal, text_area::value};
use crate::app::hooks::Importer;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) side: Side,
    /// The systems that have predictions.
    pub(super) systems: Vec<String>,
    pub(super) importer: Importer,
    pub(super) send: Callback<Action>,
}

/// Shows a dialog that gives a reference or a prediction to a sample, as pasted text or from a file.
#[component]
pub(super) fn Give(props: &Props) -> Html {
    let Props {
        sample,
        side,
        systems,
        importer,
        send,
    } = props;
    let (id, side) = (sample.id, *side);
    let (area, system, input) = (use_node_ref(), use_node_ref(), use_node_ref());
    let blank = use_state_eq(|| true);
    let on_input = {
        let (area, blank) = (area.clone(), blank.setter());
        Callback::from(move |_: InputEvent| blank.set(value(&area).trim().is_empty()))
    };
    let named = {
        let system = system.clone();
        move || {
            let field = system.cast::<HtmlInputElement>();
            let name = field.map(|field| field.value().trim().to_owned());
            name.filter(|name| !name.is_empty())
        }
    };
    let choose = {
        let input = input.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    // The import reads the file, so that it is converted and checked as all files are.
    let on_file = {
        let (input, importer, send, named) = (input.clone(), importer.clone(), send.clone(), named.clone());
        Callback::from(move |_: Event| {
            let chosen = input.cast::<HtmlInputElement>().and_then(|input| input.files()?.get(0));
            if let Some(file) = chosen {
                let giving = Giving {
                    sample: id,
                    side,
                    system: named(),
                };
                send.emit(Action::View(ViewAction::Dialog(None)));
                importer.give(giving, (file.name(), Some(Blob::from(file))));
            }
        })
    };
    let add = {
        let (area, send) = (area.clone(), send.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let text = Text {
                origin: named().unwrap_or_else(|| add_text::PASTED.to_owned()),
                latex: value(&area),
            };
            send.emit(Action::Sample(SampleAction::Give { sample: id, side, text }));
        })
    };
    let close = send.reform(|_: MouseEvent| Action::View(ViewAction::Dialog(None)));
    html! {
        <Modal title={words::title(side)} class="give" on_close={send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <form onsubmit={add}>
                <p class="dim">{words::of(sample)}</p>
                <label class="area">
                    <span>{words::label(side)}</span>
                    <textarea ref={area} rows="12" spellcheck="false" autofocus=true oninput={on_input} placeholder={words::hint(side)} />
                </label>
                if side == Side::Prediction {
                    <label class="field">
                        <span>{add_text::SYSTEM}</span>
                        <input ref={system} type="text" list="give-systems" autocomplete="off" placeholder={add_text::PASTED} />
                    </label>
                    <datalist id="give-systems">
                        {for systems.iter().map(|system| html! { <option value={system.clone()} /> })}
                    </datalist>
                }
                <div class="dialog-foot">
                    <button type="button" class="button" onclick={choose}>{words::CHOOSE}</button>
                    <input ref={input} type="file" hidden=true accept={words::ENDINGS} onchange={on_file} />
                    <span class="spacer" />
                    <button type="button" class="button" onclick={close}>{common::CANCEL}</button>
                    <button type="submit" class="button primary" disabled={*blank}>{words::title(side)}</button>
                </div>
            </form>
        </Modal>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct MenuProps {
    pub(super) sample: Rc<Sample>,
    pub(super) send: Callback<Action>,
}

/// Shows the menu of a sample: gives it texts that it lacks, or others.
#[component]
pub(super) fn SampleMenu(props: &MenuProps) -> Html {
    let MenuProps { sample, send } = props;
    let id = sample.id;
    let menu = use_node_ref();
    let close = {
        let menu = menu.clone();
        move || {
            if let Some(menu) = menu.cast::<Element>() {
                let _ = menu.remove_attribute("open");
            }
        }
    };
    let on_key = {
        let close = close.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.stop_propagation();
                close();
            }
        })
    };
    let on_leave = {
        let (menu, close) = (menu.clone(), close.clone());
        Callback::from(move |event: FocusEvent| {
            let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
            let is_inside = menu.cast::<Node>().is_some_and(|menu| menu.contains(to.as_ref()));
            if !is_inside {
                close();
            }
        })
    };
    let item = |side: Side, label: &'static str| {
        let (send, close) = (send.clone(), close.clone());
        let onclick = Callback::from(move |_: MouseEvent| {
            close();
            send.emit(open(id, side));
        });
        html! { <li><button type="button" {onclick}>{label}</button></li> }
    };
    let reference = if sample.reference.is_some() {
        words::REPLACE_REFERENCE
    } else {
        words::ADD_REFERENCE
    };
    html! {
        <details class="sample-menu" ref={menu} onkeydown={on_key} onfocusout={on_leave}>
            <summary class="button small" aria-label={words::MENU} title={words::MENU}>{"\u{22ef}"}</summary>
            <ul>
                {item(Side::Reference, reference)}
                {item(Side::Prediction, words::ADD_PREDICTION)}
            </ul>
        </details>
    }
}

/// Returns the action that opens the dialog.
pub(super) fn open(sample: SampleId, side: Side) -> Action {
    Action::View(ViewAction::Dialog(Some(Dialog::Give { sample, side })))
}
