use texlens_workspace::state::{Action, Catalogue, CatalogueAction, Dialog, ViewAction};
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
                <h2 id="welcome-title">{"Turn a page into LaTeX. See how right it is."}</h2>
                <p>
                    {"A small model reads the page image inside this browser. What it read is compared with the reference \
                      LaTeX and scored: headings, text, formulas. Another tool\u{2019}s output is scored in the same way. \
                      Nothing is uploaded."}
                </p>
                <div class="start">
                    <p><strong>{"Drop a PDF, a page image, its LaTeX, or several"}</strong>{" anywhere, or paste them."}</p>
                    <div class="buttons">
                    <button
                        type="button"
                        class="button primary"
                        disabled={try_page.is_none() || catalogue.fetching.is_some()}
                        onclick={try_page}
                    >
                        {if catalogue.fetching.is_some() { "Loading the page\u{2026}" } else { "Try a sample page" }}
                    </button>
                    <FileButton label="Choose files" {importer} />
                    <FileButton label="Choose folder" folder=true {importer} />
                    <button type="button" class="button" onclick={add_text}>{"Paste two texts"}</button>
                    </div>
                </div>
                <dl class="accepted">
                    <dt>{"page.png"}</dt>
                    <dd>{"a page to be read, also as JPEG; best at 150 to 300 dpi"}</dd>
                    <dt>{"paper.pdf"}</dt>
                    <dd>{"every page is read, then combined into one document"}</dd>
                    <dt>{"page.tex"}</dt>
                    <dd>{"the reference, by the same name: the OCR output is scored"}</dd>
                    <dt>{"page.pred.tex, page.md"}</dt>
                    <dd>{"another tool\u{2019}s output, scored against the reference"}</dd>
                    <dt>{"a folder, run.zip"}</dt>
                    <dd>{"pages and outputs of several tools, also known benchmarks"}</dd>
                    <dt>{"pairs.jsonl, pairs.csv"}</dt>
                    <dd>{"formulas or pages, one per record"}</dd>
                    <dt>{"result.html"}</dt>
                    <dd>{"a saved evaluation, which opens again"}</dd>
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
