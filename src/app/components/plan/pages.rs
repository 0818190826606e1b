use texlens_workspace::brought::sentence;
use texlens_workspace::messages::import::{PageChoice, Step};
use texlens_workspace::words::{common, plan as words};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::hooks::Ask;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) choice: PageChoice,
    /// The number of chosen pages.
    pub(super) pages: usize,
    pub(super) ask: Callback<Ask>,
}

/// Shows a field in which pages of a PDF file are chosen, and beside it the number of these pages, or what is wrong with
/// the choice.
#[component]
pub(super) fn PagesField(props: &Props) -> Html {
    let Props { choice, pages, ask } = props;
    let value = choice.chosen.as_ref().map(ToString::to_string).unwrap_or_default();
    // What is being typed; `None` if it is what the plan has.
    let typed = use_state_eq(|| None::<String>);
    let all = choice.all;
    let checked = typed.as_deref().map(|text| choice.check(text));
    {
        let typed = typed.setter();
        use_effect_with(value.clone(), move |_| typed.set(None));
    }
    let on_input = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| {
            typed.set(event.target_dyn_into::<HtmlInputElement>().map(|input| input.value()));
        })
    };
    let on_change = {
        let (choice, ask) = (choice.clone(), ask.clone());
        Callback::from(move |event: Event| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else {
                return;
            };
            let pages = input.value();
            match choice.check(&pages) {
                Ok(_) => {
                    let path = choice.path.clone();
                    ask.emit(Ask::Amend(Step::Pages { path, pages }));
                }
                // The wrong part can be typed over at once.
                Err(wrong) => {
                    if let Some(range) = wrong.range(&pages) {
                        let [start, end] = [range.start, range.end].map(|at| units(&pages, at));
                        let _ = input.set_selection_range(start, end);
                    }
                }
            }
        })
    };
    let note = match &checked {
        Some(Ok(count)) => words::pages_chosen(*count, all),
        Some(Err(_)) => String::new(),
        None if choice.chosen.is_none() => common::pages(*pages),
        None => words::pages_chosen(*pages, all),
    };
    let wrong = checked.and_then(Result::err).map(|wrong| sentence(&wrong.to_string()));
    let id = format!("pages-{}", choice.path);
    html! {
        <>
            <input
                type="text"
                class="pages"
                autocomplete="off"
                aria-label={words::pages_of(&choice.path)}
                aria-describedby={id.clone()}
                aria-invalid={wrong.is_some().then_some("true")}
                title={words::pages_hint(all)}
                placeholder={words::ALL_PAGES}
                value={(*typed).clone().unwrap_or(value)}
                oninput={on_input}
                onchange={on_change}
            />
            <small {id} class={classes!("pages-note", wrong.is_some().then_some("refused"))} role="status">{wrong.unwrap_or(note)}</small>
        </>
    }
}

/// Returns a number of bytes of a text as the browser counts characters.
fn units(text: &str, bytes: usize) -> u32 {
    let before = text.get(..bytes).unwrap_or(text);
    u32::try_from(before.encode_utf16().count()).unwrap_or(u32::MAX)
}
