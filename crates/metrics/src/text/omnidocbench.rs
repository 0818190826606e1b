//! OmniDocBench's normalisation of formulas.

use std::borrow::Cow;

use crate::python::strip;

/// Pieces that are deleted wherever they occur, one after the other. A deletion can create an occurrence of a later
/// piece, and `\leftarrow` loses its beginning.
const DELETED: [&str; 39] = [
    r"\mathbf",
    r"\mathrm",
    r"\mathnormal",
    r"\mathit",
    r"\mathbb",
    r"\mathcal",
    r"\mathscr",
    r"\mathfrak",
    r"\mathsf",
    r"\mathtt",
    r"\textbf",
    r"\text",
    r"\boldmath",
    r"\boldsymbol",
    r"\operatorname",
    r"\bm",
    r"\symbfit",
    r"\mathbfcal",
    r"\symbf",
    r"\scriptscriptstyle",
    r"\notag",
    r"\setlength",
    r"\coloneqq",
    r"\space",
    r"\thickspace",
    r"\thinspace",
    r"\medspace",
    r"\nobreakspace",
    r"\negmedspace",
    r"\quad",
    r"\qquad",
    r"\enspace",
    r"\substackw",
    " ",
    "$$",
    r"\left",
    r"\right",
    r"\displaystyle",
    r"\text",
];

/// Returns a formula as OmniDocBench compares it (its code of 2025):
///
/// 1. White space, then `$`, then line breaks are stripped from the ends.
/// 2. If the formula contains `\[…\]` on one line, only the content of the first one is kept, without white space at
///    its ends.
/// 3. `\tag{…}`, `\hspace{…}`, `\begin{…}`, `\end{…}` and `\arraycolsep…}` on one line are deleted, up to the first
///    closing brace.
/// 4. Full stops are stripped from the ends.
/// 5. Font and spacing commands, `\left`, `\right`, `\displaystyle` and spaces are deleted, as plain pieces of text.
/// 6. Letters become lower case: `x` and `X` are equal.
///
/// The result is for comparison only; it is no longer LaTeX. Time is O(n·k) for n characters and k kinds of deleted
/// pieces.
#[must_use]
pub fn normalise_omnidocbench_formula(formula: &str) -> String {
    let formula = strip(formula).trim_matches('$').trim_matches('\n');
    let mut text = Cow::Borrowed(display_content(formula).map_or(formula, strip));
    for (opening, closing) in [
        (r"\tag{", "}"),
        (r"\hspace{", "}"),
        (r"\begin{", "}"),
        (r"\end{", "}"),
        (r"\arraycolsep", "}"),
    ] {
        delete_spans(&mut text, opening, closing);
    }
    let mut text = Cow::Borrowed(text.trim_matches('.'));
    for piece in DELETED {
        if text.contains(piece) {
            text = Cow::Owned(text.replace(piece, ""));
        }
    }
    text.to_lowercase()
}

/// Returns the content between the first `\[` and `\]` on one line, of at least one character; `\\]` does not close it.
fn display_content(formula: &str) -> Option<&str> {
    let mut from = 0;
    loop {
        let start = from + formula.get(from..)?.find(r"\[")? + 2;
        let line = formula.get(start..)?;
        let line = line.split('\n').next().unwrap_or(line);
        let closes = |at: &usize| *at > 0 && line.as_bytes().get(at - 1) != Some(&b'\\');
        if let Some(end) = line.match_indices(r"\]").map(|(at, _)| at).find(closes) {
            return line.get(..end);
        }
        // A later `\[` on this line is not closed either.
        from = start + line.len();
    }
}

/// Deletes each text from `opening` to the next `closing` on the same line.
fn delete_spans(text: &mut Cow<'_, str>, opening: &str, closing: &str) {
    if !text.contains(opening) {
        return;
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some(start) = rest.find(opening) {
        let after = &rest[start + opening.len()..];
        let line = after.find('\n').map_or(after, |end| &after[..end]);
        match line.find(closing) {
            Some(end) => {
                kept.push_str(&rest[..start]);
                rest = &after[end + closing.len()..];
            }
            // A later `opening` on this line is not closed either.
            None => {
                let (unclosed, others) = rest.split_at(start + opening.len() + line.len());
                kept.push_str(unclosed);
                rest = others;
            }
        }
    }
    kept.push_str(rest);
    *text = Cow::Owned(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step() {
        let cases = [
            ("ends are stripped", "\n$$\nx.y. \n$$ ", "x.y."),
            ("the display's content is kept", "a \\[ b \\] c", "b"),
            ("unless it is on several lines", "\\[ b\n\\]", "\\[b\n\\]"),
            ("an escaped backslash does not close", "\\[a\\\\]b\\]", "a\\\\]b"),
            ("an empty display is none", "\\[\\]", "\\[\\]"),
            (
                "commands go with their argument",
                "a\\tag{1}\\hspace{2em}\\begin{array}{c}b\\end{array}",
                "a{c}b",
            ),
            (
                "also where the brace belongs to another",
                "\\arraycolsep=3pt\\frac{1}{2}",
                "{2}",
            ),
            ("an unclosed one stays", "\\tag{1\n\\tag{2}", "\\tag{1\n"),
            ("full stops at the ends", "..a.b.", "a.b"),
            ("fonts, spaces, sizes", "\\left( \\mathbf X \\quad\\right)", "(x)"),
            (
                "pieces of longer names too",
                "\\leftarrow \\textbf{a} \\textit{b}",
                "arrow{a}it{b}",
            ),
            ("what follows may complete a later piece", "\\ left(", "("),
        ];
        for (why, formula, normalised) in cases {
            assert_eq!(normalise_omnidocbench_formula(formula), normalised, "{why}");
        }
    }
}
