use std::rc::Rc;

use texlens_workspace::commands::elements;
use texlens_workspace::state::{Action, Sample, SampleAction};
use texlens_workspace::words::{common, notes as words};
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) send: Callback<Action>,
}

/// Shows the tags of the sample and a comment; saved evaluations contain both.
#[component]
pub(super) fn Notes(props: &Props) -> Html {
    let Props { sample, send } = props;
    let id = sample.id;
    let field = use_node_ref();
    let add = {
        let (send, field) = (send.clone(), field.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(field) = field.cast::<HtmlInputElement>() {
                let name = field.value();
                field.set_value("");
                send.emit(Action::Sample(SampleAction::Tag {
                    sample: id,
                    name,
                    is_on: true,
                }));
            }
        })
    };
    let write = send.reform(move |event: Event| {
        let area = event.target_dyn_into::<HtmlTextAreaElement>();
        Action::Sample(SampleAction::Comment {
            sample: id,
            text: area.map(|area| area.value()).unwrap_or_default(),
        })
    });
    let count = sample.tags.len() + usize::from(!sample.comment.is_empty());
    html! {
        <details id={elements::NOTES} class="notes" open={!sample.comment.is_empty()}>
            <summary>
                {words::HEADING}
                if count > 0 { <span class="count">{count}</span> }
            </summary>
            <ul class="tags" aria-label={words::TAGS}>
                {for sample.tags.iter().map(|(name, value)| {
                    let remove = {
                        let name = name.clone();
                        send.reform(move |_| Action::Sample(SampleAction::Tag { sample: id, name: name.clone(), is_on: false }))
                    };
                    html! {
                        <li key={name.clone()}>
                            {name}
                            if !value.is_empty() { {": "}{value} }
                            <button type="button" aria-label={words::remove_tag(name)} title={common::REMOVE} onclick={remove}>{"\u{d7}"}</button>
                        </li>
                    }
                })}
                <li class="new">
                    <form onsubmit={add}>
                        <input ref={field} aria-label={words::NEW_TAG} placeholder={words::NEW_TAG_HINT} maxlength="60" autocomplete="off" />
                    </form>
                </li>
            </ul>
            <textarea
                key={id.0}
                aria-label={words::COMMENT}
                placeholder={words::COMMENT_HINT}
                rows="2"
                maxlength="10000"
                onchange={write}
                value={sample.comment.to_string()}
            />
        </details>
    }
}
