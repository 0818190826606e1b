//! The sheet with the plan of an import, shown before the import starts.

mod columns;
mod left_over;
mod pages;
mod place;
mod progress;
mod rows;
mod samples;
mod systems;

use std::rc::Rc;

use texlens_workspace::messages::import::Summary;
use texlens_workspace::outcome::Outcome;
use texlens_workspace::state::Sheet;
use texlens_workspace::words::{common, count, import, plan as words};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::{
    modal::Modal,
    tabs::{TabOption, Tabs},
};
use crate::app::hooks::Ask;
use columns::Columns;
use left_over::LeftOver;
use place::{PlaceForm, Target};
use samples::Samples;
use systems::Systems;

pub(super) use progress::ImportProgress;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sheet: Sheet,
    pub(super) ask: Callback<Ask>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Samples,
    LeftOver,
    Systems,
    Columns,
    Notices,
}

/// Shows the plan: first a summary, then all its parts, each of which can be corrected.
#[component]
pub(super) fn Plan(props: &Props) -> Html {
    let Props { sheet, ask } = props;
    let summary = &sheet.summary;
    // The first tab is the one that needs attention.
    let chosen = use_state_eq(|| {
        if summary.needs_columns() || !summary.undecoded.is_empty() {
            Part::Columns
        } else if summary.overview.samples > 0 {
            Part::Samples
        } else if summary.tables.is_empty() {
            Part::LeftOver
        } else {
            Part::Columns
        }
    });
    let shown = *chosen;
    let target = use_state_eq(|| None::<Target>);
    {
        // A correction may have moved the file.
        let target = target.setter();
        use_effect_with(summary.revision, move |_| target.set(None));
    }
    let pick = {
        let target = target.setter();
        Callback::from(move |picked: Target| target.set(Some(picked)))
    };
    let close = {
        let target = target.setter();
        Callback::from(move |()| target.set(None))
    };
    let on_tab = {
        let (chosen, target) = (chosen.setter(), target.setter());
        Callback::from(move |part| {
            chosen.set(part);
            target.set(None);
        })
    };
    html! {
        <Modal title={words::TITLE} class="plan" keeps_beside=true on_close={ask.reform(|()| Ask::Cancel)}>
            <Understood summary={summary.clone()} />
            {tabs(summary, shown, &on_tab)}
            <div class="body" role="tabpanel" id="plan-body" aria-busy={(sheet.is_busy || sheet.keeping.is_some()).to_string()}>
                {match shown {
                    Part::Samples => html! {
                        <Samples summary={summary.clone()} window={sheet.samples.clone()} pick={pick.clone()} {ask} />
                    },
                    Part::LeftOver => html! {
                        <LeftOver summary={summary.clone()} window={sheet.left_over.clone()} pick={pick.clone()} {ask} />
                    },
                    Part::Systems => html! { <Systems systems={summary.overview.systems.clone()} {ask} /> },
                    Part::Columns => html! { <Columns summary={summary.clone()} {ask} /> },
                    Part::Notices => notices(summary),
                }}
            </div>
            if let Some(target) = (*target).clone() {
                <PlaceForm
                    key={target.path.clone()}
                    target={target.clone()}
                    systems={summary.overview.systems.clone()}
                    samples={sheet.samples.clone()}
                    on_close={close}
                    {ask}
                />
            }
            <Foot sheet={sheet.clone()} {ask} />
        </Modal>
    }
}

#[derive(Properties, PartialEq)]
struct UnderstoodProps {
    summary: Rc<Summary>,
}

/// Shows the summary of the plan.
#[component]
fn Understood(props: &UnderstoodProps) -> Html {
    let summary = &props.summary;
    let overview = &summary.overview;
    let root = &summary.root;
    let layouts = summary.layouts.iter().map(|layout| import::layout(layout, root));
    html! {
        <div class="understood">
            <p>
                <strong>{import::samples(summary)}</strong>
                if overview.samples > 0 {
                    {". "}{import::texts(overview)}{"."}
                }
                {import::to_read(summary).map(|sentence| format!(" {sentence}"))}
            </p>
            <p class="dim">
                {count(overview.files, "file")}
                if !root.is_empty() { {" "}{words::IN}{" "}<code>{root}</code> }
                if !summary.layouts.is_empty() { {". "}{words::RECOGNISED}{" "}{layouts.collect::<Vec<_>>().join("; ")} }
                {"."}
            </p>
        </div>
    }
}

