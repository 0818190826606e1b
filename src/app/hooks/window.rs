use std::ops::Range;

use gloo::events::EventListener;
use texlens_workspace::matrix::grid::in_sight;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, HtmlElement, ResizeObserver};
use yew::prelude::*;

/// Height outside the view, above and below, that is rendered in advance, in pixels.
const MARGIN: f64 = 600.0;
/// Height that is rendered before the list has been laid out, in pixels.
const FIRST: f64 = 2_400.0;

/// A direction in which something scrolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) enum Axis {
    /// Up and down.
    Down,
    /// To the left and to the right.
    Across,
}

impl Axis {
    /// Returns how far an element is scrolled, and how much of it is in view, in pixels.
    fn view(self, element: &Element) -> (f64, f64) {
        let (start, length) = match self {
            Self::Down => (element.scroll_top(), element.client_height()),
            Self::Across => (element.scroll_left(), element.client_width()),
        };
        (f64::from(start), f64::from(length))
    }
}

/// Returns the rows of a long list that are in view, with a margin. Each is `row` pixels high, and `scroller` is the
/// element that scrolls.
#[hook]
pub(in crate::app) fn use_window(scroller: &NodeRef, count: usize, row: f64) -> Range<usize> {
    use_window_along(scroller, Axis::Down, count, row, MARGIN)
}

/// Returns the rows or columns that are in view, with a margin in pixels. Each takes `size` pixels.
#[hook]
pub(in crate::app) fn use_window_along(
    scroller: &NodeRef,
    axis: Axis,
    count: usize,
    size: f64,
    margin: f64,
) -> Range<usize> {
    // Everything is longer than the list, so that its end is found when it becomes longer.
    let shown = use_state_eq(|| in_sight(0.0, FIRST, 0.0, size, usize::MAX));
    let set = shown.setter();
    use_effect_with((scroller.clone(), count), move |(scroller, _)| {
        let scroller = scroller.cast::<Element>();
        let look = {
            let scroller = scroller.clone();
            move || {
                if let Some(element) = &scroller {
                    let (start, length) = axis.view(element);
                    set.set(in_sight(start, length, margin, size, usize::MAX));
                }
            }
        };
        // Rows that come and go above the view would count as content that moves it.
        if let Some(element) = scroller.as_ref().and_then(|element| element.dyn_ref::<HtmlElement>()) {
            let _ = element.style().set_property("overflow-anchor", "none");
        }
        let watch = scroller.map(|element| {
            let on_scroll = look.clone();
            let listener = EventListener::new(&element, "scroll", move |_| on_scroll());
            // The callback runs immediately, and again when the element's size changes.
            let look = Closure::<dyn FnMut()>::new(look);
            let observer = ResizeObserver::new(look.as_ref().unchecked_ref());
            if let Ok(observer) = &observer {
                observer.observe(&element);
            }
            (listener, observer, look)
        });
        move || {
            if let Some((_, Ok(observer), _)) = &watch {
                observer.disconnect();
            }
        }
    });
    shown.start.min(count)..shown.end.min(count)
}

/// Scrolls a row into view when it becomes the selected one.
#[hook]
pub(in crate::app) fn use_row_in_sight(scroller: &NodeRef, index: Option<usize>, row: f64) {
    use_effect_with((scroller.clone(), index), move |(scroller, index)| {
        let (Some(element), Some(index)) = (scroller.cast::<Element>(), index) else {
            return;
        };
        #[allow(clippy::cast_precision_loss)] // No list has so many rows.
        let top = *index as f64 * row;
        let (first, height) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
        #[allow(clippy::cast_possible_truncation)] // Pixels.
        if top < first {
            element.set_scroll_top(top as i32);
        } else if top + row > first + height {
            element.set_scroll_top((top + row - height).ceil() as i32);
        }
    });
}
