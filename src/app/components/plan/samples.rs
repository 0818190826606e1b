use std::rc::Rc;

use texlens_dataset::{Correction, Kind, Role};
use yew::prelude::*;

use super::{
    place::Target,
    rows::{AllRows, gap, use_rows},
};
use crate::{
    app::hooks::Ask,
    worker::import::protocol::{List, Nature, Place, SampleRow, Step, Summary, Window},
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) summary: Rc<Summary>,
    pub(super) window: Rc<Window<SampleRow>>,
    pub(super) pick: Callback<Target>,
    pub(super) ask: Callback<Ask>,
}

/// The samples, with what belongs to each.
#[component]
pub(super) fn Samples(props: &Props) -> Html {
    let Props {
        summary,
        window,
        pick,
        ask,
    } = props;
    let scroller = use_node_ref();
    let (count, revision) = (summary.overview.samples, summary.revision);
    let is_here = |index| window.get(revision, index).is_some();
    let rows = AllRows {
        list: List::Samples,
        count,
        revision,
    };
    let shown = use_rows(&scroller, rows, &is_here, ask);
    let systems = &summary.overview.systems;
    let columns = 4 + systems.len();
    html! {
        <div class="rows" ref={scroller} tabindex="0" role="region" aria-label="Samples">
            <table aria-rowcount={(count + 1).to_string()}>
                <thead>
                    <tr>
                        <th scope="col">{"Sample"}</th>
                        <th scope="col">{"Image"}</th>
                        <th scope="col">{"Reference"}</th>
                        {for systems.iter().map(|system| html! { <th scope="col">{&system.name}</th> })}
                        <th scope="col"><span class="visually-hidden">{"Leave out"}</span></th>
                    </tr>
                </thead>
                <tbody>
                    {gap(shown.start, columns)}
                    {for shown.clone().map(|index| match window.get(revision, index) {
                        Some(row) => sample(row, index, summary, pick, ask),
                        None => html! { <tr key={index}><td colspan={columns.to_string()} class="dim">{"\u{2026}"}</td></tr> },
                    })}
                    {gap(count - shown.end, columns)}
                </tbody>
            </table>
            if count == 0 {
                <p class="empty">{"No samples were found. What is left over can be given a place by hand."}</p>
            }
        </div>
    }
}

fn sample(row: &SampleRow, index: usize, summary: &Summary, pick: &Callback<Target>, ask: &Callback<Ask>) -> Html {
    let cell = |place: Option<&Place>, nature: Nature, role: Role| match place {
        None => html! { <td class="dim">{"\u{2013}"}</td> },
        Some(Place { file: None, path }) => html! { <td title={path.clone()}>{path}</td> },
        Some(Place { file: Some(file), path }) => {
            let target = Target {
                file: *file,
                path: path.clone(),
                nature,
                now: Some((row.id.clone(), role)),
            };
            html! {
                <td>
                    <button
                        type="button"
                        class="link"
                        title={format!("{path}: give it another place")}
                        onclick={pick.reform(move |_| target.clone())}
                    >
                        {path}
                    </button>
                </td>
            }
        }
    };
    let prediction = |index: usize, name: &String| {
        let mut predictions = row.predictions.iter();
        let place = predictions.find(|(system, _)| *system == index).map(|(_, place)| place);
        cell(place, Nature::Text, Role::Prediction(name.clone()))
    };
    let leave_out = {
        let sample = row.id.clone();
        ask.reform(move |_| {
            let sample = sample.clone();
            Ask::Amend(Step::Corrections(vec![Correction::IgnoreSample { sample }]))
        })
    };
    let problems = (!row.problems.is_empty()).then(|| row.problems.join("\n"));
    html! {
        <tr key={index} aria-rowindex={(index + 2).to_string()}>
            <th scope="row" title={row.id.clone()}>
                {&row.id}
                if row.kind == Kind::Formula { <small>{"formula"}</small> }
                if let Some(pages) = row.pages { <small>{format!("{pages} pages")}</small> }
                if let Some((document, Some(page))) = &row.page { <small title={document.clone()}>{format!("page {page}")}</small> }
                if let Some(problems) = problems { <small class="warning" title={problems.clone()}>{"!"}<span class="visually-hidden">{problems}</span></small> }
            </th>
            {cell(row.image.as_ref(), Nature::Picture, Role::Image)}
            {cell(row.reference.as_ref(), Nature::Text, Role::Reference)}
            {for summary.overview.systems.iter().enumerate().map(|(index, system)| prediction(index, &system.name))}
            <td class="end">
                <button
                    type="button"
                    class="icon"
                    aria-label={format!("Leave out {}", row.id)}
                    title="Leave out"
                    onclick={leave_out}
                >
                    {"\u{d7}"}
                </button>
            </td>
        </tr>
    }
}
