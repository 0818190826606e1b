use texlens_workspace::state::{Action, Rating, RatingAction};
use texlens_workspace::words::ratings as words;
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::components::open_button::OpenButton;
use crate::app::components::result_table::result_table;
use crate::app::hooks::{RATING_FILES, RatingAsk};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) rating: Same<Rating>,
    pub(super) has_samples: bool,
    pub(super) ask: Callback<RatingAsk>,
    pub(super) send: Callback<Action>,
}

/// Shows the sheets that came back, and what they say.
#[component]
pub(super) fn Results(props: &Props) -> Html {
    let Props {
        rating,
        has_samples,
        ask,
        send,
    } = props;
    let Some(study) = &rating.study else {
        return html! {
            <div class="screen-begin">
                <p>{words::NO_STUDY}</p>
                <OpenButton label={words::OPEN} hint={words::OPEN_HINT} primary=true disabled={rating.is_busy} endings={RATING_FILES} on_files={ask.reform(RatingAsk::Open)} />
            </div>
        };
    };
    let keep = rating.keep_failed;
    let with = rating.with_scores;
    let on_keep = send.reform(move |_: Event| Action::Rating(RatingAction::KeepFailed(!keep)));
    let on_with = send.reform(move |_: Event| Action::Rating(RatingAction::WithScores(!with)));
    html! {
        <div class="rating-scroll" tabindex="0" role="group" aria-label={words::RESULTS}>
            <div class="results-list">
                <p>{words::summary(study)}</p>
                <h3>{words::CAME_BACK}</h3>
                if rating.answers.is_empty() { <p>{words::NO_ANSWERS}</p> }
                <ul class="rating-files">
                    {for rating.answers.iter().enumerate().map(|(at, file)| {
                        let remove = send.reform(move |_: MouseEvent| Action::Rating(RatingAction::Remove(at)));
                        html! {
                            <li>
                                {&file.name}{" "}
                                <button type="button" class="link" aria-label={words::remove(&file.name)} onclick={remove}>{words::REMOVE}</button>
                            </li>
                        }
                    })}
                </ul>
                <div class="rating-steps">
                    <OpenButton label={words::ADD_ANSWERS} primary={rating.answers.is_empty()} disabled={rating.is_busy} endings={RATING_FILES} on_files={ask.reform(RatingAsk::Open)} />
                    <label class="check"><input type="checkbox" checked={keep} onchange={on_keep} />{" "}{words::KEEP_FAILED}</label>
                    if *has_samples {
                        <label class="check"><input type="checkbox" checked={with} onchange={on_with} />{" "}{words::WITH_SCORES}</label>
                    }
                </div>
                if let Some(results) = &rating.results {
                    if let Some(figure) = &results.figure {
                        // The figure consists of numbers, class names and escaped texts only.
                        <figure>{Html::from_html_unchecked(AttrValue::from(figure.clone()))}</figure>
                    }
                    {for results.tables.iter().map(|table| result_table(table, send))}
                } else if !rating.answers.is_empty() {
                    <p role="status">{words::CALCULATING}</p>
                }
            </div>
        </div>
    }
}
