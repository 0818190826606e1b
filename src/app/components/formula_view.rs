use std::rc::Rc;

use texlens_evaluate::Formula;
use texlens_report::formula::{FormulaError, Renderer};
use yew::prelude::*;

use crate::app::hooks::use_is_wide;

thread_local! {
    // Making it takes longer than a formula.
    static RENDERER: Renderer = Renderer::default();
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The text it stands in.
    pub(super) source: Rc<str>,
    pub(super) formula: Formula,
    /// Whether to show the LaTeX as well.
    pub(super) with_latex: bool,
}

/// A rendered formula; where that fails, its source with the place marked.
#[component]
pub(super) fn FormulaView(props: &Props) -> Html {
    let rendered = use_memo((props.source.clone(), props.formula.clone()), |(source, formula)| {
        RENDERER.with(|renderer| renderer.render(source, formula))
    });
    let node = use_node_ref();
    let is_wide = use_is_wide(&node);
    match rendered.as_ref() {
        // The renderer promises markup that is safe to insert: text is escaped, commands that link, load or set
        // attributes are refused.
        Ok(html) => html! {
            <>
                <div
                    ref={node}
                    class="formula"
                    tabindex={is_wide.then_some("0")}
                    role={is_wide.then_some("group")}
                    aria-label={is_wide.then_some("A wide formula")}
                >
                    {Html::from_html_unchecked(html.clone().into())}
                </div>
                if props.with_latex {
                    <code class="latex">{&props.formula.latex}</code>
                }
            </>
        },
        Err(error) => {
            let latex = &props.formula.latex;
            let range = match error {
                FormulaError::Syntax { range: Some(range), .. } => range.clone(),
                _ => 0..0,
            };
            let part = |range: std::ops::Range<usize>| latex.get(range).unwrap_or_default().to_owned();
            html! {
                <div class="formula unrenderable">
                    <code>{part(0..range.start)}<mark>{part(range.clone())}</mark>{part(range.end..latex.len())}</code>
                    <p>{error.to_string()}</p>
                </div>
            }
        }
    }
}
