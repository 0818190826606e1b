use std::rc::Rc;

use texlens_report::tables::{CellMark, DrawnCell, DrawnTable, MAX_TABLES, TableRow};
use texlens_workspace::state::{Reply, ShownTables};
use texlens_workspace::words::{common, tables as words};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) shown: ShownTables,
}

/// Shows the tables of both sides next to each other, with the cells marked that differ.
#[component]
pub(super) fn Tables(props: &Props) -> Html {
    let tables: &Rc<Vec<TableRow>> = match &props.shown.tables {
        Reply::Done(tables) => tables,
        Reply::Failed(message) => return html! { <div class="outcome failed" role="alert"><p>{message}</p></div> },
        _ => return html! { <p class="hint busy" role="status">{words::COMPARING}</p> },
    };
    if tables.is_empty() {
        return html! { <p class="empty">{words::EMPTY}</p> };
    }
    html! {
        <div class="table-pairs">
            {for tables.iter().take(MAX_TABLES).enumerate().map(|(index, table)| pair(index, table))}
            if tables.len() > MAX_TABLES { <p class="hint">{words::more(tables.len() - MAX_TABLES)}</p> }
        </div>
    }
}

fn pair(index: usize, table: &TableRow) -> Html {
    let verdict = match table {
        TableRow { is_too_large: true, .. } => words::TOO_LARGE.to_owned(),
        TableRow { differences: 0, .. } => words::SAME.to_owned(),
        TableRow { differences, .. } => words::differences(*differences),
    };
    html! {
        <section class="table-pair" aria-label={words::table(index + 1)}>
            <h3>{words::table(index + 1)}<span class="dim">{verdict}</span></h3>
            {side(common::REFERENCE, table.reference.as_ref())}
            {side(common::PREDICTION, table.prediction.as_ref())}
        </section>
    }
}

fn side(label: &'static str, table: Option<&DrawnTable>) -> Html {
    html! {
        <div class="table-side" tabindex="0" role="group" aria-label={label}>
            <span class="label">{label}</span>
            if let Some(table) = table {
                <table><tbody>
                    {for table.rows.iter().map(|row| html! { <tr>{for row.iter().map(cell)}</tr> })}
                </tbody></table>
                if table.omitted > 0 { <p class="hint">{words::omitted(table.omitted)}</p> }
            } else {
                <p class="none">{words::NONE}</p>
            }
        </div>
    }
}

/// Renders a cell. Its mark is also an element and a word, for those who do not see colours.
fn cell(cell: &DrawnCell) -> Html {
    let span = |number: usize| (number > 1).then(|| number.to_string());
    let word = cell.mark.word();
    let text = &cell.text;
    html! {
        <td class={word} title={(!word.is_empty()).then_some(word)} colspan={span(cell.columns)} rowspan={span(cell.rows)}>
            {match cell.mark {
                CellMark::None => html! { {text} },
                CellMark::Different => html! { <mark>{text}</mark> },
                CellMark::Missing => html! { <del>{text}</del> },
                CellMark::Extra => html! { <ins>{text}</ins> },
            }}
        </td>
    }
}
