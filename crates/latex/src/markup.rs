//! The markup of a text, LaTeX or Markdown, and its conversion for parsers of LaTeX.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::formula::{Formula, formulas};
use crate::lexer::lex;
use crate::markdown::fences;

/// The markup of a text. It decides the meaning of `%`, backticks and single dollars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// LaTeX, as TeX reads it.
    Latex,
    /// Markdown with mathematics: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` (with single or doubled backslashes) and display
    /// environments. A dollar is text if it is escaped, in code, alone in a row of a table, or before an amount. `%`
    /// starts no comment.
    Markdown,
}

/// Beginnings of commands that only LaTeX has outside formulas.
const LATEX_SIGNS: [&str; 12] = [
    "\\section",
    "\\subsection",
    "\\chapter",
    "\\begin{document}",
    "\\begin{itemize}",
    "\\begin{enumerate}",
    "\\begin{theorem}",
    "\\begin{figure}",
    "\\begin{table}",
    "\\documentclass",
    "\\cite",
    "\\textit{",
];

impl Markup {
    /// Guesses the markup of a text. The guess is Markdown if more lines have a sign of Markdown (a heading with `#`,
    /// bold text between `**`, a fence, a row of a table) than the text has commands that only LaTeX has.
    #[must_use]
    pub fn guess(text: &str) -> Self {
        let markdown = text.lines().filter(|line| looks_like_markdown(line)).count();
        let latex: usize = LATEX_SIGNS.iter().map(|sign| text.matches(sign).count()).sum();
        if markdown > latex { Self::Markdown } else { Self::Latex }
    }

    /// Returns the text in a form in which a parser of LaTeX finds its formulas. The length in bytes stays the same.
    /// Takes linear time; never fails.
    #[must_use]
    pub fn readable(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Latex => Cow::Borrowed(text),
            Self::Markdown => Cow::Owned(Mask::of(text)),
        }
    }

    /// Returns the formulas of a text, inline and displayed, in order. Takes linear time; never fails.
    #[must_use]
    pub fn formulas(self, text: &str) -> Vec<Formula> {
        let readable = self.readable(text);
        formulas(&readable, &lex(&readable))
    }
}

fn looks_like_markdown(line: &str) -> bool {
    let line = line.trim_start();
    let heading = line.trim_start_matches('#');
    let is_heading = (1..=6).contains(&(line.len() - heading.len())) && heading.starts_with(' ');
    is_heading || line.starts_with("```") || is_table_row(line) || line.matches("**").count() >= 2
}

fn is_table_row(line: &str) -> bool {
    let line = line.trim();
    line.len() > 1 && line.starts_with('|') && line.ends_with('|')
}

/// Replaces bytes that would mislead a parser of LaTeX by blanks.
struct Mask<'a> {
    text: &'a str,
    bytes: Vec<u8>,
}

impl<'a> Mask<'a> {
    fn of(text: &'a str) -> String {
        let mut mask = Self {
            text,
            bytes: text.as_bytes().to_vec(),
        };
        mask.code();
        mask.doubled_delimiters();
        mask.percent_signs();
        mask.lonely_dollars_in_tables();
        mask.amounts();
        // Only ASCII bytes were replaced, by ASCII bytes.
        String::from_utf8(mask.bytes).unwrap_or_else(|_| text.to_owned())
    }

    fn blank(&mut self, at: usize) {
        if let Some(byte) = self.bytes.get_mut(at) {
            *byte = b' ';
        }
    }

    /// Returns the lines, each with the offset of its first byte.
    fn lines(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        self.text.split_inclusive('\n').scan(0, |start, line| {
            let at = *start;
            *start += line.len();
            Some((at, line))
        })
    }

    /// Removes the delimiters of formulas in code, and keeps the letters, so that a formula in code can still be found.
    /// A fence of LaTeX does not count as code.
    fn code(&mut self) {
        let mut fences = fences(self.text).into_iter().peekable();
        for (start, line) in self.lines() {
            while fences.next_if(|fence| fence.range.end <= start).is_some() {}
            match fences.peek().filter(|fence| fence.range.start < start + line.len()) {
                Some(fence) if fence.is_latex(self.text) => {}
                Some(_) => self.without_delimiters(start..start + line.len()),
                None => self.code_spans(start, line),
            }
        }
    }

