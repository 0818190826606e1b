//! The roles of commands: whether they and their arguments are visible.

/// The role of a token in the walk over the visible tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A command that is invisible together with its argument.
    Phantom,
    /// A bar with two arguments.
    Bar,
    /// A symbol over or under its argument.
    Accent,
    /// A font command: only its argument is visible.
    Font,
    /// A symbol with an optional and a required argument.
    Extensible,
    /// A command with three arguments, of which only the last is visible.
    Span,
    /// An invisible command with two visible arguments.
    Stack,
    /// An invisible token.
    Hidden,
    /// A token that is visible as it stands.
    Visible,
}

const PHANTOMS: [&str; 8] = [
    "\\fontfamily",
    "\\vphantom",
    "\\phantom",
    "\\rowcolor",
    "\\ref",
    "\\thesubequation",
    "\\global",
    "\\theboldgroup",
];

const BARS: [&str; 2] = ["\\frac", "\\binom"];

const EXTENSIBLES: [&str; 3] = ["\\xrightarrow", "\\xleftarrow", "\\sqrt"];

const STACKS: [&str; 3] = ["\\overset", "\\underset", "\\stackrel"];

const SPANS: [&str; 2] = ["\\multicolumn", "\\multirow"];

const ACCENTS: [&str; 20] = [
    "\\widetilde",
    "\\overline",
    "\\hat",
    "\\widehat",
    "\\tilde",
    "\\Tilde",
    "\\dot",
    "\\bar",
    "\\vec",
    "\\underline",
    "\\underbrace",
    "\\check",
    "\\breve",
    "\\Bar",
    "\\Vec",
    "\\mathring",
    "\\ddot",
    "\\Ddot",
    "\\dddot",
    "\\ddddot",
];

const FONTS: [&str; 22] = [
    "\\boldsymbol",
    "\\pmb",
    "\\textbf",
    "\\mathrm",
    "\\mathbf",
    "\\mathbb",
    "\\mathcal",
    "\\textmd",
    "\\texttt",
    "\\textnormal",
    "\\text",
    "\\textit",
    "\\textup",
    "\\mathop",
    "\\mathbin",
    "\\smash",
    "\\operatorname",
    "\\textrm",
    "\\mathfrak",
    "\\emph",
    "\\textsf",
    "\\textsc",
];

const HIDDEN: [&str; 28] = [
    "\\",
    "\\\\",
    "\\index",
    "\\a",
    "&",
    "$",
    "\\multirow",
    "\\def",
    "\\edef",
    "\\raggedright",
    "\\url",
    "\\cr",
    "\\ensuremath",
    "\\left",
    "\\right",
    "\\mathchoice",
    "\\scriptstyle",
    "\\displaystyle",
    "\\qquad",
    "\\quad",
    "\\,",
    "\\!",
    "~",
    "\\boldmath",
    "\\gdef",
    "\\today",
    "\\the",
    "",
];

impl Role {
    pub(crate) fn of(token: &str) -> Self {
        if PHANTOMS.contains(&token) {
            Self::Phantom
        } else if BARS.contains(&token) {
            Self::Bar
        } else if ACCENTS.contains(&token) {
            Self::Accent
        } else if FONTS.contains(&token) {
            Self::Font
        } else if EXTENSIBLES.contains(&token) {
            Self::Extensible
        } else if SPANS.contains(&token) {
            Self::Span
        } else if STACKS.contains(&token) {
            Self::Stack
        } else if is_hidden(token) {
            Self::Hidden
        } else {
            Self::Visible
        }
    }
}

/// Whether a token is a command for spacing or style, begins like grouping, scripts or an environment, or is a command
/// with "rule" or "line" in its name.
fn is_hidden(token: &str) -> bool {
    let environment = ["\\begin{", "\\end{"]
        .iter()
        .any(|prefix| token.strip_prefix(prefix).is_some_and(|rest| rest.contains('}')));
    let ruled = token
        .strip_prefix('\\')
        .is_some_and(|name| name.contains("rule") || name.contains("line"));
    HIDDEN.contains(&token) || token.starts_with(['{', '}', '[', ']', '^', '_']) || environment || ruled
}
