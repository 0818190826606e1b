//! Number of arguments of common commands in formulas.

/// Commands with one argument: font switches, accents and others.
const ONE: [&str; 57] = [
    "\\mathnormal",
    "\\mathrm",
    "\\mathbf",
    "\\mathit",
    "\\mathsf",
    "\\mathtt",
    "\\mathcal",
    "\\mathbb",
    "\\mathfrak",
    "\\mathscr",
    "\\boldsymbol",
    "\\bm",
    "\\pmb",
    "\\operatorname",
    "\\text",
    "\\textrm",
    "\\textbf",
    "\\textit",
    "\\textsf",
    "\\texttt",
    "\\mbox",
    "\\hbox",
    "\\sqrt",
    "\\hat",
    "\\widehat",
    "\\bar",
    "\\overline",
    "\\underline",
    "\\vec",
    "\\tilde",
    "\\widetilde",
    "\\dot",
    "\\ddot",
    "\\dddot",
    "\\check",
    "\\breve",
    "\\acute",
    "\\grave",
    "\\mathring",
    "\\overrightarrow",
    "\\overleftarrow",
    "\\overbrace",
    "\\underbrace",
    "\\boxed",
    "\\phantom",
    "\\substack",
    "\\xrightarrow",
    "\\xleftarrow",
    "\\mathop",
    "\\mathbin",
    "\\mathrel",
    "\\mathord",
    "\\emph",
    "\\label",
    "\\footnote",
    "\\pmod",
    "\\tag",
];

const TWO: [&str; 11] = [
    "\\frac",
    "\\dfrac",
    "\\tfrac",
    "\\cfrac",
    "\\binom",
    "\\dbinom",
    "\\tbinom",
    "\\overset",
    "\\underset",
    "\\stackrel",
    "\\textcolor",
];

/// Returns the number of arguments in braces, 1 or 2, of a command used in formulas. `command` includes the backslash.
/// Returns `None` for commands without arguments and for unknown commands. `\sqrt` has one argument; its index in
/// brackets is not counted.
#[must_use]
pub fn arity(command: &str) -> Option<usize> {
    // Most items of a formula are single characters, of which each of many steps asks this.
    if !command.starts_with('\\') {
        None
    } else if ONE.contains(&command) {
        Some(1)
    } else {
        TWO.contains(&command).then_some(2)
    }
}
