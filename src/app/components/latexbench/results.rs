use texlens_workspace::state::{Action, Bench};
use texlens_workspace::words::latexbench as words;
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::components::result_table::result_table;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) bench: Same<Bench>,
    pub(super) send: Callback<Action>,
}

/// Shows the results of all runs.
#[component]
pub(super) fn Tables(props: &Props) -> Html {
    let bench = &props.bench;
    let Some(results) = &bench.results else {
        let (busy, text) = match bench.runs.is_empty() {
            true => (None, words::NO_RESULTS),
            false => (Some("busy"), words::CALCULATING),
        };
        return html! { <p class={classes!("hint", busy)} role="status">{text}</p> };
    };
    // The figure consists of numbers, class names and escaped texts only.
    let figure = Html::from_html_unchecked(AttrValue::from(results.figure.clone()));
    html! {
        <div class="results-list" tabindex="0" role="group" aria-label={words::RESULTS}>
            <figure>{figure}</figure>
            {for results.tables.iter().map(|table| result_table(table, &props.send))}
        </div>
    }
}
