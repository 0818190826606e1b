use std::rc::Rc;

use gloo::timers::callback::Timeout;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::hooks::SEARCH;

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
    let is_typing = use_mut_ref(|| false);
    // The parent may be rendered meanwhile, with the query from before the pause.
    let typed = use_state_eq(|| props.query.to_string());
    let latest = use_mut_ref(|| props.on_change.clone());
    latest.replace(props.on_change.clone());
    {
        let (is_typing, typed) = (is_typing.clone(), typed.setter());
        use_effect_with(props.query.clone(), move |query| {
            if !*is_typing.borrow() {
                typed.set(query.to_string());
            }
        });
    }
    let type_in = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| {
            let Some(field) = event.target_dyn_into::<HtmlInputElement>() else {
                return;
            };
            typed.set(field.value());
            is_typing.replace(true);
            let (latest, is_typing) = (latest.clone(), is_typing.clone());
            let end = move || {
                is_typing.replace(false);
                let on_change = latest.borrow().clone();
                on_change.emit(field.value());
            };
            timer.borrow_mut().replace(Timeout::new(TYPING_MS, end));
        })
    };
    html! {
        <input
            id={SEARCH}
            type="search"
            aria-label={props.label}
            title={props.label}
            placeholder={props.placeholder}
            autocomplete="off"
            spellcheck="false"
            oninput={type_in}
            value={(*typed).clone()}
        />
    }
}
