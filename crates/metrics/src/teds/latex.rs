//! The cells of a tabular.

use std::ops::Range;

use texlens_latex::{Outline, Tabular, Token, TokenKind};
use unicode_normalization::char::compose;

use super::content::{Content, Tags, Writer};
use super::plain::SpannedCell;
use crate::grid::{TabularCell, tabular_rows};
use crate::numbers::{arguments_end, is_reference, silent_arguments};

/// Commands with an argument that become elements.
const INLINE: [(&str, &str); 9] = [
    ("\\textbf", "b"),
    ("\\textit", "i"),
    ("\\emph", "i"),
    ("\\textsl", "i"),
    ("\\texttt", "code"),
    ("\\underline", "u"),
    ("\\uline", "u"),
    ("\\textsuperscript", "sup"),
    ("\\textsubscript", "sub"),
];

/// Commands that become elements up to the end of their group.
const DECLARATIONS: [(&str, &str); 8] = [
    ("\\bf", "b"),
    ("\\bfseries", "b"),
    ("\\it", "i"),
    ("\\itshape", "i"),
    ("\\em", "i"),
    ("\\slshape", "i"),
    ("\\tt", "code"),
    ("\\ttfamily", "code"),
];

/// Commands that print nothing themselves. Text in their argument is printed.
const TRANSPARENT: [&str; 44] = [
    "\\hline",
    "\\Xhline",
    "\\endhead",
    "\\endfirsthead",
    "\\endfoot",
    "\\endlastfoot",
    "\\centering",
    "\\raggedright",
    "\\raggedleft",
    "\\arraybackslash",
    "\\noindent",
    "\\strut",
    "\\protect",
    "\\relax",
    "\\null",
    "\\bigstrut",
    "\\tiny",
    "\\scriptsize",
    "\\footnotesize",
    "\\small",
    "\\normalsize",
    "\\large",
    "\\Large",
    "\\LARGE",
    "\\huge",
    "\\Huge",
    "\\rm",
    "\\rmfamily",
    "\\sf",
    "\\sffamily",
    "\\sc",
    "\\scshape",
    "\\upshape",
    "\\mdseries",
    "\\normalfont",
    "\\makecell",
    "\\multirowcell",
    "\\shortstack",
    "\\text",
    "\\textrm",
    "\\textnormal",
    "\\mbox",
    "\\hbox",
    "\\!",
];

/// Commands that print white space.
const SPACES: [&str; 13] = [
    "\\\\",
    "\\tabularnewline",
    "\\newline",
    "\\linebreak",
    "\\par",
    "\\ ",
    "\\,",
    "\\;",
    "\\:",
    "\\>",
    "\\quad",
    "\\qquad",
    "\\hfill",
];

/// Letters that have a command.
const LETTERS: [(&str, char); 13] = [
    ("\\ss", 'ß'),
    ("\\o", 'ø'),
    ("\\O", 'Ø'),
    ("\\l", 'ł'),
    ("\\L", 'Ł'),
    ("\\ae", 'æ'),
    ("\\AE", 'Æ'),
    ("\\oe", 'œ'),
    ("\\OE", 'Œ'),
    ("\\aa", 'å'),
    ("\\AA", 'Å'),
    ("\\i", 'ı'),
    ("\\j", 'ȷ'),
];

/// Accents and their combining characters.
const ACCENTS: [(&str, char); 14] = [
    ("\\`", '\u{300}'),
    ("\\'", '\u{301}'),
    ("\\^", '\u{302}'),
    ("\\~", '\u{303}'),
    ("\\=", '\u{304}'),
    ("\\u", '\u{306}'),
    ("\\.", '\u{307}'),
    ("\\\"", '\u{308}'),
    ("\\r", '\u{30a}'),
    ("\\H", '\u{30b}'),
    ("\\v", '\u{30c}'),
    ("\\d", '\u{323}'),
    ("\\c", '\u{327}'),
    ("\\k", '\u{328}'),
];

