//! The tokens on which rewrites and damages work.

use std::ops::Range;

/// Commands with their backslash, and single characters, without white space.
pub(crate) type Tokens = Vec<String>;

/// Splits a formula. In the argument of a text command, white space is kept as a token.
pub(crate) fn tokens(latex: &str) -> Tokens {
    let mut tokens = Tokens::new();
    let mut rest = latex.trim();
    let mut text_depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        let length = if first == '\\' {
            let letters = rest[1..].bytes().take_while(u8::is_ascii_alphabetic).count();
            1 + if letters > 0 {
                letters
            } else {
                rest[1..].chars().next().map_or(0, char::len_utf8)
            }
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        match token {
            "{" if text_depth > 0 || tokens.last().is_some_and(|last| is_text(last)) => text_depth += 1,
            "}" => text_depth = text_depth.saturating_sub(1),
            _ => {}
        }
        if !first.is_whitespace() || text_depth > 0 {
            tokens.push(token.to_owned());
        }
        rest = after;
    }
    tokens
}

/// Writes a formula, with a space only where a command would merge with a letter.
pub(crate) fn written(tokens: &Tokens) -> String {
    let mut latex = String::new();
    for (index, token) in tokens.iter().enumerate() {
        latex.push_str(token);
        let next = tokens.get(index + 1).and_then(|next| next.chars().next());
        if is_word(token) && next.is_some_and(|next| next.is_ascii_alphabetic()) {
            latex.push(' ');
        }
    }
    latex
}

pub(crate) fn is_text(token: &str) -> bool {
    matches!(
        token,
        "\\text" | "\\mbox" | "\\textrm" | "\\textbf" | "\\textit" | "\\hbox"
    )
}

/// Whether a token is a command named by letters.
pub(crate) fn is_word(token: &str) -> bool {
    token.len() > 1 && token.starts_with('\\') && token[1..].bytes().all(|byte| byte.is_ascii_alphabetic())
}

pub(crate) fn is_letter(token: &str) -> bool {
    token.len() == 1 && token.as_bytes()[0].is_ascii_alphabetic()
}

pub(crate) fn is_digit(token: &str) -> bool {
    token.len() == 1 && token.as_bytes()[0].is_ascii_digit()
}

const GREEK: [&str; 34] = [
    "\\alpha",
    "\\beta",
    "\\gamma",
    "\\delta",
    "\\epsilon",
    "\\varepsilon",
    "\\zeta",
    "\\eta",
    "\\theta",
    "\\kappa",
    "\\lambda",
    "\\mu",
    "\\nu",
    "\\xi",
    "\\pi",
    "\\rho",
    "\\sigma",
    "\\tau",
    "\\phi",
    "\\varphi",
    "\\chi",
    "\\psi",
    "\\omega",
    "\\Gamma",
    "\\Delta",
    "\\Theta",
    "\\Lambda",
    "\\Sigma",
    "\\Phi",
    "\\Psi",
    "\\Omega",
    "\\partial",
    "\\infty",
    "\\ell",
];

const FUNCTIONS: [&str; 12] = [
    "\\sin", "\\cos", "\\tan", "\\log", "\\ln", "\\exp", "\\max", "\\min", "\\lim", "\\dim", "\\det", "\\ker",
];

const OPERATORS: [&str; 34] = [
    "+",
    "-",
    "=",
    "<",
    ">",
    "\\pm",
    "\\times",
    "\\cdot",
    "\\circ",
    "\\otimes",
    "\\oplus",
    "\\cup",
    "\\cap",
    "\\wedge",
    "\\vee",
    "\\land",
    "\\lor",
    "\\leq",
    "\\le",
    "\\geq",
    "\\ge",
    "\\neq",
    "\\ne",
    "\\approx",
    "\\sim",
    "\\equiv",
    "\\in",
    "\\subset",
    "\\subseteq",
    "\\to",
    "\\rightarrow",
    "\\mapsto",
    "\\cong",
    "\\simeq",
];

/// Whether a token is like a variable: a Latin or Greek letter.
pub(crate) fn is_variable(token: &str) -> bool {
    is_letter(token) || GREEK.contains(&token)
}

pub(crate) fn is_function(token: &str) -> bool {
    FUNCTIONS.contains(&token)
}

/// Whether a token is an operator or a relation between two sides.
pub(crate) fn is_operator(token: &str) -> bool {
    OPERATORS.contains(&token)
}

/// Whether a reader sees a token as one symbol.
pub(crate) fn is_sign(token: &str) -> bool {
    is_variable(token) || is_digit(token) || is_operator(token) || is_function(token)
}

/// Commands with an argument that is not a formula or prints nothing.
const NAMES: [&str; 11] = [
    "\\begin",
    "\\end",
    "\\operatorname",
    "\\mathrm",
    "\\label",
    "\\tag",
    "\\hspace",
    "\\vspace",
    "\\mspace",
    "\\phantom",
    "\\color",
];

/// Returns the places of tokens outside of text arguments and of the names of environments and delimiters.
pub(crate) fn places(tokens: &Tokens) -> Vec<usize> {
    let mut places = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let is_name = NAMES.contains(&token.as_str());
        if is_name || is_text(token) {
            index = argument(tokens, index + 1).map_or(index + 1, |range| range.end);
        } else if is_sizing(token) {
            index += 2;
        } else {
            places.push(index);
            index += 1;
        }
    }
    places
}

/// Whether a command takes the delimiter after it.
pub(crate) fn is_sizing(token: &str) -> bool {
    let name = token.trim_start_matches('\\');
    matches!(name, "left" | "right" | "middle")
        || name.to_ascii_lowercase().starts_with("big")
            && name.len() <= 5
            && !name.contains("cu")
            && !name.contains("ca")
}

/// Returns the argument that starts at a token: a group with its braces, or one token.
pub(crate) fn argument(tokens: &Tokens, start: usize) -> Option<Range<usize>> {
    match tokens.get(start)?.as_str() {
        "{" => Some(start..closing(tokens, start)? + 1),
        "}" | "^" | "_" | "&" => None,
        _ => Some(start..start + 1),
    }
}

/// Returns the inside of an argument.
pub(crate) fn inside(tokens: &Tokens, argument: Range<usize>) -> &[String] {
    if tokens[argument.start] == "{" {
        &tokens[argument.start + 1..argument.end - 1]
    } else {
        &tokens[argument]
    }
}

/// Returns the place of the brace that closes the one at `open`.
pub(crate) fn closing(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(index);
        }
    }
    None
}

/// Returns the tokens outside of all braces.
pub(crate) fn at_top(tokens: &[String]) -> impl Iterator<Item = (usize, &String)> {
    let mut depth = 0_usize;
    tokens.iter().enumerate().filter(move |(_, token)| {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    })
}

/// Replaces a range of tokens.
pub(crate) fn spliced<'a>(tokens: &Tokens, range: Range<usize>, by: impl IntoIterator<Item = &'a str>) -> Tokens {
    let mut changed = tokens.clone();
    changed.splice(range, by.into_iter().map(str::to_owned));
    changed
}
