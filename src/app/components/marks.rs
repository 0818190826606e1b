use std::collections::HashSet;
use std::rc::Rc;

use texlens_workspace::commands::Command;
use texlens_workspace::roles::{Role, left_out};
use texlens_workspace::state::{Action, CorrectAction, Focus, Layer, Sample, Step, View, ViewAction};
use texlens_workspace::words::{commands::with_key, common, page as words};
use yew::prelude::*;

use super::choice::{Choice, ChoiceOption};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    /// The roles of the words and formulas.
    pub(super) roles: Rc<Vec<Role>>,
    pub(super) focus: Focus,
    pub(super) view: View,
    pub(super) send: Callback<Action>,
}

/// Shows the choice of boxes on the page with their legend, buttons that step through unsure places, and the
/// corrections by hand.
#[component]
pub(super) fn Marks(props: &Props) -> Html {
    let Props {
        sample,
        roles,
        focus,
        view,
        send,
    } = props;
    let view = *view;
    let unsure: Vec<usize> = sample.unsure().collect();
    let at = match focus {
        Focus::Token(index) => unsure.binary_search(index).ok(),
        _ => None,
    };
    let step = |step: Step| send.reform(move |_: MouseEvent| Action::Correct(CorrectAction::StepUnsure(step)));
    let mut layers = vec![
        ChoiceOption {
            value: Layer::Kinds,
            label: words::KINDS,
        },
        ChoiceOption {
            value: Layer::Confidence,
            label: words::CONFIDENCE,
        },
    ];
    // Saved evaluations contain no glyphs.
    if !sample.glyphs().is_empty() {
        layers.push(ChoiceOption {
            value: Layer::Glyphs,
            label: words::GLYPHS,
        });
    }
    layers.push(ChoiceOption {
        value: Layer::Off,
        label: words::NO_BOXES,
    });
    html! {
        <div class="toolbar marks">
            <Choice<Layer>
                label={words::BOXES}
                options={layers}
                value={view.layer}
                on_change={send.reform(move |layer| Action::View(ViewAction::Show(View { layer, ..view })))}
            />
            <Legend sample={sample.clone()} roles={roles.clone()} layer={view.layer} />
            <span class="spacer" />
            if !unsure.is_empty() {
                <span class="walk">
                    <span class="position">{words::unsure(at.map(|at| at + 1), unsure.len())}</span>
                    <button type="button" class="button small" aria-label={words::PREVIOUS_UNSURE} title={with_key(words::PREVIOUS_UNSURE, &Command::Unsure(Step::Previous))} onclick={step(Step::Previous)}>{"\u{2191}"}</button>
                    <button type="button" class="button small" aria-label={words::NEXT_UNSURE} title={with_key(words::NEXT_UNSURE, &Command::Unsure(Step::Next))} onclick={step(Step::Next)}>{"\u{2193}"}</button>
                </span>
            }
            {corrections(sample, send)}
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct LegendProps {
    sample: Rc<Sample>,
    roles: Rc<Vec<Role>>,
    layer: Layer,
}

/// Lists the colours of a layer that occur on the page.
#[component]
fn Legend(props: &LegendProps) -> Html {
    let LegendProps { sample, roles, layer } = props;
    let entries = use_memo((sample.clone(), roles.clone(), *layer), |(sample, roles, layer)| {
        legend(sample, roles, *layer)
    });
    html! {
        <ul class="legend" aria-label={words::LEGEND}>
            {for entries.iter().map(|(class, title)| html! { <li class={*class}>{*title}</li> })}
        </ul>
    }
}

fn legend(sample: &Sample, roles: &[Role], layer: Layer) -> Vec<(&'static str, &'static str)> {
    const SURENESS: [(&str, &str); 3] = [("unsure", words::UNSURE), ("fair", words::FAIR), ("sure", words::SURE)];
    let entry = |role: Role| (role.class(), role.title());
    match layer {
        Layer::Off => Vec::new(),
        Layer::Confidence => SURENESS.to_vec(),
        Layer::Glyphs => {
            let not_written = [Role::FigureText, Role::LeftOut].map(entry);
            SURENESS.into_iter().chain(not_written).collect()
        }
        Layer::Kinds => {
            let left_out = sample.recognition().map(|found| left_out(found, sample.glyphs()));
            let left_out: HashSet<Role> = left_out.into_iter().flatten().map(|(_, role)| role).collect();
            let is_there = |role: &Role| match role {
                // Text has no colour.
                Role::Text => false,
                role => roles.contains(role) || left_out.contains(role),
            };
            let there = Role::ALL.into_iter().filter(is_there);
            there.map(entry).collect()
        }
    }
}

fn corrections(sample: &Sample, send: &Callback<Action>) -> Html {
    let (id, count) = (sample.id, sample.corrections());
    if count == 0 {
        return Html::default();
    }
    html! {
        <span class="walk">
            <span class="position">{words::corrections(count)}</span>
            <button type="button" class="button small" title={words::UNDO_HINT} onclick={send.reform(move |_| Action::Correct(CorrectAction::TakeBack(id)))}>{common::UNDO}</button>
            if count > 1 {
                <button type="button" class="button small" onclick={send.reform(move |_| Action::Correct(CorrectAction::TakeAllBack(id)))}>{words::UNDO_ALL}</button>
            }
        </span>
    }
}