/// Characters that TeX's fonts join, longest first.
const LIGATURES: [(&str, &str); 4] = [("---", "—"), ("--", "–"), ("``", "“"), ("''", "”")];

/// Returns the rows of a tabular without blank ones, such as the rules after the last `\\`. Returns `None` unless the
/// tabular is a table: at least two rows have content, and one of them has some beyond the first column.
pub(super) fn rows(outline: &Outline<'_>, tabular: &Tabular, tags: &mut Tags) -> Option<Vec<Vec<SpannedCell>>> {
    let mut rows = Vec::new();
    let (mut filled, mut is_wide) = (0, false);
    for row in tabular_rows(outline, tabular) {
        let cell = |cell: &TabularCell| SpannedCell {
            content: content(outline, cell, tags),
            range: trimmed(outline.source, cell),
            column: cell.column,
            columns: cell.columns,
            rows: cell.rows,
        };
        let cells: Vec<SpannedCell> = row.cells.iter().map(cell).collect();
        let last = cells.iter().rfind(|cell| !cell.content.is_empty());
        filled += usize::from(last.is_some());
        is_wide |= last.is_some_and(|last| last.column + last.columns > 1);
        if last.is_some() || cells.len() > 1 {
            rows.push(cells);
        }
    }
    (filled > 1 && is_wide).then_some(rows)
}

/// Returns the range of a cell without white space at its ends.
fn trimmed(source: &str, cell: &TabularCell) -> Range<usize> {
    let text = source.get(cell.range.clone()).unwrap_or_default();
    let start = cell.range.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

/// Returns the content of a cell.
fn content(outline: &Outline<'_>, cell: &TabularCell, tags: &mut Tags) -> Content {
    // An option before the cell may end within a word.
    let first = outline.tokens.partition_point(|token| token.end <= cell.range.start);
    let last = outline.tokens.partition_point(|token| token.start < cell.range.end);
    let reader = Reader {
        outline,
        tokens: outline.tokens.get(first..last).unwrap_or_default(),
        range: &cell.range,
        writer: Writer::new(tags),
        groups: vec![Vec::new()],
        element: None,
        accent: None,
    };
    reader.read()
}

/// Reads the content of a cell.
struct Reader<'a> {
    outline: &'a Outline<'a>,
    tokens: &'a [Token],
    range: &'a Range<usize>,
    writer: Writer<'a>,
    /// The elements that end with each open group, from the cell inwards.
    groups: Vec<Vec<&'static str>>,
    /// The element that the next group becomes.
    element: Option<&'static str>,
    /// The accent of the next character.
    accent: Option<char>,
}

