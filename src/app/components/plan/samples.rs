use std::rc::Rc;

use texlens_dataset::{Correction, Kind, Role};
use texlens_workspace::messages::import::{List, Nature, Place, SampleRow, Step, Summary, Window};
use texlens_workspace::words::{common, plan as words};
use yew::prelude::*;

use super::{
    pages::PagesField,
    place::Target,
    rows::{AllRows, Frame, use_rows},
};
use crate::app::hooks::Ask;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) summary: Rc<Summary>,
    pub(super) window: Rc<Window<SampleRow>>,
    pub(super) pick: Callback<Target>,
    pub(super) ask: Callback<Ask>,
}

/// Lists the samples, with the files of each.
#[component]
pub(super) fn Samples(props: &Props) -> Html {
    let Props {
        summary,
        window,
        pick,
        ask,
    } = props;
    let rows = AllRows {
        list: List::Samples,
        count: summary.overview.samples,
        revision: summary.revision,
    };
    let mut columns: Vec<Html> = [words::SAMPLE, words::IMAGE, common::REFERENCE].map(Html::from).into();
    columns.extend(summary.overview.systems.iter().map(|system| html! { {&system.name} }));
    columns.push(html! { <span class="visually-hidden">{words::LEAVE_OUT}</span> });
    let frame = Frame {
        label: words::SAMPLES,
        columns,
        empty: words::NO_SAMPLES,
    };
    let sight = use_rows(rows, window, ask);
    sight.table(frame, window, |row, index| sample(row, index, summary, pick, ask))
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
                        title={words::reassign(path)}
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
                if row.kind == Kind::Formula { <small>{words::FORMULA}</small> }
                if let Some(choice) = &row.choice {
                    <PagesField choice={choice.clone()} pages={row.pages.unwrap_or(1)} ask={ask.clone()} />
                } else if let Some(pages) = row.pages {
                    <small>{common::pages(pages)}</small>
                }
                if let Some((document, Some(page))) = &row.page { <small title={document.clone()}>{words::page(*page)}</small> }
                if let Some(problems) = problems { <small class="warning" title={problems.clone()}>{"!"}<span class="visually-hidden">{problems}</span></small> }
            </th>
            {cell(row.image.as_ref(), Nature::Picture, Role::Image)}
            {cell(row.reference.as_ref(), Nature::Text, Role::Reference)}
            {for summary.overview.systems.iter().enumerate().map(|(index, system)| prediction(index, &system.name))}
            <td class="end">
                <button
                    type="button"
                    class="icon"
                    aria-label={words::leave_out(&row.id)}
                    title={words::LEAVE_OUT}
                    onclick={leave_out}
                >
                    {"\u{d7}"}
                </button>
            </td>
        </tr>
    }
}
