use std::{cell::RefCell, rc::Rc};

use texlens_ocr::BBox;
use texlens_workspace::state::{Focus, Region};
use web_sys::Element;
use yew::prelude::*;

/// A press that moves by at most this distance, in pixels of the page, is a click.
const STILL: f32 = 6.0;

/// A region of the page that is being marked, and the callbacks for the pointer events of the page.
pub(in crate::app) struct Drag {
    /// The marked region at the moment.
    pub(in crate::app) region: Option<Region>,
    /// Whether the pointer has moved since it went down. The click handler resets it.
    pub(in crate::app) has_moved: Rc<RefCell<bool>>,
    pub(in crate::app) on_down: Callback<PointerEvent>,
    pub(in crate::app) on_move: Callback<PointerEvent>,
    pub(in crate::app) on_up: Callback<PointerEvent>,
}

/// Marks a region of a page of `size` pixels that fills the element. Touches scroll instead.
#[hook]
pub(in crate::app) fn use_drag(element: &NodeRef, size: (u32, u32), on_end: &Callback<Focus>) -> Drag {
    let region = use_state_eq(|| None::<Region>);
    let start = use_mut_ref(|| None::<(f32, f32)>);
    let has_moved = use_mut_ref(|| false);
    let place = {
        let element = element.clone();
        move |event: &PointerEvent| place(&element.cast::<Element>()?, event, size)
    };
    let on_down = {
        let (start, has_moved, place) = (start.clone(), has_moved.clone(), place.clone());
        Callback::from(move |event: PointerEvent| {
            has_moved.replace(false);
            let marks = event.pointer_type() != "touch" && event.button() == 0;
            start.replace(place(&event).filter(|_| marks));
        })
    };
    let on_move = {
        let (start, has_moved, region, element) = (start.clone(), has_moved.clone(), region.clone(), element.clone());
        Callback::from(move |event: PointerEvent| {
            let (Some(from), Some(to)) = (*start.borrow(), place(&event)) else {
                return;
            };
            if (from.0 - to.0).hypot(from.1 - to.1) > STILL && !has_moved.replace(true) {
                // From now on, the element also receives moves outside the page.
                if let Some(element) = element.cast::<Element>() {
                    let _ = element.set_pointer_capture(event.pointer_id());
                }
            }
            if *has_moved.borrow() {
                region.set(Some(Region::around(between(from, to))));
            }
        })
    };
    let on_up = {
        let (start, region, on_end) = (start.clone(), region.clone(), on_end.clone());
        Callback::from(move |_: PointerEvent| {
            start.replace(None);
            if let Some(marked) = *region {
                region.set(None);
                on_end.emit(Focus::Region(marked));
            }
        })
    };
    Drag {
        region: *region,
        has_moved,
        on_down,
        on_move,
        on_up,
    }
}

/// Returns the position of the pointer on the page.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // Pixels of a screen and of a page.
fn place(element: &Element, event: &PointerEvent, (width, height): (u32, u32)) -> Option<(f32, f32)> {
    let view = element.get_bounding_client_rect();
    let share = |at: i32, from: f64, length: f64| ((f64::from(at) - from) / length) as f32;
    let x = share(event.client_x(), view.left(), view.width()).clamp(0.0, 1.0) * width as f32;
    let y = share(event.client_y(), view.top(), view.height()).clamp(0.0, 1.0) * height as f32;
    (x.is_finite() && y.is_finite()).then_some((x, y))
}

fn between(a: (f32, f32), b: (f32, f32)) -> BBox {
    BBox {
        x0: a.0.min(b.0),
        y0: a.1.min(b.1),
        x1: a.0.max(b.0),
        y1: a.1.max(b.1),
    }
}
