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

/// Shows the number of pages of a PDF file, and a field in which some of them are chosen. The foot of the sheet says why
/// a choice is refused.
#[component]
pub(super) fn PagesField(props: &Props) -> Html {
    let Props { choice, pages, ask } = props;
    let value = choice.chosen.as_ref().map(ToString::to_string).unwrap_or_default();
    let on_change = {
        let (path, value) = (choice.path.clone(), value.clone());
        ask.reform(move |event: Event| {
            let input = event.target_dyn_into::<HtmlInputElement>();
            let pages = input.as_ref().map(HtmlInputElement::value).unwrap_or_default();
            // The field shows the pages that are added, also after a refusal.
            if let Some(input) = input {
                input.set_value(&value);
            }
            let path = path.clone();
            Ask::Amend(Step::Pages { path, pages })
        })
    };
    html! {
        <>
            <input
                type="text"
                class="pages"
                aria-label={words::pages_of(&choice.path)}
                title={words::pages_hint(choice.all)}
                placeholder={words::ALL_PAGES}
                {value}
                onchange={on_change}
            />
            <small>{common::pages(*pages)}</small>
        </>
    }
}
