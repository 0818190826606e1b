use texlens_leaderboard::{Better, ShownTable};
use texlens_workspace::state::{Action, BoardAction};
use texlens_workspace::words::leaderboard as words;
use yew::prelude::*;

use crate::app::components::copy_table::CopyTable;
use crate::app::components::result_table::copied;

/// Renders a set of comparable rows, with the index of the set. A click on the head of a column sorts the rows.
pub(super) fn set_table(at: usize, set: &ShownTable, board: &Callback<BoardAction>, send: &Callback<Action>) -> Html {
    let table = &set.table;
    let id = format!("board-{at}");
    html! {
        <section class="board" aria-labelledby={id.clone()}>
            <div class="board-head">
                <h3 id={id}>{&table.title}</h3>
                <CopyTable table={copied(table)} {send} />
            </div>
            <div class="wide" tabindex="0" role="group" aria-label={table.title.clone()}>
                <table>
                    <thead>
                        <tr>{for (0..table.head.len()).map(|column| heading(at, column, set, board))}</tr>
                    </thead>
                    <tbody>
                        {for table.rows.iter().map(|row| html! {
                            <tr>{for row.iter().enumerate().map(|(column, cell)| match column {
                                0 => html! { <th scope="row">{cell}</th> },
                                column => html! { <td class={class(column, set)}>{cell}</td> },
                            })}</tr>
                        })}
                    </tbody>
                </table>
            </div>
            <details>
                <summary>{words::NOTES}</summary>
                {for table.notes.iter().map(|note| html! { <p class="hint">{note}</p> })}
            </details>
        </section>
    }
}

fn class(column: usize, set: &ShownTable) -> Option<&'static str> {
    (column >= set.table.texts).then_some("number")
}

fn heading(at: usize, column: usize, set: &ShownTable, board: &Callback<BoardAction>) -> Html {
    let number = column.checked_sub(set.table.texts);
    let best = number.and_then(|number| set.better.get(number)).copied();
    // Names begin with A, numbers with the best value.
    let begins_low = number.is_none() || best == Some(Better::Lower);
    let sort = match (set.sorted_by == column, begins_low != set.is_reversed) {
        (false, _) => "none",
        (true, true) => "ascending",
        (true, false) => "descending",
    };
    let arrow = match sort {
        "ascending" => "\u{25b4}",
        "descending" => "\u{25be}",
        _ => "",
    };
    let onclick = board.reform(move |_: MouseEvent| BoardAction::Sort { set: at, column });
    html! {
        <th scope="col" class={class(column, set)} aria-sort={sort}>
            <button type="button" title={words::SORT} {onclick}>
                {set.table.head.get(column)}
                <span aria-hidden="true" class="arrow">{arrow}</span>
            </button>
        </th>
    }
}
