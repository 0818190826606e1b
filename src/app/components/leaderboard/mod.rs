//! Leaderboards: measured systems beside printed ones, in tables of comparable rows.

mod table;

use texlens_leaderboard::PUBLICATIONS;
use texlens_workspace::state::{Action, BoardAction, Leaderboards};
use texlens_workspace::words::{common, leaderboard as words};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::compare::Same;
use super::open_button::OpenButton;
use super::result_table::result_table;
use crate::app::hooks::{BOARD_FILES, BoardAsk};
use table::set_table;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) leaderboards: Same<Leaderboards>,
    pub(super) has_samples: bool,
    /// The number of samples that are not scored yet.
    pub(super) unscored: usize,
    pub(super) ask: Callback<BoardAsk>,
    pub(super) send: Callback<Action>,
}

/// The screen of leaderboards.
#[component]
pub(super) fn LeaderboardView(props: &Props) -> Html {
    let Props {
        leaderboards,
        has_samples,
        unscored,
        ask,
        send,
    } = props;
    let board = send.reform(Action::Board);
    html! {
        <section class="own-screen-body" aria-labelledby="leaderboards-title">
            <div class="screen-head">
                <h2 id="leaderboards-title">{words::TITLE}</h2>
                {choices(leaderboards, *has_samples, &board)}
                <span class="spacer" />
                <OpenButton label={words::OPEN} hint={words::OPEN_HINT} endings={BOARD_FILES} on_files={ask.reform(BoardAsk::Open)} />
            </div>
            if leaderboards.is_busy || *unscored > 0 {
                <div class="screen-stage" role="status">
                    <span>
                        {match unscored {
                            0 => words::WORKING.to_owned(),
                            samples => words::waiting(*samples),
                        }}
                    </span>
                    <progress aria-label={words::WORKING}></progress>
                    if leaderboards.is_busy {
                        <button type="button" class="button small" onclick={ask.reform(|_: MouseEvent| BoardAsk::Cancel)}>{common::CANCEL}</button>
                    }
                </div>
            }
            if let Some(trouble) = &leaderboards.trouble {
                <div class="outcome failed" role="alert">
                    <p>{trouble}</p>
                    <button type="button" class="icon" aria-label={common::DISMISS} onclick={board.reform(|_: MouseEvent| BoardAction::Dismissed)}>{"\u{d7}"}</button>
                </div>
            }
            if leaderboards.replaced.is_some() {
                <div class="outcome" role="status">
                    <button type="button" class="button small" onclick={board.reform(|_: MouseEvent| BoardAction::Undo)}>{words::UNDO}</button>
                    <button type="button" class="icon" aria-label={common::DISMISS} onclick={board.reform(|_: MouseEvent| BoardAction::Forgotten)}>{"\u{d7}"}</button>
                </div>
            }
            <div class="results-list boards" tabindex="0" role="group" aria-label={words::TABLES}>
                {files(leaderboards, &board)}
                if leaderboards.shown.sets.is_empty() && !leaderboards.is_busy {
                    <div class="board-about">
                        <p>{words::INTRODUCTION}</p>
                        <p>{words::BEGIN}</p>
                    </div>
                }
                {for leaderboards.shown.sets.iter().enumerate().map(|(at, set)| set_table(at, set, &board, send))}
                {for leaderboards.shown.apart.iter().map(|apart| result_table(apart, send))}
            </div>
        </section>
    }
}

/// Renders the choice of what is shown.
fn choices(leaderboards: &Leaderboards, has_samples: bool, board: &Callback<BoardAction>) -> Html {
    let with_samples = board.reform(|event: Event| BoardAction::WithSamples(is_checked(&event)));
    html! {
        <>
            if has_samples {
                <div class="board-choice" role="group" aria-label={words::MEASURED}>
                    <label class="check"><input type="checkbox" checked={leaderboards.with_samples} onchange={with_samples} />{" "}{words::OPEN_SAMPLES}</label>
                </div>
            }
            <div class="board-choice" role="group" aria-labelledby="printed-tables">
                <span id="printed-tables">{words::PRINTED}</span>
                {for PUBLICATIONS.into_iter().map(|id| html! {
                    <label class="check">
                        <input
                            type="checkbox"
                            checked={leaderboards.printed.contains(id)}
                            onchange={board.reform(move |event: Event| BoardAction::Printed(id, is_checked(&event)))}
                        />
                        {" "}{words::publication(id)}
                    </label>
                })}
            </div>
        </>
    }
}

fn is_checked(event: &Event) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    target.is_some_and(|input| input.checked())
}

/// Renders the opened files, and what is wrong with them.
fn files(leaderboards: &Leaderboards, board: &Callback<BoardAction>) -> Html {
    html! {
        <>
            if !leaderboards.files.is_empty() {
                <h3>{words::FILES}</h3>
                <ul class="board-files">
                    {for leaderboards.files.iter().enumerate().map(|(at, file)| html! {
                        <li>
                            {&file.name}{" "}
                            <button type="button" class="link" aria-label={words::remove(&file.name)} onclick={board.reform(move |_: MouseEvent| BoardAction::Remove(at))}>{words::REMOVE}</button>
                        </li>
                    })}
                </ul>
            }
            {for leaderboards.refused.iter().map(|(name, why)| html! { <p class="board-refused">{words::refused(name, why)}</p> })}
        </>
    }
}
