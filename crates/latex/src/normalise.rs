//! Formulas as token lists in which only differences a reader could see remain.

use std::iter::Peekable;

use crate::lexer::{Token, TokenKind, lex};

/// Commands that size, space or place without being read: dropped.
const LAYOUT_COMMANDS: [&str; 45] = [
    "\\left",
    "\\right",
    "\\middle",
    "\\big",
    "\\Big",
    "\\bigg",
    "\\Bigg",
    "\\bigl",
    "\\Bigl",
    "\\biggl",
    "\\Biggl",
    "\\bigr",
    "\\Bigr",
    "\\biggr",
    "\\Biggr",
    "\\bigm",
    "\\Bigm",
    "\\biggm",
    "\\Biggm",
    "\\displaystyle",
    "\\textstyle",
    "\\scriptstyle",
    "\\scriptscriptstyle",
    "\\limits",
    "\\nolimits",
    "\\nonumber",
    "\\notag",
    "\\allowbreak",
    "\\nobreak",
    "\\strut",
    "\\mathstrut",
    "\\hfill",
    "\\quad",
    "\\qquad",
    "\\thinspace",
    "\\medspace",
    "\\thickspace",
    "\\enspace",
    "\\,",
    "\\:",
    "\\;",
    "\\>",
    "\\!",
    "\\ ",
    "\\/",
];

/// The same with an argument in braces, dropped with it.
const LAYOUT_COMMANDS_WITH_ARGUMENT: [&str; 6] = ["\\label", "\\tag", "\\hspace", "\\vspace", "\\mspace", "\\phantom"];

/// Environments that only align lines inside a display: their `\begin` and `\end` are dropped.
const LAYOUT_ENVIRONMENTS: [&str; 6] = ["split", "aligned", "alignedat", "gathered", "multlined", "subequations"];

/// Commands that LaTeX or amsmath define to be the same as another, or to differ from it in size only.
const SYNONYMS: [(&str, &str); 25] = [
    ("\\le", "\\leq"),
    ("\\ge", "\\geq"),
    ("\\ne", "\\neq"),
    ("\\to", "\\rightarrow"),
    ("\\gets", "\\leftarrow"),
    ("\\owns", "\\ni"),
    ("\\land", "\\wedge"),
    ("\\lor", "\\vee"),
    ("\\lnot", "\\neg"),
    ("\\lbrace", "\\{"),
    ("\\rbrace", "\\}"),
    ("\\lbrack", "["),
    ("\\rbrack", "]"),
    ("\\vert", "|"),
    ("\\lvert", "|"),
    ("\\rvert", "|"),
    ("\\Vert", "\\|"),
    ("\\lVert", "\\|"),
    ("\\rVert", "\\|"),
    ("\\dfrac", "\\frac"),
    ("\\tfrac", "\\frac"),
    ("\\dbinom", "\\binom"),
    ("\\tbinom", "\\binom"),
    ("\\ldots", "\\dots"),
    ("\\cdotp", "\\cdot"),
];

/// The tokens of a formula, given without its delimiters, after these steps:
///
/// 1. comments and white space are dropped;
/// 2. commands of size, style and spacing are dropped (`\left`, `\bigl`, `\displaystyle`, `\,`, `~`), a null delimiter
///    (`\left.`) with its command;
/// 3. labels, tags and explicit spaces are dropped with their argument;
/// 4. environments that only align are dropped, and so is `&` outside all others;
/// 5. commands defined to be the same become one (`\le` and `\leq`);
/// 6. braces around a single token are dropped (`x^{2}` and `x^2`).
///
/// A token is a command, `\begin{name}` or `\end{name}`, or one character. Linear time; never fails.
#[must_use]
pub fn normalise_formula(latex: &str) -> Vec<&str> {
    let tokens = lex(latex);
    let mut normaliser = Normaliser {
        source: latex,
        out: Vec::new(),
        groups: Vec::new(),
        environments: 0,
    };
    let mut rest = tokens.iter().peekable();
    while let Some(token) = rest.next() {
        normaliser.take(token, &mut rest);
    }
    normaliser.out
}

struct Normaliser<'a> {
    source: &'a str,
    out: Vec<&'a str>,
    /// Places of the open braces in `out`.
    groups: Vec<usize>,
    /// Depth of environments in which `&` has a meaning.
    environments: usize,
}

