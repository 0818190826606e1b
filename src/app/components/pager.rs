use texlens_workspace::words::common;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The thing that is shown in parts, for example `the text`.
    pub(super) what: &'static str,
    /// The index of the shown part.
    pub(super) part: usize,
    pub(super) parts: usize,
    pub(super) turn: Callback<usize>,
}

/// Shows buttons that step through parts of a long text; nothing if there is only one part.
#[component]
pub(super) fn Pager(props: &Props) -> Html {
    let Props {
        what,
        part,
        parts,
        turn,
    } = props;
    if *parts < 2 {
        return Html::default();
    }
    let button = |label: &'static str, sign: &'static str, to: Option<usize>| {
        let onclick = to.map(|to| turn.reform(move |_: MouseEvent| to));
        html! {
            <button type="button" class="button small" aria-label={label} title={label} disabled={to.is_none()} {onclick}>{sign}</button>
        }
    };
    let next = part + 1;
    html! {
        <nav class="pager" aria-label={common::parts_of(what)}>
            {button(common::PREVIOUS_PART, "\u{2190}", part.checked_sub(1))}
            {button(common::NEXT_PART, "\u{2192}", (next < *parts).then_some(next))}
            <span class="position" role="status">{common::part(next, *parts)}</span>
        </nav>
    }
}
