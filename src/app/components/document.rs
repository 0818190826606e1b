use std::rc::Rc;

use texlens_workspace::state::{Action, PageCount, ReadAction, Reading, Sample, SampleId};
use texlens_workspace::words::{common, document as words};
use yew::prelude::*;

use super::ways::Ways;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) pages: PageCount,
    pub(super) send: Callback<Action>,
}

/// Shows the progress of a document's pages, and buttons to read them.
#[component]
pub(super) fn Document(props: &Props) -> Html {
    let Props { sample, pages, send } = props;
    let (id, is_busy) = (sample.id, pages.open > 0 || is_joining(sample));
    let action = |label: &'static str, action: fn(SampleId) -> Action| {
        html! { <button type="button" class="button small" onclick={send.reform(move |_| action(id))}>{label}</button> }
    };
    html! {
        <header class="document-head">
            <h2 class="name" title={sample.name.clone()}>{&sample.name}</h2>
            <span class="dim">{common::pages(pages.total)}{words::from_text(*pages)}</span>
            <span class="spacer" />
            if is_busy {
                <span id="document-text">{progress(sample, *pages)}</span>
                <progress
                    aria-labelledby="document-text"
                    max={pages.total.to_string()}
                    value={(pages.total - pages.open).to_string()}
                />
                {action(common::CANCEL, |given| Action::Read(ReadAction::Cancel(given)))}
            } else if pages.failed > 0 {
                <span class="failed">{words::unread(pages.failed)}</span>
                {action(common::TRY_AGAIN, |given| Action::Read(ReadAction::Retry(given)))}
            } else if let Reading::Failed { message } = &sample.reading {
                <span class="failed" role="alert">{message}</span>
                {action(common::TRY_AGAIN, |given| Action::Read(ReadAction::Retry(given)))}
            } else if pages.images > 0 {
                if pages.of_pdf > 0 && !sample.is_given {
                    <Ways sample={id} is_text={pages.from_text > 0} image={words::READ_IMAGES} class="button small" {send} />
                }
                {action(if sample.is_given { words::READ } else { words::READ_AGAIN }, |given| Action::Read(ReadAction::Read(given)))}
            }
        </header>
    }
}

fn is_joining(document: &Sample) -> bool {
    matches!(
        document.reading,
        Reading::Queued | Reading::Running { .. } | Reading::Stopping { .. }
    )
}

fn progress(document: &Sample, pages: PageCount) -> String {
    if is_joining(document) {
        return words::COMBINING.to_owned();
    }
    words::read(pages.total - pages.open, pages.total)
}
