use texlens_workspace::state::{Action, Dialog, Engine, EngineAction, Keeping, Notice, Offline, Runtime, ViewAction};
use texlens_workspace::words::{common, status_bar as words};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) runtime: Runtime,
    pub(super) engine: Engine,
    /// The number of compiled predictions and the total, while there is something to compile.
    pub(super) compiled: Option<(usize, usize)>,
    pub(super) offline: Offline,
    pub(super) keeping: Keeping,
    /// The number of samples in the list.
    pub(super) samples: usize,
    pub(super) notice: Option<Notice>,
    pub(super) send: Callback<Action>,
}

/// Shows the progress of model and TeX engine, the latest notice, and what is stored.
#[component]
pub(super) fn StatusBar(props: &Props) -> Html {
    // What runs the model is in the settings; here is what it does, and what keeps it from working.
    let runtime = match &props.runtime {
        Runtime::Unloaded | Runtime::Ready(_) => String::new(),
        busy => words::runtime(busy),
    };
    html! {
        <footer class="status">
            <p class="runtime" title={runtime.clone()}>{runtime}</p>
            {compiling(props)}
            <p class="notice" role="status" aria-live="polite">
                {props.notice.as_ref().map(ToString::to_string).unwrap_or_default()}
            </p>
            if let Some(why) = props.keeping.not_kept(props.samples) {
                <span class="unkept">{words::not_kept(why.count(props.samples))}</span>
            }
            <button
                type="button"
                class="button small"
                onclick={props.send.reform(|_| Action::View(ViewAction::Dialog(Some(Dialog::Storage))))}
            >
                {words::storage(props.offline)}
            </button>
        </footer>
    }
}

/// Renders the progress of loading the engine or of compiling, with a button that cancels.
fn compiling(props: &Props) -> Html {
    let (text, value) = match (&props.engine, props.compiled) {
        (Engine::Loading { loaded, total }, Some(_)) => {
            (words::loading_engine(*loaded, *total), loaded / total.max(1.0))
        }
        (_, Some((done, total))) => (words::compiling(done, total), done as f64 / total.max(1) as f64),
        _ => return Html::default(),
    };
    html! {
        <div class="compiling">
            <span id="compiling-text">{text}</span>
            <progress aria-labelledby="compiling-text" max="1" value={format!("{value:.4}")} />
            <button
                type="button"
                class="button small"
                aria-label={words::STOP_COMPILING}
                onclick={props.send.reform(|_| Action::Engine(EngineAction::Stop))}
            >
                {common::CANCEL}
            </button>
        </div>
    }
}
