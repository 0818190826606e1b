use texlens_report::ResultTable;
use texlens_workspace::state::Action;
use yew::prelude::*;

use super::copy_table::CopyTable;

/// Renders a table of results with its notes.
pub(super) fn result_table(shown: &ResultTable, send: &Callback<Action>) -> Html {
    let class = |column: usize| (column >= shown.texts).then_some("number");
    html! {
        <section>
            <div class="table-head">
                <h3>{&shown.title}</h3>
                <CopyTable table={copied(shown)} {send} />
            </div>
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

/// Returns what copies a table.
pub(super) fn copied(shown: &ResultTable) -> Callback<(), ResultTable> {
    let shown = shown.clone();
    Callback::from(move |()| shown.clone())
}
