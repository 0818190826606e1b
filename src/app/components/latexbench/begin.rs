use texlens_workspace::commands::elements;
use texlens_workspace::words::latexbench as words;
use yew::prelude::*;

use crate::app::components::judge::TextField;
use crate::app::components::open_button::OpenButton;
use crate::app::hooks::{BENCH_FILES, BenchAsk};

/// The seed of the paper.
const PAPER: &str = "1234";

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The label of the button.
    #[prop_or(words::MAKE)]
    pub(super) label: &'static str,
    pub(super) is_busy: bool,
    pub(super) ask: Callback<BenchAsk>,
}

/// Shows what LaTeXBench is, and how to begin.
#[component]
pub(super) fn Begin(props: &Props) -> Html {
    html! {
        <div class="screen-begin">
            <p>{words::INTRODUCTION}</p>
            <Make is_busy={props.is_busy} ask={&props.ask} />
            <OpenButton label={words::OPEN} hint={words::OPEN_HINT} disabled={props.is_busy} endings={BENCH_FILES} on_files={props.ask.reform(BenchAsk::Open)} />
        </div>
    }
}

/// Shows a form that makes items from a seed.
#[component]
pub(super) fn Make(props: &Props) -> Html {
    let Props { label, is_busy, ask } = props;
    let typed = use_state_eq(|| PAPER.to_owned());
    let seed: Option<u64> = typed.trim().parse().ok();
    let on_submit = {
        let ask = ask.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(seed) = seed {
                ask.emit(BenchAsk::Make(seed));
            }
        })
    };
    let on_change = {
        let typed = typed.setter();
        Callback::from(move |text: String| typed.set(text))
    };
    html! {
        <form id={elements::TASKS} class="bench-make" onsubmit={on_submit}>
            <TextField
                label={words::SEED}
                value={(*typed).clone()}
                note={words::SEED_NOTE}
                problem={seed.is_none().then(|| words::SEED_PROBLEM.to_owned())}
                {on_change}
            />
            <button id={elements::MAKE_TASKS} type="submit" class="button primary" disabled={*is_busy || seed.is_none()}>{*label}</button>
        </form>
    }
}
