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
        send,
    } = props;
    let Some(faults) = sample.faults.as_ref().filter(|_| sample.compilable().is_some()) else {
        return Html::default();
    };
    let (view, count) = (*view, faults.list.len());
    let toggle = send.reform(move |_: MouseEvent| {
        Action::View(ViewAction::Show(View {
            hide_faults: !view.hide_faults,
            ..view
        }))
    });
    let (class, says) = match sample.compilation() {
        Some(compilation) => judged(compilation),
        None => expected(count),
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

/// Renders the result of the instant check.
fn expected(count: usize) -> (&'static str, Html) {
    (
        "expected",
        html! { <><strong>{words::expected(count)}</strong><span class="dim">{" "}{words::BY_CHECK}</span></> },
    )
}

#[derive(Properties, PartialEq)]
struct ListProps {
    faults: Rc<Faults>,
    selected: Option<usize>,
    send: Callback<Action>,
}

/// Lists the errors, each with a link to its place.
#[component]
fn FaultList(props: &ListProps) -> Html {
    let ListProps { faults, selected, send } = props;
    html! {
        <ol class="faults" id="faults" aria-label={if faults.certain { words::ERRORS } else { words::EXPECTED_ERRORS }}>
            {for faults.list.iter().enumerate().map(|(index, fault)| {
                let selected = *selected == Some(index);
                let focus = if selected { Focus::Nothing } else { Focus::Fault(index) };
                html! {
                    <FaultItem key={index} fault={fault.clone()} {selected} on_pick={send.reform(move |()| Action::View(ViewAction::Focus(focus.clone())))} />
                }
            })}
        </ol>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct ItemProps {
    pub(super) fault: Fault,
    #[prop_or_default]
    pub(super) selected: bool,
    pub(super) on_pick: Callback<()>,
}

/// Shows one error: its place, its kind, the problem and the remedy.
#[component]
pub(super) fn FaultItem(props: &ItemProps) -> Html {
    let ItemProps {
        fault,
        selected,
        on_pick,
    } = props;
    let content = html! {
        <>
            <span class="position">
                if let Some(position) = fault.position() {
                    <span class="visually-hidden">{words::LINE}{" "}</span>{position}
                }
            </span>
            <span>
                <span class="message">{sentence(&fault.message)}</span>{" "}
                <span class="class">{fault.class.name()}</span>
                if fault.is_shared {
                    <span class="shared">{" "}{words::SHARED}</span>
                }
                <span class="advice">{sentence(&fault.advice)}</span>
            </span>
        </>
    };
    html! {
        <li class={classes!("fault", selected.then_some("selected"))}>
            if fault.range.is_some() {
                <button type="button" aria-pressed={selected.to_string()} onclick={on_pick.reform(|_| ())}>{content}</button>
            } else {
                <div>{content}</div>
            }
        </li>
    }
}
