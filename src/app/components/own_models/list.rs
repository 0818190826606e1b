//! The list of the models that read.

use texlens_workspace::own_models::{ModelGraph, ModelOffer, ModelSummary};
use texlens_workspace::state::{BUILT_IN, OwnModel, OwnModels};
use texlens_workspace::words::own_models as words;
use yew::prelude::*;

use crate::app::components::compare::Same;
use crate::app::components::confirm::Confirm;
use crate::app::hooks::OwnAsk;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) own: Same<OwnModels>,
    pub(super) ask: Callback<OwnAsk>,
}

/// Shows the built-in OCR and the person's models, each with what it is, its sizes and its licence.
#[component]
pub(super) fn List(props: &Props) -> Html {
    let Props { own, ask } = props;
    html! {
        <section class="own-list" aria-label={words::MODELS}>
            <h3>{words::MODELS}</h3>
            <ul>
                <li>
                    <div>
                        <strong>{BUILT_IN}</strong>
                        <p class="dim">{words::BUILT_IN}{" "}{words::licence(Some(words::BUILT_IN_LICENCE))}{"."}</p>
                    </div>
                </li>
                {for own.models.iter().map(|model| row(model, own, ask))}
            </ul>
            if let Some(trouble) = &own.trouble {
                <p class="failed" role="alert">{trouble}</p>
            }
        </section>
    }
}

fn row(model: &OwnModel, own: &OwnModels, ask: &Callback<OwnAsk>) -> Html {
    let id = model.id;
    let storing = own.storing.as_ref().filter(|(stored, _)| *stored == id);
    let question = match model.kept {
        Some(_) => words::REMOVE_KEPT_ASK,
        None => words::REMOVE_ASK,
    };
    html! {
        <li key={id}>
            <div>
                <strong>{&model.name}</strong>
                <span class="dim">{" \u{b7} "}{if model.kept.is_some() { words::KEPT } else { words::NOT_KEPT }}</span>
                {details(&model.summary)}
            </div>
            <div class="buttons">
                if let Some((_, file)) = storing {
                    <span class="dim" role="status">{words::storing(file)}</span>
                } else if model.kept.is_none() {
                    <button type="button" class="button small" aria-label={words::keep(&model.name)} disabled={own.storing.is_some()} onclick={ask.reform(move |_| OwnAsk::Keep(id))}>
                        {words::KEEP}
                    </button>
                }
                <Confirm
                    label={words::REMOVE}
                    name={words::remove(&model.name)}
                    {question}
                    disabled={storing.is_some()}
                    on_confirm={ask.reform(move |()| OwnAsk::Remove(id))}
                />
            </div>
        </li>
    }
}

/// Renders what a check found.
pub(super) fn details(summary: &ModelSummary) -> Html {
    html! {
        <>
            <p class="dim">{words::described(summary)}</p>
            if !summary.offers.is_empty() {
                <ul class="own-formats dim">
                    {for summary.offers.iter().map(format)}
                </ul>
            }
            if !summary.unused.is_empty() {
                <p class="dim">{words::unused(&summary.unused)}</p>
            }
        </>
    }
}

/// Renders a number format: its sizes, why it cannot be used, and what its files say of the graphs.
fn format(offer: &ModelOffer) -> Html {
    html! {
        <li>
            <span class={classes!((!offer.is_usable()).then_some("too-much"))}>{words::offer(offer)}</span>
            {for offer.problems.iter().map(|problem| html! { <p class="failed">{words::sentence(problem)}</p> })}
            if !offer.graphs.is_empty() {
                <details>
                    <summary>{words::GRAPHS}</summary>
                    {for offer.graphs.iter().map(graph)}
                </details>
            }
        </li>
    }
}

fn graph(graph: &ModelGraph) -> Html {
    let lines = |lines: &[String]| html! { {for lines.iter().map(|line| html! { <dd><code>{line}</code></dd> })} };
    html! {
        <section>
            <h4>{&graph.name}</h4>
            <dl>
                <dt>{words::INPUTS}</dt>
                {lines(&graph.inputs)}
                <dt>{words::OUTPUTS}</dt>
                {lines(&graph.outputs)}
                <dt>{words::OPERATORS}</dt>
                <dd>{words::operators(&graph.operators)}</dd>
            </dl>
        </section>
    }
}
