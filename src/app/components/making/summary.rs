use std::rc::Rc;

use texlens_workspace::messages::synthesis::MakeSummary;
use texlens_workspace::words::making as words;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) summary: Rc<MakeSummary>,
}

/// Shows what was made and what was left out.
#[component]
pub(super) fn Summary(props: &Props) -> Html {
    let summary = &props.summary;
    let left_out = summary.left_out();
    html! {
        <>
            <dl class="make-summary">
                {for words::HEADS.iter().zip(words::values(summary)).map(|(head, value)| html! {
                    <div><dt>{*head}</dt><dd>{value}</dd></div>
                })}
            </dl>
            {for summary.failed.iter().map(|why| html! { <p class="refused">{why}</p> })}
            if left_out > 0 {
                <details class="make-omitted">
                    <summary>{words::LEFT_OUT}</summary>
                    <ul>
                        {for summary.counts.iter().map(|(reason, count)| html! { <li>{words::reason(reason, *count)}</li> })}
                    </ul>
                    <ul class="named">
                        {for summary.named.iter().chain(&words::more(summary.named.len(), left_out)).map(|named| html! { <li>{named}</li> })}
                    </ul>
                </details>
            }
        </>
    }
}
