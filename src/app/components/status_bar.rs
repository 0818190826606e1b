use yew::prelude::*;

use super::choice::{Choice, ChoiceOption};
use crate::{
    app::{
        providers,
        state::{Action, Notice, Runtime},
    },
    worker::protocol::{Provider, ProviderSetting},
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) provider: ProviderSetting,
    pub(super) runtime: Runtime,
    pub(super) notice: Option<Notice>,
    pub(super) send: Callback<Action>,
}

/// What runs the model and why, and the latest news.
#[component]
pub(super) fn StatusBar(props: &Props) -> Html {
    let runtime = match &props.runtime {
        Runtime::Unloaded => "The model is loaded when a page is read.".to_owned(),
        Runtime::Loading { what, .. } => format!("Loading {what}\u{2026}"),
        Runtime::Working => "Reading\u{2026}".to_owned(),
        Runtime::Ready(Provider { name, reason, .. }) => {
            format!(
                "{}: {reason}. Pages are read on {}.",
                providers::title(name),
                providers::device(name)
            )
        }
        Runtime::Failed { message } => message.clone(),
    };
    html! {
        <footer class="status">
            <span class="dim label" aria-hidden="true">{"Run the model on"}</span>
            <Choice<ProviderSetting>
                label="Run the model on"
                options={vec![
                    ChoiceOption { value: ProviderSetting::Auto, label: "Auto" },
                    ChoiceOption { value: ProviderSetting::Wasm, label: "WebAssembly" },
                    ChoiceOption { value: ProviderSetting::WebGpu, label: "WebGPU" },
                ]}
                value={props.provider}
                on_change={props.send.reform(Action::SetProvider)}
            />
            <p class="runtime" title={runtime.clone()}>{runtime}</p>
            <p class="notice" role="status" aria-live="polite">
                {props.notice.as_ref().map(ToString::to_string).unwrap_or_default()}
            </p>
        </footer>
    }
}
