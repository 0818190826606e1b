use texlens_workspace::words::common::Portion;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The thing that is shown in parts, for example `the text`.
    pub(super) what: &'static str,
    #[prop_or_default]
    pub(super) portion: Portion,
    /// The index of the shown part.
    pub(super) part: usize,
    pub(super) parts: usize,
    pub(super) turn: Callback<usize>,
}

/// Shows buttons that step through the parts or pages of a long text; nothing if there is only one.
#[component]
pub(super) fn Pager(props: &Props) -> Html {
    let Props {
        what,
        portion,
        part,
        parts,
        turn,
    } = props;
    if *parts < 2 {
        return Html::default();
    }
    let button = |label: String, sign: &'static str, to: Option<usize>| {
        let onclick = to.map(|to| turn.reform(move |_: MouseEvent| to));
        html! {
            <button type="button" class="button small" aria-label={label.clone()} title={label} disabled={to.is_none()} {onclick}>{sign}</button>
        }
    };
    let next = part + 1;
    html! {
        <nav class="pager" aria-label={portion.all_of(what)}>
            {button(portion.previous(), "\u{2190}", part.checked_sub(1))}
            {button(portion.next(), "\u{2192}", (next < *parts).then_some(next))}
            <span class="position" role="status">{portion.position(next, *parts)}</span>
        </nav>
    }
}
