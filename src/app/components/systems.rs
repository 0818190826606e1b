use std::rc::Rc;

use texlens_workspace::commands::Command;
use texlens_workspace::state::{Action, Sample, SelectAction, Step, main_metric};
use texlens_workspace::words::{commands::with_key, common, systems as words};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    /// The predictions of all systems for the same case, including the shown one.
    pub(super) rivals: Vec<Rc<Sample>>,
    /// The prediction of another system that is shown for comparison.
    pub(super) beside: Option<Rc<Sample>>,
    pub(super) send: Callback<Action>,
}

/// Shows the systems that have a prediction for the sample, to switch between them or compare two.
#[component]
pub(super) fn Systems(props: &Props) -> Html {
    let Props {
        sample,
        rivals,
        beside,
        send,
    } = props;
    if rivals.len() < 2 {
        return Html::default();
    }
    let name = |sample: &Sample| sample.system().unwrap_or(common::NO_PREDICTION).to_owned();
    let metric = texlens_metrics::info(main_metric(sample.kind)).map_or("", |info| info.name);
    let go = |step: Step, sign: &'static str, says: &'static str| {
        let says = with_key(says, &Command::System(step));
        html! {
            <button type="button" class="button small" aria-label={says.clone()} title={says} onclick={send.reform(move |_| Action::Select(SelectAction::System(step)))}>{sign}</button>
        }
    };
    let choose = send.reform(|event: Event| {
        let chosen = event
            .target_dyn_into::<HtmlSelectElement>()
            .map(|select| select.value());
        Action::Select(SelectAction::Beside(
            chosen.filter(|name| !name.is_empty()).map(Rc::from),
        ))
    });
    let others = rivals
        .iter()
        .filter(|rival| rival.id != sample.id && rival.prediction.is_some());
    html! {
        <div class="rivals" role="group" aria-label={words::title(&sample.case)}>
            {go(Step::Previous, "\u{2190}", words::PREVIOUS)}
            <ul>
                {for rivals.iter().map(|rival| {
                    let (id, is_shown) = (rival.id, rival.id == sample.id);
                    html! {
                        <li key={id.0}>
                            <button
                                type="button"
                                aria-current={is_shown.then_some("true")}
                                onclick={send.reform(move |_| Action::Select(SelectAction::Sample(id)))}
                            >
                                <span class="name">{name(rival)}</span>
                                if let Some(value) = rival.main_value() {
                                    {" "}<span class="value" title={metric}>{format!("{value:.2}")}</span>
                                }
                            </button>
                        </li>
                    }
                })}
            </ul>
            {go(Step::Next, "\u{2192}", words::NEXT)}
            <label>
                {words::COMPARE_WITH}{" "}
                <select onchange={choose}>
                    <option value="" selected={beside.is_none()}>{words::NONE}</option>
                    {for others.map(|other| {
                        let selected = beside.as_ref().is_some_and(|beside| beside.id == other.id);
                        html! { <option value={name(other)} {selected}>{name(other)}</option> }
                    })}
                </select>
            </label>
        </div>
    }
}
