use texlens_workspace::state::Import;
use texlens_workspace::words::count;
use yew::prelude::*;

use crate::app::hooks::Ask;

#[derive(Properties, PartialEq)]
pub(in crate::app::components) struct Props {
    pub(in crate::app::components) import: Import,
    pub(in crate::app::components) ask: Callback<Ask>,
}

/// Shows the progress of an import that takes longer than a moment.
#[component]
pub(in crate::app::components) fn ImportProgress(props: &Props) -> Html {
    let Props { import, ask } = props;
    let (text, value) = match import {
        Import::Looking { files } => (format!("Looking at {}", count(*files, "file")), None),
        Import::Opening { done, total } => (format!("Opening PDFs: {done} of {total}"), fraction(*done, *total)),
        Import::Adding { done, total } => (
            format!("Adding {done} of {}", count(*total, "sample")),
            fraction(*done, *total),
        ),
        Import::Open(_) => return Html::default(),
    };
    html! {
        <section class="toast importing" aria-label="Import progress">
            <p id="importing-text">{text}</p>
            <progress aria-labelledby="importing-text" max="1" value={value.map(|value| format!("{value:.3}"))} />
            <button type="button" class="button small" onclick={ask.reform(|_| Ask::Cancel)}>{"Cancel"}</button>
        </section>
    }
}

#[allow(clippy::cast_precision_loss)] // No list has so many rows.
fn fraction(done: usize, total: usize) -> Option<f64> {
    Some(done as f64 / total.max(1) as f64)
}
