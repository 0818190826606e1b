//! Texts as sequences of symbols in which different notations of the same formula are equal. Symbols are dropped only
//! for finding a formula, never for judging it.

use std::collections::HashMap;
use std::ops::Range;

use texlens_latex::{
    Spelling, Token, TokenKind, keyed_command_end, latex_spelling, lex, normalise_formula, prints_its_name,
};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A character or command with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Symbol {
    /// The code point of a character, or a larger number for a command.
    pub(super) id: u32,
    /// Byte range in the text.
    pub(super) range: Range<usize>,
}

/// Commands of style and structure that text without markup lacks, and accents, which such text writes after the
/// letter.
const DROPPED: [&str; 50] = [
    "\\textnormal",
    "\\textsc",
    "\\textsl",
    "\\hat",
    "\\widehat",
    "\\bar",
    "\\overline",
    "\\tilde",
    "\\widetilde",
    "\\vec",
    "\\dot",
    "\\ddot",
    "\\check",
    "\\underline",
    "\\mathring",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "\\frac",
    "\\dfrac",
    "\\tfrac",
    "\\mathrm",
    "\\mathbf",
    "\\mathit",
    "\\mathsf",
    "\\mathtt",
    "\\mathcal",
    "\\mathscr",
    "\\mathfrak",
    "\\mathbb",
    "\\boldsymbol",
    "\\bm",
    "\\rm",
    "\\bf",
    "\\it",
    "\\cal",
    "\\text",
    "\\textrm",
    "\\textit",
    "\\textbf",
    "\\textsf",
    "\\texttt",
    "\\mbox",
    "\\hbox",
    "\\emph",
    "\\operatorname",
    "\\ensuremath",
    "\\hline",
    "\\\\",
];

/// Commands that are also written as a character or as another command.
const SAME: [(&str, &str); 21] = [
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\%", "%"),
    ("\\$", "$"),
    ("\\&", "&"),
    ("\\#", "#"),
    ("\\_", "_"),
    ("\\*", "*"),
    ("\\ast", "*"),
    ("\\mid", "|"),
    ("\\colon", ":"),
    ("\\lt", "<"),
    ("\\gt", ">"),
    ("\\prime", "'"),
    ("\\varepsilon", "\\epsilon"),
    ("\\varphi", "\\phi"),
    ("\\vartheta", "\\theta"),
    ("\\varrho", "\\rho"),
    ("\\varnothing", "\\emptyset"),
    ("\\leqslant", "\\leq"),
    ("\\geqslant", "\\geq"),
];

/// The first id of a command.
const FIRST_COMMAND: u32 = char::MAX as u32 + 1;

/// The ids of commands, which both texts share.
#[derive(Default)]
pub(super) struct Alphabet {
    commands: HashMap<String, Vec<u32>>,
    count: u32,
}

impl Alphabet {
    /// Returns the symbols of a formula, without the punctuation of the surrounding sentence.
    pub(super) fn formula(&mut self, latex: &str) -> Vec<Symbol> {
        let mut symbols = self.text(latex, &lex(latex));
        while symbols.last().is_some_and(|last| is_punctuation(last.id)) {
            symbols.pop();
        }
        symbols
    }

