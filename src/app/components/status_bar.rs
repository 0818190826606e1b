use texlens_ocr::detect::NetworkSetting;
use texlens_workspace::messages::reading::{ProviderSetting, ReadingSettings};
use texlens_workspace::state::{
    Action, Dialog, DrawAction, Engine, EngineAction, Keeping, Notice, Offline, ReadAction, Runtime, SampleAction,
    ViewAction,
};
use texlens_workspace::words::{common, status_bar as words};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::choice::{Choice, ChoiceOption};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) reading: ReadingSettings,
    /// The resolution of newly added PDFs.
    pub(super) dpi: u16,
    pub(super) runtime: Runtime,
    pub(super) engine: Engine,
    /// The number of compiled predictions and the total, while there is something to compile.
    pub(super) compiled: Option<(usize, usize)>,
    pub(super) offline: Offline,
    pub(super) keeping: Keeping,
    /// The number of samples in the list.
    pub(super) samples: usize,
    pub(super) notice: Option<Notice>,
    /// Whether the last import can be undone.
    pub(super) can_undo: bool,
    pub(super) send: Callback<Action>,
}

/// Shows what runs the model and why, the progress of the TeX engine, and the latest notice.
#[component]
pub(super) fn StatusBar(props: &Props) -> Html {
    let runtime = words::runtime(&props.runtime);
    let reading = props.reading;
    let set = props
        .send
        .reform(|settings| Action::Read(ReadAction::Settings(settings)));
    let providers = [ProviderSetting::Auto, ProviderSetting::Wasm, ProviderSetting::WebGpu];
    html! {
        <footer class="status">
            <span class="dim label" aria-hidden="true">{words::RUN_ON}</span>
            <Choice<ProviderSetting>
                label={words::RUN_ON}
                options={Vec::from(providers.map(|value| ChoiceOption { value, label: value.name() }))}
                value={reading.provider}
                on_change={set.reform(move |provider| ReadingSettings { provider, ..reading })}
            />
            <Network
                chosen={reading.network}
                on_change={set.reform(move |network| ReadingSettings { network, ..reading })}
            />
            <Resolution dpi={props.dpi} on_change={props.send.reform(|given| Action::Draw(DrawAction::Dpi(given)))} />
            <p class="runtime" title={runtime.clone()}>{runtime}</p>
            {compiling(props)}
            <p class="notice" role="status" aria-live="polite">
                {props.notice.as_ref().map(ToString::to_string).unwrap_or_default()}
            </p>
            if props.can_undo {
                <button
                    type="button"
                    class="button small"
                    title={words::UNDO_IMPORT_HINT}
                    onclick={props.send.reform(|_| Action::Sample(SampleAction::UndoAdding))}
                >
                    {words::UNDO_IMPORT}
                </button>
            }
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

#[derive(Properties, PartialEq)]
struct NetworkProps {
    chosen: NetworkSetting,
    on_change: Callback<NetworkSetting>,
}

/// Shows the choice of the network.
#[component]
fn Network(props: &NetworkProps) -> Html {
    let all = [NetworkSetting::Auto, NetworkSetting::Fast, NetworkSetting::Accurate];
    let on_change = props.on_change.reform(move |event: Event| {
        let list: HtmlSelectElement = event.target_unchecked_into();
        all.get(list.selected_index() as usize).copied().unwrap_or_default()
    });
    html! {
        <label class="resolution" title={words::NETWORK_HINT}>
            <span class="dim label">{words::NETWORK}</span>
            <select onchange={on_change}>
                {for all.into_iter().map(|setting| html! {
                    <option selected={setting == props.chosen}>{words::network(setting)}</option>
                })}
            </select>
        </label>
    }
}

/// The resolutions that are offered, in dpi; the command accepts any from 50 to 600.
const RESOLUTIONS: [u16; 6] = [100, 150, 200, 300, 400, 600];

#[derive(Properties, PartialEq)]
struct ResolutionProps {
    dpi: u16,
    on_change: Callback<u16>,
}

/// Shows the choice of the resolution at which the pages of PDFs are drawn.
#[component]
fn Resolution(props: &ResolutionProps) -> Html {
    let on_change = {
        let send = props.on_change.clone();
        Callback::from(move |event: Event| {
            let chosen: HtmlSelectElement = event.target_unchecked_into();
            if let Ok(dpi) = chosen.value().parse() {
                send.emit(dpi);
            }
        })
    };
    html! {
        <label class="resolution" title={words::RESOLUTION_HINT}>
            <span class="dim label">{words::RESOLUTION}</span>
            <select onchange={on_change} aria-label={words::RESOLUTION_NAME}>
                {for RESOLUTIONS.into_iter().map(|dpi| html! {
                    <option value={dpi.to_string()} selected={dpi == props.dpi}>{words::dpi(dpi)}</option>
                })}
            </select>
        </label>
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
