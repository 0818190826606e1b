use web_sys::HtmlTextAreaElement;
use yew::NodeRef;

/// What stands in a text area; nothing once it is gone.
pub(super) fn value(area: &NodeRef) -> String {
    area.cast::<HtmlTextAreaElement>()
        .map(|area| area.value())
        .unwrap_or_default()
}
