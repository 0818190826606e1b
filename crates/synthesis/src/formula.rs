//! A formula of a corpus, and what makes a text no formula for a page.

use std::borrow::Cow;

use texlens_latex::{TokenKind, lex};

use crate::limits::LEAST;

/// Maximum length of a formula in bytes.
pub const MAX_FORMULA: usize = 2_000;

/// A formula without delimiters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The LaTeX, on one line.
    pub latex: String,
    /// How complex it looks; see [`complexity`](crate::complexity()).
    pub complexity: u32,
    /// Whether the glyph detector of texlens may have seen it in training.
    pub trained: bool,
}

/// The reason why a text is not used as a formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// There is no text.
    #[error("the formula is empty")]
    Empty,
    /// The formula is too long.
    #[error("the formula has more than {MAX_FORMULA} bytes; shorten it")]
    TooLong,
    /// The formula is trivial.
    #[error("the formula is too simple: its complexity is {0}, below the least of {least}", least = LEAST)]
    TooSimple(u32),
    /// The same formula came before, after normalisation.
    #[error("the same formula came before")]
    Duplicate,
    /// A brace, environment or delimiter has no partner.
    #[error("`{0}` has no partner; balance the formula")]
    Unbalanced(String),
    /// A command that does not belong into a formula.
    #[error("the formula uses `{0}`, which does not belong into a formula of a page; remove it")]
    Command(String),
    /// A character that ends the formula or hides part of it.
    #[error("the formula contains `{0}`; remove it, or write it with a backslash")]
    Character(char),
    /// The formula needs a package that pages do not load.
    #[error("the formula needs the package {0}, which pages do not load")]
    Package(String),
    /// The record has no text that could be a formula.
    #[error("the record has no formula; give it the field `latex`")]
    NoFormula,
    /// The engine reports an error.
    #[error("the formula does not compile: {0}")]
    Compilation(String),
    /// The formula is too high for a line of text.
    #[error("the formula is higher than 10 points, too high for a line of text")]
    TooHigh,
    /// The formula is wider than the column.
    #[error("the formula does not fit into the column")]
    TooWide,
}

/// Commands that change more than the formula, read files or write them, or number what is not numbered.
const FOREIGN: [&str; 36] = [
    "\\input",
    "\\include",
    "\\def",
    "\\edef",
    "\\gdef",
    "\\xdef",
    "\\let",
    "\\newcommand",
    "\\renewcommand",
    "\\providecommand",
    "\\DeclareMathOperator",
    "\\usepackage",
    "\\documentclass",
    "\\write",
    "\\openout",
    "\\read",
    "\\special",
    "\\par",
    "\\label",
    "\\ref",
    "\\eqref",
    "\\cite",
    "\\includegraphics",
    "\\footnote",
    "\\newpage",
    "\\clearpage",
    "\\item",
    "\\catcode",
    "\\csname",
    "\\global",
    "\\loop",
    "\\tag",
    "\\vspace",
    "\\shipout",
    "\\output",
    "\\everypar",
];

/// Environments that stand in formulas. Others are displays themselves or belong to the text.
const INNER: [&str; 17] = [
    "array",
    "matrix",
    "pmatrix",
    "bmatrix",
    "Bmatrix",
    "vmatrix",
    "Vmatrix",
    "smallmatrix",
    "cases",
    "aligned",
    "gathered",
    "split",
    "alignedat",
    "subarray",
    "dcases",
    "rcases",
    "multlined",
];

