use texlens_latexbench::ResultTable;
use texlens_workspace::state::Bench;
use texlens_workspace::words::latexbench as words;
use yew::prelude::*;

use crate::app::components::compare::Same;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) bench: Same<Bench>,
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
        <div class="bench-results" tabindex="0" role="group" aria-label={words::RESULTS}>
            <figure>{figure}</figure>
            {for results.tables.iter().map(table)}
        </div>
    }
}

fn table(shown: &ResultTable) -> Html {
    let class = |column: usize| (column >= shown.texts).then_some("number");
    html! {
        <section>
            <h3>{&shown.title}</h3>
            <div class="wide" tabindex="0" role="group" aria-label={shown.title.clone()}>
                <table>
                    <thead>
                        <tr>{for shown.head.iter().enumerate().map(|(column, name)| html! { <th scope="col" class={class(column)}>{name}</th> })}</tr>
                    </thead>
                    <tbody>
                        {for shown.rows.iter().map(|row| html! {
                            <tr>{for row.iter().enumerate().map(|(column, cell)| html! { <td class={class(column)}>{cell}</td> })}</tr>
                        })}
                    </tbody>
                </table>
            </div>
            {for shown.notes.iter().map(|note| html! { <p class="hint">{note}</p> })}
        </section>
    }
}
