use std::rc::Rc;

use texlens_workspace::commands::Command;
use texlens_workspace::roles::Role;
use texlens_workspace::state::{Action, CorrectAction, Focus, ReadAction, Region, Sample};
use texlens_workspace::words::{commands::with_key, page as words};
use yew::prelude::*;

use super::ways::Ways;
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
                <button type="button" class="button small" title={with_key(words::CORRECT_HINT, &Command::Correct)} onclick={send.reform(|_| Action::Correct(CorrectAction::Open))}>{words::CORRECT}</button>
            }
            if let Some(copy_it) = copy_it {
                <button type="button" class="button small" title={words::COPY_HINT} onclick={copy_it}>{words::COPY}</button>
            }
        </div>
    }
}

fn token(sample: &Sample, roles: &[Role], index: usize) -> Option<Html> {
    let recognition = sample.recognition()?;
    let token = recognition.tokens.get(index)?;
    Some(html! {
        <>
            <code>{recognition.latex_of(token)}</code>
            <span class="dim">{words::token(roles.get(index).copied(), token.confidence)}</span>
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
                {words::glyph(glyph)}
                if let Some(written) = written {
                    {words::WRITTEN_AS}{" "}<code>{written}</code>
                } else {
                    {words::NOT_WRITTEN}
                }
            </span>
        </>
    })
}

fn region_read(sample: &Sample, region: Region, send: &Callback<Action>) -> Html {
    let id = sample.id;
    let read = send.reform(move |_: MouseEvent| Action::Read(ReadAction::Part(id, region)));
    html! {
        <>
            <span class="dim">{words::marked(sample.tokens_in(region).len())}</span>
            if sample.found.is_some() {
                <button type="button" class="button small" title={words::READ_PART_HINT} onclick={read}>{words::READ_PART}</button>
            }
        </>
    }
}

fn idle(sample: &Sample, send: &Callback<Action>) -> Html {
    let id = sample.id;
    let run = sample.run.as_ref();
    let recognition = sample.recognition();
    html! {
        <div class="readout">
            if let Some(recognition) = recognition {
                <span class="dim" title={run.and_then(words::found_hint)}>
                    {words::found(recognition.tokens.len(), &recognition.read_from, run)}
                </span>
                <span class="spacer" />
                if sample.pdf_page().is_some() {
                    <Ways sample={id} is_text={sample.is_from_text()} image={words::READ_IMAGE} class="link" {send} />
                }
                <button type="button" class="link" onclick={send.reform(move |_| Action::Read(ReadAction::Read(id)))}>{words::READ_AGAIN}</button>
            }
        </div>
    }
}
