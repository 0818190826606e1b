use texlens_ratings::{Exclusion, Scale};
use texlens_workspace::commands::elements;
use texlens_workspace::rating::{FormField, StudyForm};
use texlens_workspace::words::ratings as words;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::app::components::judge::TextField;
use crate::app::components::select::Select;
use crate::app::hooks::{RatingAsk, use_form};

/// The choices of what is left out.
const EXCLUSIONS: [Option<Exclusion>; 3] = [None, Some(Exclusion::Identical), Some(Exclusion::Perfect)];

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) systems: Vec<String>,
    pub(super) is_busy: bool,
    pub(super) ask: Callback<RatingAsk>,
}

/// Shows the form that makes a study of the samples.
#[component]
pub(super) fn MakeStudy(props: &Props) -> Html {
    let Props { systems, is_busy, ask } = props;
    let form = use_form(StudyForm::default);
    let plan = form.plan(systems);
    let set = |edit: fn(&mut StudyForm, String)| form.edit(edit);
    let problem = |field: FormField| {
        let problem = plan.as_ref().err().filter(|problem| problem.field == field);
        problem.map(words::problem)
    };
    let on_submit = {
        let (ask, plan) = (ask.clone(), plan.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Ok(plan) = &plan {
                ask.emit(RatingAsk::Make(plan.clone()));
            }
        })
    };
    let numbered = |labels: [&'static str; 3]| -> Vec<(String, String)> {
        let labels = labels.into_iter().enumerate();
        labels.map(|(at, label)| (at.to_string(), label.to_owned())).collect()
    };
    let scale = Scale::ALL.iter().position(|scale| *scale == form.scale);
    let exclusion = EXCLUSIONS.iter().position(|exclusion| *exclusion == form.exclusion);
    let toggle = |system: &String| {
        let system = system.clone();
        form.edit(
            move |form, _: Event| match form.without.iter().position(|without| *without == system) {
                Some(at) => drop(form.without.remove(at)),
                None => form.without.push(system.clone()),
            },
        )
    };
    let on_instructions = form.edit(|form, event: InputEvent| {
        let area = event.target_dyn_into::<HtmlTextAreaElement>();
        form.instructions = area.map(|area| area.value()).unwrap_or_default();
    });
    html! {
        <form id={elements::STUDY} class="rating-form" onsubmit={on_submit}>
            <h3>{words::MAKE_TITLE}</h3>
            <div class="field-row">
                <Select label={words::SCALE} options={numbered(Scale::ALL.map(words::scale))} value={scale.unwrap_or_default().to_string()} on_change={set(|form, typed| {
                    form.scale = typed.parse().ok().and_then(|at: usize| Scale::ALL.get(at).copied()).unwrap_or(form.scale);
                })} />
                <Select label={words::EXCLUSION} options={numbered(EXCLUSIONS.map(words::exclusion))} value={exclusion.unwrap_or_default().to_string()} on_change={set(|form, typed| {
                    form.exclusion = typed.parse().ok().and_then(|at: usize| EXCLUSIONS.get(at).copied()).flatten();
                })} />
            </div>
            if systems.len() > 1 {
                <fieldset>
                    <legend>{words::SYSTEMS}</legend>
                    {for systems.iter().map(|system| html! {
                        <label class="check"><input type="checkbox" checked={!form.without.contains(system)} onchange={toggle(system)} />{" "}{system}</label>
                    })}
                </fieldset>
            }
            <div class="field-row">
                <TextField label={words::RATERS} value={form.raters.clone()} problem={problem(FormField::Raters)} on_change={set(|form, typed| form.raters = typed)} />
                <TextField label={words::EACH} value={form.each.clone()} problem={problem(FormField::Each)} on_change={set(|form, typed| form.each = typed)} />
                <TextField label={words::PAIRS} placeholder={words::ALL_PAIRS} value={form.pairs.clone()} problem={problem(FormField::Pairs)} on_change={set(|form, typed| form.pairs = typed)} />
            </div>
            <div class="field-row">
                <TextField label={words::GROUPS} note={words::GROUPS_NOTE} value={form.groups.clone()} problem={problem(FormField::Groups)} on_change={set(|form, typed| form.groups = typed)} />
                <TextField label={words::CHECKS} note={words::CHECKS_NOTE} value={form.checks.clone()} problem={problem(FormField::Checks)} on_change={set(|form, typed| form.checks = typed)} />
                <TextField label={words::SEED} note={words::SEED_NOTE} value={form.seed.clone()} problem={problem(FormField::Seed)} on_change={set(|form, typed| form.seed = typed)} />
            </div>
            <TextField label={words::STUDY_TITLE} note={words::STUDY_TITLE_NOTE} value={form.title.clone()} on_change={set(|form, typed| form.title = typed)} />
            <label class="field">
                <span>{words::STUDY_INSTRUCTIONS}</span>
                <textarea rows="5" placeholder={form.scale.instructions().trim_end()} value={form.instructions.clone()} oninput={on_instructions} />
            </label>
            <button id={elements::MAKE_STUDY} type="submit" class="button primary" disabled={*is_busy || plan.is_err()}>{words::MAKE}</button>
        </form>
    }
}
