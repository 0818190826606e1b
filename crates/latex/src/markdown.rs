//! Markdown around LaTeX, as language models write it.
//!
//! There are two separate steps. [`fences`] finds code fences and does not change the text. [`markdown_to_latex`] rewrites
//! the remaining Markdown.

use std::ops::Range;

use crate::outline::Outline;
use crate::token::{Token, TokenKind};

/// A code fence: a line that starts with at least three backticks or tildes, and the lines up to a closing line or the
/// end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    /// Byte range from the opening line to the closing line.
    pub range: Range<usize>,
    /// Byte range of the word after the opening marks, such as `latex`; often empty.
    pub language: Range<usize>,
    /// Byte range of the lines between the opening and the closing line.
    pub body: Range<usize>,
    /// Whether the fence has a closing line.
    pub closed: bool,
}

/// Languages of fences that hold LaTeX.
const LATEX: [&str; 3] = ["latex", "tex", "math"];

impl Fence {
    /// Reports whether the language of the fence is LaTeX. `text` is the text in which the fence was found.
    #[must_use]
    pub fn is_latex(&self, text: &str) -> bool {
        let language = text.get(self.language.clone()).unwrap_or_default();
        LATEX.iter().any(|name| language.eq_ignore_ascii_case(name))
    }
}

/// Returns the code fences of a text, in order.
#[must_use]
pub fn fences(text: &str) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut open: Option<(Fence, &str)> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let marks = fence_marks(line);
        match (&mut open, marks) {
            (Some((fence, opening)), Some(marks))
                if marks.starts_with(*opening) && line.trim().len() == marks.len() =>
            {
                fence.closed = true;
                fence.body.end = start;
                fence.range.end = start + line.trim_end().len();
                fences.extend(open.take().map(|(fence, _)| fence));
            }
            (None, Some(marks)) => {
                let indent = line.len() - line.trim_start().len();
                let after = start + indent + marks.len();
                let word = text.get(after..end).unwrap_or_default();
                let word_start = after + (word.len() - word.trim_start().len());
                let length = word.split_whitespace().next().map_or(0, str::len);
                let fence = Fence {
                    range: start + indent..text.len(),
                    language: word_start.min(end)..word_start.min(end) + length,
                    body: end..text.len(),
                    closed: false,
                };
                open = Some((fence, marks));
            }
            _ => {}
        }
        start = end;
    }
    fences.extend(open.map(|(fence, _)| fence));
    fences
}

/// Returns the marks at the start of a line, if they may open or close a fence.
fn fence_marks(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([' ', '\t']);
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.len() - line.trim_start_matches(mark).len();
    // A later backtick on the line makes this inline code, not a fence.
    let is_fence = length >= 3 && !(mark == '`' && line.get(length..)?.contains('`'));
    line.get(..length).filter(|_| is_fence)
}

/// Converts Markdown to LaTeX. Headings (`# A`, up to six levels) become `\section{A}`, `\subsection{A}`,
/// `\subsubsection{A}` and, from the fourth level on, `\paragraph{A}`. `**bold**` within a paragraph becomes
/// `\textbf{bold}`. Formulas, verbatim text, comments and BibTeX entries stay unchanged. Single asterisks and
/// underscores stay, because they have other meanings in LaTeX.
#[must_use]
pub fn markdown_to_latex(text: &str) -> String {
    let outline = Outline::of(text);
    let mut formulas = outline.formulas().iter().peekable();
    let mut writer = Writer {
        text,
        out: String::with_capacity(text.len() + 64),
        bold: None,
        heading: false,
    };
    let tokens = &outline.tokens;
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        while formulas.next_if(|formula| formula.range.end <= token.start).is_some() {}
        let in_formula = formulas
            .peek()
            .is_some_and(|formula| formula.range.start <= token.start);
        if let Some((level, after)) = heading_at(text, tokens, index).filter(|_| !in_formula) {
            writer.open_heading(level);
            index = after;
            continue;
        }
        match token.kind {
            TokenKind::Whitespace | TokenKind::ParagraphBreak => writer.space(token),
            TokenKind::Text if !in_formula => writer.word(token.text(text)),
            _ => writer.out.push_str(token.text(text)),
        }
        index += 1;
    }
    writer.finish()
}

