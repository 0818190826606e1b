use texlens_dataset::PageRange;
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

/// Shows the number of pages of a PDF file, and a field in which some of them are chosen.
#[component]
pub(super) fn PagesField(props: &Props) -> Html {
    let Props { choice, pages, ask } = props;
    let wrong = use_state_eq(|| None::<String>);
    let on_change = {
        let (ask, path, wrong) = (ask.clone(), choice.path.clone(), wrong.setter());
        Callback::from(move |event: Event| {
            let text = event
                .target_dyn_into::<HtmlInputElement>()
                .map(|input| input.value())
                .unwrap_or_default();
            let pages = match text.trim() {
                "" => Ok(None),
                text => text.parse::<PageRange>().map(Some),
            };
            wrong.set(pages.as_ref().err().map(ToString::to_string));
            if let Ok(pages) = pages {
                let path = path.clone();
                ask.emit(Ask::Amend(Step::Pages { path, pages }));
            }
        })
    };
    let value = choice.chosen.as_ref().map(ToString::to_string).unwrap_or_default();
    html! {
        <>
            <input
                type="text"
                class="pages"
                aria-label={words::pages_of(&choice.path)}
                title={(*wrong).clone().unwrap_or_else(|| words::pages_hint(choice.all))}
                aria-invalid={wrong.is_some().to_string()}
                placeholder={words::ALL_PAGES}
                {value}
                onchange={on_change}
            />
            <small>{common::pages(*pages)}</small>
            if let Some(wrong) = &*wrong { <small class="warning" role="alert">{wrong}</small> }
        </>
    }
}