impl<'a> Normaliser<'a> {
    fn take<'t>(&mut self, token: &Token, rest: &mut Peekable<impl Iterator<Item = &'t Token> + Clone>) {
        let text = token.text(self.source);
        match token.kind {
            TokenKind::Whitespace | TokenKind::ParagraphBreak | TokenKind::Comment => {}
            TokenKind::GroupOpen => {
                self.groups.push(self.out.len());
                self.out.push(text);
            }
            TokenKind::GroupClose => self.close_group(text),
            TokenKind::Command => self.command(text, token, rest),
            TokenKind::Special if text == "~" || (text == "&" && self.environments == 0) => {}
            TokenKind::Special | TokenKind::MathShift | TokenKind::Verbatim => self.out.push(text),
            TokenKind::Text | TokenKind::BibEntry => self.out.extend(text.split_inclusive(|_: char| true)),
        }
    }

    fn close_group(&mut self, brace: &'a str) {
        match self.groups.pop() {
            Some(open) if self.out.len() == open + 2 => {
                self.out.remove(open);
            }
            _ => self.out.push(brace),
        }
    }

    fn command<'t>(
        &mut self,
        text: &'a str,
        token: &Token,
        rest: &mut Peekable<impl Iterator<Item = &'t Token> + Clone>,
    ) {
        if matches!(text, "\\begin" | "\\end") {
            self.environment(text, token, rest);
        } else if LAYOUT_COMMANDS_WITH_ARGUMENT.contains(&text) {
            drop_argument(self.source, rest);
        } else if matches!(text, "\\left" | "\\right" | "\\middle") {
            self.drop_null_delimiter(rest);
        } else if !LAYOUT_COMMANDS.contains(&text) {
            let same = SYNONYMS.iter().find(|(from, _)| *from == text);
            self.out.push(same.map_or(text, |(_, to)| to));
        }
    }

    /// `\left.` prints nothing: takes the full stop, leaves what follows it in the same word.
    fn drop_null_delimiter<'t>(&mut self, rest: &mut Peekable<impl Iterator<Item = &'t Token>>) {
        let is_null = |token: &&Token| token.kind == TokenKind::Text && token.text(self.source).starts_with('.');
        if let Some(word) = rest.next_if(is_null) {
            self.out
                .extend(word.text(self.source).split_inclusive(|_: char| true).skip(1));
        }
    }

    /// `\begin{name}` and `\end{name}` are one token each, or none if the environment only aligns.
    fn environment<'t>(
        &mut self,
        text: &'a str,
        token: &Token,
        rest: &mut Peekable<impl Iterator<Item = &'t Token> + Clone>,
    ) {
        let mut ahead = rest.clone();
        let argument = [ahead.next(), ahead.next(), ahead.next()];
        let [Some(open), Some(name), Some(close)] = argument else {
            return self.out.push(text);
        };
        if open.kind != TokenKind::GroupOpen || close.kind != TokenKind::GroupClose {
            return self.out.push(text);
        }
        let whole = self.source.get(token.start..close.end).unwrap_or(text);
        rest.nth(2);
        if LAYOUT_ENVIRONMENTS.contains(&name.text(self.source)) {
            return;
        }
        self.environments = if text == "\\begin" {
            self.environments + 1
        } else {
            self.environments.saturating_sub(1)
        };
        self.out.push(whole);
    }
}

/// Skips a star and the group that follows, if one does.
fn drop_argument<'t>(source: &str, rest: &mut Peekable<impl Iterator<Item = &'t Token>>) {
    rest.next_if(|token| token.text(source) == "*");
    if rest.next_if(|token| token.kind == TokenKind::GroupOpen).is_none() {
        return;
    }
    let mut depth = 1_usize;
    for token in rest {
        match token.kind {
            TokenKind::GroupOpen => depth += 1,
            TokenKind::GroupClose => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str) {
        assert_eq!(normalise_formula(a), normalise_formula(b), "{a} and {b}");
    }

    fn different(a: &str, b: &str) {
        assert_ne!(normalise_formula(a), normalise_formula(b), "{a} and {b}");
    }

    #[test]
    fn tokens_are_commands_and_characters() {
        assert_eq!(
            normalise_formula("\\frac{12}{x}+\\begin{array}{c}é\\end{array}"),
            [
                "\\frac",
                "{",
                "1",
                "2",
                "}",
                "x",
                "+",
                "\\begin{array}",
                "c",
                "é",
                "\\end{array}"
            ]
        );
    }

    #[test]
    fn what_only_lays_out_is_dropped() {
        same("\\left( a \\right)", "(a)");
        same("\\bigl[ \\displaystyle a\\,b \\bigr]", "[ab]");
        same("\\left. x \\right|_0", "x|_0");
        same("a = b % note\n\\label{eq:1} \\tag*{(1)} \\nonumber", "a=b");
        same("a~b\\quad c", "abc");
    }

    #[test]
    fn alignment_counts_only_where_it_carries_meaning() {
        same("a &= b", "a=b");
        same("\\begin{aligned}a &= b\\end{aligned}", "a=b");
        different("\\begin{matrix}a & b\\end{matrix}", "\\begin{matrix}a b\\end{matrix}");
    }

    #[test]
    fn synonyms_and_braces_around_one_token() {
        same("x^{2} \\le \\mathbf{y}_{\\alpha}", "x^2 \\leq \\mathbf y_\\alpha");
        same("{{x}}", "x");
        same("\\dfrac12", "\\frac{1}{2}");
    }

    #[test]
    fn visible_differences_remain() {
        different("x^2", "x_2");
        different("x^{ab}", "x^ab");
        different("\\sqrt{a}+b", "\\sqrt{a+b}");
        different("12", "21");
        different("X", "x");
        different("\\bar x", "\\overline x");
    }

    #[test]
    fn broken_input_keeps_its_tokens() {
        assert_eq!(normalise_formula("}x{\\begin{a"), ["}", "x", "{", "\\begin", "{", "a"]);
        assert_eq!(normalise_formula("\\label{a"), Vec::<&str>::new());
        assert_eq!(normalise_formula("\\left"), Vec::<&str>::new());
    }
}