/// Returns the level of the heading whose marks start a line at `index`, and the index of its first word.
fn heading_at(text: &str, tokens: &[Token], index: usize) -> Option<(usize, usize)> {
    const MAX_LEVEL: usize = 6;
    if tokens.get(index)?.text(text) != "#" {
        return None;
    }
    let starts_line = match index.checked_sub(1).and_then(|before| tokens.get(before)) {
        None => true,
        Some(before) => {
            let is_space = matches!(before.kind, TokenKind::Whitespace | TokenKind::ParagraphBreak);
            is_space && before.text(text).ends_with('\n')
        }
    };
    let marks = tokens.iter().skip(index).take(MAX_LEVEL + 1);
    let level = marks.take_while(|token| token.text(text) == "#").count();
    let space = tokens.get(index + level)?;
    let spaced = space.kind == TokenKind::Whitespace && !space.text(text).contains('\n');
    (starts_line && spaced && level <= MAX_LEVEL).then_some((level, index + level + 1))
}

struct Writer<'a> {
    text: &'a str,
    out: String,
    /// Offset in `out` at which bold text was opened. The opening is undone if the bold text is not closed in its
    /// paragraph.
    bold: Option<usize>,
    /// Whether a heading is open.
    heading: bool,
}

impl Writer<'_> {
    fn open_heading(&mut self, level: usize) {
        self.out.push_str(match level {
            1 => "\\section{",
            2 => "\\subsection{",
            3 => "\\subsubsection{",
            _ => "\\paragraph{",
        });
        self.heading = true;
    }

    fn space(&mut self, token: &Token) {
        let space = token.text(self.text);
        if self.heading && space.contains('\n') {
            self.end_block();
            self.heading = false;
            self.out.push('}');
        } else if token.kind == TokenKind::ParagraphBreak {
            self.end_block();
        }
        self.out.push_str(space);
    }

    fn word(&mut self, word: &str) {
        let mut pieces = word.split("**");
        self.out.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            match self.bold.take() {
                Some(_) => self.out.push('}'),
                None => {
                    self.bold = Some(self.out.len());
                    self.out.push_str("\\textbf{");
                }
            }
            self.out.push_str(piece);
        }
    }

    /// Undoes bold text that is still open, since its marks had another meaning.
    fn end_block(&mut self) {
        if let Some(start) = self.bold.take() {
            self.out.replace_range(start..start + "\\textbf{".len(), "**");
        }
    }

    fn finish(mut self) -> String {
        self.end_block();
        if self.heading {
            self.out.push('}');
        }
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_have_language_and_body() {
        let text = "a\n  ```tex x\nb\n  ```\nc\n```\nd";
        let found: Vec<_> = fences(text)
            .into_iter()
            .map(|fence| {
                (
                    &text[fence.range],
                    &text[fence.language],
                    &text[fence.body],
                    fence.closed,
                )
            })
            .collect();
        assert_eq!(
            found,
            [("```tex x\nb\n  ```", "tex", "b\n", true), ("```\nd", "", "d", false)]
        );
    }

    #[test]
    fn headings_and_bold_text_become_commands() {
        assert_eq!(
            markdown_to_latex("# A **b**\n\nText **c $d$ e**.\n#### F"),
            "\\section{A \\textbf{b}}\n\nText \\textbf{c $d$ e}.\n\\paragraph{F}"
        );
        assert_eq!(markdown_to_latex("## $x$ y"), "\\subsection{$x$ y}");
    }

    #[test]
    fn what_is_no_markdown_stays() {
        for text in [
            "a # b",
            "#1",
            "$a ** b$ \\verb|**| 2**",
            "**a\n\nb**",
            "####### x",
            "\\begin{verbatim}\n# x\n\\end{verbatim}",
            "% # x\n",
        ] {
            assert_eq!(markdown_to_latex(text), text);
        }
    }
}
