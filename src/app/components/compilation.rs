use std::{collections::BTreeSet, rc::Rc};

use texlens_tex::{Compilation as Compiled, Use};
use texlens_workspace::faults::{Fault, Faults};
use texlens_workspace::state::{Action, Engine, Focus, Sample, View, ViewAction};
use texlens_workspace::words::compilation as words;
use yew::prelude::*;

use super::{engine_way::EngineWay, sentence::sentence};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) engine: Engine,
    /// The uses of the engine that the person asked for.
    pub(super) uses: BTreeSet<Use>,
    pub(super) focus: Focus,
    pub(super) view: View,
    /// Whether there is room for the page beside the tabs.
    pub(super) has_page_beside: bool,
    pub(super) send: Callback<Action>,
}

/// Shows whether the prediction compiles, and its errors. Without a verdict of the engine, shows what the instant check
/// expects and a button that starts the engine.
#[component]
pub(super) fn Compilation(props: &Props) -> Html {
    let Props {
        sample,
        engine,
        uses,
        focus,
        view,
        has_page_beside,
        send,
    } = props;
    if sample.compilable().is_none() {
        return Html::default();
    }
    let faults = sample.faults.clone().unwrap_or_default();
    let (view, count) = (*view, faults.list.len());
    let toggle = send.reform(move |_: MouseEvent| {
        Action::View(ViewAction::Show(View {
            hide_faults: !view.hide_faults,
            ..view
        }))
    });
    let (class, says) = match sample.compilation() {
        Some(compilation) => judged(compilation),
        None => expected(sample.faults.as_ref().map(|faults| faults.list.len())),
    };
    let failed = sample.verdict.failure().map(str::to_owned);
    html! {
        <section class={classes!("compilation", class)} aria-label={words::SECTION}>
            <div class="verdict">
                <p>{says}</p>
                if count > 0 {
                    <button
                        type="button"
                        class="link"
                        aria-expanded={(!view.hide_faults).to_string()}
                        aria-controls="faults"
                        onclick={toggle}
                    >
                        {if view.hide_faults { words::SHOW } else { words::HIDE }}
                    </button>
                }
                <span class="spacer" />
                if *has_page_beside && sample.image.is_some() {
                    <button
                        type="button"
                        class="button small"
                        aria-pressed={view.shows_typeset_beside().to_string()}
                        onclick={send.reform(move |_: MouseEvent| Action::View(ViewAction::Show(view.with_typeset_toggled())))}
                    >
                        {words::BESIDE_IMAGE}
                    </button>
                }
                if sample.compilation().is_none() {
                    <EngineWay sample={sample.id} usage={Use::from(sample.form)} {failed} engine={engine.clone()} uses={uses.clone()} {send} />
                }
            </div>
            if count > 0 && !view.hide_faults {
                <FaultList faults={faults.clone()} selected={match focus { Focus::Fault(index) => Some(*index), _ => None }} {send} />
            }
        </section>
    }
}

/// Renders the engine's verdict.
fn judged(compilation: &Compiled) -> (&'static str, Html) {
    if compilation.compiles {
        let pages = words::pages(compilation);
        return ("compiles", html! { <><strong>{words::COMPILES}</strong>{pages}</> });
    }
    let how = words::failure(compilation);
    ("fails", html! { <><strong>{words::FAILS}</strong>{how}</> })
}

/// Renders the result of the instant check, if it is there.
fn expected(count: Option<usize>) -> (&'static str, Html) {
    (
        "expected",
        html! {
            <>
                <strong>{words::NOT_COMPILED}</strong>
                if let Some(count) = count {
                    {" "}{words::expected(count)}<span class="dim">{" "}{words::BY_CHECK}</span>
                }
            </>
        },
    )
}

#[derive(Properties, PartialEq)]
struct ListProps {
    faults: Rc<Faults>,
    selected: Option<usize>,
    send: Callback<Action>,
}

