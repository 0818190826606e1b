use texlens_workspace::state::{Reading, Runtime};
use texlens_workspace::words::{common, progress as words};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) reading: Reading,
    pub(super) runtime: Runtime,
    pub(super) on_cancel: Callback<()>,
}

/// Shows the progress of reading a page: loading first, then tiles.
#[component]
pub(super) fn Progress(props: &Props) -> Html {
    let (text, value) = match (&props.reading, &props.runtime) {
        (Reading::Queued, _) => (words::WAITING.to_owned(), None),
        (Reading::Stopping { .. }, _) => (words::STOPPING.to_owned(), None),
        (
            Reading::Running {
                tiles: Some((done, total)),
                ..
            },
            _,
        ) => (words::reading(*done, *total), fraction(*done as f64, *total as f64)),
        (Reading::Running { tiles: None, .. }, Runtime::Loading { what, loaded, total }) => match total {
            // The loaded files must still be compiled and checked, which takes time.
            Some(total) if loaded >= total => (words::starting(what), None),
            total => (
                words::loading(what, *loaded, *total),
                total.and_then(|total| fraction(*loaded, total)),
            ),
        },
        (Reading::Running { tiles: None, .. }, _) => (words::PREPARING.to_owned(), None),
        _ => return Html::default(),
    };
    let stopping = matches!(props.reading, Reading::Stopping { .. });
    html! {
        <div class="progress">
            <span id="progress-text">{text}</span>
            // Without a value the bar shows only that work goes on.
            <progress aria-labelledby="progress-text" max="1" value={value.map(|value| format!("{value:.4}"))} />
            <button type="button" class="button small" disabled={stopping} onclick={props.on_cancel.reform(|_| ())}>
                {common::CANCEL}
            </button>
        </div>
    }
}

fn fraction(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| (part / whole).clamp(0.0, 1.0))
}
