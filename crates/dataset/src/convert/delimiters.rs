//! Conversion of the delimiters of formulas from Markdown to LaTeX.

use texlens_latex::{Formula, Markup, is_display_environment};

use super::formula;

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

/// Returns a displayed formula that is given with or without delimiters, or `None` if the text is more than a formula.
/// Empty lines, which a formula cannot have, are removed.
pub(super) fn displayed(given: &str) -> Option<String> {
    let lines: Vec<&str> = given.trim().lines().filter(|line| !line.trim().is_empty()).collect();
    let given = lines.join("\n");
    let bare = formula::bare(&given);
    let is_alone = bare.len() < given.len() || bare.starts_with("\\begin");
    if !is_alone && has_formulas_in_text(&bare) {
        return None;
    }
    let latex = escape_percent(&bare);
    Some(if latex.is_empty() || is_display(&latex) {
        latex
    } else {
        format!("\\[{latex}\\]")
    })
}

/// Reports whether a text has formulas between delimiters.
fn has_formulas_in_text(text: &str) -> bool {
    let formulas = Markup::Markdown.formulas(text);
    let has_delimiters = |formula: &Formula| {
        let given = text.get(formula.range.clone()).unwrap_or_default();
        !given.starts_with("\\begin")
    };
    formulas.iter().any(has_delimiters)
}

/// Returns a formula within a line, given without delimiters.
pub(super) fn inline(given: &str) -> String {
    let latex = escape_percent(given.split_whitespace().collect::<Vec<_>>().join(" ").as_str());
    if latex.is_empty() { latex } else { format!("${latex}$") }
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
