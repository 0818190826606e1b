use gloo::utils::document;
use texlens_workspace::words::common;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, HtmlElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) title: &'static str,
    #[prop_or_default]
    pub(super) class: &'static str,
    /// Whether a click outside leaves the dialog open, because closing would lose work.
    #[prop_or_default]
    pub(super) keeps_beside: bool,
    pub(super) on_close: Callback<()>,
    pub(super) children: Html,
}

/// Shows a dialog over the page. The browser keeps the focus inside and closes the dialog on Escape.
#[component]
pub(super) fn Modal(props: &Props) -> Html {
    let dialog = use_node_ref();
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            let before = document().active_element();
            let dialog = dialog.cast::<HtmlDialogElement>();
            if let Some(dialog) = &dialog {
                // Fails only if the dialog is already open.
                let _ = dialog.show_modal();
            }
            move || {
                // While it is open, nothing else can have the focus.
                if let Some(dialog) = dialog {
                    dialog.close();
                }
                give_back(before);
            }
        });
    }
    let on_backdrop = {
        let (close, keeps) = (props.on_close.clone(), props.keeps_beside);
        Callback::from(move |event: MouseEvent| {
            // A click hits the dialog element itself only outside its content.
            if !keeps && event.target_dyn_into::<HtmlDialogElement>().is_some() {
                close.emit(());
            }
        })
    };
    // Left to itself, the browser hides the dialog at Escape, and says so only after keys that follow at once.
    let on_escape = {
        let close = props.on_close.clone();
        Callback::from(move |event: Event| {
            // A choice of files that is given up sends the same event.
            if event.target_dyn_into::<HtmlDialogElement>().is_some() {
                event.prevent_default();
                close.emit(());
            }
        })
    };
    html! {
        <dialog
            ref={dialog}
            class={props.class}
            aria-labelledby="dialog-title"
            oncancel={on_escape}
            onclose={props.on_close.reform(|_| ())}
            onclick={on_backdrop}
        >
            <div class="dialog-head">
                <h2 id="dialog-title">{props.title}</h2>
                <button type="button" class="icon" aria-label={common::CLOSE} onclick={props.on_close.reform(|_| ())}>{"\u{d7}"}</button>
            </div>
            <div class="dialog-body">{props.children.clone()}</div>
        </dialog>
    }
}

/// Gives the focus back to where it was before a dialog, unless something else has it.
fn give_back(before: Option<Element>) {
    let is_lost = document()
        .active_element()
        .is_none_or(|element| element.tag_name() == "BODY");
    let before = before.and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(before) = before.filter(|element| is_lost && element.is_connected()) {
        let _ = before.focus();
    }
}
