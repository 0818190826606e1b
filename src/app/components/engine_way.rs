use std::collections::BTreeSet;

use texlens_browser::engine;
use texlens_tex::Use;
use texlens_workspace::state::{Action, Engine, EngineAction, SampleId};
use texlens_workspace::words::{common, compilation as words};
use yew::prelude::*;

/// Returns whether the person has asked for this use of the engine.
pub(super) fn is_asked_for(usage: Use, engine: &Engine, uses: &BTreeSet<Use>) -> bool {
    engine.is_on() && uses.contains(&usage)
}

/// Returns the size of the download that a use of the engine needs, in words.
pub(super) fn download(usage: Use, engine: &Engine, uses: &BTreeSet<Use>) -> String {
    let before = if engine.is_on() { uses.clone() } else { BTreeSet::new() };
    let bytes = engine::download(usage, &before) as f64;
    words::download(usage, !before.is_empty(), bytes)
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: SampleId,
    /// The use of the engine that the sample waits for.
    pub(super) usage: Use,
    /// The reason why the engine gave the sample up.
    pub(super) failed: Option<String>,
    pub(super) engine: Engine,
    /// The uses that the person asked for.
    pub(super) uses: BTreeSet<Use>,
    pub(super) send: Callback<Action>,
}

/// Shows what the engine does with a sample that waits for it, or a button that starts it with the size of the download.
#[component]
pub(super) fn EngineWay(props: &Props) -> Html {
    let Props {
        sample,
        usage,
        failed,
        engine,
        uses,
        send,
    } = props;
    let (sample, usage) = (*sample, *usage);
    let button = |label: &'static str, action: fn(SampleId, Use) -> EngineAction| {
        let onclick = send.reform(move |_: MouseEvent| Action::Engine(action(sample, usage)));
        html! { <button type="button" class="button small" {onclick}>{label}</button> }
    };
    let use_engine = |_, usage| EngineAction::Use(usage);
    let failure = |message: &str, button: Html| {
        html! { <><span class="failed" role="alert">{message}</span>{button}</> }
    };
    let is_asked_for = is_asked_for(usage, engine, uses);
    match (failed, engine) {
        (Some(message), _) => failure(
            message,
            button(words::again(usage), |sample, _| EngineAction::Again(sample)),
        ),
        (_, Engine::Failed { message }) => failure(message, button(common::TRY_AGAIN, use_engine)),
        _ if !is_asked_for => {
            html! {
                <span class="way">
                    <span class="dim">{download(usage, engine, uses)}</span>
                    {button(words::start(usage), use_engine)}
                </span>
            }
        }
        (_, Engine::Loading { .. }) => html! { <span class="busy">{words::LOADING}</span> },
        _ => html! { <span class="busy">{words::running(usage)}</span> },
    }
}
