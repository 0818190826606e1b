use std::rc::Rc;

use texlens_latex::MAX_DIAGNOSTICS;
use texlens_tex::{Compilation as Compiled, Form};
use texlens_workspace::faults::{Fault, Faults};
use texlens_workspace::state::{Action, Engine, EngineAction, Focus, Sample, Verdict, View, ViewAction};
use yew::prelude::*;

use super::size::megabytes;
use texlens_browser::engine;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    pub(super) engine: Engine,
    pub(super) packages: bool,
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
        packages,
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
    html! {
        <section class={classes!("compilation", class)} aria-label="Compilation">
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
                        {if view.hide_faults { "Show" } else { "Hide" }}
                    </button>
                }
                <span class="spacer" />
                {on_the_way(sample, engine, *packages, send)}
            </div>
            if count > 0 && !view.hide_faults {
                <FaultList faults={faults.clone()} selected={match focus { Focus::Fault(index) => Some(*index), _ => None }} {send} />
            }
        </section>
    }
}

/// Renders the engine's verdict.
fn judged(compilation: &Compiled) -> (&'static str, Html) {
    let pages = plural(compilation.pages as usize, "page");
    let errors = plural(compilation.error_count, "error");
    if compilation.compiles {
        return ("compiles", html! { <><strong>{"Compiles"}</strong>{", "}{pages}</> });
    }
    let how = match compilation {
        Compiled { fatal: true, .. } => format!(": {errors}, and TeX gave up before the end"),
        Compiled { error_count: 0, .. } => ": no page comes out".to_owned(),
        _ => format!(": {errors}; {pages} still produced"),
    };
    ("fails", html! { <><strong>{"Does not compile"}</strong>{how}</> })
}

/// Renders the result of the instant check.
fn expected(count: usize) -> (&'static str, Html) {
    let says = match count {
        0 => html! { <strong>{"No error expected"}</strong> },
        count => html! { <strong>{expected_errors(count)}</strong> },
    };
    (
        "expected",
        html! { <>{says}<span class="dim">{" by the instant check"}</span></> },
    )
}

/// Returns the number of errors in words. The instant check stops after a number of errors, as TeX does.
pub(super) fn expected_errors(count: usize) -> String {
    if count < MAX_DIAGNOSTICS {
        format!("{} expected", plural(count, "error"))
    } else {
        format!("{count} errors or more expected")
    }
}

/// Renders the progress of the compilation, or a button that starts it.
fn on_the_way(sample: &Sample, engine: &Engine, packages: bool, send: &Callback<Action>) -> Html {
    let (id, form) = (sample.id, sample.form);
    let button = |label: &'static str, onclick: Callback<MouseEvent>| {
        html! { <button type="button" class="button small" {onclick}>{label}</button> }
    };
    let use_engine = || send.reform(move |_: MouseEvent| Action::Engine(EngineAction::Use(form)));
    match (&sample.verdict, engine) {
        (Verdict::Given(_), _) => Html::default(),
        (Verdict::Failed { message }, _) => html! {
            <>
                <span class="failed" role="alert">{message}</span>
                {button("Compile again", send.reform(move |_: MouseEvent| Action::Engine(EngineAction::Again(id))))}
            </>
        },
        (_, Engine::Off) => html! {
            <span class="way">
                <span class="dim">{"The TeX engine decides. Download: "}{megabytes(engine::download(form) as f64)}{", once"}</span>
                {button("Compile", use_engine())}
            </span>
        },
        (_, Engine::Failed { message }) => html! {
            <>
                <span class="failed" role="alert">{message}</span>
                {button("Try again", use_engine())}
            </>
        },
        (_, Engine::On | Engine::Loading { .. }) if form == Form::Document && !packages => html! {
            <span class="way">
                <span class="dim">{"Its preamble needs TeX packages. Download: "}{megabytes(engine::more_for_documents() as f64)}{", once"}</span>
                {button("Compile", use_engine())}
            </span>
        },
        (_, Engine::Loading { .. }) => html! { <span class="busy">{"Loading the TeX engine\u{2026}"}</span> },
        (_, Engine::On) => html! { <span class="busy">{"Compiling\u{2026}"}</span> },
    }
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
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
        <ol class="faults" id="faults" aria-label={if faults.certain { "Errors" } else { "Expected errors" }}>
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
                    <span class="visually-hidden">{"Line "}</span>{position}
                }
            </span>
            <span>
                <span class="message">{with_code(&fault.message)}</span>{" "}
                <span class="class">{fault.class.name()}</span>
                if fault.is_shared {
                    <span class="shared">{" The reference has this error, too."}</span>
                }
                <span class="advice">{with_code(&fault.advice)}</span>
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

/// Renders a sentence with code between backticks. TeX itself quotes `so', which is left as it is.
fn with_code(text: &str) -> Html {
    let pieces: Vec<&str> = text.split('`').collect();
    let quotes_code = pieces.len() % 2 == 1 && pieces.iter().skip(1).step_by(2).all(|code| !code.contains('\''));
    if !quotes_code {
        return html! { {text} };
    }
    let piece = |(index, piece): (usize, &&str)| match index % 2 {
        0 => html! { {*piece} },
        _ => html! { <code>{*piece}</code> },
    };
    pieces.iter().enumerate().map(piece).collect()
}
