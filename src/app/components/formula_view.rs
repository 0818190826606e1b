use std::{cell::Cell, rc::Rc};

use gloo::timers::callback::Timeout;
use js_sys::Date;
use texlens_evaluate::Formula;
use texlens_report::formula::{FormulaError, Renderer};
use yew::prelude::*;

use crate::app::hooks::use_is_wide;

thread_local! {
    // Making it takes longer than a formula.
    static RENDERER: Renderer = Renderer::default();
    // Milliseconds in which formulas were rendered since the page last drew itself.
    static SPENT: Cell<f64> = const { Cell::new(0.0) };
}

/// So long formulas are rendered before the page draws itself; those that are left come after.
const TURN_MS: f64 = 20.0;

/// Does something that takes time, unless there is none left before the page draws itself.
fn in_turn<T>(work: impl FnOnce() -> T) -> Option<T> {
    let spent = SPENT.get();
    if spent > TURN_MS {
        return None;
    }
    if spent == 0.0 {
        Timeout::new(0, || SPENT.set(0.0)).forget();
    }
    let start = Date::now();
    let done = work();
    // A clock that stands still, as some browsers' do for a while, must not make the turn endless.
    SPENT.set(spent + (Date::now() - start).max(0.1));
    Some(done)
}

/// So much of a formula's LaTeX is shown; nobody reads more of it here.
const MAX_SHOWN: usize = 2000;

/// The beginning of a formula's LaTeX.
fn shown(latex: &str) -> String {
    let beginning = &latex[..latex.floor_char_boundary(MAX_SHOWN)];
    let rest = if beginning.len() < latex.len() { "\u{2026}" } else { "" };
    format!("{beginning}{rest}")
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The text it stands in.
    pub(super) source: Rc<str>,
    pub(super) formula: Formula,
    /// Whether to show the LaTeX as well.
    pub(super) with_latex: bool,
}

/// A rendered formula; its source until it is its turn, and where it cannot be rendered, with the place marked.
#[component]
pub(super) fn FormulaView(props: &Props) -> Html {
    let attempt = use_state(|| 0_u32);
    let rendered = use_memo(
        (props.source.clone(), props.formula.clone(), *attempt),
        |(source, formula, _)| in_turn(|| RENDERER.with(|renderer| renderer.render(source, formula))),
    );
    use_effect_with((rendered.is_none(), *attempt), move |(is_waiting, _)| {
        let next = move || attempt.set(attempt.wrapping_add(1));
        let timer = is_waiting.then(|| Timeout::new(0, next));
        move || drop(timer)
    });
    let Some(rendered) = rendered.as_ref() else {
        return html! { <div class="formula waiting"><code>{shown(&props.formula.latex)}</code></div> };
    };
    match rendered {
        Ok(html) => html! {
            <>
                <Rendered markup={html.clone()} />
                if props.with_latex {
                    <code class="latex">{shown(&props.formula.latex)}</code>
                }
            </>
        },
        Err(error) => {
            let latex = &props.formula.latex;
            let range = match error {
                FormulaError::Syntax { range: Some(range), .. } => range.clone(),
                _ => 0..0,
            };
            // What is wrong is shown with what stands before it.
            let start = latex.floor_char_boundary(range.start.saturating_sub(MAX_SHOWN));
            let end = latex.floor_char_boundary(start + 2 * MAX_SHOWN).max(range.end);
            let part = |range: std::ops::Range<usize>| latex.get(range).unwrap_or_default().to_owned();
            html! {
                <div class="formula unrenderable">
                    <code>
                        if start > 0 { {"\u{2026}"} }
                        {part(start..range.start)}<mark>{part(range.clone())}</mark>{part(range.end..end)}
                        if end < latex.len() { {"\u{2026}"} }
                    </code>
                    <p>{error.to_string()}</p>
                </div>
            }
        }
    }
}

#[derive(Properties, PartialEq)]
struct RenderedProps {
    markup: AttrValue,
}

/// The markup of a formula. A component of its own, since what is wide can only be seen of an element that is there.
#[component]
fn Rendered(props: &RenderedProps) -> Html {
    let node = use_node_ref();
    let is_wide = use_is_wide(&node, &props.markup);
    html! {
        <div
            ref={node}
            class="formula"
            tabindex={is_wide.then_some("0")}
            role={is_wide.then_some("group")}
            aria-label={is_wide.then_some("A wide formula")}
        >
            // The renderer promises markup that is safe to insert: text is escaped, commands that link, load or set
            // attributes are refused.
            {Html::from_html_unchecked(props.markup.clone())}
        </div>
    }
}
