use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Returns a reference for a list whose value can change without the person, for example by undo. Once the person has
/// chosen an option, browsers ignore which one the page calls selected. `options` is the number of options.
#[hook]
pub(in crate::app) fn use_value_shown(value: &str, options: usize) -> NodeRef {
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with((value.to_owned(), options), move |(value, _)| {
            if let Some(list) = list.cast::<HtmlSelectElement>() {
                list.set_value(value);
            }
        });
    }
    list
}
