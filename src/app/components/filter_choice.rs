use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::app::state::{Action, Filter, Samples};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) samples: Samples,
    pub(super) filter: Filter,
    pub(super) send: Callback<Action>,
}

/// Which samples are listed. There is nothing to choose while nothing is known to be wrong with any.
#[component]
pub(super) fn FilterChoice(props: &Props) -> Html {
    let Props { samples, filter, send } = props;
    let count = |filter: Filter| samples.admitted(filter);
    let choices: Vec<(usize, Filter, usize)> = Filter::all()
        .enumerate()
        .map(|(index, choice)| (index, choice, count(choice)))
        .filter(|(_, choice, count)| *count > 0 || choice == filter)
        .collect();
    if choices.len() < 2 {
        return Html::default();
    }
    let choose = send.reform(|event: Event| {
        let chosen = event.target_dyn_into::<HtmlSelectElement>();
        let index = chosen.and_then(|select| select.value().parse::<usize>().ok());
        let filter = index.and_then(|index| Filter::all().nth(index));
        Action::SetFilter(filter.unwrap_or_default())
    });
    let none = count(*filter) == 0;
    html! {
        <div class="filter">
            <select aria-label="Show samples" onchange={choose}>
                {for choices.into_iter().map(|(index, choice, count)| html! {
                    <option value={index.to_string()} selected={choice == *filter}>{choice.name()}{" ("}{count}{")"}</option>
                })}
            </select>
            if none {
                <p>{"No sample is like this now. "}</p>
                <button type="button" class="link" onclick={send.reform(|_| Action::SetFilter(Filter::All))}>{"Show all"}</button>
            }
        </div>
    }
}