    /// Removes delimiters within code spans. A run of backticks closes at a run of the same length on the same line.
    fn code_spans(&mut self, start: usize, line: &str) {
        let runs = backtick_runs(line);
        let mut next_of_length: HashMap<usize, usize> = HashMap::new();
        let mut closing: Vec<Option<usize>> = vec![None; runs.len()];
        for (index, run) in runs.iter().enumerate().rev() {
            closing[index] = next_of_length.insert(run.len(), index);
        }
        let mut index = 0;
        while let Some(run) = runs.get(index) {
            // On GitHub, $`…`$ is a formula.
            let is_formula = line[..run.start].ends_with('$');
            match closing[index].filter(|_| !is_formula) {
                Some(close) => {
                    self.without_delimiters(start + run.end..start + runs[close].start);
                    index = close + 1;
                }
                None => index += 1,
            }
        }
    }

    fn without_delimiters(&mut self, range: Range<usize>) {
        for at in range {
            let next = self.text.as_bytes().get(at + 1);
            let opens = matches!(next, Some(b'(' | b')' | b'[' | b']'));
            match self.bytes.get(at) {
                Some(b'$') => self.blank(at),
                Some(b'\\') if opens => self.blank(at),
                _ => {}
            }
        }
    }

    /// Converts `\\(…\\)` and `\\[…\\]` to single backslashes. Some authors double them for Markdown that removes a
    /// backslash.
    fn doubled_delimiters(&mut self) {
        /// Maximum length of a formula, in bytes. The bound keeps many opening delimiters without a closing one cheap.
        const LONGEST: usize = 4096;
        for (open, close) in [("\\\\(", "\\\\)"), ("\\\\[", "\\\\]")] {
            let mut from = 0;
            while let Some(start) = self.text[from..].find(open).map(|at| from + at) {
                let inside = start + open.len();
                let near = &self.text[inside..self.text.floor_char_boundary(inside + LONGEST)];
                let body = near.find(close).map(|length| &near[..length]);
                from = match body {
                    Some(body) if !body.contains('$') && !body.contains("\n\n") && !body.contains(open) => {
                        let end = inside + body.len();
                        self.blank(start);
                        // The closing delimiter moves one byte to the left, so that no backslash remains in the
                        // formula.
                        self.bytes[end..end + close.len()].rotate_left(1);
                        self.blank(end + close.len() - 1);
                        end + close.len()
                    }
                    _ => inside,
                };
            }
        }
    }

    fn percent_signs(&mut self) {
        for (at, _) in self.text.match_indices('%') {
            if !self.escaped(at) {
                self.blank(at);
            }
        }
    }

    fn lonely_dollars_in_tables(&mut self) {
        for (start, line) in self.lines().filter(|(_, line)| is_table_row(line)) {
            let dollars: Vec<usize> = self.dollars(start..start + line.len());
            if dollars.len() % 2 == 1 {
                // The stray dollar is the first one before an amount, or else the last one of the row.
                let stray = dollars.iter().position(|at| self.amount_follows(*at));
                let stray = stray.unwrap_or(dollars.len() - 1);
                self.blank(dollars[stray]);
            }
        }
    }

    /// Blanks dollars before amounts of money. Such a dollar is followed by a digit, and the text up to the next dollar
    /// of the paragraph is not a formula.
    fn amounts(&mut self) {
        let dollars = self.dollars(0..self.text.len());
        let mut open = 0;
        while let Some(at) = dollars.get(open).copied() {
            let next = dollars.get(open + 1).copied();
            let body = next.and_then(|next| self.text.get(at + 1..next));
            let is_formula = body.is_some_and(|body| {
                let followed_by_digit = next.is_some_and(|next| self.digit_at(next + 1));
                !body.contains("\n\n") && !(self.amount_follows(at) && (followed_by_digit || is_prose(body)))
            });
            if is_formula || (body == Some("")) {
                open += 2;
            } else {
                if self.amount_follows(at) {
                    self.blank(at);
                }
                open += 1;
            }
        }
    }

    /// Returns the dollars in `range` that are neither escaped nor already blank.
    fn dollars(&self, range: Range<usize>) -> Vec<usize> {
        range
            .filter(|at| self.bytes.get(*at) == Some(&b'$') && !self.escaped(*at))
            .collect()
    }

