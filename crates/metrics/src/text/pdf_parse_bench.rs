//! pdf-parse-bench's cleaning and tokens, as in the version of its paper.

use crate::python;

/// Returns a formula as pdf-parse-bench compares it: without dollar signs, and with white space collapsed to single
/// spaces.
#[must_use]
pub fn clean(formula: &str) -> String {
    let without_dollars: String = formula.split('$').collect();
    python::words(&without_dollars).collect::<Vec<_>>().join(" ")
}

/// Returns pdf-parse-bench's tokens of a [cleaned](clean) formula: `\letters`, runs of ASCII letters and digits, and
/// certain single characters. All other characters are omitted.
pub fn tokens(formula: &str) -> impl Iterator<Item = &str> {
    let mut rest = formula;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_ascii_alphanumeric() && !is_single(c));
        let length = token_length(rest);
        let token;
        (token, rest) = rest.split_at_checked(length)?;
        (!token.is_empty()).then_some(token)
    })
}

/// Returns the length of the token at the start of a text; the token consists of ASCII characters.
fn token_length(text: &str) -> usize {
    let run = |text: &str, is: fn(&u8) -> bool| text.bytes().take_while(is).count();
    match text.strip_prefix('\\') {
        Some(name) => 1 + run(name, u8::is_ascii_alphabetic),
        None => run(text, u8::is_ascii_alphanumeric).max(usize::from(!text.is_empty())),
    }
}

fn is_single(c: char) -> bool {
    matches!(
        c,
        '{' | '}'
            | '('
            | ')'
            | '['
            | ']'
            | '|'
            | '_'
            | '^'
            | '='
            | '+'
            | '-'
            | '*'
            | '/'
            | '\\'
            | ','
            | '.'
            | '<'
            | '>'
            | '\''
    )
}

/// Rounds to four decimals, half to even, like Python's `round`.
pub(crate) fn round(value: f64) -> f64 {
    format!("{value:.4}").parse().unwrap_or(value)
}
