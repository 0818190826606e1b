//! Conversion of the delimiters of formulas from Markdown to LaTeX.

use texlens_latex::{Formula, is_display_environment};

/// Returns a formula of a Markdown text with the delimiters of LaTeX.
pub(super) fn formula_to_latex(formula: &Formula, text: &str) -> String {
    let given = text.get(formula.range.clone()).unwrap_or_default();
    let latex = escape_percent(text.get(formula.body.clone()).unwrap_or_default().trim());
    if given.starts_with("\\begin") {
        escape_percent(given)
    } else if formula.display && is_display(&latex) {
        latex
    } else if formula.display {
        format!("\\[{latex}\\]")
    } else {
        format!("${latex}$")
    }
}

/// Reports whether a formula is an environment that displays by itself. Markdown requires dollars around such an
/// environment; LaTeX allows none.
fn is_display(latex: &str) -> bool {
    let environment = latex.strip_prefix("\\begin{").and_then(|rest| rest.split_once('}'));
    environment.is_some_and(|(name, _)| is_display_environment(name) && latex.ends_with(&format!("\\end{{{name}}}")))
}

/// Escapes percent signs. In Markdown, a percent sign does not start a comment.
fn escape_percent(latex: &str) -> String {
    let mut out = String::with_capacity(latex.len());
    let mut is_escaped = false;
    for c in latex.chars() {
        if c == '%' && !is_escaped {
            out.push('\\');
        }
        is_escaped = c == '\\' && !is_escaped;
        out.push(c);
    }
    out
}
