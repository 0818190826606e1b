//! The message about a run: its progress, and how it ended.

use texlens_workspace::state::{Action, OwnDoing, OwnModelAction, OwnModels, OwnRun, OwnStage};
use texlens_workspace::words::{common, own_models as words};
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::hooks::OwnAsk;

/// The end of a text of this many characters is shown while it is written.
const SHOWN: usize = 240;

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) own: Same<OwnModels>,
    pub(in crate::app::components) ask: Callback<OwnAsk>,
    pub(in crate::app::components) send: Callback<Action>,
}

/// Shows how far a model is, the text that it writes, and how the run ended.
#[component]
pub(in crate::app::components) fn OwnModelMessage(props: &Props) -> Html {
    let Props { own, ask, send } = props;
    let content = match &own.stage {
        OwnStage::Idle => return Html::default(),
        OwnStage::Reading(run) => html! {
            <>
                <div class="own-run">
                    <p id="own-model-text">{words::reading(&run.system, &run.page, run.tally.done() + 1, run.all)}</p>
                    <progress aria-labelledby="own-model-text" max={run.all.max(1).to_string()} value={run.tally.done().to_string()} />
                    {doing(&run.doing)}
                </div>
                <button type="button" class="button small" onclick={ask.reform(|_| OwnAsk::Cancel)}>{common::CANCEL}</button>
            </>
        },
        OwnStage::Ended { run, is_cancelled } => html! {
            <>
                <div role={if run.tally.read == 0 && !is_cancelled { "alert" } else { "status" }}>
                    <p><strong>{words::ended(&run.system, &run.tally, run.all, *is_cancelled)}</strong></p>
                    <p class="dim">{words::took(&run.tally)}</p>
                    {remarks(run)}
                </div>
                <button type="button" class="icon" aria-label={common::DISMISS} onclick={send.reform(|_| Action::OwnModels(OwnModelAction::Dismissed))}>
                    {"\u{d7}"}
                </button>
            </>
        },
    };
    html! { <section class="toast judging own-model-message" aria-label={words::NAME}>{content}</section> }
}

fn doing(doing: &OwnDoing) -> Html {
    match doing {
        OwnDoing::Preparing | OwnDoing::Encoding => html! { <p class="dim">{words::ENCODING}</p> },
        OwnDoing::Loading(what, loaded, total) => html! { <p class="dim">{words::loading(what, *loaded, *total)}</p> },
        OwnDoing::Writing {
            text,
            tokens,
            seconds,
            formula,
        } => {
            let start = text.char_indices().rev().nth(SHOWN - 1).map_or(0, |(start, _)| start);
            html! {
                <>
                    <p class="dim">
                        {for formula.map(|(number, all)| format!("{} \u{b7} ", words::formula(number, all)))}
                        {words::writing(*tokens, *seconds)}
                    </p>
                    <pre aria-label={words::TEXT_SO_FAR}>{text.get(start..).unwrap_or_default()}</pre>
                </>
            }
        }
    }
}

/// Renders the pages that were not read, and those about which something is to be said.
fn remarks(run: &OwnRun) -> Html {
    const MOST: usize = 5;
    let tally = &run.tally;
    let said: Vec<String> = tally
        .failed
        .iter()
        .map(words::about_page)
        .chain(words::unended(&tally.unended))
        .chain(tally.remarks.iter().map(words::about_page))
        .collect();
    if said.is_empty() {
        return Html::default();
    }
    html! {
        <ul>
            {for said.iter().take(MOST).map(|line| html! { <li>{line}</li> })}
            if said.len() > MOST {
                <li class="dim">{common::more(said.len() - MOST)}</li>
            }
        </ul>
    }
}
