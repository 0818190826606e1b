use texlens_workspace::state::{Action, Catalogue, CatalogueAction, Dialog, Trial, ViewAction};
use texlens_workspace::words::welcome as words;
use yew::prelude::*;

use super::{
    file_button::FileButton,
    sample_list::{SamplePages, Thumbnail},
};
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
    let attempt = |trial: Option<Trial>, label: &'static str, is_primary: bool| {
        let is_fetched = trial.is_some() && catalogue.fetching == trial;
        let disabled = trial.is_none() || catalogue.fetching.is_some();
        let onclick =
            trial.map(|trial| send.reform(move |_: MouseEvent| Action::Catalogue(CatalogueAction::Try(trial.clone()))));
        html! {
            <button type="button" class={classes!("button", is_primary.then_some("primary"))} {disabled} {onclick}>
                {if is_fetched { words::LOADING } else { label }}
            </button>
        }
    };
    let add_text =
        send.reform(|_: MouseEvent| Action::View(ViewAction::Dialog(Some(Dialog::AddText { pasted: String::new() }))));
    html! {
        <section class="welcome" aria-labelledby="welcome-title">
            <div class="invitation">
                <h2 id="welcome-title">{words::TITLE}</h2>
                <p>{words::INTRODUCTION}</p>
            </div>
            <ul class="offers">
                <li>
                    <ComparisonPicture />
                    <h3>{words::COMPARE}</h3>
                    <p>{words::COMPARE_WHAT}</p>
                    <p class="more">{words::COMPARE_DEMO}</p>
                    {attempt(Some(Trial::Comparison), words::TRY_COMPARISON, true)}
                </li>
                <li>
                    <div class="picture reading" aria-hidden="true">
                        if let Some(entry) = first.clone() {
                            <Thumbnail {entry} />
                        }
                        <span class="arrow">{"\u{2192}"}</span>
                        <pre>{words::READ_LATEX.join("\n")}</pre>
                    </div>
                    <h3>{words::READ}</h3>
                    <p>{words::READ_WHAT}</p>
                    <p class="more">{words::READ_THEN}</p>
                    {attempt(first.map(|entry| Trial::Page(Box::new(entry))), words::TRY, false)}
                </li>
                <li>
                    <CheckPicture />
                    <h3>{words::CHECK}</h3>
                    <p>{words::CHECK_WHAT}</p>
                    <p class="more">{words::CHECK_THEN}</p>
                    <button type="button" class="button" onclick={add_text}>{words::PASTE}</button>
                </li>
            </ul>
            <div class="start">
                <p><strong>{words::DROP}</strong>{" "}{words::DROP_WHERE}</p>
                <div class="buttons">
                    <FileButton label={words::CHOOSE_FILES} {importer} />
                    <FileButton label={words::CHOOSE_FOLDER} folder=true {importer} />
                </div>
            </div>
            if !catalogue.entries.is_empty() {
                <div class="pages">
                    <h3>{words::SAMPLE_PAGES}</h3>
                    <SamplePages catalogue={catalogue.clone()} {send} />
                </div>
            }
            <details>
                <summary>{words::FILES}</summary>
                <dl class="accepted">
                    {for words::ACCEPTED.iter().map(|(files, meaning)| html! {
                        <>
                            <dt>{*files}</dt>
                            <dd>{*meaning}</dd>
                        </>
                    })}
                </dl>
            </details>
        </section>
    }
}

/// Shows a plot of three systems, as decoration.
#[component]
fn ComparisonPicture() -> Html {
    let bar = |(system, [mean, low, high]): &(&'static str, [f64; 3])| {
        let ends = [("mean", mean), ("low", low), ("high", high)];
        let style = ends.map(|(name, value)| format!("--{name}:{value};")).concat();
        html! { <div class="bar" {style}><span>{*system}</span><i><b /></i></div> }
    };
    html! { <div class="picture bars" aria-hidden="true">{for words::COMPARED.iter().map(bar)}</div> }
}

/// Shows LaTeX with an error, as decoration.
#[component]
fn CheckPicture() -> Html {
    let [before, error, behind] = words::CHECKED_LATEX;
    html! {
        <div class="picture checking" aria-hidden="true">
            <pre>{before}<mark>{error}</mark>{behind}</pre>
            <span class="found">{"\u{2717} "}{words::CHECKED_ERROR}</span>
        </div>
    }
}
