//! Tables of any length: only the rows in sight are there.

use std::ops::Range;

use yew::prelude::*;

use crate::{
    app::hooks::{Ask, use_window},
    worker::import::protocol::List,
};

/// Height of a row in pixels, as the style sheet has it.
const ROW: f64 = 34.0;
/// Rows are asked for so many at a time.
const CHUNK: usize = 100;

/// The rows of a list.
#[derive(Clone, Copy)]
pub(super) struct AllRows {
    pub(super) list: List,
    pub(super) count: usize,
    /// The plan that they are of.
    pub(super) revision: u32,
}

/// Which rows are in sight; asks for them if they are not here.
#[hook]
pub(super) fn use_rows(
    scroller: &NodeRef,
    rows: AllRows,
    is_here: &dyn Fn(usize) -> bool,
    ask: &Callback<Ask>,
) -> Range<usize> {
    let AllRows { list, count, revision } = rows;
    let shown = use_window(scroller, count, ROW);
    let is_all_here = shown.is_empty() || is_here(shown.start) && is_here(shown.end - 1);
    let wanted = shown.start / CHUNK * CHUNK..shown.end.next_multiple_of(CHUNK);
    let ask = ask.clone();
    use_effect_with((wanted, revision, is_all_here), move |(wanted, _, is_all_here)| {
        if !is_all_here {
            ask.emit(Ask::Show(list, wanted.clone()));
        }
    });
    shown
}

/// Room for rows that are out of sight.
#[allow(clippy::cast_precision_loss)] // No list has so many rows.
pub(super) fn gap(rows: usize, columns: usize) -> Html {
    match rows {
        0 => Html::default(),
        rows => html! {
            <tr class="gap" aria-hidden="true"><td colspan={columns.to_string()} style={format!("height: {}px", rows as f64 * ROW)} /></tr>
        },
    }
}
