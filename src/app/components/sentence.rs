//! Sentences with code in them.

use yew::prelude::*;

/// Renders a sentence of `words` or of TeX with code between backticks. TeX itself quotes `so', which is left as it is.
pub(super) fn sentence(text: &str) -> Html {
    let pieces: Vec<&str> = text.split('`').collect();
    let quotes_code = pieces.len() % 2 == 1 && pieces.iter().skip(1).step_by(2).all(|code| !code.contains('\''));
    if !quotes_code {
        return html! { {text} };
    }
    let piece = |(index, piece): (usize, &&str)| match index % 2 {
        0 => html! { {*piece} },
        _ => html! { <code>{*piece}</code> },
    };
    pieces.iter().enumerate().map(piece).collect()
}
