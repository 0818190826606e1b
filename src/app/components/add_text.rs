use texlens_evaluate::Kind;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::{
    choice::{Choice, ChoiceOption},
    modal::Modal,
};
use crate::app::state::Action;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// Fills the first box.
    pub(super) pasted: String,
    pub(super) send: Callback<Action>,
}

/// Two boxes for reference and prediction.
#[component]
pub(super) fn AddText(props: &Props) -> Html {
    let send = &props.send;
    let (reference, prediction) = (use_node_ref(), use_node_ref());
    let kind = use_state_eq(|| Kind::Page);
    let blank = use_state_eq(|| props.pasted.trim().is_empty());
    let on_input = {
        let (areas, set_blank) = ([reference.clone(), prediction.clone()], blank.setter());
        Callback::from(move |_: InputEvent| set_blank.set(areas.iter().all(|area| value(area).trim().is_empty())))
    };
    let add = {
        let (reference, prediction, kind, send) = (reference.clone(), prediction.clone(), *kind, send.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            send.emit(Action::Written {
                kind,
                reference: value(&reference),
                prediction: value(&prediction),
            });
        })
    };
    let set_kind = kind.setter();
    html! {
        <Modal title="Add text" on_close={send.reform(|()| Action::SetDialog(None))}>
            <form onsubmit={add} oninput={on_input}>
                <div class="boxes">
                    <label>
                        <span>{"Reference"}</span>
                        <textarea ref={reference} rows="12" spellcheck="false" autofocus=true defaultvalue={props.pasted.clone()} placeholder="The LaTeX as it should be" />
                    </label>
                    <label>
                        <span>{"Prediction"}</span>
                        <textarea ref={prediction} rows="12" spellcheck="false" placeholder="The LaTeX a system produced" />
                    </label>
                </div>
                <div class="dialog-foot">
                    <span class="dim" aria-hidden="true">{"Score them as a"}</span>
                    <Choice<Kind>
                        label="What the texts are"
                        options={vec![
                            ChoiceOption { value: Kind::Page, label: "Page" },
                            ChoiceOption { value: Kind::Formula, label: "Formula" },
                        ]}
                        value={*kind}
                        on_change={Callback::from(move |kind| set_kind.set(kind))}
                    />
                    <button type="submit" class="button primary" disabled={*blank}>{"Add"}</button>
                </div>
            </form>
        </Modal>
    }
}

fn value(area: &NodeRef) -> String {
    area.cast::<HtmlTextAreaElement>()
        .map(|area| area.value())
        .unwrap_or_default()
}
