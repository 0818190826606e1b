use texlens_workspace::matrix::Matrix;
use texlens_workspace::matrix::grid::{Cursor, GridKey};
use texlens_workspace::state::{Action, CompareAction, MatrixChoice, MatrixOrder, SampleId};
use texlens_workspace::words::matrix as words;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use super::head::Head;
use super::line::{COLUMN, Line};
use crate::app::components::compare::Same;
use crate::app::hooks::{Axis, MadeMatrix, use_narrow, use_window_along};
use crate::worker::pdf::PdfClient;

/// Height of a row in pixels; the style sheet has the same value.
const ROW: f64 = 46.0;
/// Width of the column with the names in pixels, and its width on narrow windows.
const NAMES: f64 = 260.0;
const NAMES_IN_ONE_COLUMN: f64 = 132.0;
/// What is rendered around the view, in pixels.
const MARGIN_DOWN: f64 = 300.0;
const MARGIN_ACROSS: f64 = 220.0;
/// Rows above the samples: the names of the systems, and the means.
const HEADS: usize = 2;

#[derive(Clone, Properties, PartialEq)]
pub(super) struct Props {
    pub(super) made: Same<MadeMatrix>,
    /// The indices of the rows that are shown, in their order.
    pub(super) shown: Same<Vec<usize>>,
    /// The mean of each system, once known.
    pub(super) means: Same<Option<Vec<Option<f64>>>>,
    /// Whether means are calculated only when the comparison is opened.
    pub(super) are_put_off: bool,
    pub(super) choice: MatrixChoice,
    /// The sample that was shown last, at which the matrix begins.
    pub(super) selected: Option<SampleId>,
    pub(super) pdf: PdfClient,
    pub(super) send: Callback<Action>,
}

/// Shows the cells that are in view. The Tab key reaches one of them; the arrow keys lead to the others.
#[component]
pub(super) fn Grid(props: &Props) -> Html {
    let Props {
        made,
        shown,
        means,
        are_put_off,
        choice,
        selected,
        pdf,
        ..
    } = props;
    let scroller = use_node_ref();
    let names = if use_narrow() { NAMES_IN_ONE_COLUMN } else { NAMES };
    let columns = made.matrix.as_ref().map_or(0, |matrix| matrix.systems.len());
    let down = use_window_along(&scroller, Axis::Down, shown.len(), ROW, MARGIN_DOWN);
    let across = use_window_along(&scroller, Axis::Across, columns, COLUMN, MARGIN_ACROSS);
    let begins_at = use_memo((), |()| {
        let place = made.matrix.as_ref()?.place_of((*selected)?, shown)?;
        Some(Cursor {
            row: place.0 + HEADS,
            column: place.1 + 1,
        })
    });
    let cursor = use_state_eq(|| begins_at.unwrap_or(Cursor { row: HEADS, column: 1 }));
    // Whether the focus has to follow the cursor.
    let follows = use_mut_ref(|| begins_at.is_some());
    let (all_rows, all_columns) = (shown.len() + HEADS, columns + 1);
    let at = cursor.within(all_rows, all_columns);
    {
        let (scroller, follows, begins_at) = (scroller.clone(), follows.clone(), begins_at.clone());
        use_effect_with(at, move |at| {
            if std::mem::take(&mut *follows.borrow_mut()) {
                focus(&scroller, *at, *begins_at == Some(*at));
            }
        });
    }
    let on_key = {
        let (props, cursor, scroller) = (props.clone(), cursor.clone(), scroller.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.alt_key() || event.meta_key() {
                return;
            }
            if matches!(event.key().as_str(), "Enter" | " ") {
                event.prevent_default();
                return props.activate(at);
            }
            let Some(key) = GridKey::of(&event.key(), event.ctrl_key()) else {
                return;
            };
            event.prevent_default();
            let height = scroller
                .cast::<Element>()
                .map_or(0.0, |element| f64::from(element.client_height()));
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A few rows.
            let in_sight = (height / ROW).max(0.0) as usize;
            *follows.borrow_mut() = true;
            cursor.set(at.moved(key, all_rows, all_columns, in_sight.saturating_sub(HEADS + 1)));
        })
    };
    let on_click = {
        let props = props.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(place) = event.target().and_then(|target| place_of(&target)) {
                props.activate(place);
            }
        })
    };
    let on_focus = {
        let cursor = cursor.clone();
        Callback::from(move |event: FocusEvent| {
            if let Some(place) = event.target().and_then(|target| place_of(&target)) {
                cursor.set(place);
            }
        })
    };
    let Some(matrix) = &made.matrix else {
        return Html::default();
    };
    let baseline = baseline(matrix, choice);
    // The focused row stays, so that it keeps the focus while it is scrolled out of view.
    let focused = at.row.checked_sub(HEADS).filter(|row| *row < shown.len());
    let apart = focused.filter(|row| !down.contains(row));
    let line = |position: usize| {
        let row = *shown.get(position)?;
        Some(html! {
            <Line
                key={row}
                made={made.clone()}
                {row}
                place={position + HEADS}
                top={top(position)}
                across={across.clone()}
                cursor={(focused == Some(position)).then_some(at.column)}
                {baseline}
                pdf={pdf.clone()}
            />
        })
    };
    #[allow(clippy::cast_precision_loss)] // No grid has so many columns.
    let width = names + columns as f64 * COLUMN;
    html! {
        <div
            ref={scroller}
            class="matrix-grid"
            role="grid"
            aria-label={words::SCREEN}
            aria-rowcount={all_rows.to_string()}
            aria-colcount={all_columns.to_string()}
            style={format!("--names:{names}px;--width:{width}px")}
            onkeydown={on_key}
            onclick={on_click}
            onfocusin={on_focus}
        >
            <Head made={made.clone()} means={means.clone()} are_put_off={*are_put_off} choice={choice.clone()} cursor={(at.row < HEADS).then_some(at)} {baseline} />
            <div class="lines" role="rowgroup" style={format!("height: {}px", top(shown.len()))}>
                {for down.clone().chain(apart).filter_map(line)}
            </div>
        </div>
    }
}

