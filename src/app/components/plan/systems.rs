use texlens_dataset::{Correction, SystemCount};
use texlens_workspace::messages::import::Step;
use texlens_workspace::words::{count, plan as words};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::app::hooks::Ask;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) systems: Vec<SystemCount>,
    pub(super) ask: Callback<Ask>,
}

/// Lists the systems. Each can be renamed, left out, or made the references.
#[component]
pub(super) fn Systems(props: &Props) -> Html {
    let Props { systems, ask } = props;
    html! {
        <div class="rows systems" tabindex="0" role="region" aria-label={words::SYSTEMS}>
            <table>
                <thead>
                    <tr><th scope="col">{words::NAME}</th><th scope="col">{words::PREDICTIONS}</th><th scope="col"><span class="visually-hidden">{words::CHANGE}</span></th></tr>
                </thead>
                <tbody>
                    {for systems.iter().map(|system| html! { <SystemRow key={system.name.clone()} system={system.clone()} {ask} /> })}
                </tbody>
            </table>
            if systems.is_empty() {
                <p class="empty">{words::NO_SYSTEMS}</p>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct RowProps {
    system: SystemCount,
    ask: Callback<Ask>,
}

#[component]
fn SystemRow(props: &RowProps) -> Html {
    let RowProps { system, ask } = props;
    let name = &system.name;
    let amend = |correction: Correction| {
        ask.reform(move |_: MouseEvent| Ask::Amend(Step::Corrections(vec![correction.clone()])))
    };
    let rename = {
        let (ask, from) = (ask.clone(), name.clone());
        Callback::from(move |event: Event| {
            let Some(to) = event.target_dyn_into::<HtmlInputElement>().map(|input| input.value()) else {
                return;
            };
            if to != from {
                let from = from.clone();
                ask.emit(Ask::Amend(Step::Corrections(vec![Correction::RenameSystem {
                    from,
                    to,
                }])));
            }
        })
    };
    html! {
        <tr>
            <th scope="row"><input type="text" aria-label={words::name_of(name)} value={name.clone()} onchange={rename} /></th>
            <td>{count(system.predictions, "prediction")}</td>
            <td class="end">
                <button type="button" class="button small" onclick={amend(Correction::MakeReference { system: name.clone() })}>
                    {words::USE_AS_REFERENCES}
                </button>
                {" "}
                <button type="button" class="button small" onclick={amend(Correction::IgnoreSystem { system: name.clone() })}>
                    {words::LEAVE_OUT}
                </button>
            </td>
        </tr>
    }
}
