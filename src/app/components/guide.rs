use texlens_metrics::{Group, infos};
use texlens_workspace::state::{Action, Dialog, ViewAction};
use texlens_workspace::words::guide as words;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::modal::Modal;
use crate::app::hooks::use_guides;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The id of the explained metric.
    pub(super) metric: String,
    pub(super) send: Callback<Action>,
}

/// Explains how a metric is calculated, with a menu of all metrics.
#[component]
pub(super) fn Guide(props: &Props) -> Html {
    let Props { metric, send } = props;
    let guides = use_guides();
    let on_change = send.reform(|event: Event| {
        let chosen = event
            .target_dyn_into::<HtmlSelectElement>()
            .map(|select| select.value());
        Action::View(ViewAction::Dialog(chosen.map(|metric| Dialog::Guide { metric })))
    });
    html! {
        <Modal title={words::TITLE} on_close={send.reform(|()| Action::View(ViewAction::Dialog(None)))}>
            <label class="guide-choice">
                {words::METRIC}{" "}
                <select onchange={on_change}>{for groups().map(|group| options(group, metric))}</select>
            </label>
            {match guides {
                None => html! { <p class="dim" role="status">{words::LOADING}</p> },
                Some(Err(why)) => html! { <p role="alert">{why}</p> },
                // The build makes this HTML from the documentation in the source.
                Some(Ok(guides)) => html! {
                    <div class="guide" key={metric.clone()}>
                        {Html::from_html_unchecked(guides.get(metric).cloned().unwrap_or_default())}
                    </div>
                },
            }}
        </Modal>
    }
}

fn groups() -> impl Iterator<Item = Group> {
    let mut last = None;
    let group_of = infos().iter().map(|info| info.group);
    group_of.filter(move |group| last.replace(*group) != Some(*group))
}

fn options(group: Group, selected: &str) -> Html {
    let of_group = infos().iter().filter(|info| info.group == group);
    html! {
        <optgroup label={group.name()}>
            {for of_group.map(|info| html! {
                <option value={info.id} selected={info.id == selected}>{info.name}{" ("}{info.id}{")"}</option>
            })}
        </optgroup>
    }
}
