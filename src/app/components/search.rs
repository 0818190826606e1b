use std::rc::Rc;

use gloo::timers::callback::Timeout;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The list is filtered after this pause in typing.
const TYPING_MS: u32 = 150;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) label: &'static str,
    pub(super) placeholder: &'static str,
    pub(super) query: Rc<str>,
    pub(super) on_change: Callback<String>,
}

/// Shows a search field. What it filters follows after a pause in typing.
#[component]
pub(super) fn Search(props: &Props) -> Html {
    let timer = use_mut_ref(|| None::<Timeout>);
    let type_in = {
        let on_change = props.on_change.clone();
        Callback::from(move |event: InputEvent| {
            let Some(field) = event.target_dyn_into::<HtmlInputElement>() else {
                return;
            };
            let on_change = on_change.clone();
            *timer.borrow_mut() = Some(Timeout::new(TYPING_MS, move || on_change.emit(field.value())));
        })
    };
    html! {
        <input
            type="search"
            aria-label={props.label}
            title={props.label}
            placeholder={props.placeholder}
            autocomplete="off"
            spellcheck="false"
            oninput={type_in}
            value={props.query.to_string()}
        />
    }
}