fn tabs(summary: &Summary, shown: Part, choose: &Callback<Part>) -> Html {
    let overview = &summary.overview;
    let notices = summary.notices.len() + summary.more_notices;
    let all = [
        (Part::Samples, words::SAMPLES, overview.samples, true),
        (
            Part::LeftOver,
            words::LEFT_OVER,
            overview.left_over,
            overview.left_over > 0,
        ),
        (
            Part::Systems,
            words::SYSTEMS,
            overview.systems.len(),
            !overview.systems.is_empty(),
        ),
        (
            Part::Columns,
            words::LISTS,
            summary.tables.len() + summary.undecoded.len(),
            !summary.tables.is_empty() || !summary.undecoded.is_empty(),
        ),
        (Part::Notices, words::NOTICES, notices, notices > 0),
    ];
    // The shown tab stays even if it has nothing left.
    let there = all
        .into_iter()
        .filter(|(part, _, _, is_there)| *is_there || *part == shown);
    let options = there.map(|(value, label, count, _)| TabOption {
        value,
        label,
        count: Some(count.to_string().into()),
    });
    html! {
        <Tabs<Part> label={words::PARTS} controls="plan-body" options={options.collect::<Vec<_>>()} value={shown} on_change={choose} />
    }
}

fn notices(summary: &Summary) -> Html {
    html! {
        <ul class="notices">
            {for summary.notices.iter().map(|notice| html! { <li>{notice}</li> })}
            if summary.more_notices > 0 {
                <li class="dim">{common::more(summary.more_notices)}</li>
            }
            if summary.notices.is_empty() {
                <li class="dim">{words::NO_NOTICES}</li>
            }
        </ul>
    }
}

/// Shows the buttons to undo, cancel and import.
#[component]
fn Foot(props: &Props) -> Html {
    let Props { sheet, ask } = props;
    let outcomes = Outcome::of(&sheet.summary);
    let is_busy = sheet.is_busy || sheet.keeping.is_some();
    let foot = use_node_ref();
    let accept = {
        let (foot, ask) = (foot.clone(), ask.clone());
        Callback::from(move |_: MouseEvent| {
            // What a field has is not in the plan while it is wrong.
            let wrong = foot.cast::<Element>().and_then(|foot| {
                let dialog = foot.closest("dialog").ok().flatten()?;
                dialog.query_selector("[aria-invalid=true]").ok().flatten()
            });
            match wrong.and_then(|wrong| wrong.dyn_into::<HtmlElement>().ok()) {
                Some(field) => _ = field.focus(),
                None => ask.emit(Ask::Accept),
            }
        })
    };
    html! {
        <div class="dialog-foot" ref={foot}>
            <button
                type="button"
                class="button"
                disabled={is_busy || sheet.summary.steps == 0}
                onclick={ask.reform(|_| Ask::TakeBack)}
            >
                {common::UNDO}
            </button>
            <p role="status" aria-live="polite">
                if let Some((done, total)) = sheet.keeping {
                    {words::keeping(done, total)}
                } else if sheet.is_busy {
                    {words::LOOKING}
                } else if let Some(refused) = &sheet.refused {
                    <span class="refused">{refused}</span>
                } else if sheet.summary.steps > 0 {
                    {words::corrections(sheet.summary.steps)}
                }
            </p>
            <button type="button" class="button" onclick={ask.reform(|_| Ask::Cancel)}>{common::CANCEL}</button>
            <button
                type="button"
                class="button primary"
                autofocus={Outcome::is_useful(&sheet.summary)}
                disabled={is_busy || sheet.summary.overview.pieces() == 0}
                onclick={accept}
            >
                {words::accept(&outcomes)}
            </button>
        </div>
    }
}
