//! Made pages: the form, the pages, and what is done with them.

mod form;
mod summary;
mod viewer;

use texlens_workspace::state::{Action, Making, MakingAction, MakingStage};
use texlens_workspace::words::{common, making as words};
use yew::prelude::*;

use super::compare::Same;
use crate::app::hooks::MakeAsk;
use form::MakePagesForm;
use summary::Summary;
use viewer::Viewer;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) making: Same<Making>,
    pub(super) ask: Callback<MakeAsk>,
    pub(super) send: Callback<Action>,
}

/// The screen that makes pages.
#[component]
pub(super) fn MakePagesView(props: &Props) -> Html {
    let Props { making, ask, send } = props;
    let dismiss = send.reform(|_: MouseEvent| Action::Making(MakingAction::Dismissed));
    let forget = send.reform(|_: MouseEvent| Action::Making(MakingAction::Forgotten));
    let undo = send.reform(|_: MouseEvent| Action::Making(MakingAction::Undo));
    let action = |label: &'static str, asked: fn() -> MakeAsk| {
        let onclick = ask.reform(move |_: MouseEvent| asked());
        html! { <button type="button" class="button" disabled={making.is_busy()} {onclick}>{label}</button> }
    };
    html! {
        <section class="own-screen-body make" aria-labelledby="make-title">
            <div class="screen-head">
                <h2 id="make-title">{words::TITLE}</h2>
                <span class="spacer" />
                if !making.pages.is_empty() {
                    {action(words::ADD_IMAGES, || MakeAsk::AddImages)}
                    {action(words::ADD_PDFS, || MakeAsk::AddPdfs)}
                    {action(words::SAVE_ALL, || MakeAsk::SaveAll)}
                }
            </div>
            {stage(making, ask)}
            if let Some(trouble) = &making.trouble {
                <div class="outcome failed" role="alert">
                    <p>{trouble}</p>
                    <button type="button" class="icon" aria-label={common::DISMISS} onclick={dismiss}>{"\u{d7}"}</button>
                </div>
            }
            if making.replaced.is_some() {
                <div class="outcome" role="status">
                    <button type="button" class="button small" disabled={making.is_busy()} onclick={undo}>{words::UNDO}</button>
                    <button type="button" class="icon" aria-label={common::DISMISS} onclick={forget}>{"\u{d7}"}</button>
                </div>
            }
            <div class="make-body">
                <MakePagesForm first={making.form.clone()} own={making.own.as_ref().map(|own| own.name.clone())} is_busy={making.is_busy()} {ask} {send} />
                <div class="make-result" tabindex="0" role="group" aria-label={words::PART}>
                    if let Some(summary) = &making.summary {
                        <Summary summary={summary.clone()} />
                    } else {
                        <p class="make-about">{words::INTRODUCTION}</p>
                    }
                    if let Some(page) = making.page() {
                        <Viewer page={page.clone()} picture={making.picture} at={making.at} pages={making.pages.len()} {ask} {send} />
                    }
                </div>
            </div>
        </section>
    }
}

/// Renders what is being done, with a button that cancels it.
#[allow(clippy::cast_precision_loss)] // Small numbers.
fn stage(making: &Making, ask: &Callback<MakeAsk>) -> Html {
    let (done, all) = match making.stage {
        MakingStage::Idle => return Html::default(),
        MakingStage::Reading => (None, 1.0),
        MakingStage::Loading(loaded, total) => (Some(loaded), total),
        MakingStage::Packing(done, all) => (Some(done as f64), all as f64),
        MakingStage::Making => {
            let all = making.order.as_ref().map_or(0, |order| order.pages);
            (Some(words::done(making) as f64), all as f64)
        }
    };
    html! {
        <div class="progress" role="status">
            <span>{words::stage(making)}</span>
            <progress aria-label={words::PROGRESS} value={done.map(|done| done.to_string())} max={all.max(1.0).to_string()}></progress>
            <button type="button" class="button small" onclick={ask.reform(|_: MouseEvent| MakeAsk::Cancel)}>{common::CANCEL}</button>
        </div>
    }
}