/// Lists the errors of a sample. A click on a place selects it in the text.
#[component]
fn FaultList(props: &ListProps) -> Html {
    let ListProps { faults, selected, send } = props;
    let pick = {
        let selected = *selected;
        send.reform(move |index| {
            let focus = if selected == Some(index) {
                Focus::Nothing
            } else {
                Focus::Fault(index)
            };
            Action::View(ViewAction::Focus(focus))
        })
    };
    html! { <FaultGroups id="faults" faults={faults.clone()} selected={*selected} on_pick={pick} /> }
}

#[derive(Properties, PartialEq)]
pub(super) struct GroupsProps {
    #[prop_or_default]
    pub(super) id: Option<AttrValue>,
    pub(super) faults: Rc<Faults>,
    /// The index of the selected error.
    #[prop_or_default]
    pub(super) selected: Option<usize>,
    /// Receives the index of an error.
    pub(super) on_pick: Callback<usize>,
}

/// Lists errors, each once, with links to its places.
#[component]
pub(super) fn FaultGroups(props: &GroupsProps) -> Html {
    let GroupsProps {
        id,
        faults,
        selected,
        on_pick,
    } = props;
    let label = if faults.certain {
        words::ERRORS
    } else {
        words::EXPECTED_ERRORS
    };
    let item = |group: Vec<usize>| {
        let found: Vec<(usize, Fault)> = group
            .into_iter()
            .filter_map(|index| Some((index, faults.list.get(index)?.clone())))
            .collect();
        let key = found.first().map_or(0, |(index, _)| *index);
        html! { <FaultItem {key} {found} selected={*selected} {on_pick} /> }
    };
    html! {
        <ol class="faults" id={id.clone()} aria-label={label}>{for faults.repeated().into_iter().map(item)}</ol>
    }
}

#[derive(Properties, PartialEq)]
struct ItemProps {
    /// The places of the error, each with its index.
    found: Vec<(usize, Fault)>,
    selected: Option<usize>,
    on_pick: Callback<usize>,
}

/// Shows one error: its first place, its kind, the problem and the remedy, and its other places folded.
#[component]
fn FaultItem(props: &ItemProps) -> Html {
    let ItemProps {
        found,
        selected,
        on_pick,
    } = props;
    let Some((first, fault)) = found.first() else {
        return Html::default();
    };
    let is_selected = |index: usize| *selected == Some(index);
    let pick = |index: usize| on_pick.reform(move |_: MouseEvent| index);
    let content = html! {
        <>
            <span class="position">
                if let Some(position) = fault.position() {
                    <span class="visually-hidden">{words::LINE}{" "}</span>{position}
                }
            </span>
            <span>
                <span class="message">{sentence(&fault.message)}</span>{" "}
                if let Some(command) = fault.command.as_ref().filter(|command| !fault.message.contains(command.as_str())) {
                    <code>{command}</code>{" "}
                }
                <span class="class">{fault.class.name()}</span>
                if found.len() > 1 {
                    <span class="times">{words::times(found.len())}</span>
                }
                if fault.is_shared {
                    <span class="shared">{" "}{words::SHARED}</span>
                }
                <span class="advice">{sentence(&fault.advice)}</span>
            </span>
        </>
    };
    let place = |(index, fault): &(usize, Fault)| {
        let label = fault.position().unwrap_or_else(|| words::NO_PLACE.to_owned());
        html! {
            <li key={*index}>
                if fault.range.is_some() {
                    <button
                        type="button"
                        class="link"
                        aria-label={words::line(&label)}
                        aria-pressed={is_selected(*index).to_string()}
                        onclick={pick(*index)}
                    >
                        {label}
                    </button>
                } else {
                    {label}
                }
            </li>
        }
    };
    html! {
        <li class={classes!("fault", is_selected(*first).then_some("selected"))}>
            if fault.range.is_some() {
                <button type="button" aria-pressed={is_selected(*first).to_string()} onclick={pick(*first)}>{content}</button>
            } else {
                <div>{content}</div>
            }
            if found.len() > 1 {
                <details class="places" open={found.iter().skip(1).any(|(index, _)| is_selected(*index))}>
                    <summary>{words::places(found.len())}</summary>
                    <ol>{for found.iter().map(place)}</ol>
                </details>
            }
        </li>
    }
}
