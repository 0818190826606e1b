use gloo::{events::EventListener, utils::window};
use yew::prelude::*;

/// Up to this width, in pixels, the style sheet shows one column.
const ONE_COLUMN: f64 = 720.0;

/// Reports whether the window has room for only one column.
#[hook]
pub(in crate::app) fn use_narrow() -> bool {
    let narrow = use_state_eq(is_narrow);
    let set = narrow.setter();
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "resize", move |_| set.set(is_narrow()));
        move || drop(listener)
    });
    *narrow
}

fn is_narrow() -> bool {
    let width = window().inner_width().ok().and_then(|width| width.as_f64());
    width.is_some_and(|width| width <= ONE_COLUMN)
}
