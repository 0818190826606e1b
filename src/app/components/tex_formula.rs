use texlens_vocabulary::Drawn;
use texlens_workspace::words::formulas as words;
use yew::prelude::*;

use super::formula_view::{Rendered, shown};
use super::sentence::sentence;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) latex: AttrValue,
    /// The drawing; `None` until it is made.
    pub(super) drawn: Option<Drawn>,
    /// Whether to show the LaTeX as well.
    pub(super) with_latex: bool,
}

/// Shows a formula as TeX draws it. Shows its source until the drawing is made, or, if TeX cannot set it, the source
/// with the reason.
#[component]
pub(super) fn TexFormula(props: &Props) -> Html {
    let Props {
        latex,
        drawn,
        with_latex,
    } = props;
    let source = || html! { <code class="latex">{shown(latex)}</code> };
    match drawn {
        None => html! { <div class="formula waiting"><code>{shown(latex)}</code></div> },
        Some(Drawn::Svg(svg)) => html! {
            <>
                <Rendered markup={AttrValue::from(svg.clone())} image={latex.clone()} />
                if *with_latex { {source()} }
            </>
        },
        Some(Drawn::Blank) => html! { <><p class="none">{words::BLANK}</p>{source()}</> },
        Some(Drawn::Failed(reason)) => html! {
            <div class="formula unrenderable">
                {source()}
                <p>{words::NOT_SET}{": "}{sentence(reason)}</p>
            </div>
        },
    }
}
