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
    // A text that is no choice of pages, with the reason.
    let wrong = use_state_eq(|| None::<(String, String)>);
    let on_change = {
        let (ask, path, all, wrong) = (ask.clone(), choice.path.clone(), choice.all, wrong.setter());
        Callback::from(move |event: Event| {
            let text = event
                .target_dyn_into::<HtmlInputElement>()
                .map(|input| input.value())
                .unwrap_or_default();
            let pages = match text.trim() {
                "" => Ok(None),
                text => text
                    .parse::<PageRange>()
                    .and_then(|range| range.of(all).map(|_| Some(range))),
            };
            wrong.set(pages.as_ref().err().map(|error| (text, error.to_string())));
            if let Ok(pages) = pages {
                let path = path.clone();
                ask.emit(Ask::Amend(Step::Pages { path, pages }));
            }
        })
    };
    let chosen = || choice.chosen.as_ref().map(ToString::to_string).unwrap_or_default();
    let why = wrong.as_ref().map(|(_, why)| why.clone());
    let value = wrong.as_ref().map_or_else(chosen, |(text, _)| text.clone());
    html! {
        <>
            <input
                type="text"
                class="pages"
                aria-label={words::pages_of(&choice.path)}
                title={why.clone().unwrap_or_else(|| words::pages_hint(choice.all))}
                aria-invalid={wrong.is_some().to_string()}
                placeholder={words::ALL_PAGES}
                {value}
                onchange={on_change}
            />
            <small>{common::pages(*pages)}</small>
            if let Some(why) = why { <small class="warning" role="alert">{why}</small> }
        </>
    }
}
