//! Plain sentences of running text: sentences without any command or mathematics.

use std::ops::Range;

use crate::environment::{ENVIRONMENT_TOKENS, environment_name};
use crate::formula::Formula;
use crate::keyed::keyed_command_end;
use crate::token::{Token, TokenKind};

/// Words that end in a full stop without ending the sentence, in lower case and without the stop.
const ABBREVIATIONS: [&str; 35] = [
    "e.g", "i.e", "cf", "vs", "viz", "al", "fig", "figs", "eq", "eqs", "sec", "secs", "sect", "ch", "chap", "ref",
    "refs", "tab", "thm", "def", "no", "nos", "vol", "p", "pp", "dr", "prof", "mr", "mrs", "ms", "st", "resp",
    "approx", "ca", "ed",
];

/// Commands that can stand between sentences and print nothing there.
const INVISIBLE_COMMANDS: [&str; 9] = [
    "\\label",
    "\\noindent",
    "\\maketitle",
    "\\newpage",
    "\\clearpage",
    "\\bigskip",
    "\\medskip",
    "\\smallskip",
    "\\centering",
];

/// Maximum number of tokens of an optional argument that is skipped before a sentence. Marks of items are short.
const LONGEST_BRACKETS: usize = 64;

/// Returns the plain sentences within `body`, in order.
///
/// A sentence starts at the end of the previous one, or at a paragraph, item or environment boundary. It ends at a full
/// stop, exclamation mark or question mark that is followed by white space. The mark must not belong to an abbreviation
/// or an initial, or stand before a lower-case letter. The sentence is plain if it holds only ordinary characters and
/// white space: no command, group, mathematics, comment or special character. Text in the arguments of commands
/// (captions, footnotes, titles) is not running text. Text without an end mark is not a sentence.
pub(crate) fn plain_sentences(
    source: &str,
    tokens: &[Token],
    formulas: &[Formula],
    body: Range<usize>,
) -> Vec<Range<usize>> {
    let first = tokens.partition_point(|token| token.start < body.start);
    let last = tokens.partition_point(|token| token.end <= body.end);
    let tokens = tokens.get(first..last).unwrap_or_default();
    let formulas = formulas
        .get(formulas.partition_point(|f| f.range.start < body.start)..)
        .unwrap_or_default();
    Splitter {
        source,
        tokens,
        formulas,
        current: None,
        depth: 0,
        found: Vec::new(),
    }
    .run()
}

/// The sentence being read.
#[derive(Clone, Copy)]
struct Current {
    start: usize,
    plain: bool,
}

struct Splitter<'a> {
    source: &'a str,
    tokens: &'a [Token],
    /// The formulas that were not yet reached.
    formulas: &'a [Formula],
    current: Option<Current>,
    /// Depth of groups in the paragraph. Sentences are found at depth 0 only.
    depth: usize,
    found: Vec<Range<usize>>,
}

impl Splitter<'_> {
    fn run(mut self) -> Vec<Range<usize>> {
        let mut index = 0;
        while let Some(token) = self.tokens.get(index) {
            index = self
                .formula_end(token, index)
                .unwrap_or_else(|| self.step(token, index));
        }
        self.found
    }

    /// If a formula starts at the token, adds the formula to the sentence and returns the index after it.
    fn formula_end(&mut self, token: &Token, index: usize) -> Option<usize> {
        let (formula, rest) = self.formulas.split_first()?;
        if formula.range.start > token.start {
            return None;
        }
        self.formulas = rest;
        self.spoil(token);
        let body = self.source.get(formula.body.clone()).unwrap_or_default();
        if formula.display && body.trim_end().ends_with('.') {
            self.current = None;
        }
        Some(
            index
                + self.tokens[index..]
                    .partition_point(|token| token.start < formula.range.end)
                    .max(1),
        )
    }

    /// Processes one token and returns the index of the next one.
    fn step(&mut self, token: &Token, index: usize) -> usize {
        match token.kind {
            TokenKind::ParagraphBreak => {
                self.depth = 0;
                if !self.goes_on_after_display(index) {
                    self.current = None;
                }
            }
            TokenKind::Verbatim | TokenKind::BibEntry => self.current = None,
            TokenKind::Whitespace => {}
            TokenKind::GroupOpen => {
                self.spoil(token);
                self.depth += 1;
            }
            TokenKind::GroupClose => {
                self.spoil(token);
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 && self.group_ends_sentence(index) {
                    self.current = None;
                }
            }
            TokenKind::Command => return self.command(token, index),
            TokenKind::MathShift | TokenKind::Special | TokenKind::Comment => self.spoil(token),
            TokenKind::Text if self.depth == 0 => self.word(token, index),
            TokenKind::Text => {}
        }
        index + 1
    }

    /// Marks the current sentence as not plain; starts one if there is none.
    fn spoil(&mut self, token: &Token) {
        self.current
            .get_or_insert(Current {
                start: token.start,
                plain: false,
            })
            .plain = false;
    }

    fn command(&mut self, token: &Token, index: usize) -> usize {
        let text = token.text(self.source);
        if environment_name(self.source, self.tokens, index).is_some() {
            self.current = None;
            return self.after_brackets(index + ENVIRONMENT_TOKENS);
        }
        match text {
            "\\item" => {
                self.current = None;
                return self.after_brackets(index + 1);
            }
            "\\par" => self.current = None,
            _ if self.current.is_none() && INVISIBLE_COMMANDS.contains(&text) => {
                return keyed_command_end(self.source, self.tokens, index).unwrap_or(index + 1);
            }
            _ => self.spoil(token),
        }
        index + 1
    }

    fn word(&mut self, token: &Token, index: usize) {
        let current = *self.current.get_or_insert(Current {
            start: token.start,
            plain: true,
        });
        if self.ends_sentence(token.text(self.source), index) {
            if current.plain {
                self.found.push(current.start..token.end);
            }
            self.current = None;
        }
    }

    /// Reports whether the word at `index` is the last of its sentence.
    fn ends_sentence(&self, word: &str, index: usize) -> bool {
        let core = word.trim_end_matches([')', ']', '\'', '"', '’', '”']);
        if !core.ends_with(['.', '!', '?']) {
            return false;
        }
        match self.tokens.get(index + 1).map(|token| token.kind) {
            None | Some(TokenKind::ParagraphBreak) => true,
            Some(TokenKind::Whitespace) => !self.lower_case_follows(index + 2) && !is_abbreviation(core),
            Some(_) => false,
        }
    }

    /// Reports whether the sentence continues after the paragraph break at `index`. Authors leave blank lines around
    /// displayed formulas.
    fn goes_on_after_display(&self, index: usize) -> bool {
        self.current.is_some_and(|current| !current.plain) && self.lower_case_follows(index + 1)
    }

    fn lower_case_follows(&self, index: usize) -> bool {
        let next = self.tokens.get(index).filter(|token| token.kind == TokenKind::Text);
        next.is_some_and(|token| token.text(self.source).starts_with(char::is_lowercase))
    }

    /// Reports whether the text in the group that closes at `index` ended a sentence, as in `\textbf{Note.} Next`.
    fn group_ends_sentence(&self, index: usize) -> bool {
        let spaced = self
            .tokens
            .get(index + 1)
            .is_none_or(|token| token.kind == TokenKind::Whitespace);
        let last = index.checked_sub(1).and_then(|before| self.tokens.get(before));
        spaced && last.is_some_and(|token| token.text(self.source).ends_with(['.', '!', '?']))
    }

    /// Returns the index after an optional argument in brackets, if a short one follows; otherwise returns `index`.
    fn after_brackets(&self, index: usize) -> usize {
        let text = |token: &Token| token.text(self.source);
        if !self.tokens.get(index).is_some_and(|open| text(open).starts_with('[')) {
            return index;
        }
        let mut near = self.tokens.iter().skip(index).take(LONGEST_BRACKETS);
        let close = near.position(|token| text(token).ends_with(']'));
        close.map_or(index, |offset| index + offset + 1)
    }
}

