use std::rc::Rc;

use texlens_workspace::rating::{OpenSheet, Place};
use texlens_workspace::state::{Action, RatingAction};
use texlens_workspace::words::ratings as words;
use yew::prelude::*;

use crate::app::hooks::{RatingAsk, clock};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) open: Rc<OpenSheet>,
    pub(super) ask: Callback<RatingAsk>,
    pub(super) send: Callback<Action>,
}

/// Shows how to hand the answers in.
#[component]
pub(super) fn End(props: &Props) -> Html {
    let Props { open, ask, send } = props;
    let is_complete = open.sheet.is_complete();
    let title = if is_complete {
        words::ALL_ANSWERED
    } else {
        words::SOME_OPEN
    };
    let go_on = send.reform(|_: MouseEvent| Action::Rating(RatingAction::GoOn(clock())));
    let first = send.reform(|_: MouseEvent| Action::Rating(RatingAction::Go(Place::Question(1), clock())));
    let close = send.reform(|_: MouseEvent| Action::Rating(RatingAction::CloseSheet));
    html! {
        <article class="rating-text" aria-labelledby="rating-end">
            <h3 id="rating-end">{title}</h3>
            <p>{words::END_NOTE}</p>
            <p class="dim" role="status">{if open.is_saved { words::IS_SAVED } else { words::NOT_SAVED }}</p>
            <p class="rating-steps">
                <button type="button" class={classes!("button", is_complete.then_some("primary"))} onclick={ask.reform(|_: MouseEvent| RatingAsk::SaveAnswers)}>{words::SAVE_ANSWERS}</button>
                if is_complete {
                    <button type="button" class="button" onclick={first}>{words::LOOK_AGAIN}</button>
                } else {
                    <button type="button" class="button primary" onclick={go_on}>{words::open_questions(open)}</button>
                }
                <button type="button" class="link" onclick={close}>{words::CLOSE_SHEET}</button>
            </p>
        </article>
    }
}
