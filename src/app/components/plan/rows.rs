//! Tables of any length: only the rows in view exist.

use std::ops::Range;

use texlens_workspace::messages::import::{List, Window};
use yew::prelude::*;

use crate::app::hooks::{Ask, use_window};

/// Height of a row in pixels; the style sheet has the same value.
const ROW: f64 = 34.0;
/// Number of rows that are requested at a time.
const CHUNK: usize = 100;

/// All rows of a list.
#[derive(Clone, Copy)]
pub(super) struct AllRows {
    pub(super) list: List,
    pub(super) count: usize,
    /// The revision of the plan that the rows belong to.
    pub(super) revision: u32,
}

/// The parts of a table other than its rows.
pub(super) struct Frame {
    /// The accessible name of the table.
    pub(super) label: &'static str,
    /// The headings of the columns.
    pub(super) columns: Vec<Html>,
    /// The text that is shown if there are no rows.
    pub(super) empty: &'static str,
}

/// The rows in view, and the element that scrolls them.
#[derive(Clone)]
pub(super) struct Sight {
    scroller: NodeRef,
    rows: AllRows,
    shown: Range<usize>,
}

/// Returns the rows in view, and requests those that have not arrived.
#[hook]
pub(super) fn use_rows<R>(rows: AllRows, window: &Window<R>, ask: &Callback<Ask>) -> Sight {
    let AllRows { list, count, revision } = rows;
    let scroller = use_node_ref();
    let shown = use_window(&scroller, count, ROW);
    let is_here = |index| window.get(revision, index).is_some();
    let is_all_here = shown.is_empty() || is_here(shown.start) && is_here(shown.end - 1);
    let wanted = shown.start / CHUNK * CHUNK..shown.end.next_multiple_of(CHUNK);
    let ask = ask.clone();
    use_effect_with((wanted, revision, is_all_here), move |(wanted, _, is_all_here)| {
        if !is_all_here {
            ask.emit(Ask::Show(list, wanted.clone()));
        }
    });
    Sight { scroller, rows, shown }
}

impl Sight {
    /// Renders the table. Rows in view that have not arrived show an ellipsis.
    pub(super) fn table<R>(&self, frame: Frame, window: &Window<R>, row: impl Fn(&R, usize) -> Html) -> Html {
        let Self { scroller, rows, shown } = self;
        let Frame { label, columns, empty } = frame;
        let width = columns.len();
        let row = |index: usize| match window.get(rows.revision, index) {
            Some(here) => row(here, index),
            None => html! { <tr key={index}><td colspan={width.to_string()} class="dim">{"\u{2026}"}</td></tr> },
        };
        html! {
            <div class="rows" ref={scroller.clone()} tabindex="0" role="region" aria-label={label}>
                <table aria-rowcount={(rows.count + 1).to_string()}>
                    <thead>
                        <tr>{for columns.into_iter().map(|name| html! { <th scope="col">{name}</th> })}</tr>
                    </thead>
                    <tbody>
                        {gap(shown.start, width)}
                        {for shown.clone().map(row)}
                        {gap(rows.count - shown.end, width)}
                    </tbody>
                </table>
                if rows.count == 0 {
                    <p class="empty">{empty}</p>
                }
            </div>
        }
    }
}

/// Renders the space of rows outside the view.
#[allow(clippy::cast_precision_loss)] // No list has so many rows.
fn gap(rows: usize, columns: usize) -> Html {
    match rows {
        0 => Html::default(),
        rows => html! {
            <tr class="gap" aria-hidden="true"><td colspan={columns.to_string()} style={format!("height: {}px", rows as f64 * ROW)} /></tr>
        },
    }
}
