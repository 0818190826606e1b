use std::rc::Rc;

use texlens_evaluate::Formula;
use texlens_workspace::messages::formulas::FormulaText;
use texlens_workspace::words::formulas as words;
use yew::prelude::*;

use crate::app::hooks::{use_is_wide, use_rendered};

/// Maximum length of the shown LaTeX of a formula, in bytes.
const MAX_SHOWN: usize = 2000;

/// Returns the beginning of a formula's LaTeX.
pub(super) fn shown(latex: &str) -> String {
    let beginning = &latex[..latex.floor_char_boundary(MAX_SHOWN)];
    let rest = if beginning.len() < latex.len() { "\u{2026}" } else { "" };
    format!("{beginning}{rest}")
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The text that contains the formula.
    pub(super) source: Rc<str>,
    pub(super) formula: Formula,
    /// Whether to show the LaTeX as well.
    pub(super) with_latex: bool,
    /// Whether a person is typing the formula.
    #[prop_or_default]
    pub(super) is_typed: bool,
}

/// Shows a rendered formula. Shows its source until it is rendered, or, if rendering fails, the source with the error
/// marked.
#[component]
pub(super) fn FormulaView(props: &Props) -> Html {
    let rendered = use_rendered(FormulaText::of(&props.source, &props.formula), props.is_typed);
    let Some(rendered) = rendered.as_deref() else {
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
            let range = error.range.clone().unwrap_or_default();
            // The error is shown with the text before it.
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
                    <p>{error.message.clone()}</p>
                </div>
            }
        }
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct RenderedProps {
    pub(super) markup: AttrValue,
    /// The text for which the markup is an image, if it is one.
    #[prop_or_default]
    pub(super) image: Option<AttrValue>,
}

/// Inserts the markup of a formula. A separate component, since the width can be measured only once the element exists.
#[component]
pub(super) fn Rendered(props: &RenderedProps) -> Html {
    let node = use_node_ref();
    let is_wide = use_is_wide(&node, &props.markup);
    html! {
        <div
            ref={node}
            class="formula"
            tabindex={is_wide.then_some("0")}
            role={is_wide.then_some("group")}
            aria-label={is_wide.then_some(words::WIDE)}
        >
            // The renderer promises markup that is safe to insert: text is escaped, commands that link, load or set
            // attributes are refused. Drawings consist of numbers only.
            if let Some(text) = &props.image {
                <span class="drawn" role="img" aria-label={text.clone()}>{Html::from_html_unchecked(props.markup.clone())}</span>
            } else {
                {Html::from_html_unchecked(props.markup.clone())}
            }
        </div>
    }
}
