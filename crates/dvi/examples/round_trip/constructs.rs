//! The table of results by the constructs in the sources.

use super::Outcome;
use super::sample::Formula;

/// The constructs with the pieces of LaTeX that show them. A piece that ends in a letter matches whole commands only.
const CONSTRUCTS: [(&str, &[&str]); 19] = [
    ("scripts", &["_", "^"]),
    ("primes", &["'", "\\prime"]),
    ("fractions", &["\\frac", "\\dfrac", "\\tfrac", "\\over", "\\cfrac"]),
    ("radicals", &["\\sqrt"]),
    (
        "large operators",
        &[
            "\\sum",
            "\\prod",
            "\\int",
            "\\bigcup",
            "\\bigcap",
            "\\bigoplus",
            "\\coprod",
            "\\oint",
        ],
    ),
    (
        "operator names",
        &[
            "\\lim",
            "\\sin",
            "\\cos",
            "\\log",
            "\\exp",
            "\\max",
            "\\min",
            "\\sup",
            "\\inf",
            "\\det",
            "\\dim",
            "\\operatorname",
            "\\mathop",
        ],
    ),
    (
        "accents",
        &[
            "\\hat",
            "\\tilde",
            "\\bar",
            "\\vec",
            "\\dot",
            "\\ddot",
            "\\check",
            "\\acute",
            "\\widehat",
            "\\widetilde",
        ],
    ),
    (
        "lines and braces",
        &["\\overline", "\\underline", "\\overbrace", "\\underbrace"],
    ),
    (
        "stacked",
        &[
            "\\overset",
            "\\underset",
            "\\stackrel",
            "\\xrightarrow",
            "\\xleftarrow",
            "\\substack",
        ],
    ),
    ("\\left and \\right", &["\\left"]),
    (
        "\\big and larger",
        &[
            "\\big", "\\Big", "\\bigg", "\\Bigg", "\\bigl", "\\Bigl", "\\biggl", "\\Biggl",
        ],
    ),
    ("binomials", &["\\binom", "\\choose"]),
    ("matrices and arrays", &["\\begin{array}", "matrix}"]),
    ("cases", &["{cases}"]),
    (
        "rows that are aligned",
        &["{align", "{eqnarray", "{split}", "{aligned}", "{gather"],
    ),
    ("text", &["\\text", "\\mbox", "\\textit", "\\textrm", "\\hbox"]),
    (
        "letter styles",
        &[
            "\\mathcal",
            "\\mathbb",
            "\\mathbf",
            "\\mathrm",
            "\\mathfrak",
            "\\mathsf",
            "\\mathscr",
            "\\boldsymbol",
            "\\mathit",
        ],
    ),
    (
        "own spaces",
        &["\\,", "\\;", "\\:", "\\!", "\\quad", "\\qquad", "\\hspace", "~", "\\ "],
    ),
    ("none of these", &[]),
];

/// Returns the table as Markdown.
pub(crate) fn table(formulas: &[Formula], outcomes: &[Outcome]) -> String {
    let mut table = "| formulas with | set | came back | share |\n| --- | --- | --- | --- |\n".to_owned();
    let all: Vec<(&str, bool)> = formulas
        .iter()
        .zip(outcomes)
        .filter_map(|(formula, outcome)| match outcome {
            Outcome::Unset => None,
            Outcome::Same => Some((formula.latex.as_str(), true)),
            Outcome::Different { .. } => Some((formula.latex.as_str(), false)),
        })
        .collect();
    let mut row = |name: &str, with: &dyn Fn(&str) -> bool| {
        let results: Vec<bool> = all
            .iter()
            .filter(|(latex, _)| with(latex))
            .map(|(_, same)| *same)
            .collect();
        let (total, same) = (results.len(), results.iter().filter(|same| **same).count());
        let share = 100.0 * same as f64 / total.max(1) as f64;
        table.push_str(&format!("| {name} | {total} | {same} | {share:.1} % |\n"));
    };
    for (name, pieces) in CONSTRUCTS {
        match pieces {
            [] => row(name, &|latex| !CONSTRUCTS.iter().any(|(_, pieces)| has(latex, pieces))),
            _ => row(name, &|latex| has(latex, pieces)),
        }
    }
    row("all", &|_| true);
    let unset = formulas.len() - all.len();
    table.push_str(&format!(
        "\n{unset} more do not compile in the preamble, or set nothing.\n"
    ));
    table
}

fn has(latex: &str, pieces: &[&str]) -> bool {
    pieces.iter().any(|piece| {
        let is_word = piece.starts_with('\\') && piece.ends_with(|c: char| c.is_ascii_alphabetic());
        latex.match_indices(piece).any(|(at, _)| {
            let next = latex.get(at + piece.len()..).unwrap_or_default();
            !is_word || !next.starts_with(|c: char| c.is_ascii_alphabetic())
        })
    })
}
