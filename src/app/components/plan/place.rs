use std::rc::Rc;

use texlens_dataset::{Correction, FileId, Role, SystemCount};
use texlens_workspace::messages::import::{Nature, SampleRow, Step, Window};
use texlens_workspace::words::plan as words;
use web_sys::{HtmlElement, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::app::hooks::Ask;

/// Maximum number of samples that are suggested.
const OFFERED: usize = 200;

/// A file to be moved to another place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Target {
    pub(super) file: FileId,
    pub(super) path: String,
    pub(super) nature: Nature,
    /// The sample that the file belongs to, and its role in it.
    pub(super) now: Option<(String, Role)>,
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) target: Target,
    pub(super) systems: Vec<SystemCount>,
    /// The rows of samples in view, which are suggested.
    pub(super) samples: Rc<Window<SampleRow>>,
    pub(super) on_close: Callback<()>,
    pub(super) ask: Callback<Ask>,
}

/// The roles that a file can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Image,
    Reference,
    Prediction,
    Nothing,
}

const CHOICES: [(Choice, &str, &str); 4] = [
    (Choice::Image, "image", words::IS_IMAGE),
    (Choice::Reference, "reference", words::IS_REFERENCE),
    (Choice::Prediction, "prediction", words::IS_PREDICTION),
    (Choice::Nothing, "nothing", words::IS_LEFT_OUT),
];

/// Shows a form that sets the role and the sample of a file.
#[component]
pub(super) fn PlaceForm(props: &Props) -> Html {
    let Props {
        target,
        systems,
        samples,
        on_close,
        ask,
    } = props;
    let (select, system, sample) = (use_node_ref(), use_node_ref(), use_node_ref());
    let now = target.now.as_ref();
    let choice = use_state_eq(|| match (now, target.nature) {
        (Some((_, Role::Prediction(_))), _) | (None, Nature::Text) => Choice::Prediction,
        (Some((_, Role::Reference)), _) => Choice::Reference,
        _ => Choice::Image,
    });
    {
        let select = select.clone();
        use_effect_with((), move |()| {
            if let Some(select) = select.cast::<HtmlElement>() {
                let _ = select.focus();
            }
        });
    }
    let choose = {
        let (choice, select) = (choice.setter(), select.clone());
        Callback::from(move |_: Event| {
            let value = select.cast::<HtmlSelectElement>().map(|select| select.value());
            let chosen = CHOICES.iter().find(|(_, id, _)| value.as_deref() == Some(*id));
            choice.set(chosen.map_or(Choice::Nothing, |(choice, ..)| *choice));
        })
    };
    let submit = {
        let (target, choice, system, sample, ask) =
            (target.clone(), *choice, system.clone(), sample.clone(), ask.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let value = |input: &NodeRef| {
                let input = input.cast::<HtmlInputElement>();
                input.map(|input| input.value().trim().to_owned()).unwrap_or_default()
            };
            let role = match choice {
                Choice::Image => Some(Role::Image),
                Choice::Reference => Some(Role::Reference),
                Choice::Prediction => Some(Role::Prediction(value(&system))),
                Choice::Nothing => None,
            };
            let corrections = moved(&target, role.map(|role| (value(&sample), role)));
            if !corrections.is_empty() {
                ask.emit(Ask::Amend(Step::Corrections(corrections)));
            }
        })
    };
    let offered = samples.rows.iter().take(OFFERED);
    let fits = |choice: Choice| match choice {
        Choice::Image => target.nature == Nature::Picture,
        Choice::Reference | Choice::Prediction => target.nature == Nature::Text,
        Choice::Nothing => now.is_some(),
    };
    let guess = now.map_or_else(|| stem(&target.path), |(sample, _)| sample.clone());
    let named = match now {
        Some((_, Role::Prediction(name))) => Some(name),
        _ => systems.first().map(|system| &system.name),
    };
    let named = named.cloned().unwrap_or_else(|| "prediction".to_owned());
    html! {
        <form class="placing" onsubmit={submit} aria-label={words::place(&target.path)}>
            <code title={target.path.clone()}>{&target.path}</code>
            <label>
                <span>{words::IS}</span>
                <select ref={select} onchange={choose}>
                    {for CHOICES.iter().filter(|(choice, ..)| fits(*choice)).map(|(of, id, label)| html! {
                        <option value={*id} selected={*of == *choice}>{*label}</option>
                    })}
                </select>
            </label>
            if *choice == Choice::Prediction {
                <label>
                    <span>{words::OF_SYSTEM}</span>
                    <input ref={system} type="text" required=true list="plan-systems" value={named} />
                </label>
                <datalist id="plan-systems">
                    {for systems.iter().map(|system| html! { <option value={system.name.clone()} /> })}
                </datalist>
            }
            if *choice != Choice::Nothing {
                <label>
                    <span>{words::FOR_SAMPLE}</span>
                    <input ref={sample} type="text" required=true list="plan-samples" value={guess} />
                </label>
                <datalist id="plan-samples">
                    {for offered.map(|row| html! { <option value={row.id.clone()} /> })}
                </datalist>
            }
            <button type="submit" class="button small">{words::APPLY}</button>
            <button type="button" class="icon" aria-label={words::CANCEL_CHANGE} onclick={on_close.reform(|_| ())}>{"\u{d7}"}</button>
        </form>
    }
}

/// Returns the corrections that move a file to its new place.
fn moved(target: &Target, to: Option<(String, Role)>) -> Vec<Correction> {
    if target.now == to {
        return Vec::new();
    }
    let unpair = target
        .now
        .clone()
        .map(|(sample, role)| Correction::Unpair { sample, role });
    let pair = to.map(|(sample, role)| Correction::Pair {
        file: target.file,
        sample,
        role,
    });
    unpair.into_iter().chain(pair).collect()
}

/// Returns the name of a file without its folders and ending.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}