impl Reader<'_> {
    fn read(mut self) -> Content {
        // All bytes before this offset are outside the cell, arguments that are not printed, or formulas.
        let mut done = self.range.start;
        for (index, token) in self.tokens.iter().enumerate() {
            if token.end <= done {
                continue;
            }
            done = self.token(index, token, done).unwrap_or(done);
        }
        while !self.groups.is_empty() {
            self.close_group();
        }
        self.writer.finish()
    }

    /// Reads a token and returns the offset after its arguments, if it has any.
    fn token(&mut self, index: usize, token: &Token, done: usize) -> Option<usize> {
        let source = self.outline.source;
        let text = source.get(token.start.max(done)..token.end).unwrap_or_default();
        if let Some(end) = self.formula_at(token.start).or_else(|| self.caption_at(token.start)) {
            return Some(end);
        }
        match token.kind {
            TokenKind::Comment | TokenKind::BibEntry => {}
            TokenKind::Whitespace | TokenKind::ParagraphBreak => self.writer.space(),
            TokenKind::GroupOpen => {
                let element = self.element.take();
                element.into_iter().for_each(|tag| self.writer.open(tag));
                self.groups.push(element.into_iter().collect());
            }
            TokenKind::GroupClose if self.groups.len() > 1 => self.close_group(),
            TokenKind::GroupClose => {}
            TokenKind::Command => return self.command(index, token, text),
            TokenKind::Special if matches!(text, "~" | "&") => self.writer.space(),
            TokenKind::Text => self.text(text),
            TokenKind::MathShift | TokenKind::Special | TokenKind::Verbatim => self.writer.text(text),
        }
        None
    }

    /// Writes the formula that begins at a byte, if there is one, and returns its end.
    fn formula_at(&mut self, at: usize) -> Option<usize> {
        let formulas = self.outline.formulas();
        let formula = formulas.get(formulas.partition_point(|formula| formula.range.start < at))?;
        let is_here = formula.range.start == at && formula.range.end <= self.range.end;
        is_here.then(|| {
            self.writer
                .formula(self.outline.source.get(formula.body.clone()).unwrap_or_default());
            formula.range.end
        })
    }

    /// Returns the end of the caption that begins at a byte, if there is one. A `longtable` has it among its rows.
    fn caption_at(&self, at: usize) -> Option<usize> {
        let captions = self.outline.captions();
        let caption = captions.get(captions.partition_point(|caption| caption.range.start < at))?;
        (caption.range.start == at).then_some(caption.range.end)
    }

    fn command(&mut self, index: usize, token: &Token, name: &str) -> Option<usize> {
        let source = self.outline.source;
        let rest = self.tokens.get(index + 1..).unwrap_or_default();
        let named = |list: &[(&str, &'static str)]| list.iter().find(|(known, _)| *known == name).map(|(_, tag)| *tag);
        let character = |list: &[(&str, char)]| list.iter().find(|(known, _)| *known == name).map(|(_, c)| *c);
        let end = arguments_end(source, rest, name);
        if SPACES.contains(&name) {
            self.writer.space();
        } else if let Some(tag) = named(&INLINE) {
            self.element = Some(tag);
        } else if let Some(tag) = named(&DECLARATIONS) {
            self.writer.open(tag);
            self.groups.last_mut()?.push(tag);
        } else if let Some(letter) = character(&LETTERS) {
            self.writer.character(letter);
        } else if let Some(accent) = character(&ACCENTS) {
            self.accent = Some(accent);
        } else if let Some(shown) = name
            .strip_prefix('\\')
            .filter(|shown| matches!(*shown, "%" | "&" | "#" | "$" | "_" | "{" | "}"))
        {
            self.writer.text(shown);
        } else if TRANSPARENT.contains(&name) {
        } else if is_reference(name) {
            // These print something that the source does not say, so the source stands for it.
            self.writer
                .text(source.get(token.start..end.unwrap_or(token.end)).unwrap_or_default());
        } else if silent_arguments(name).is_none() {
            self.writer.text(name);
        }
        end
    }

    fn text(&mut self, text: &str) {
        let mut rest = text;
        if let Some(accent) = self.accent.take() {
            let mut characters = rest.chars();
            if let Some(base) = characters.next() {
                // TeX sets accents above the letters without dots.
                let base = match base {
                    'ı' => 'i',
                    'ȷ' => 'j',
                    base => base,
                };
                match compose(base, accent) {
                    Some(composed) => self.writer.character(composed),
                    None => {
                        self.writer.character(base);
                        self.writer.character(accent);
                    }
                }
            }
            rest = characters.as_str();
        }
        while let Some(c) = rest.chars().next() {
            let ligature = LIGATURES.iter().find(|(written, _)| rest.starts_with(written));
            let (written, printed) =
                ligature.map_or((c.len_utf8(), None), |(written, set)| (written.len(), Some(*set)));
            match printed {
                Some(printed) => self.writer.text(printed),
                None => self.writer.character(c),
            }
            rest = rest.get(written..).unwrap_or_default();
        }
    }

    fn close_group(&mut self) {
        for tag in self.groups.pop().into_iter().flatten().rev() {
            self.writer.close(tag);
        }
    }
}
