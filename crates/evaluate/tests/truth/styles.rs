//! The rewriting of pages in the styles of parsers.

use std::ops::Range;

use fastrand::Rng;
use texlens_evaluate::Formula;
use texlens_latex::{Token, TokenKind, lex};

use super::{Style, unicode};

/// Commands that may be mistaken for one another.
const CONFUSED: [&str; 8] = [
    "\\alpha", "\\nu", "\\gamma", "\\omega", "\\rho", "\\phi", "\\sum", "\\leq",
];

/// A piece of a page: text between two formulas, or a formula by its index.
#[derive(Clone)]
enum Piece {
    Text(Range<usize>),
    Formula(usize),
}

pub(super) struct Writer<'a> {
    reference: &'a str,
    formulas: &'a [Formula],
    style: Style,
    rng: Rng,
    out: String,
    truth: Vec<Option<Range<usize>>>,
    touched: Vec<bool>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(reference: &'a str, formulas: &'a [Formula], style: Style, rng: Rng) -> Self {
        Self {
            reference,
            formulas,
            style,
            rng,
            out: String::new(),
            truth: vec![None; formulas.len()],
            touched: vec![!matches!(style, Style::WithText | Style::Merged | Style::Split); formulas.len()],
        }
    }

    pub(super) fn finish(self) -> (String, Vec<Option<Range<usize>>>, Vec<bool>) {
        (self.out, self.truth, self.touched)
    }

    pub(super) fn page(&mut self) {
        let mut blocks = self.blocks();
        if matches!(self.style, Style::Moved | Style::Mixed) {
            self.shuffle(&mut blocks);
        }
        for block in blocks {
            self.block(&block);
            self.out.push_str("\n\n");
        }
    }

    /// Returns the page divided at its blank lines, or at its lines if there would be fewer than four blocks.
    fn blocks(&self) -> Vec<Vec<Piece>> {
        let by_paragraph = self.cut("\n\n");
        if by_paragraph.len() < 4 {
            self.cut("\n")
        } else {
            by_paragraph
        }
    }

    fn cut(&self, separator: &str) -> Vec<Vec<Piece>> {
        let mut blocks = vec![Vec::new()];
        let mut start = 0;
        let ends = self.formulas.iter().map(|formula| formula.range.clone());
        let end = self.reference.len()..self.reference.len();
        for (index, range) in ends.chain([end]).enumerate() {
            let mut from = start;
            while let Some(at) = self.reference[from..range.start].find(separator).map(|at| from + at) {
                blocks.last_mut().unwrap().push(Piece::Text(from..at));
                blocks.push(Vec::new());
                from = at + separator.len();
            }
            let block = blocks.last_mut().unwrap();
            block.push(Piece::Text(from..range.start));
            if index < self.formulas.len() {
                block.push(Piece::Formula(index));
            }
            start = range.end;
        }
        blocks
    }

    /// Exchanges the two columns or moves a few blocks.
    fn shuffle(&mut self, blocks: &mut Vec<Vec<Piece>>) {
        if self.rng.bool() {
            let middle = blocks.len() / 2;
            blocks.rotate_left(middle);
        } else {
            for _ in 0..blocks.len().div_ceil(4) {
                let moved = blocks.remove(self.rng.usize(..blocks.len()));
                blocks.insert(self.rng.usize(..=blocks.len()), moved);
            }
        }
    }

    fn block(&mut self, pieces: &[Piece]) {
        let mut rest = pieces;
        while let Some((piece, after)) = rest.split_first() {
            rest = after;
            match piece {
                Piece::Text(range) => self.text(range.clone()),
                Piece::Formula(index) => rest = self.formula(*index, after),
            }
        }
    }

    fn text(&mut self, range: Range<usize>) {
        let text = &self.reference[range];
        if self.style == Style::Latex {
            self.out.push_str(text);
        } else {
            self.out.push_str(&markdown(text));
        }
    }

    /// Writes a formula, and the pieces after it that are merged with it. Returns the remaining pieces.
    fn formula<'p>(&mut self, index: usize, after: &'p [Piece]) -> &'p [Piece] {
        let formula = &self.formulas[index];
        let style = match self.style {
            Style::Mixed => self.any_style(formula.display),
            style => style,
        };
        match style {
            Style::Dropped if self.rng.f32() < 0.3 => {}
            Style::Latex if formula.display => self.delimited(index, "\\[", "\\]"),
            Style::Latex => self.delimited(index, "\\(", "\\)"),
            Style::WithText if !formula.display => return self.with_text(index, after),
            Style::Merged if formula.display => return self.merged(index, after),
            Style::Split if formula.display => self.split(index),
            Style::Undelimited => self.write(index, "", &body(&formula.latex), ""),
            Style::Unicode => self.write(index, "", unicode::plain(&formula.latex).trim(), ""),
            Style::Spaced => self.dollars(index, &spaced(&body(&formula.latex))),
            Style::Errors => {
                let damaged = self.damaged(&body(&formula.latex));
                self.dollars(index, &damaged);
            }
            _ => self.dollars(index, &body(&formula.latex)),
        }
        after
    }

    fn any_style(&mut self, display: bool) -> Style {
        let styles = if display {
            [
                Style::Markdown,
                Style::Split,
                Style::Merged,
                Style::Errors,
                Style::Spaced,
                Style::Dropped,
            ]
        } else {
            [
                Style::Markdown,
                Style::WithText,
                Style::Unicode,
                Style::Errors,
                Style::Undelimited,
                Style::Dropped,
            ]
        };
        styles[self.rng.usize(..styles.len())]
    }

    fn write(&mut self, index: usize, open: &str, body: &str, close: &str) {
        self.out.push_str(open);
        let start = self.out.len();
        self.out.push_str(body);
        self.truth[index] = Some(start..self.out.len()).filter(|range| !range.is_empty());
        self.out.push_str(close);
    }

    fn delimited(&mut self, index: usize, open: &str, close: &str) {
        let formula = &self.formulas[index];
        let latex = &self.reference[formula.range.clone()];
        if latex.starts_with("\\begin") {
            self.write(index, "", latex, "");
        } else {
            self.write(index, open, &formula.latex, close);
        }
    }

    fn dollars(&mut self, index: usize, body: &str) {
        if !self.formulas[index].display {
            self.write(index, "$", body, "$");
        } else if body.contains(['&']) && !body.contains("\\begin") {
            self.write(index, "\n$$\n\\begin{aligned}\n", body, "\n\\end{aligned}\n$$\n");
        } else {
            self.write(index, "\n$$\n", body, "\n$$\n");
        }
    }

    /// Writes an inline formula with the word before it, the word after it, or the next formula.
    fn with_text<'p>(&mut self, index: usize, after: &'p [Piece]) -> &'p [Piece] {
        let own = body(&self.formulas[index].latex);
        match (self.rng.u8(..4), after) {
            (0, [Piece::Text(text), Piece::Formula(next), rest @ ..])
                if text.len() <= 12
                    && !self.formulas[*next].display
                    && !self.reference[text.clone()].contains(['\n', '\\']) =>
            {
                (self.touched[index], self.touched[*next]) = (true, true);
                self.write(index, "$", &own, "");
                let between = markdown(&self.reference[text.clone()]);
                self.out.push_str(&format!(" \\text{{{between}}} "));
                self.write(*next, "", &body(&self.formulas[*next].latex), "$");
                rest
            }
            (1, [Piece::Text(text), rest @ ..]) => {
                let text = &self.reference[text.clone()];
                let word = text.len()
                    - text
                        .trim_start_matches(|c: char| c == ' ' || c.is_ascii_alphabetic())
                        .len();
                self.touched[index] |= word > 1;
                self.write(index, "$", &own, "");
                self.out.push_str(text[..word].trim_end());
                self.out.push_str("$ ");
                self.out.push_str(&markdown(&text[word..]));
                rest
            }
            (2, _) => {
                let word = self.out.len()
                    - self
                        .out
                        .trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ')
                        .len();
                let last = self.out[self.out.len() - word..]
                    .trim()
                    .rsplit(' ')
                    .next()
                    .unwrap_or_default()
                    .len();
                let at = self.out.trim_end().len() - last;
                let word = self.out.split_off(at);
                self.touched[index] |= !word.is_empty();
                self.write(index, &format!("${word}"), &own, "$");
                after
            }
            _ => {
                self.dollars(index, &own);
                after
            }
        }
    }

    /// Writes a display and the next one as one, if there is little text between them. This text comes after them.
    fn merged<'p>(&mut self, index: usize, after: &'p [Piece]) -> &'p [Piece] {
        const MOST_BETWEEN: usize = 200;
        let [Piece::Text(text), Piece::Formula(next), rest @ ..] = after else {
            self.dollars(index, &body(&self.formulas[index].latex));
            return after;
        };
        if !self.formulas[*next].display || text.len() > MOST_BETWEEN {
            self.dollars(index, &body(&self.formulas[index].latex));
            return after;
        }
        (self.touched[index], self.touched[*next]) = (true, true);
        self.write(
            index,
            "\n$$\n\\begin{aligned}\n",
            &body(&self.formulas[index].latex),
            " \\\\\n",
        );
        self.write(*next, "", &body(&self.formulas[*next].latex), "\n\\end{aligned}\n$$\n");
        self.text(text.clone());
        rest
    }

    /// Writes a display as several: its rows, or the parts before and after its first relation.
    fn split(&mut self, index: usize) {
        let own = body(&self.formulas[index].latex);
        let parts = parts(&own);
        let mut whole: Option<Range<usize>> = None;
        for part in &parts {
            self.dollars(index, part.trim());
            let start = whole.map(|whole| whole.start);
            whole = self.truth[index]
                .clone()
                .map(|part| start.unwrap_or(part.start)..part.end);
        }
        self.truth[index] = whole;
        self.touched[index] |= parts.len() > 1;
    }

    /// Returns a formula with at least one misread symbol.
    fn damaged(&mut self, latex: &str) -> String {
        let mut out = String::new();
        let tokens = lex(latex);
        let mut is_name = false;
        for token in &tokens {
            let text = token.text(latex);
            match token.kind {
                TokenKind::Command if CONFUSED.contains(&text) && self.rng.f32() < 0.08 => {
                    out.push_str(CONFUSED[self.rng.usize(..CONFUSED.len())]);
                }
                TokenKind::Text if !is_name => text.chars().for_each(|c| self.damaged_character(c, &mut out)),
                _ => out.push_str(text),
            }
            if token.kind == TokenKind::Command {
                is_name = matches!(text, "\\begin" | "\\end" | "\\text" | "\\mathrm" | "\\operatorname");
            } else if token.kind == TokenKind::GroupClose {
                is_name = false;
            }
        }
        out
    }

    fn damaged_character(&mut self, c: char, out: &mut String) {
        match self.rng.u8(..100) {
            0..=4 if c.is_ascii_alphanumeric() => out.push(self.rng.alphanumeric()),
            5..=6 => {}
            7 => {
                out.push(c);
                out.push(c);
            }
            _ => out.push(c),
        }
    }
}

