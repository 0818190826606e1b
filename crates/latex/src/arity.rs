//! How many arguments the usual commands of formulas have.

/// Font switches with an argument, accents and others with one.
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

/// The number of arguments in braces of a command of formulas, given with its backslash: 1 or 2. None for commands without
/// arguments and for those that are not known. `\sqrt` has one; its index in brackets is not counted.
#[must_use]
pub fn arity(command: &str) -> Option<usize> {
    if ONE.contains(&command) {
        Some(1)
    } else {
        TWO.contains(&command).then_some(2)
    }
}
