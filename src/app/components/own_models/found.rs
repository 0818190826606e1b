//! Bringing a model: the buttons that choose it, and what its check found.

use texlens_workspace::state::{OwnCheck, OwnModels};
use texlens_workspace::words::{common, own_models as words};
use yew::prelude::*;

use super::list::details;
use crate::app::components::compare::Same;
use crate::app::components::open_button::OpenButton;
use crate::app::hooks::OwnAsk;

/// The ending of archives.
const ARCHIVES: &[&str] = &[".zip"];

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) own: Same<OwnModels>,
    /// Whether files are being dragged over the page.
    pub(super) is_dragging: bool,
    pub(super) ask: Callback<OwnAsk>,
}

/// Shows how to bring a model, and what came of the last one.
#[component]
pub(super) fn Bring(props: &Props) -> Html {
    let Props { own, is_dragging, ask } = props;
    let choose = ask.reform(OwnAsk::Choose);
    let is_checking = matches!(own.check, OwnCheck::Checking(_));
    html! {
        <section class={classes!("own-bring", is_dragging.then_some("over"))}>
            <p class="dim">{words::LAYOUT}</p>
            <div class="buttons">
                <OpenButton label={words::CHOOSE_FOLDER} endings={&[] as &[&str]} primary={own.models.is_empty()} disabled={is_checking} on_files={&choose} />
                <OpenButton label={words::CHOOSE_ARCHIVE} endings={ARCHIVES} disabled={is_checking} on_files={choose} />
            </div>
            // Screen readers announce a change only in an element that already exists.
            <div class="own-check" role="status">{check(own, ask)}</div>
        </section>
    }
}

fn check(own: &OwnModels, ask: &Callback<OwnAsk>) -> Html {
    match &own.check {
        OwnCheck::Idle => Html::default(),
        OwnCheck::Checking(name) => html! {
            <>
                <p id="checking-model">{words::checking(name)}</p>
                <progress aria-labelledby="checking-model" />
                <button type="button" class="button small" onclick={ask.reform(|_| OwnAsk::CancelCheck)}>{common::CANCEL}</button>
            </>
        },
        OwnCheck::Added(id) => match own.get(*id) {
            Some(model) => html! { <p>{words::added(&model.name)}</p> },
            None => Html::default(),
        },
        OwnCheck::Refused(why) => html! { <p class="failed">{why}</p> },
        OwnCheck::Faulty(name, summary) => html! {
            <>
                <p class="failed"><strong>{words::cannot_run(name)}</strong></p>
                <ul class="failed">
                    {for summary.problems.iter().map(|problem| html! { <li>{words::sentence(problem)}</li> })}
                    {for summary.offers.iter().flat_map(|offer| offer.problems.iter().map(|problem| html! {
                        <li>{words::faulty_format(&offer.dtype, problem)}</li>
                    }))}
                    {for words::too_large(&summary.offers).map(|problem| html! { <li>{problem}</li> })}
                </ul>
                {details(summary)}
            </>
        },
    }
}
