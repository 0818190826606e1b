use std::rc::Rc;

use texlens_vocabulary::Side;
use texlens_workspace::state::DrawnAnswer;
use texlens_workspace::words::latexbench as words;
use yew::prelude::*;

use crate::app::components::typeset_page::Print;
use crate::app::hooks::BenchAsk;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) latex: String,
    pub(super) label: &'static str,
    /// The text that was typeset last.
    pub(super) drawing: Option<Rc<DrawnAnswer>>,
    pub(super) ask: Callback<BenchAsk>,
}

/// Shows a button that typesets a text, then the pages.
#[component]
pub(super) fn Typeset(props: &Props) -> Html {
    let Props {
        latex,
        label,
        drawing,
        ask,
    } = props;
    let Some(drawn) = drawing.as_ref().filter(|drawn| drawn.latex == *latex) else {
        let latex = latex.clone();
        let onclick = ask.reform(move |_: MouseEvent| BenchAsk::Draw(latex.clone()));
        return html! { <p><button type="button" class="button small" {onclick}>{*label}</button></p> };
    };
    match &drawn.outcome {
        None => html! { <p class="busy" role="status">{words::TYPESETTING}</p> },
        Some(Err(message)) => html! { <p class="refused" role="alert">{message}</p> },
        Some(Ok(drawing)) => html! {
            <div class="bench-drawing">
                if !drawing.compiles { <p class="refused">{words::does_not_compile(drawing.error.as_deref())}</p> }
                if let Some(text) = &drawing.text {
                    {for text.pages.iter().map(|page| html! {
                        <div class="sheet fit">
                            <Print page={page.clone()} side={Side::Prediction} place={None::<[f64; 3]>} name={String::new()} is_hidden={false} />
                        </div>
                    })}
                    if text.count > text.pages.len() { <p class="hint">{words::more_pages(text.pages.len(), text.count)}</p> }
                } else {
                    <p class="hint">{words::NO_PAGE}</p>
                }
            </div>
        },
    }
}