fn top(position: usize) -> f64 {
    #[allow(clippy::cast_precision_loss)] // No list has so many rows.
    let position = position as f64;
    position * ROW
}

fn baseline(matrix: &Matrix, choice: &MatrixChoice) -> Option<usize> {
    choice.baseline.as_deref().and_then(|name| matrix.system(name))
}

impl Props {
    /// Sorts by the column of a head, or opens a sample.
    fn activate(&self, at: Cursor) {
        let Some(matrix) = &self.made.matrix else { return };
        let system = at.column.checked_sub(1);
        match at.row.checked_sub(HEADS).and_then(|position| self.shown.get(position)) {
            Some(row) => self.open(matrix, *row, system),
            None if at.row == 0 => self.sort(matrix, system),
            None => {}
        }
    }

    fn open(&self, matrix: &Matrix, row: usize, system: Option<usize>) {
        let visit = match system {
            Some(system) => {
                let own = matrix.cell(row, system).and_then(|cell| cell.sample);
                // A missing prediction cannot be shown, so another one of the sample is.
                let other = || matrix.cells(row).iter().find_map(|cell| cell.sample);
                own.or_else(other).map(|sample| (sample, None))
            }
            None => matrix.pair(row, baseline(matrix, &self.choice)),
        };
        let first = || matrix.rows.get(row).map(|row| (row.first, None));
        if let Some((sample, beside)) = visit.or_else(first) {
            let beside = beside.and_then(|system| matrix.systems.get(system));
            let beside = beside.map(|system| system.as_str().into());
            self.send.emit(Action::Compare(CompareAction::Visit { sample, beside }));
        }
    }

    fn sort(&self, matrix: &Matrix, system: Option<usize>) {
        let order = match system {
            None => MatrixOrder::Name,
            Some(system) => match matrix.systems.get(system) {
                Some(name) => MatrixOrder::System(name.as_str().into()),
                None => return,
            },
        };
        let choice = &self.choice;
        self.send.emit(Action::Compare(CompareAction::Matrix(MatrixChoice {
            is_reversed: choice.order == order && !choice.is_reversed,
            order,
            ..choice.clone()
        })));
    }
}

/// Returns the place of a cell by the element in it that got an event.
fn place_of(target: &EventTarget) -> Option<Cursor> {
    let cell = target.dyn_ref::<Element>()?.closest("[data-column]").ok()??;
    let number = |name: &str| cell.get_attribute(name)?.parse().ok();
    Some(Cursor {
        row: number("data-row")?,
        column: number("data-column")?,
    })
}

/// Focuses a cell, and scrolls it into view: where the matrix begins, into its middle, and without taking the focus from
/// something else.
fn focus(scroller: &NodeRef, at: Cursor, is_begin: bool) {
    let selector = format!("[data-row=\"{}\"][data-column=\"{}\"]", at.row, at.column);
    let grid = scroller.cast::<HtmlElement>();
    let cell = grid
        .as_ref()
        .and_then(|grid| grid.query_selector(&selector).ok().flatten());
    if let (Some(grid), Some(cell)) = (grid, cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok())) {
        // The heads lie over the rows.
        let heads = grid.query_selector(".heads").ok().flatten();
        let height = heads.map_or(0, |heads| heads.client_height());
        let _ = grid.style().set_property("scroll-padding-top", &format!("{height}px"));
        let left = grid.scroll_left();
        let active = gloo::utils::document().active_element();
        if !is_begin || active.is_none_or(|element| element.tag_name() == "BODY") {
            let _ = cell.focus();
        }
        let options = ScrollIntoViewOptions::new();
        options.set_block(if is_begin {
            ScrollLogicalPosition::Center
        } else {
            ScrollLogicalPosition::Nearest
        });
        options.set_inline(ScrollLogicalPosition::Nearest);
        cell.scroll_into_view_with_scroll_into_view_options(&options);
        if at.column == 0 {
            // The names are always in view.
            grid.set_scroll_left(left);
        }
    }
}