    fn escaped(&self, at: usize) -> bool {
        let before = self.text.as_bytes()[..at].iter().rev();
        before.take(64).take_while(|byte| **byte == b'\\').count() % 2 == 1
    }

    fn digit_at(&self, at: usize) -> bool {
        self.bytes.get(at).is_some_and(u8::is_ascii_digit)
    }

    fn amount_follows(&self, dollar: usize) -> bool {
        self.digit_at(dollar + 1)
    }
}

fn backtick_runs(line: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.match_indices('`') {
        match runs.last_mut().filter(|run| run.end == at) {
            Some(run) => run.end += 1,
            None => runs.push(at..at + 1),
        }
    }
    runs
}

/// Reports whether a text between two dollars is prose, as between two amounts of money: words and numbers without a
/// sign of mathematics.
fn is_prose(text: &str) -> bool {
    let has_sign = text.contains(['\\', '^', '_', '=', '<', '>', '+', '*', '{', '}']);
    let has_word = text
        .split(|c: char| !c.is_alphabetic())
        .any(|word| word.chars().count() > 1);
    !has_sign && (has_word || text.ends_with(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn markdown(text: &str) -> Vec<String> {
        let found = Markup::Markdown.formulas(text);
        found
            .into_iter()
            .map(|formula| text[formula.body].trim().to_owned())
            .collect()
    }

    #[test]
    fn every_delimiter_of_markdown() {
        assert_eq!(
            markdown(
                "$a$ and \\(b\\)\n\n$$\nc\n$$\n\n\\[d\\]\n\n\\begin{align}e\\end{align} \\\\(f\\\\) \\\\[ g \\\\]"
            ),
            ["a", "b", "c", "d", "e", "f", "g"]
        );
    }

    #[test]
    fn money_is_no_formula() {
        assert_eq!(markdown("It costs $5 and $10 or $20."), Vec::<String>::new());
        assert_eq!(markdown("from $10-$20, with $x$ pieces at $3 each"), ["x"]);
        assert_eq!(markdown("\\$5 for $n$ of them and \\$7"), ["n"]);
        assert_eq!(markdown("$5 + x = 7$ and $10$ and $2n$"), ["5 + x = 7", "10", "2n"]);
    }

    #[test]
    fn code_has_no_formulas() {
        assert_eq!(markdown("`$a$` and ``\\(b`\\)`` and $c$"), ["c"]);
        assert_eq!(markdown("```sh\necho $HOME $PATH\n```\n$x$"), ["x"]);
        assert_eq!(markdown("a lone ` and $y$"), ["y"]);
        assert_eq!(markdown("a ` lone `` and $y$ `` tick"), Vec::<String>::new());
        assert_eq!(markdown("````\n```\n$x$\n````\n```math\n$y$\n```"), ["y"]);
    }

    #[test]
    fn a_stray_dollar_in_a_table_stays_in_its_row() {
        assert_eq!(markdown("| $a$ | $5 |\n| --- | --- |\n| $b$ | c |"), ["a", "b"]);
    }

    #[test]
    fn percent_signs_hide_nothing() {
        assert_eq!(markdown("50% of $x$\nand 3% of $y$"), ["x", "y"]);
        assert_eq!(Markup::Latex.formulas("50% of $x$\n$y$").len(), 1);
    }

    #[test]
    fn headings_tables_and_bold_are_markdown() {
        for text in ["# A\n", "a **b** c", "| a | b |\n", "```\n```"] {
            assert_eq!(Markup::guess(text), Markup::Markdown, "{text}");
        }
        for text in ["", "a $x$", "\\section{A}\n# b", "C# and a*b"] {
            assert_eq!(Markup::guess(text), Markup::Latex, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn formulas_lie_in_their_text_in_order(text in r"([$`|%#5a é\n]|\\\(|\\\)|\\\[|\\\]|\\\\|```|\$\$){0,40}") {
            let mut end = 0;
            for formula in Markup::Markdown.formulas(&text) {
                prop_assert!(formula.range.start >= end);
                end = formula.range.end;
                prop_assert!(formula.range.start <= formula.body.start && formula.body.end <= end);
                prop_assert!(text.get(formula.body).is_some());
            }
        }
    }
}
