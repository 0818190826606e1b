//! Ratings: a sheet that a person answers, the study that it belongs to, and the results.

mod end;
mod form;
mod instructions;
mod question;
mod rate;
mod results;
mod study;

use texlens_workspace::messages::ratings::RatingFile;
use texlens_workspace::state::{Action, Rating, RatingAction, RatingPart};
use texlens_workspace::words::{common, ratings as words};
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    compare::Same,
    open_button::OpenButton,
};
use crate::app::hooks::{RATING_FILES, RatingAsk};
use rate::Rate;
use results::Results;
use study::StudyPart;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) rating: Same<Rating>,
    /// The systems whose predictions can be rated.
    pub(super) systems: Vec<String>,
    pub(super) ask: Callback<RatingAsk>,
    pub(super) send: Callback<Action>,
}

/// The screen of ratings.
#[component]
pub(super) fn RatingsView(props: &Props) -> Html {
    let Props {
        rating,
        systems,
        ask,
        send,
    } = props;
    let dismiss = send.reform(|_: MouseEvent| Action::Rating(RatingAction::Dismissed));
    let forget = send.reform(|_: MouseEvent| Action::Rating(RatingAction::Forgotten));
    let undo = send.reform(|_: MouseEvent| Action::Rating(RatingAction::Undo));
    let show = send.reform(|part| Action::Rating(RatingAction::Show(part)));
    let option = |value| ChoiceOption {
        value,
        label: words::part(value),
    };
    html! {
        <section class="own-screen-body" aria-labelledby="ratings-title">
            <div class="screen-head">
                <h2 id="ratings-title">{words::TITLE}</h2>
                <Choice<RatingPart>
                    label={words::PART}
                    options={vec![option(RatingPart::Rate), option(RatingPart::Study), option(RatingPart::Results)]}
                    value={rating.part}
                    on_change={show}
                />
                <span class="spacer" />
                if rating.part == RatingPart::Results && rating.results.is_some() { <Files {ask} /> }
                <OpenButton label={words::OPEN} hint={words::OPEN_HINT} disabled={rating.is_busy} endings={RATING_FILES} on_files={ask.reform(RatingAsk::Open)} />
            </div>
            if rating.is_busy {
                <div class="screen-stage" role="status">
                    <span>{words::WORKING}</span>
                    <progress aria-label={words::WORKING}></progress>
                    <button type="button" class="button small" onclick={ask.reform(|_: MouseEvent| RatingAsk::Cancel)}>{common::CANCEL}</button>
                </div>
            }
            if let Some(trouble) = &rating.trouble {
                <div class="outcome failed" role="alert">
                    <p class="lines">{trouble}</p>
                    <button type="button" class="icon" aria-label={common::DISMISS} onclick={dismiss}>{"\u{d7}"}</button>
                </div>
            }
            if rating.replaced.is_some() {
                <div class="outcome" role="status">
                    <button type="button" class="button small" disabled={rating.is_busy} onclick={undo}>{words::UNDO}</button>
                    <button type="button" class="icon" aria-label={common::DISMISS} onclick={forget}>{"\u{d7}"}</button>
                </div>
            }
            {match rating.part {
                RatingPart::Rate => html! { <Rate rating={rating.clone()} {ask} {send} /> },
                RatingPart::Study => html! { <StudyPart rating={rating.clone()} systems={systems.clone()} {ask} {send} /> },
                RatingPart::Results => html! { <Results rating={rating.clone()} has_samples={!systems.is_empty()} {ask} {send} /> },
            }}
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct FilesProps {
    ask: Callback<RatingAsk>,
}

/// Shows the files of the results that can be saved.
#[component]
fn Files(props: &FilesProps) -> Html {
    let FilesProps { ask } = props;
    html! {
        <details class="screen-files">
            <summary class="button">{words::SAVE}</summary>
            <ul>
                {for [RatingFile::Results, RatingFile::Ratings, RatingFile::Figure].map(|file| html! {
                    <li><button type="button" class="link" onclick={ask.reform(move |_: MouseEvent| RatingAsk::Save(file))}>{words::file(file)}</button></li>
                })}
            </ul>
        </details>
    }
}
