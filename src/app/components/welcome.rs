use yew::prelude::*;

use super::{file_button::FileButton, sample_list::SamplePages};
use crate::app::state::{Action, Catalogue, Dialog};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) catalogue: Catalogue,
    pub(super) send: Callback<Action>,
}

/// What is shown before there is anything to show.
#[component]
pub(super) fn Welcome(props: &Props) -> Html {
    let Props { catalogue, send } = props;
    let first = catalogue.entries.first().cloned();
    let try_page = first.map(|entry| send.reform(move |_: MouseEvent| Action::TryPage(entry.clone())));
    let add_text = send.reform(|_: MouseEvent| Action::SetDialog(Some(Dialog::AddText { pasted: String::new() })));
    html! {
        <section class="welcome" aria-labelledby="welcome-title">
            <div class="invitation">
                <h2 id="welcome-title">{"Drop a page image, LaTeX, or both."}</h2>
                <p>
                    {"A page is read into LaTeX by a small model on this machine. With its reference beside it, or with two \
                      texts and no image at all, the result is compared and scored. Nothing is uploaded."}
                </p>
                <div class="buttons">
                    <button
                        type="button"
                        class="button primary"
                        disabled={try_page.is_none() || catalogue.fetching.is_some()}
                        onclick={try_page}
                    >
                        {if catalogue.fetching.is_some() { "Loading the page\u{2026}" } else { "Try a sample page" }}
                    </button>
                    <FileButton label="Choose files" {send} />
                    <button type="button" class="button" onclick={add_text}>{"Paste two texts"}</button>
                </div>
                <dl class="accepted">
                    <dt>{"page.png"}</dt>
                    <dd>{"PNG or JPEG, best at 150 to 300 dpi: read into LaTeX"}</dd>
                    <dt>{"page.tex"}</dt>
                    <dd>{"reference of the page of the same name: the reading is scored"}</dd>
                    <dt>{"page.pred.tex, page.md"}</dt>
                    <dd>{"another tool\u{2019}s output: scored against the reference"}</dd>
                    <dt>{"result.html"}</dt>
                    <dd>{"an evaluation saved here: opens again"}</dd>
                </dl>
            </div>
            if !catalogue.entries.is_empty() {
                <div class="pages">
                    <h3>{"Sample pages"}</h3>
                    <SamplePages catalogue={catalogue.clone()} {send} />
                </div>
            }
        </section>
    }
}