    /// Returns the symbols of a text, given its tokens.
    pub(super) fn text(&mut self, source: &str, tokens: &[Token]) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            let keyed = keyed_command_end(source, tokens, index);
            let text = token.text(source);
            match token.kind {
                TokenKind::Command if keyed.is_none() => {
                    let range = token.range();
                    let ids = self.command(text).iter();
                    symbols.extend(ids.map(|id| Symbol {
                        id: *id,
                        range: range.clone(),
                    }));
                }
                TokenKind::Special if matches!(text, "^" | "_" | "#") => self.characters(token, text, &mut symbols),
                TokenKind::Text | TokenKind::BibEntry | TokenKind::Verbatim => {
                    self.characters(token, text, &mut symbols);
                }
                TokenKind::Command
                | TokenKind::Special
                | TokenKind::GroupOpen
                | TokenKind::GroupClose
                | TokenKind::MathShift
                | TokenKind::Comment
                | TokenKind::Whitespace
                | TokenKind::ParagraphBreak => {}
            }
            index = keyed.unwrap_or(index + 1);
        }
        symbols
    }

    fn characters(&mut self, token: &Token, text: &str, symbols: &mut Vec<Symbol>) {
        let mut last_mark = None;
        for (at, c) in text.char_indices() {
            let start = token.start + at;
            let range = start..start + c.len_utf8();
            let mut push = |id: u32| {
                symbols.push(Symbol {
                    id,
                    range: range.clone(),
                });
            };
            last_mark = match latex_spelling(c) {
                Some(Spelling::Script { mark, base }) => {
                    // One mark covers all raised characters that follow it.
                    if last_mark != Some(mark) {
                        self.item(mark, &mut push);
                    }
                    self.item(base, &mut push);
                    Some(mark)
                }
                spelling => {
                    self.character(c, spelling, &mut push);
                    None
                }
            };
        }
    }

    /// Adds the symbols of a character, given its spelling in LaTeX. A character without a command is decomposed, and
    /// accents are dropped.
    fn character(&mut self, c: char, spelling: Option<Spelling>, push: &mut impl FnMut(u32)) {
        match spelling {
            Some(Spelling::Items(items)) => items.iter().for_each(|item| self.item(item, push)),
            Some(Spelling::Styled { letter, .. }) => self.item(letter, push),
            Some(Spelling::Script { base, .. }) => self.item(base, push),
            None if c.is_ascii() => self.item(c.encode_utf8(&mut [0; 4]), push),
            None => {
                let parts = std::iter::once(c).nfkd().filter(|part| !is_combining_mark(*part));
                for part in parts {
                    match latex_spelling(part) {
                        None => push(u32::from(part)),
                        spelling => self.character(part, spelling, push),
                    }
                }
            }
        }
    }

    /// Adds the symbols of a command or of ASCII characters.
    fn item(&mut self, item: &str, push: &mut impl FnMut(u32)) {
        match item {
            // The slash of a fraction is dropped, as `\frac` is.
            "{" | "}" | "/" => {}
            _ if item.starts_with('\\') => self.command(item).iter().for_each(|id| push(*id)),
            _ => item.chars().map(u32::from).for_each(push),
        }
    }

    /// Returns the symbols of a command.
    fn command(&mut self, name: &str) -> &[u32] {
        if !self.commands.contains_key(name) {
            let ids = self.read(name);
            self.commands.insert(name.to_owned(), ids);
        }
        self.commands.get(name).map_or(&[], Vec::as_slice)
    }

    fn read(&mut self, name: &str) -> Vec<u32> {
        if is_dropped(name) {
            return Vec::new();
        }
        if prints_its_name(name) {
            // Text without markup has the name as letters.
            return name.chars().skip(1).map(u32::from).collect();
        }
        let same = SAME.iter().find(|(from, _)| *from == name).map(|(_, to)| *to);
        match same.or_else(|| normalise_formula(name).first().copied()) {
            None => Vec::new(),
            Some(to) if to == name => vec![self.next()],
            Some(to) if to.starts_with('\\') => self.command(to).to_vec(),
            Some(to) => to.chars().map(u32::from).collect(),
        }
    }

    fn next(&mut self) -> u32 {
        self.count += 1;
        FIRST_COMMAND + self.count - 1
    }
}

/// Reports whether a command is one of style or structure, which is dropped.
pub(super) fn is_dropped(command: &str) -> bool {
    DROPPED.contains(&command)
}

pub(super) fn is_punctuation(id: u32) -> bool {
    [',', '.', ';', ':'].map(u32::from).contains(&id)
}

pub(super) fn is_letter(id: u32) -> bool {
    char::from_u32(id).is_some_and(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str) {
        let mut alphabet = Alphabet::default();
        let [a_ids, b_ids] = [a, b].map(|latex| {
            let symbols = alphabet.formula(latex);
            symbols.iter().map(|symbol| symbol.id).collect::<Vec<_>>()
        });
        assert_eq!(a_ids, b_ids, "{a} and {b}");
    }

    #[test]
    fn unicode_is_what_it_stands_for() {
        same("E = mc^{2}", "E = mc²");
        same("\\alpha \\le \\mathbb{R}", "α ≤ ℝ");
        same("\\mathbf{x}_1 - \\varepsilon", "𝐱₁ − ε");
        same("\\sum_i \\rightarrow \\infty", "∑ᵢ → ∞");
        same("x^{(10)} \\hat{y}", "x⁽¹⁰⁾ ŷ");
        same("\\|v\\|", "‖v‖");
        same("90^\\circ \\nless \\tfrac12", "90° ≮ ½");
    }

    #[test]
    fn markup_that_plain_text_lacks_is_dropped() {
        same("\\frac{a}{b} \\text{ if } \\sin x", "a/b if sin x");
        same("\\arcsin x", "arcsin x");
        same("\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}", "a = b c = d");
        same("\\left\\{ x \\,\\middle|\\, y \\right\\}", "\\{x|y\\}");
        same("x = y, \\label{eq:1}", "x=y");
        same("\\text{as in \\cite[p.~3]{key}} x", "as in x");
    }

    #[test]
    fn places_are_those_of_the_text() {
        let source = "a \\alpha²";
        let symbols = Alphabet::default().formula(source);
        let texts: Vec<_> = symbols.iter().map(|symbol| &source[symbol.range.clone()]).collect();
        assert_eq!(texts, ["a", "\\alpha", "²", "²"]);
    }
}
