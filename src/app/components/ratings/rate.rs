use texlens_workspace::rating::Place;
use texlens_workspace::state::{Action, Rating};
use texlens_workspace::words::ratings as words;
use yew::prelude::*;

use super::end::End;
use super::instructions::Instructions;
use super::question::QuestionView;
use crate::app::components::compare::Same;
use crate::app::components::open_button::OpenButton;
use crate::app::hooks::{RATING_FILES, RatingAsk};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) rating: Same<Rating>,
    pub(super) ask: Callback<RatingAsk>,
    pub(super) send: Callback<Action>,
}

/// Shows the open sheet, or how to open one.
#[component]
pub(super) fn Rate(props: &Props) -> Html {
    let Props { rating, ask, send } = props;
    let Some(open) = &rating.sheet else {
        return html! {
            <div class="screen-begin">
                <p>{words::RATE_INTRODUCTION}</p>
                <OpenButton label={words::OPEN} hint={words::OPEN_HINT} primary=true disabled={rating.is_busy} endings={RATING_FILES} on_files={ask.reform(RatingAsk::Open)} />
            </div>
        };
    };
    html! {
        <div class="rating-sheet">
            <div class="rating-progress">
                <span class="dim">{&open.sheet.title}{", "}{words::rater(open.sheet.rater)}</span>
                <progress aria-label={words::PROGRESS} value={open.sheet.answered().to_string()} max={open.count().max(1).to_string()}></progress>
                <span class="dim">{words::answered(open)}</span>
            </div>
            {match open.place {
                Place::Instructions => html! { <Instructions open={open.clone()} {send} /> },
                // A new question starts at its top.
                Place::Question(at) => html! { <QuestionView key={at} open={open.clone()} {at} {send} /> },
                Place::End => html! { <End open={open.clone()} {ask} {send} /> },
            }}
        </div>
    }
}
