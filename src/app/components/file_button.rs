use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::{hooks::read_list, state::Action};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) label: &'static str,
    #[prop_or_default]
    pub(super) primary: bool,
    pub(super) send: Callback<Action>,
}

/// Opens the browser's file dialog.
#[component]
pub(super) fn FileButton(props: &Props) -> Html {
    let input = use_node_ref();
    let open = {
        let input = input.clone();
        Callback::from(move |_| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let chosen = {
        let (input, send) = (input.clone(), props.send.clone());
        Callback::from(move |_: Event| {
            let Some(input) = input.cast::<HtmlInputElement>() else {
                return;
            };
            if let Some(files) = input.files() {
                read_list(&files, &send);
            }
            // The same file may be chosen again.
            input.set_value("");
        })
    };
    html! {
        <>
            <button type="button" class={classes!("button", props.primary.then_some("primary"))} onclick={open}>
                {props.label}
            </button>
            <input
                ref={input}
                type="file"
                multiple=true
                hidden=true
                accept=".png,.jpg,.jpeg,.tex,.ltx,.latex,.txt,.md,.html,.htm,image/png,image/jpeg"
                onchange={chosen}
            />
        </>
    }
}
