use maud::{Markup, html};
use texlens_evaluate::{Kind, SampleResult};
use texlens_metrics::Settings;

use crate::tables::{CellMark, DrawnCell, DrawnTable, MAX_TABLES, TableRow, tables};

/// Writes the tables of both sides: those that differ side by side, the number of the others.
pub(super) fn section(sample: &SampleResult) -> Markup {
    let prediction = sample.prediction.as_ref().map(|prediction| prediction.latex.as_str());
    let (Some(reference), Some(prediction), false) =
        (sample.reference.as_deref(), prediction, sample.kind == Kind::Formula)
    else {
        return html! {};
    };
    // Texts beyond the limit have no scores either.
    let tables = tables(reference, prediction, &Settings::default()).unwrap_or_default();
    let (same, different): (Vec<_>, Vec<_>) = tables
        .iter()
        .partition(|table| table.differences == 0 && !table.is_too_large);
    html! {
        @if !tables.is_empty() {
            h3 { "Tables" }
            @if different.len() > MAX_TABLES {
                p.note { "The first " (MAX_TABLES) " of " (different.len()) " different tables are shown." }
            }
            @for table in different.into_iter().take(MAX_TABLES) { (pair(table)) }
            @if !same.is_empty() {
                p.note { (same.len()) @if same.len() == 1 { " table" } @else { " tables" } " with the same cells." }
            }
        }
    }
}

fn pair(table: &TableRow) -> Markup {
    html! {
        div.table-pair {
            (side("Reference", table.reference.as_ref(), "not in the reference"))
            (side("Prediction", table.prediction.as_ref(), "not in the prediction"))
            @if table.is_too_large { p.note { "The tables are too large to be compared." } }
        }
    }
}

fn side(name: &str, table: Option<&DrawnTable>, absent: &str) -> Markup {
    html! {
        @match table {
            Some(table) => {
                div.drawn tabindex="0" role="region" aria-label={ "Table of the " (name.to_lowercase()) } {
                    table {
                        caption { (name) }
                        tbody { @for row in &table.rows { tr { @for cell in row { (data(cell)) } } } }
                    }
                    @if table.omitted > 0 { p.note { (table.omitted) " more rows are not shown." } }
                }
            },
            None => div.drawn { p.absent { (absent) } },
        }
    }
}

/// Writes a cell. Deleted and inserted text are elements, and the mark is also a word, for those who do not see colours.
fn data(cell: &DrawnCell) -> Markup {
    let span = |number: usize| Some(number).filter(|number| *number > 1);
    let mark = Some(cell.mark.word()).filter(|word| !word.is_empty());
    html! {
        td class=[mark] title=[mark] colspan=[span(cell.columns)] rowspan=[span(cell.rows)] {
            @match cell.mark {
                CellMark::Missing => del { (cell.text) },
                CellMark::Extra => ins { (cell.text) },
                CellMark::Different => mark { (cell.text) },
                CellMark::None => (cell.text),
            }
        }
    }
}