/// Takes delimiters off a formula and joins its lines.
#[must_use]
pub fn bare(text: &str) -> String {
    let text = text.trim();
    let pairs = [("$$", "$$"), ("$", "$"), ("\\[", "\\]"), ("\\(", "\\)")];
    let inner = pairs.iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.is_empty()).then_some(inner)
    });
    inner.unwrap_or(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks that a formula can stand on a page: that it is short, balanced, and of commands of formulas only. Whether it
/// compiles is for the engine to say. Takes linear time.
///
/// # Errors
///
/// The first reason why it cannot.
pub fn check(latex: &str) -> Result<(), Unfit> {
    if latex.is_empty() {
        return Err(Unfit::Empty);
    }
    if latex.len() > MAX_FORMULA {
        return Err(Unfit::TooLong);
    }
    if let Some(character) = latex
        .chars()
        .find(|c| c.is_control() || matches!(c, '%' | '#') && !escaped(latex, *c))
    {
        return Err(Unfit::Character(character));
    }
    let mut open: Vec<Cow<'_, str>> = Vec::new();
    let tokens = lex(latex);
    let mut tokens = tokens.iter().map(|token| (token.kind, token.text(latex))).peekable();
    while let Some((kind, text)) = tokens.next() {
        match (kind, text) {
            (TokenKind::Command, "\\begin" | "\\end") => {
                let mut name = String::new();
                while let Some((_, next)) = tokens.next_if(|(_, next)| *next != "}") {
                    if next != "{" {
                        name.push_str(next.trim());
                    }
                }
                tokens.next();
                if !INNER.contains(&name.as_str()) {
                    return Err(Unfit::Command(format!("{text}{{{name}}}")));
                }
                match text {
                    "\\begin" => open.push(name.into()),
                    _ => close(&mut open, &name)?,
                }
            }
            (TokenKind::Command, "\\left") => open.push("\\left".into()),
            (TokenKind::Command, "\\right") => close(&mut open, "\\left")?,
            (TokenKind::Command, "\\[" | "\\]" | "\\(" | "\\)") => return Err(Unfit::Unbalanced(text.to_owned())),
            (TokenKind::Command, command) if FOREIGN.contains(&command) => {
                return Err(Unfit::Command(command.to_owned()));
            }
            (_, "{") => open.push("{".into()),
            (_, "}") => close(&mut open, "{")?,
            (_, text) if text.starts_with('$') => return Err(Unfit::Character('$')),
            (_, "&") if !open.iter().any(|name| INNER.contains(&name.as_ref())) => return Err(Unfit::Character('&')),
            (TokenKind::Command, "\\\\") if !open.iter().any(|name| INNER.contains(&name.as_ref())) => {
                return Err(Unfit::Command("\\\\".to_owned()));
            }
            _ => {}
        }
    }
    match open.pop() {
        Some(name) => Err(Unfit::Unbalanced(name.into_owned())),
        None => Ok(()),
    }
}

fn close(open: &mut Vec<Cow<'_, str>>, name: &str) -> Result<(), Unfit> {
    match open.pop() {
        Some(last) if last == name => Ok(()),
        Some(last) => Err(Unfit::Unbalanced(last.into_owned())),
        None => Err(Unfit::Unbalanced(if name == "{" {
            "}".to_owned()
        } else {
            name.to_owned()
        })),
    }
}

/// Reports whether every such character of the text has a backslash.
fn escaped(text: &str, character: char) -> bool {
    let mut is_escape = false;
    for c in text.chars() {
        if c == character && !is_escape {
            return false;
        }
        is_escape = c == '\\' && !is_escape;
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn delimiters_go() {
        assert_eq!(bare(" $x +\n y$ "), "x + y");
        assert_eq!(bare("\\[ x \\]"), "x");
        assert_eq!(bare("$$x$$"), "x");
        assert_eq!(bare("x"), "x");
        assert_eq!(bare("$"), "$");
    }

    #[test]
    fn what_cannot_stand_on_a_page_is_refused_with_the_reason() {
        for (latex, reason) in [
            ("", Unfit::Empty),
            ("\\frac{a}{b", Unfit::Unbalanced("{".to_owned())),
            ("a}", Unfit::Unbalanced("}".to_owned())),
            ("\\left( a", Unfit::Unbalanced("\\left".to_owned())),
            ("\\begin{pmatrix} a", Unfit::Unbalanced("pmatrix".to_owned())),
            ("a % b", Unfit::Character('%')),
            ("a $ b", Unfit::Character('$')),
            ("a & b", Unfit::Character('&')),
            ("a \\\\ b", Unfit::Command("\\\\".to_owned())),
            ("\\input{/etc/passwd}", Unfit::Command("\\input".to_owned())),
            ("\\usepackage{tikz}", Unfit::Command("\\usepackage".to_owned())),
            (
                "\\begin{align} a \\end{align}",
                Unfit::Command("\\begin{align}".to_owned()),
            ),
        ] {
            assert_eq!(check(latex), Err(reason), "{latex}");
        }
        assert_eq!(check(&"x".repeat(MAX_FORMULA + 1)), Err(Unfit::TooLong));
        for latex in [
            "x^2",
            "5 \\% of \\{a, b\\}",
            "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
            "\\left\\{ \\begin{array}{ll} 1 & x > 0 \\\\ 0 & x \\le 0 \\end{array} \\right.",
        ] {
            assert_eq!(check(latex), Ok(()), "{latex}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_fail(text in "\\PC{0,60}") {
            let _ = check(&bare(&text));
        }
    }
}
