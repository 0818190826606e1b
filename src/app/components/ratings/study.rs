use texlens_workspace::commands::elements;
use texlens_workspace::messages::ratings::RatingFile;
use texlens_workspace::rating::HeldStudy;
use texlens_workspace::state::{Action, Rating, RatingAction};
use texlens_workspace::words::ratings as words;
use yew::prelude::*;

use super::form::MakeStudy;
use crate::app::components::compare::Same;
use crate::app::components::judge::TextField;
use crate::app::hooks::RatingAsk;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) rating: Same<Rating>,
    pub(super) systems: Vec<String>,
    pub(super) ask: Callback<RatingAsk>,
    pub(super) send: Callback<Action>,
}

/// Shows the study, and the form that makes one.
#[component]
pub(super) fn StudyPart(props: &Props) -> Html {
    let Props {
        rating,
        systems,
        ask,
        send,
    } = props;
    let form = if systems.is_empty() {
        html! { <p>{words::NO_SAMPLES}</p> }
    } else {
        html! { <MakeStudy systems={systems.clone()} is_busy={rating.is_busy} {ask} /> }
    };
    html! {
        <div class="rating-scroll" tabindex="0" role="group" aria-label={words::STUDY}>
            <div class="screen-begin">
                {match &rating.study {
                    None => html! { <><p>{words::STUDY_INTRODUCTION}</p>{form}</> },
                    Some(study) => html! {
                        <>
                            <Held study={(**study).clone()} is_busy={rating.is_busy} {ask} {send} />
                            <details class="rating-again">
                                <summary>{words::MAKE_ANOTHER}</summary>
                                {form}
                            </details>
                        </>
                    },
                }}
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct HeldProps {
    study: HeldStudy,
    is_busy: bool,
    ask: Callback<RatingAsk>,
    send: Callback<Action>,
}

/// Shows a study and its files.
#[component]
fn Held(props: &HeldProps) -> Html {
    let HeldProps {
        study,
        is_busy,
        ask,
        send,
    } = props;
    let typed = use_state_eq(|| "1".to_owned());
    let rater = typed
        .trim()
        .parse::<u32>()
        .ok()
        .filter(|rater| (1..=study.raters).contains(rater));
    let left_out = study.left_out.map(words::left_out).unwrap_or_default();
    let close = send.reform(|_: MouseEvent| Action::Rating(RatingAction::CloseStudy));
    let on_submit = {
        let ask = ask.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(rater) = rater {
                ask.emit(RatingAsk::Rate(rater));
            }
        })
    };
    let on_change = {
        let typed = typed.setter();
        Callback::from(move |text: String| typed.set(text))
    };
    html! {
        <section aria-labelledby="rating-study">
            <h3 id="rating-study">{words::STUDY}</h3>
            <p>{words::summary(study)}</p>
            if !left_out.is_empty() { <p>{left_out}</p> }
            <p>
                <button type="button" class="button primary" disabled={*is_busy} onclick={ask.reform(|_: MouseEvent| RatingAsk::Save(RatingFile::Study))}>{words::SAVE_STUDY}</button>
            </p>
            <p class="dim">{words::STUDY_NOTE}</p>
            <form class="rating-here" onsubmit={on_submit}>
                <TextField
                    label={words::RATER}
                    value={(*typed).clone()}
                    problem={rater.is_none().then(|| words::no_rater(study.raters))}
                    {on_change}
                />
                <button id={elements::RATE_HERE} type="submit" class="button" disabled={*is_busy || rater.is_none()}>{words::RATE_HERE}</button>
            </form>
            <p><button type="button" class="link" onclick={close}>{words::CLOSE_STUDY}</button></p>
        </section>
    }
}
