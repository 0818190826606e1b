use std::rc::Rc;

use texlens_evaluate::{ErrorFinding, Judgement};
use texlens_workspace::commands::Command;
use texlens_workspace::state::{Action, Focus, Sample, Step, ViewAction};
use texlens_workspace::words::{commands::with_key, common, error_types as words};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) focus: Focus,
    pub(super) send: Callback<Action>,
}

/// Lists the error types of the sample. A click on a type shows the reason and steps through its places.
#[component]
pub(super) fn ErrorTypes(props: &Props) -> Html {
    let Props { sample, focus, send } = props;
    let mut found = sample.error_types().peekable();
    if found.peek().is_none() {
        return Html::default();
    }
    let chip = |finding: &ErrorFinding| {
        let (error_type, info) = (finding.error_type, finding.error_type.info());
        let selected = matches!(focus, Focus::ErrorType { error_type: picked, .. } if *picked == error_type);
        let focus = if selected {
            Focus::Nothing
        } else {
            Focus::ErrorType {
                error_type,
                span: (!finding.spans.is_empty()).then_some(0),
            }
        };
        html! {
            <li key={info.id}>
                <button
                    type="button"
                    class="chip"
                    aria-pressed={selected.to_string()}
                    title={info.about}
                    onclick={send.reform(move |_| Action::View(ViewAction::Focus(focus.clone())))}
                >
                    {info.name}
                </button>
            </li>
        }
    };
    html! {
        <section class="error-types" aria-label={words::TITLE}>
            <ul>{for found.map(chip)}</ul>
            {why(sample, focus, send)}
        </section>
    }
}

/// Renders the reason why the sample has the selected type, with buttons that step through its places.
fn why(sample: &Sample, focus: &Focus, send: &Callback<Action>) -> Html {
    let Focus::ErrorType { error_type, span } = focus else {
        return Html::default();
    };
    let Some(finding) = sample.error_types().find(|finding| finding.error_type == *error_type) else {
        return Html::default();
    };
    let Judgement::Found { why } = &finding.judgement else {
        return Html::default();
    };
    let step = |step: Step| send.reform(move |_: MouseEvent| Action::View(ViewAction::StepFocus(step)));
    html! {
        <div class="why" aria-live="polite">
            <p>{why}</p>
            if let Some(span) = span {
                <span class="walk">
                    <button type="button" class="button small" aria-label={common::PREVIOUS_PLACE} title={with_key(common::PREVIOUS_PLACE, &Command::Place(Step::Previous))} onclick={step(Step::Previous)}>{"\u{2191}"}</button>
                    <button type="button" class="button small" aria-label={common::NEXT_PLACE} title={with_key(common::NEXT_PLACE, &Command::Place(Step::Next))} onclick={step(Step::Next)}>{"\u{2193}"}</button>
                    <span class="position">{common::place(&finding.spans, *span, 0)}</span>
                </span>
            }
        </div>
    }
}
