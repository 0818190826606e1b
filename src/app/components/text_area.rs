use web_sys::HtmlTextAreaElement;
use yew::NodeRef;

/// Returns the text of a text area; empty if the element no longer exists.
pub(super) fn value(area: &NodeRef) -> String {
    area.cast::<HtmlTextAreaElement>()
        .map(|area| area.value())
        .unwrap_or_default()
}
