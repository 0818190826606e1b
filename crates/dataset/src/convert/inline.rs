//! Elements of HTML within a line, in Markdown as in HTML.

/// The command that says the same as an element; none if there is none.
pub(super) fn command(element: &str) -> Option<&'static str> {
    Some(match element {
        "b" | "strong" => "textbf",
        "i" | "em" | "cite" | "dfn" => "textit",
        "code" | "tt" | "kbd" | "samp" => "texttt",
        "u" => "underline",
        "sup" => "textsuperscript",
        "sub" => "textsubscript",
        _ => return None,
    })
}
