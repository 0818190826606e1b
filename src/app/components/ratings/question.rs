use std::rc::Rc;

use texlens_evaluate::Formula;
use texlens_workspace::commands::elements;
use texlens_workspace::rating::{OpenSheet, Place};
use texlens_workspace::state::{Action, RatingAction, Step};
use texlens_workspace::words::ratings as words;
use yew::prelude::*;

use crate::app::components::formula_view::FormulaView;
use crate::app::hooks::clock;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) open: Rc<OpenSheet>,
    /// The number of the question, from 1.
    pub(super) at: u32,
    pub(super) send: Callback<Action>,
}

/// Shows a question with the answers to choose from.
#[component]
pub(super) fn QuestionView(props: &Props) -> Html {
    let Props { open, at, send } = props;
    let with_latex = use_state_eq(|| false);
    let Some(question) = open.sheet.questions.get((*at as usize).saturating_sub(1)) else {
        return Html::default();
    };
    let scale = open.sheet.scale;
    let given = open.sheet.answer(*at).map(|answer| &answer.answer);
    let act = |action: fn() -> RatingAction| send.reform(move |_: MouseEvent| Action::Rating(action()));
    let toggle = {
        let with_latex = with_latex.clone();
        Callback::from(move |_: Event| with_latex.set(!*with_latex))
    };
    let shown = |label: &'static str, latex: &String| {
        html! {
            <figure class="rating-formula" aria-label={label}>
                <figcaption>{label}</figcaption>
                <FormulaView source={Rc::<str>::from("")} formula={displayed(latex)} with_latex={*with_latex} />
            </figure>
        }
    };
    let labels: &[&'static str] = match question.shown.as_slice() {
        [_] => &[words::VERSION],
        _ => &[words::LEFT, words::RIGHT],
    };
    html! {
        <article class="rating-question" aria-labelledby="rating-question">
            <h3 id="rating-question" aria-live="polite">{words::question(*at, open.count())}</h3>
            {shown(words::REFERENCE, &question.reference)}
            <div class={classes!("rating-versions", (labels.len() > 1).then_some("two"))}>
                {for labels.iter().zip(&question.shown).map(|(label, latex)| shown(label, latex))}
            </div>
            <p>{words::asked(scale)}</p>
            <div class="rating-answers" role="group" aria-label={words::ANSWERS}>
                {for words::responses(scale).into_iter().map(|(response, key)| {
                    let is_given = given == Some(&response);
                    let label = words::response(&response);
                    let answer = send.reform({
                        let response = response.clone();
                        move |_: MouseEvent| Action::Rating(RatingAction::Answer(response.clone(), clock()))
                    });
                    html! {
                        <button
                            type="button"
                            class="button"
                            title={words::meaning(scale, &response)}
                            aria-pressed={is_given.to_string()}
                            onclick={answer}
                        >
                            {&label}
                            if label != key { {" "}<kbd>{key}</kbd> }
                        </button>
                    }
                })}
            </div>
            <div class="rating-steps">
                <button type="button" class="button small" title={words::PREVIOUS_KEY} onclick={act(|| RatingAction::Step(Step::Previous, clock()))}>{words::PREVIOUS}</button>
                <button type="button" class="button small" title={words::NEXT_KEY} onclick={act(|| RatingAction::Step(Step::Next, clock()))}>
                    {if given.is_some() { words::NEXT_ANSWERED } else { words::NEXT }}
                </button>
                if given.is_some() {
                    <button type="button" class="link" onclick={act(|| RatingAction::Clear)}>{words::CLEAR}</button>
                }
                <span class="spacer" />
                <label class="check"><input id={elements::QUESTION_LATEX} type="checkbox" checked={*with_latex} onchange={toggle} />{" "}{words::WITH_LATEX}</label>
                <button type="button" class="link" onclick={act(|| RatingAction::Go(Place::Instructions, clock()))}>{words::SHOW_INSTRUCTIONS}</button>
            </div>
        </article>
    }
}

/// Returns a formula as it is shown to raters.
fn displayed(latex: &str) -> Formula {
    Formula {
        latex: latex.to_owned(),
        display: true,
        range: 0..0,
    }
}
