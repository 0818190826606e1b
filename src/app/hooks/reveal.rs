use web_sys::Element;
use yew::prelude::*;

/// Scrolls a container, and nothing around it, until the first element that matches is in view; whenever `on` changes.
#[hook]
pub(in crate::app) fn use_reveal<T: PartialEq + 'static>(container: &NodeRef, selector: &'static str, on: T) {
    let container = container.clone();
    use_effect_with(on, move |_| {
        let found = container
            .cast::<Element>()
            .and_then(|container| Some((container.query_selector(selector).ok().flatten()?, container)));
        if let Some((target, container)) = found {
            reveal(&container, &target);
        }
    });
}

fn reveal(container: &Element, target: &Element) {
    let (view, target) = (container.get_bounding_client_rect(), target.get_bounding_client_rect());
    if target.top() < view.top() || target.bottom() > view.bottom() {
        let down = (target.top() + target.bottom() - view.top() - view.bottom()) / 2.0;
        // A long passage is shown from its beginning.
        container.set_scroll_top(container.scroll_top() + pixels(down.min(target.top() - view.top())));
    }
    if target.left() < view.left() || target.right() > view.right() {
        let right = (target.left() + target.right() - view.left() - view.right()) / 2.0;
        container.set_scroll_left(container.scroll_left() + pixels(right.min(target.left() - view.left())));
    }
}

#[allow(clippy::cast_possible_truncation)] // Far within the range of an i32; the fraction does not matter.
fn pixels(length: f64) -> i32 {
    length as i32
}
