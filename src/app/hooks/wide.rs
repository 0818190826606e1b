use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// Reports whether the content of an element is wider than the element. Such an element scrolls sideways, so the
/// keyboard must be able to reach it.
///
/// The element must exist from the first rendering on; `inside` is its markup.
#[hook]
pub(in crate::app) fn use_is_wide(node: &NodeRef, inside: &AttrValue) -> bool {
    let is_wide = use_state_eq(|| false);
    let set = is_wide.setter();
    use_effect_with((node.clone(), inside.clone()), move |(node, _)| {
        let watch = node.cast::<Element>().map(|element| {
            let watched = element.clone();
            // The callback runs immediately, and again when the available width changes or the fonts are loaded.
            let look = Closure::<dyn FnMut()>::new(move || set.set(watched.scroll_width() > watched.client_width()));
            let observer = ResizeObserver::new(look.as_ref().unchecked_ref());
            if let Ok(observer) = &observer {
                observer.observe(&element);
                if let Some(inside) = element.first_element_child() {
                    observer.observe(&inside);
                }
            }
            (observer, look)
        });
        move || {
            if let Some((Ok(observer), _)) = &watch {
                observer.disconnect();
            }
        }
    });
    *is_wide
}
