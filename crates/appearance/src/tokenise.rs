//! The token strings of character detection matching.
//!
//! The official tools parse a formula with an old, changed KaTeX, and print the tree as tokens with single spaces
//! between them. Their grammar differs from that of a KaTeX of today: it knows about 200 commands, and any other
//! command is a symbol. Hence the parser here is a small one of its own, with that grammar.
//!
//! | step | module |
//! | --- | --- |
//! | replacements in the text, before it is parsed | `prepare` |
//! | text to tree | `lexer`, `functions`, `parser`, `tree` |
//! | tree to tokens | `printer`, `symbols` |

mod functions;
mod lexer;
mod parser;
mod prepare;
mod printer;
mod refused;
mod symbols;
mod tree;

use std::borrow::Cow;

use texlens_metrics::cdm::{MAX_BYTES, Variant};

/// The official tools write a percent sign as this word, because the tokeniser cuts a formula at percent signs.
const PERCENT: &str = "<PERCENTAGETOKEN>";

/// [`PERCENT`] as the tokeniser prints it.
const PERCENT_TOKENS: &str = "< P E R C E N T A G E T O K E N >";

/// The names that the official tools print as commands again. They lack `arccos` and `tanh`, which a mistake in a
/// pattern excludes.
const OPERATORS: [&str; 32] = [
    "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd", "hom", "inf",
    "injlim", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "Pr", "projlim", "sec", "sin", "sinh",
    "sup", "tan",
];

/// A formula as tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokenised {
    /// The tokens with single spaces between them. If the formula was not parsed, its text.
    pub tokens: String,
    /// Whether the formula was parsed. The official tools go on with the text of a formula that they cannot parse,
    /// split at its own spaces.
    pub is_parsed: bool,
}

/// Splits a formula into tokens, like the official tools, and never fails. The result is the input of
/// [`normalise`](texlens_metrics::cdm::normalise).
///
/// The tokens come from the parsed formula. So groups and scripts have braces, `\over` is `\frac`, environments are
/// arrays, `\text` is `\mathrm`, `\left` is joined with its delimiter, and `\sin` stays `\sin`. Commands that are not
/// known are tokens as they are. The variants differ in Chinese, Japanese and Korean ideographs only: UniMERNet puts
/// them into `\text`.
///
/// A formula is not parsed if braces or environments do not match, if it has an environment that the old KaTeX lacked
/// (for example, `gathered`), if it is in colour, or if an argument needs braces and has none (`x^\sqrt2`).
///
/// # Source
/// The tokeniser of `im2markup` as UniMERNet (`cdm`, September 2025) and OmniDocBench (November 2025) have it. Its
/// mistakes are kept: `x'^2` loses the prime, and `\mathrm{\alpha}` is spelled out.
///
/// # Deviations
/// Dollar signs around the formula are removed from both variants, also from a formula that is not parsed.
/// A formula longer than [`MAX_BYTES`] or nested deeper than 100 levels is not parsed. A table (`tabular`) is parsed as
/// an array; the official tools have a second program for tables.
#[must_use]
pub fn tokenise(latex: &str, variant: Variant) -> Tokenised {
    let undelimited = latex.trim_matches(|c: char| c == '$' || c.is_whitespace());
    let latex = if undelimited.is_empty() { latex } else { undelimited };
    let wraps_ideographs = variant == Variant::Unimernet;
    let text = if wraps_ideographs && has_ideographs(latex) {
        Cow::Owned(wrap_ideographs(latex))
    } else {
        Cow::Borrowed(latex)
    };
    let text = text.replace('\n', " ").replace("\\%", PERCENT);
    let parsed = parsed_tokens(&text);
    let is_parsed = parsed.is_some();
    let mut tokens = parsed.unwrap_or(text);
    if wraps_ideographs && has_ideographs(&tokens) {
        tokens = tokens.replace("\\mathrm", "\\text");
    }
    Tokenised {
        tokens: tokens.replace(PERCENT_TOKENS, "\\%"),
        is_parsed,
    }
}

/// Returns the tokens of a formula, or `None` if it is not parsed or has no tokens.
fn parsed_tokens(text: &str) -> Option<String> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let prepared = prepare::prepare(text);
    let tree = parser::parse(&prepared).ok()?;
    let printed = printer::print(&tree).ok()?;
    let words: Vec<&str> = printed.split_whitespace().collect();
    let tokens = operators_as_commands(&words.join(" ")).replace("\\\\ \\end{array}", "\\end{array}");
    (!tokens.is_empty()).then_some(tokens)
}

/// Replaces `\operatorname { s i n }` by `\sin` for the names of [`OPERATORS`].
fn operators_as_commands(tokens: &str) -> String {
    const OPEN: &str = "\\operatorname {";
    let mut replaced = String::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some((before, after)) = rest.split_once(OPEN) {
        replaced += before;
        let named = after
            .split_once('}')
            .map(|(letters, tail)| (letters.replace(' ', ""), tail))
            .filter(|(name, _)| OPERATORS.contains(&name.as_str()));
        if let Some((name, tail)) = named {
            replaced.push('\\');
            replaced += &name;
            rest = tail;
        } else {
            replaced += OPEN;
            rest = after;
        }
    }
    replaced + rest
}

/// Whether a text has ideographs of the most common block.
fn has_ideographs(text: &str) -> bool {
    text.contains(|c| matches!(c, '\u{4e00}'..='\u{9fff}'))
}

/// Puts runs of ideographs into `\text`, and writes full-width punctuation in ASCII.
fn wrap_ideographs(latex: &str) -> String {
    let is_ideograph = |c: char| matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}');
    let latex = latex.replace('，', ", ").replace('：', ": ").replace('；', "; ");
    let mut wrapped = String::with_capacity(latex.len());
    let mut rest = latex.as_str();
    while let Some(start) = rest.find(is_ideograph) {
        let (before, from) = rest.split_at(start);
        let (run, after) = from.split_at(from.find(|c| !is_ideograph(c)).unwrap_or(from.len()));
        wrapped += before;
        if before.ends_with("\\text{") && after.starts_with('}') {
            wrapped += run;
        } else {
            wrapped += &format!("\\text{{{run}}}");
        }
        rest = after;
    }
    wrapped + rest
}
