use texlens_evaluate::Credit;
use texlens_workspace::words::common;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) credit: Credit,
    /// Whether the authors are left out, because they are shown elsewhere.
    #[prop_or_default]
    pub(super) is_short: bool,
}

/// Shows the authors, origin and licence of a page.
#[component]
pub(super) fn Attribution(props: &Props) -> Html {
    let Credit {
        authors,
        licence,
        licence_url,
        origin,
        source_url,
        changes,
        ..
    } = &props.credit;
    let link = |url: &str, text: &str| {
        html! { <a href={url.to_owned()} target="_blank" rel="noopener noreferrer">{text.to_owned()}</a> }
    };
    html! {
        <span title={common::changes(changes)}>
            if !props.is_short {
                {authors}{". "}
            }
            {link(source_url, origin)}{", "}{link(licence_url, licence)}
        </span>
    }
}
