use gloo::utils::window;
use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

/// Scrolls a container, whenever `on` changes, until the first matching element is in view. With `bring`, the page
/// scrolls as well if the element is outside the window.
#[hook]
pub(in crate::app) fn use_reveal<T: PartialEq + 'static>(
    container: &NodeRef,
    selector: &'static str,
    bring: bool,
    on: T,
) {
    let container = container.clone();
    use_effect_with(on, move |_| {
        let found = container
            .cast::<Element>()
            .and_then(|container| Some((container.query_selector(selector).ok().flatten()?, container)));
        if let Some((target, container)) = found {
            reveal(&container, &target);
            if bring && !in_window(&target) {
                let options = ScrollIntoViewOptions::new();
                options.set_block(ScrollLogicalPosition::Center);
                target.scroll_into_view_with_scroll_into_view_options(&options);
            }
        }
    });
}

fn reveal(container: &Element, target: &Element) {
    let (view, target) = (container.get_bounding_client_rect(), target.get_bounding_client_rect());
    if target.top() < view.top() || target.bottom() > view.bottom() {
        let down = (target.top() + target.bottom() - view.top() - view.bottom()) / 2.0;
        // A long passage is shown from its start.
        container.set_scroll_top(container.scroll_top() + pixels(down.min(target.top() - view.top())));
    }
    if target.left() < view.left() || target.right() > view.right() {
        let right = (target.left() + target.right() - view.left() - view.right()) / 2.0;
        container.set_scroll_left(container.scroll_left() + pixels(right.min(target.left() - view.left())));
    }
}

fn in_window(target: &Element) -> bool {
    let height = window().inner_height().ok().and_then(|height| height.as_f64());
    let place = target.get_bounding_client_rect();
    height.is_none_or(|height| place.top() >= 0.0 && place.bottom() <= height)
}

#[allow(clippy::cast_possible_truncation)] // Far within the range of an i32; the fraction does not matter.
fn pixels(length: f64) -> i32 {
    length as i32
}
