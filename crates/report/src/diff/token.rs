//! The tokens that are compared.

/// A token of a text.
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// The byte at which it begins.
    pub(super) start: usize,
}

/// Token text of every paragraph break: paragraph breaks are equal whatever their white space.
pub(super) const PARAGRAPH: &str = "\n\n";

/// Divides a text into tokens. White space that is no paragraph break belongs to none.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let start = text.len() - rest.len();
        let (piece, tail) = rest.split_at(token_len(rest, first));
        rest = tail;
        if !first.is_whitespace() {
            tokens.push(Token { text: piece, start });
        } else if piece.matches('\n').count() > 1 {
            tokens.push(Token { text: PARAGRAPH, start });
        }
    }
    tokens
}

/// Returns the length in bytes of the token or white space at the start of `text`.
fn token_len(text: &str, first: char) -> usize {
    let run = |from: usize, inside: fn(char) -> bool| {
        let tail = text.get(from..).unwrap_or_default();
        from + tail.find(|c| !inside(c)).unwrap_or(tail.len())
    };
    if first.is_whitespace() {
        run(0, char::is_whitespace)
    } else if first == '\\' {
        let letters = run(1, |c| c.is_ascii_alphabetic());
        match text.get(1..).and_then(|tail| tail.chars().next()) {
            Some(symbol) if letters == 1 && !symbol.is_whitespace() => 1 + symbol.len_utf8(),
            _ => letters,
        }
    } else if first.is_alphanumeric() {
        run(0, char::is_alphanumeric)
    } else {
        first.len_utf8()
    }
}
