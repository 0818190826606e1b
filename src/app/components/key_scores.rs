use std::rc::Rc;

use texlens_metrics::{Score, Side};
use texlens_workspace::state::{Action, Aspect, Focus, KeyScore, Sample, ScoreAction, Scoring, View, ViewAction};
use texlens_workspace::words::{common, give as give_words, scores as words};
use yew::prelude::*;

use super::{
    give::open,
    scores::{bar, focus_on},
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) focus: Focus,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// Shows the key scores, or what the scores wait for.
#[component]
pub(super) fn ScoreHead(props: &Props) -> Html {
    let Props {
        sample,
        focus,
        view,
        send,
    } = props;
    let id = sample.id;
    let again = |label: &'static str| {
        html! { <button type="button" class="button small" onclick={send.reform(move |_| Action::Score(ScoreAction::Again(id)))}>{label}</button> }
    };
    let give = |side: Side| {
        html! { <button type="button" class="button small" onclick={send.reform(move |_| open(id, side))}>{give_words::title(side)}</button> }
    };
    let state = match (&sample.scoring, &sample.scored) {
        (Scoring::Failed { message }, _) => {
            html! { <div class="outcome failed" role="alert"><p>{message}</p>{again(common::TRY_AGAIN)}</div> }
        }
        // Old scores stay visible while new ones are calculated.
        (_, Some(_)) => Html::default(),
        (Scoring::Waiting, None) => html! {
            <div class="outcome waiting">
                <p>{words::missing(sample)}</p>
                if sample.lacks_reference() {
                    {give(Side::Reference)}
                }
                if sample.lacks_prediction() {
                    {give(Side::Prediction)}
                }
            </div>
        },
        (Scoring::Cancelled, None) => {
            html! { <div class="outcome"><p>{words::CANCELLED}</p>{again(words::SCORE)}</div> }
        }
        (_, None) => html! { <p class="hint busy">{words::RUNNING}</p> },
    };
    html! {
        <>
            {state}
            {key_scores(sample, focus, *view, send)}
        </>
    }
}

/// Renders the few numbers that say most about the result. A click on one shows what is behind it.
fn key_scores(sample: &Sample, focus: &Focus, view: View, send: &Callback<Action>) -> Html {
    let keys = sample.key_scores();
    if keys.is_empty() {
        return Html::default();
    }
    let key_score = |key: KeyScore| {
        let score = key.metric.and_then(|metric| sample.score(metric));
        let tab = key.aspect.tab();
        let is_focus = |score: &Score| matches!(focus, Focus::Score { metric, .. } if *metric == score.metric);
        // A number that leads to a tab is not selected itself.
        let selected = tab.is_none().then(|| score.is_some_and(is_focus));
        let to = match (tab, score) {
            (Some(tab), _) => Some(ViewAction::Show(View { tab, ..view })),
            (None, score) => score.map(|score| ViewAction::Focus(focus_on(score, selected == Some(true)))),
        };
        let onclick = to.map(|to| send.reform(move |_: MouseEvent| Action::View(to.clone())));
        html! {
            <li key={words::aspect(key.aspect)}>
                <button
                    type="button"
                    aria-pressed={selected.map(|selected| selected.to_string())}
                    disabled={onclick.is_none()}
                    title={words::shown_as(&key)}
                    {onclick}
                >
                    <span class="aspect">{words::aspect(key.aspect)}</span>{" "}
                    {number(&key)}
                    {match key.value {
                        Some(value) => bar(value),
                        None => html! { <span class="no-bar" /> },
                    }}
                </button>
            </li>
        }
    };
    html! { <ul class="key-scores" aria-label={words::KEY_SCORES}>{for keys.into_iter().map(key_score)}</ul> }
}

fn number(key: &KeyScore) -> Html {
    let (class, shown) = match (key.aspect, key.value) {
        (_, None) => (Some("undefined"), "\u{2013}".to_owned()),
        (Aspect::Compiles, Some(value)) if value >= 1.0 => (Some("right"), words::YES.to_owned()),
        (Aspect::Compiles, Some(_)) => (Some("wrong"), words::NO.to_owned()),
        (_, Some(value)) => (None, format!("{value:.3}")),
    };
    html! { <span class={classes!("value", class)}>{shown}</span> }
}