/// Returns a formula without the parts that a page does not show.
fn body(latex: &str) -> String {
    let tokens = lex(latex);
    let mut out = String::new();
    let mut rest = tokens.iter().peekable();
    while let Some(token) = rest.next() {
        let text = token.text(latex);
        match text {
            "\\label" | "\\tag" => {
                for token in rest.by_ref() {
                    if token.kind == TokenKind::GroupClose {
                        break;
                    }
                }
            }
            "\\nonumber" | "\\notag" => {}
            _ if token.kind == TokenKind::Comment => {}
            _ if token.kind == TokenKind::ParagraphBreak => out.push('\n'),
            _ => out.push_str(text),
        }
    }
    out.trim().to_owned()
}

/// Returns LaTeX with a blank between every two tokens. Names of environments stay whole.
fn spaced(latex: &str) -> String {
    let tokens = lex(latex);
    let mut out = String::new();
    let mut name = 0_u8;
    for token in tokens.iter().filter(|token| token.kind != TokenKind::Whitespace) {
        let text = token.text(latex);
        if name > 0 {
            name -= 1;
            out.push_str(text);
            continue;
        }
        if matches!(text, "\\begin" | "\\end") {
            name = 3;
        }
        if token.kind == TokenKind::Text {
            text.chars().for_each(|c| out.extend([' ', c]));
        } else {
            out.push(' ');
            out.push_str(text);
        }
    }
    out.trim().to_owned()
}

