use texlens_workspace::words::latexbench as words;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::components::judge::TextField;
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
        <div class="bench-begin">
            <p>{words::INTRODUCTION}</p>
            <Make is_busy={props.is_busy} ask={&props.ask} />
            <OpenButton is_busy={props.is_busy} ask={&props.ask} />
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
        <form class="bench-make" onsubmit={on_submit}>
            <TextField
                label={words::SEED}
                value={(*typed).clone()}
                note={words::SEED_NOTE}
                problem={seed.is_none().then(|| words::SEED_PROBLEM.to_owned())}
                {on_change}
            />
            <button type="submit" class="button primary" disabled={*is_busy || seed.is_none()}>{*label}</button>
        </form>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct OpenProps {
    pub(super) is_busy: bool,
    pub(super) ask: Callback<BenchAsk>,
}

/// Shows a button that opens files with items or runs.
#[component]
pub(super) fn OpenButton(props: &OpenProps) -> Html {
    let OpenProps { is_busy, ask } = props;
    let input = use_node_ref();
    let open = {
        let input = input.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let on_choice = {
        let (input, ask) = (input.clone(), ask.clone());
        Callback::from(move |_: Event| {
            let Some(input) = input.cast::<HtmlInputElement>() else {
                return;
            };
            let files = input.files().map(|files| gloo::file::FileList::from(files).to_vec());
            if let Some(files) = files.filter(|files| !files.is_empty()) {
                ask.emit(BenchAsk::Open(files));
            }
            // Clears the field, so that the same file can be chosen again.
            input.set_value("");
        })
    };
    html! {
        <>
            <button type="button" class="button" title={words::OPEN_HINT} disabled={*is_busy} onclick={open}>{words::OPEN}</button>
            <input ref={input} type="file" multiple=true hidden=true accept={BENCH_FILES.join(",")} onchange={on_choice} />
        </>
    }
}
