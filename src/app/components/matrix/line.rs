use std::cmp::Ordering;
use std::ops::Range;

use texlens_workspace::matrix::{CellState, Change, Matrix, reason};
use texlens_workspace::words::compare::numbers::signed;
use texlens_workspace::words::matrix as words;
use yew::prelude::*;

use super::thumbnail::Thumbnail;
use crate::app::components::compare::Same;
use crate::app::hooks::MadeMatrix;
use crate::worker::pdf::PdfClient;

/// Width of a column in pixels; the style sheet has the same value.
pub(super) const COLUMN: f64 = 108.0;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) made: Same<MadeMatrix>,
    /// The index of the row in the matrix.
    pub(super) row: usize,
    /// The index of the row in the grid, with its heads.
    pub(super) place: usize,
    /// The distance to the first row, in pixels.
    pub(super) top: f64,
    /// The systems in view.
    pub(super) across: Range<usize>,
    /// The focused column, if it is in this row; the first has the names.
    pub(super) cursor: Option<usize>,
    pub(super) baseline: Option<usize>,
    pub(super) pdf: PdfClient,
}

/// Shows the cells of a sample that are in view.
#[component]
pub(super) fn Line(props: &Props) -> Html {
    let Props {
        made,
        row,
        place,
        top,
        across,
        cursor,
        baseline,
        pdf,
    } = props;
    let (Some(matrix), row) = (&made.matrix, *row) else {
        return Html::default();
    };
    let stop = |column: usize| if *cursor == Some(column) { "0" } else { "-1" };
    // The focused cell stays.
    let focused = cursor.and_then(|column| column.checked_sub(1));
    let apart = focused.filter(|system| !across.contains(system));
    let name_of = |system: usize| matrix.systems.get(system).map_or("", String::as_str);
    let cell = |system: usize| {
        let cell = matrix.cell(row, system)?;
        let change = baseline.filter(|baseline| *baseline != system);
        let change = change.and_then(|baseline| matrix.change(row, system, baseline));
        let why = reason(&made.samples, cell, matrix.metric);
        let about = words::about(cell, name_of(system), why, change.zip(baseline.map(name_of)));
        let coloured = cell
            .value
            .filter(|_| matches!(cell.state, CellState::Value | CellState::Incomplete));
        let colour = coloured.map(|value| colour(matrix, value, change.as_ref(), baseline.is_some()));
        #[allow(clippy::cast_precision_loss)] // No grid has so many columns.
        let left = system as f64 * COLUMN;
        Some(html! {
            <div
                key={system}
                class={classes!("cell", class(cell.state), change.as_ref().map(change_class))}
                role="gridcell"
                aria-colindex={(system + 2).to_string()}
                aria-label={about.clone()}
                tabindex={stop(system + 1)}
                data-row={place.to_string()}
                data-column={(system + 1).to_string()}
                title={about}
                style={format!("--left:{left}px;{}", colour.unwrap_or_default())}
            >
                <span>{words::cell(cell)}</span>
                if let Some(change) = change { {" "}<span class="change">{signed(change.amount)}</span> }
            </div>
        })
    };
    let head = matrix.rows.get(row);
    let name = head.map_or("", |head| head.name.as_str());
    let system_of = |id| matrix.cells(row).iter().position(|cell| cell.sample == Some(id));
    let opens = match matrix.pair(row, *baseline) {
        Some((first, Some(second))) => {
            system_of(first).map(|first| words::open_pair(name, name_of(first), name_of(second)))
        }
        _ => None,
    };
    let opens = opens.unwrap_or_else(|| words::open(name));
    let pictured = head.and_then(|head| head.pictured);
    let picture = pictured.and_then(|id| Some(made.samples.get(id)?.image.as_ref()?.source.clone()));
    html! {
        <div class="line" role="row" aria-rowindex={(place + 1).to_string()} style={format!("top: {top}px")}>
            <div
                // As the cells have keys, so that it stays when others come and go.
                key="sample"
                class="sample"
                role="rowheader"
                aria-colindex="1"
                tabindex={stop(0)}
                data-row={place.to_string()}
                data-column="0"
                title={opens}
            >
                if let Some(picture) = picture { <Thumbnail {picture} pdf={pdf.clone()} /> }
                <span class="name">{name}</span>
            </div>
            {for across.clone().chain(apart).filter_map(cell)}
        </div>
    }
}

fn class(state: CellState) -> &'static str {
    match state {
        CellState::Value => "value",
        CellState::Incomplete => "incomplete",
        CellState::Undefined => "undefined",
        CellState::Missing => "missing",
        CellState::Failed => "failed",
        CellState::Reading | CellState::Scoring => "waiting",
        CellState::Unscored => "unscored",
    }
}

pub(super) fn change_class(change: &Change) -> &'static str {
    match change.order {
        Ordering::Greater => "better",
        Ordering::Less => "worse",
        Ordering::Equal => "equal",
    }
}

/// Returns the style that colours a value: by how good it is or, with a baseline, by the difference to it.
pub(super) fn colour(matrix: &Matrix, value: f64, change: Option<&Change>, is_compared: bool) -> String {
    match (change, is_compared) {
        // Of a root, small differences are visible, too.
        (Some(change), _) => format!("--share:{:.0}%", 100.0 * change.share.sqrt()),
        (None, true) => String::new(),
        (None, false) => format!("--good:{:.0}%", 100.0 * matrix.goodness(value)),
    }
}
