use texlens_workspace::state::Import;
use texlens_workspace::words::{common, plan as words};
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
        Import::Looking { files } => (words::looking(*files), None),
        Import::Opening { done, total } => (words::opening(*done, *total), fraction(*done, *total)),
        Import::Adding { done, total } => (words::adding(*done, *total), fraction(*done, *total)),
        Import::Open(_) => return Html::default(),
    };
    html! {
        <section class="toast importing" aria-label={words::PROGRESS}>
            <p id="importing-text">{text}</p>
            <progress aria-labelledby="importing-text" max="1" value={value.map(|value| format!("{value:.3}"))} />
            <button type="button" class="button small" onclick={ask.reform(|_| Ask::Cancel)}>{common::CANCEL}</button>
        </section>
    }
}

#[allow(clippy::cast_precision_loss)] // No list has so many rows.
fn fraction(done: usize, total: usize) -> Option<f64> {
    Some(done as f64 / total.max(1) as f64)
}