/// Reports whether a word with its full stop is an abbreviation or an initial.
fn is_abbreviation(core: &str) -> bool {
    let word = core.trim_start_matches(['(', '[', '`', '\'', '"', '“', '‘']);
    let Some(stem) = word.strip_suffix('.') else {
        return false;
    };
    let mut characters = stem.chars();
    let is_initial = characters.next().is_some_and(char::is_uppercase) && characters.next().is_none();
    is_initial || ABBREVIATIONS.contains(&stem.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use crate::Outline;

    fn sentences(source: &str) -> Vec<&str> {
        let outline = Outline::of(source);
        outline
            .plain_sentences(0..source.len())
            .into_iter()
            .map(|range| &source[range])
            .collect()
    }

    #[test]
    fn splits_at_end_marks_before_capitals() {
        assert_eq!(
            sentences("One is. Two is! (Three is?) Four"),
            ["One is.", "Two is!", "(Three is?)"]
        );
        assert_eq!(
            sentences("He said ``stop.'' Then he went."),
            ["He said ``stop.''", "Then he went."]
        );
    }

    #[test]
    fn abbreviations_initials_and_lower_case_do_not_end_a_sentence() {
        let source = "See Fig. 3 by J. Smith et al. As it is approx. two e.g. this.";
        assert_eq!(sentences(source), [source]);
    }

    #[test]
    fn a_command_or_formula_makes_its_sentence_not_plain() {
        assert_eq!(
            sentences("Let $x$ be. This is \\emph{not}. This is. A~b. C % d\ne. F."),
            ["This is.", "F."]
        );
        assert_eq!(sentences("So \\[x\\] where it is. Next one."), ["Next one."]);
        assert_eq!(sentences("So \\[x.\\] Next one."), ["Next one."]);
        assert_eq!(
            sentences("If \\[x\\]\n\nthen it is so. Next one."),
            ["Next one."],
            "a blank line after a display"
        );
        assert_eq!(
            sentences("So \\begin{equation}x\\end{equation} where it is. Next one."),
            ["Next one."]
        );
    }

    #[test]
    fn boundaries_are_not_part_of_a_sentence() {
        assert_eq!(
            sentences("\\begin{theorem}[Euler] One is.\\end{theorem}\n\\item[(a)] Two is.\n\\label{sec:a}\nThree is."),
            ["Two is.", "Three is."],
            "a full stop must be followed by white space"
        );
        assert_eq!(
            sentences("\\label{eq:{a}} One is. Two is.\n\n\\noindent{\\bf A} word is. Three is."),
            ["One is.", "Two is.", "Three is."],
            "a group after a command without arguments is part of the sentence"
        );
        assert_eq!(sentences("No end\n\nOne is.\n\nTwo is."), ["One is.", "Two is."]);
    }

    #[test]
    fn arguments_are_not_running_text() {
        assert_eq!(sentences("A word.\\footnote{One is. Two is.} Three is."), ["Three is."]);
        assert_eq!(
            sentences("\\caption{One is. Two is.}\n\\textbf{Note.} Three is."),
            ["Three is."]
        );
        assert_eq!(
            sentences("{ unclosed. One is.\n\nTwo is."),
            ["Two is."],
            "a paragraph closes its groups"
        );
    }

    #[test]
    fn bibliography_and_verbatim_are_no_sentences() {
        assert_eq!(
            sentences("@misc{a, note={One is. Two is.}}\n\\verb|x. Y.| Z is."),
            ["Z is."]
        );
    }
}
