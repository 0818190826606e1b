use std::rc::Rc;

use texlens_workspace::roles::Role;
use texlens_workspace::state::{Action, CorrectAction, Focus, Pace, ReadAction, Region, Sample};
use texlens_workspace::words::count;
use yew::prelude::*;

use crate::app::hooks::copy;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) sample: Rc<Sample>,
    /// The roles of the words and formulas.
    pub(super) roles: Rc<Vec<Role>>,
    /// The item under the pointer, otherwise the selection.
    pub(super) shown: Focus,
    /// Whether `shown` is the selection: actions apply only to the selection.
    pub(super) is_selected: bool,
    pub(super) send: Callback<Action>,
}

/// Describes the shown item of the page, with its actions. Without an item, describes how the page was read.
#[component]
pub(super) fn Readout(props: &Props) -> Html {
    let Props {
        sample,
        roles,
        shown,
        is_selected,
        send,
    } = props;
    let said = match shown {
        Focus::Glyph(index) => glyph(sample, *index),
        Focus::Region(region) => Some(region_read(sample, *region, send)),
        focus => {
            let marked = sample.marked(focus);
            (marked.len() == 1)
                .then(|| token(sample, roles, marked.start))
                .flatten()
        }
    };
    let Some(said) = said else {
        return idle(sample, send);
    };
    let latex = sample.selected_latex(shown).filter(|_| *is_selected);
    let is_word = !sample.marked(shown).is_empty() && !matches!(shown, Focus::Region(_));
    let can_correct = latex.is_some() && is_word;
    let copy_it = latex.map(|latex| {
        let send = send.clone();
        Callback::from(move |_: MouseEvent| copy(latex.clone(), &send))
    });
    html! {
        <div class="readout">
            {said}
            <span class="spacer" />
            if can_correct {
                <button type="button" class="button small" title="Correct what was read here (e)" onclick={send.reform(|_| Action::Correct(CorrectAction::Open))}>{"Correct"}</button>
            }
            if let Some(copy_it) = copy_it {
                <button type="button" class="button small" title="Copy the LaTeX (Ctrl c)" onclick={copy_it}>{"Copy"}</button>
            }
        </div>
    }
}

fn token(sample: &Sample, roles: &[Role], index: usize) -> Option<Html> {
    let recognition = sample.recognition()?;
    let token = recognition.tokens.get(index)?;
    let role = roles.get(index).map(|role| role.title());
    Some(html! {
        <>
            <code>{recognition.latex_of(token)}</code>
            <span class="dim">{role}{", confidence "}{format!("{:.2}", token.confidence)}</span>
        </>
    })
}

fn glyph(sample: &Sample, index: u32) -> Option<Html> {
    let glyph = sample.glyphs().get(index as usize)?;
    let written = sample.written_for(index);
    let written = written.and_then(|range| sample.prediction.as_ref()?.latex.get(range));
    Some(html! {
        <>
            <code>{&glyph.symbol}</code>
            <span class="dim">
                {format!("{:?}, {:.0} px, confidence {:.2}, ", glyph.style, glyph.size, glyph.confidence).to_lowercase()}
                if let Some(written) = written {
                    {"written as "}<code>{written}</code>
                } else {
                    {"left out"}
                }
            </span>
        </>
    })
}

fn region_read(sample: &Sample, region: Region, send: &Callback<Action>) -> Html {
    let (id, tokens) = (sample.id, sample.tokens_in(region).len());
    let counted = match tokens {
        0 => "Nothing was read here".to_owned(),
        tokens => count(tokens, "item"),
    };
    let read = send.reform(move |_: MouseEvent| Action::Read(ReadAction::Part(id, region)));
    html! {
        <>
            <span class="dim">{counted}</span>
            if sample.found.is_some() {
                <button type="button" class="button small" title="Read this part again, at several sizes" onclick={read}>{"Read this part again"}</button>
            }
        </>
    }
}

fn idle(sample: &Sample, send: &Callback<Action>) -> Html {
    let id = sample.id;
    let pace = sample.run.as_ref().and_then(|run| run.pace.as_ref());
    let provider = sample.run.as_ref().map(|run| run.provider.clone());
    let tokens = sample.recognition().map(|recognition| recognition.tokens.len());
    html! {
        <div class="readout">
            if let Some(tokens) = tokens {
                <span class="dim" title={provider.clone()}>
                    {count(tokens, "item")}
                    if let Some(Pace { seconds, device }) = pace {
                        {format!(", read in {seconds:.1} s on {device}")}
                    } else if let Some(provider) = provider {
                        {", read earlier. "}{provider}
                    }
                </span>
                <span class="spacer" />
                <button type="button" class="link" onclick={send.reform(move |_| Action::Read(ReadAction::Read(id)))}>{"Read again"}</button>
            }
        </div>
    }
}
