use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::hooks::{ACCEPTED, Importer, chosen};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) label: &'static str,
    #[prop_or_default]
    pub(super) primary: bool,
    /// Whether the dialog chooses a folder with all its contents.
    #[prop_or_default]
    pub(super) folder: bool,
    pub(super) importer: Importer,
}

/// Shows a button that opens the browser's file dialog.
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
    let on_choice = {
        let (input, importer) = (input.clone(), props.importer.clone());
        Callback::from(move |_: Event| {
            let Some(input) = input.cast::<HtmlInputElement>() else {
                return;
            };
            if let Some(files) = input.files() {
                chosen(&files, &importer);
            }
            // Clears the field, so that the same file can be chosen again.
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
                webkitdirectory={props.folder}
                accept={(!props.folder).then_some(ACCEPTED)}
                onchange={on_choice}
            />
        </>
    }
}
