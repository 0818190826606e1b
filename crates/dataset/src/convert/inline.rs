//! Elements of HTML within a line, in both Markdown and HTML.

/// Returns the equivalent LaTeX command of an element, or `None` if there is none.
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
