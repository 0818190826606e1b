use std::rc::Rc;

use texlens_workspace::rating::OpenSheet;
use texlens_workspace::state::{Action, RatingAction};
use texlens_workspace::words::ratings as words;
use yew::prelude::*;

use crate::app::hooks::clock;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) open: Rc<OpenSheet>,
    pub(super) send: Callback<Action>,
}

/// Shows what the raters read first.
#[component]
pub(super) fn Instructions(props: &Props) -> Html {
    let Props { open, send } = props;
    let paragraphs = open.sheet.instructions.split("\n\n");
    let begin = send.reform(|_: MouseEvent| Action::Rating(RatingAction::GoOn(clock())));
    let label = if open.sheet.answered() == 0 {
        words::BEGIN
    } else {
        words::GO_ON
    };
    html! {
        <article class="rating-text" aria-labelledby="rating-instructions">
            <h3 id="rating-instructions">{words::INSTRUCTIONS}</h3>
            {for paragraphs.map(|paragraph| html! { <p class="lines">{paragraph}</p> })}
            <dl class="keys">
                {for words::responses(open.sheet.scale).into_iter().map(|(response, key)| html! {
                    <>
                        <dt><kbd>{key}</kbd></dt>
                        <dd>{words::meaning(open.sheet.scale, &response)}</dd>
                    </>
                })}
            </dl>
            <button type="button" class="button primary" onclick={begin}>{label}</button>
        </article>
    }
}