/// Returns the rows of a display, or its two sides.
fn parts(latex: &str) -> Vec<String> {
    let tokens = lex(latex);
    let (mut rows, mut relation) = (vec![0], None);
    let (mut depth, mut environments) = (0_isize, 0_isize);
    for token in &tokens {
        match (token.kind, token.text(latex)) {
            (TokenKind::GroupOpen, _) => depth += 1,
            (TokenKind::GroupClose, _) => depth -= 1,
            (TokenKind::Command, "\\begin" | "\\left") => environments += 1,
            (TokenKind::Command, "\\end" | "\\right") => environments -= 1,
            (TokenKind::Command, "\\\\") if depth == 0 && environments == 0 => rows.push(token.end),
            (TokenKind::Text, text) if depth == 0 && environments == 0 && token.start > 0 && relation.is_none() => {
                relation = text.find('=').map(|at| token.start + at).filter(|at| *at > 0);
            }
            _ => {}
        }
    }
    let cuts = if rows.len() > 1 {
        rows
    } else {
        [Some(0), relation].into_iter().flatten().collect()
    };
    let ends = cuts.iter().copied().skip(1).chain([latex.len()]);
    let parts = cuts
        .iter()
        .zip(ends)
        .map(|(start, end)| latex[*start..end].replace('&', " "));
    let parts = parts.map(|part| part.trim().trim_end_matches("\\\\").trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns running text as Markdown, without the parts that Markdown cannot express.
fn markdown(latex: &str) -> String {
    let tokens = lex(latex);
    let mut out = String::new();
    let mut closers: Vec<&str> = Vec::new();
    let mut closer = "";
    let mut rest = tokens.iter().peekable();
    while let Some(token) = rest.next() {
        let text = token.text(latex);
        match (token.kind, text) {
            (TokenKind::Command, "\\section" | "\\chapter") => out.push_str("\n# "),
            (TokenKind::Command, "\\subsection" | "\\subsubsection") => out.push_str("\n## "),
            (TokenKind::Command, "\\item") => out.push_str("- "),
            (TokenKind::Command, "\\textbf") => {
                out.push_str("**");
                closer = "**";
            }
            (TokenKind::Command, "\\begin" | "\\end" | "\\label" | "\\vspace" | "\\hspace" | "\\includegraphics") => {
                skip(&mut rest);
            }
            (TokenKind::Command, "\\cite" | "\\citep" | "\\citet" | "\\ref" | "\\eqref") => {
                skip(&mut rest);
                out.push_str("[1]");
            }
            (TokenKind::Command, "\\%" | "\\&" | "\\#" | "\\_") => out.push_str(&text[1..]),
            (TokenKind::Command, "\\$") => out.push_str(text),
            (TokenKind::Command, "\\\\") => out.push('\n'),
            (TokenKind::Command | TokenKind::Comment | TokenKind::MathShift, _) => {}
            (TokenKind::GroupOpen, _) => closers.push(std::mem::take(&mut closer)),
            (TokenKind::GroupClose, _) => out.push_str(closers.pop().unwrap_or_default()),
            (TokenKind::Special, "&") => out.push_str(" | "),
            (TokenKind::Special, "~") => out.push(' '),
            _ => out.push_str(text),
        }
    }
    out
}

fn skip<'t>(rest: &mut std::iter::Peekable<impl Iterator<Item = &'t Token>>) {
    if rest.next_if(|token| token.kind == TokenKind::GroupOpen).is_some() {
        for token in rest.by_ref() {
            if token.kind == TokenKind::GroupClose {
                break;
            }
        }
    }
}
