use texlens_workspace::state::{Action, Catalogue, CatalogueAction, Dialog, ViewAction};
use texlens_workspace::words::welcome as words;
use yew::prelude::*;

use super::{file_button::FileButton, sample_list::SamplePages};
use crate::app::hooks::Importer;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) catalogue: Catalogue,
    pub(super) importer: Importer,
    pub(super) send: Callback<Action>,
}

/// The screen that is shown while there are no samples.
#[component]
pub(super) fn Welcome(props: &Props) -> Html {
    let Props {
        catalogue,
        importer,
        send,
    } = props;
    let first = catalogue.entries.first().cloned();
    let try_page =
        first.map(|entry| send.reform(move |_: MouseEvent| Action::Catalogue(CatalogueAction::Try(entry.clone()))));
    let add_text =
        send.reform(|_: MouseEvent| Action::View(ViewAction::Dialog(Some(Dialog::AddText { pasted: String::new() }))));
    html! {
        <section class="welcome" aria-labelledby="welcome-title">
            <div class="invitation">
                <h2 id="welcome-title">{words::TITLE}</h2>
                <p>{words::INTRODUCTION}</p>
                <div class="start">
                    <p><strong>{words::DROP}</strong>{" "}{words::DROP_WHERE}</p>
                    <div class="buttons">
                    <button
                        type="button"
                        class="button primary"
                        disabled={try_page.is_none() || catalogue.fetching.is_some()}
                        onclick={try_page}
                    >
                        {if catalogue.fetching.is_some() { words::LOADING } else { words::TRY }}
                    </button>
                    <FileButton label={words::CHOOSE_FILES} {importer} />
                    <FileButton label={words::CHOOSE_FOLDER} folder=true {importer} />
                    <button type="button" class="button" onclick={add_text}>{words::PASTE}</button>
                    </div>
                </div>
                <dl class="accepted">
                    {for words::ACCEPTED.iter().map(|(files, meaning)| html! {
                        <>
                            <dt>{*files}</dt>
                            <dd>{*meaning}</dd>
                        </>
                    })}
                </dl>
            </div>
            if !catalogue.entries.is_empty() {
                <div class="pages">
                    <h3>{words::SAMPLE_PAGES}</h3>
                    <SamplePages catalogue={catalogue.clone()} {send} />
                </div>
            }
        </section>
    }
}
