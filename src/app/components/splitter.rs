use texlens_workspace::state::{Action, Panes, Splitter as Line, View, ViewAction};
use texlens_workspace::words::result as words;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) line: Line,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// Shows a line between two panes that the pointer and the arrow keys move.
#[component]
pub(super) fn Splitter(props: &Props) -> Html {
    let Props { line, view, send } = props;
    let (line, view) = (*line, *view);
    let range = line.range();
    let place = {
        let send = send.clone();
        Callback::from(move |panes: Panes| {
            // Most events of a drag leave the line at its place.
            if panes != view.panes {
                send.emit(Action::View(ViewAction::Show(View { panes, ..view })));
            }
        })
    };
    let node = use_node_ref();
    let on_down = {
        let node = node.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some(element) = node.cast::<HtmlElement>().filter(|_| event.button() == 0) {
                // From now on, the line also receives moves beside it.
                let _ = element.set_pointer_capture(event.pointer_id());
                let _ = element.focus();
            }
        })
    };
    // The browser would drag an image or select text beside the line.
    let on_press = Callback::from(|event: MouseEvent| event.prevent_default());
    let on_move = {
        let (place, node) = (place.clone(), node.clone());
        Callback::from(move |event: PointerEvent| {
            let dragged = node
                .cast::<Element>()
                .filter(|element| element.has_pointer_capture(event.pointer_id()));
            if let Some(to) = dragged.and_then(|element| position(line, &element, &event)) {
                place.emit(view.panes.moved(line, to));
            }
        })
    };
    let on_key = {
        let place = place.clone();
        Callback::from(move |event: KeyboardEvent| {
            // With a modifier, the arrows belong to the browser.
            let is_plain = !(event.alt_key() || event.ctrl_key() || event.meta_key());
            if let Some(panes) = view.panes.after_key(line, &event.key()).filter(|_| is_plain) {
                event.prevent_default();
                place.emit(panes);
            }
        })
    };
    let reset = place.reform(move |_: MouseEvent| {
        let usual = Panes::default().at(line);
        view.panes.moved(line, f64::from(usual))
    });
    html! {
        <div
            ref={node}
            class="splitter"
            role="separator"
            tabindex="0"
            aria-orientation="vertical"
            aria-label={match line { Line::List => words::LIST_SPLITTER, Line::Page => words::PAGE_SPLITTER }}
            aria-valuemin={range.start().to_string()}
            aria-valuemax={range.end().to_string()}
            aria-valuenow={view.panes.at(line).to_string()}
            title={words::SPLITTER_HINT}
            onmousedown={on_press}
            onpointerdown={on_down}
            onpointermove={on_move}
            onkeydown={on_key}
            ondblclick={reset}
        />
    }
}

/// Returns the position of a line that the pointer drags.
fn position(line: Line, element: &Element, event: &PointerEvent) -> Option<f64> {
    let left = element.previous_element_sibling()?.get_bounding_client_rect().left();
    let width = f64::from(event.client_x()) - left;
    match line {
        Line::List => Some(width),
        Line::Page => {
            let right = element.parent_element()?.get_bounding_client_rect().right();
            Some(1000.0 * width / (right - left))
        }
    }
}
