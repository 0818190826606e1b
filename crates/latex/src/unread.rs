//! Text that TeX skips: branches of conditionals that are not taken, and everything after the end of the document.
//!
//! A conditional is decided if the text gives its value (`\iffalse`, `\ifodd 3`, conditionals made by `\newif`). For
//! all other conditionals, both branches are read. Bodies of definitions are not executed, so nothing in them hides
//! text.

use std::collections::HashMap;
use std::ops::Range;

use crate::token::{Token, TokenKind, command_length};

/// Conditionals of TeX, e-TeX and pdfTeX, and those of LaTeX and its common packages that a document can use.
const CONDITIONALS: [&str; 34] = [
    "\\if",
    "\\ifPDFTeX",
    "\\ifXeTeX",
    "\\ifLuaTeX",
    "\\ifcase",
    "\\ifcat",
    "\\ifciteindex",
    "\\ifcsname",
    "\\ifdefined",
    "\\ifdim",
    "\\ifeTeX",
    "\\ifeof",
    "\\ifetex",
    "\\iffalse",
    "\\iffontchar",
    "\\ifhbox",
    "\\ifhmode",
    "\\ifincsname",
    "\\ifinner",
    "\\ifluatex",
    "\\ifmmode",
    "\\ifnum",
    "\\ifodd",
    "\\ifpdf",
    "\\ifpdfabsdim",
    "\\ifpdfabsnum",
    "\\ifpdfprimitive",
    "\\ifpdftex",
    "\\iftrue",
    "\\ifvbox",
    "\\ifvmode",
    "\\ifvoid",
    "\\ifx",
    "\\ifxetex",
];

/// Reports whether a command begins a conditional in every text, for example `\ifnum`.
#[must_use]
pub fn is_conditional(command: &str) -> bool {
    CONDITIONALS.contains(&command)
}

/// The role of a command in the conditionals of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// Begins a conditional; the value is given if the command alone decides it.
    If(Option<bool>),
    /// `\else`
    Else,
    /// `\or`
    Or,
    /// `\fi`
    Fi,
}

/// The meaning of a command that the text itself defines as a word of conditionals.
#[derive(Debug, Clone, Copy)]
struct Own {
    word: Word,
    /// Whether the command is a macro. TeX expands no macros in the text that it skips.
    is_macro: bool,
}

/// A conditional whose branch is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Branch {
    /// The value is unknown, so no branch is skipped.
    Open,
    /// The value is known and the taken branch is being read, so the following branches are skipped.
    Taken,
}

/// Follows a text and determines the bytes that TeX skips. Takes linear time in all: skipped text is scanned once.
#[derive(Debug, Default)]
pub(crate) struct Unread<'a> {
    /// Commands that the text itself defines as words of conditionals.
    own: HashMap<&'a str, Own>,
    /// Values of the conditionals that `\newif` made, by the part of their names after `\if`.
    switches: HashMap<&'a str, bool>,
    branches: Vec<Branch>,
    /// Number of following commands that are named but not executed, as after `\let`.
    named: usize,
    /// Whether the last token was `\unless`.
    negated: bool,
    /// Number of groups of the current definition that are still to come, and the nesting depth in the current group.
    definition: Option<(usize, usize)>,
    /// Byte range of the command that ends the file or the document, once it is found. For `\endinput`, the range
    /// extends to the end of the line.
    end: Option<Range<usize>>,
    /// Start of a conditional that skips everything up to the end of the file.
    incomplete: Option<usize>,
}

/// The result of skipping branches of a conditional.
struct Skipped {
    end: usize,
    /// Whether another branch begins at `end`; otherwise the conditional is over.
    branch: bool,
    /// Whether the conditional has an end.
    complete: bool,
}

impl<'a> Unread<'a> {
    /// Returns the byte offset after the text that TeX skips from this command on, or `None` if TeX reads the command.
    pub(crate) fn command(&mut self, source: &'a str, Range { start, end }: Range<usize>) -> Option<usize> {
        let name = source.get(start..end)?;
        let negated = std::mem::take(&mut self.negated);
        if self.definition.is_some() {
            return None;
        }
        if self.named > 0 {
            self.named -= 1;
            return None;
        }
        match self.word(name) {
            Some(Word::If(value)) => self.conditional(source, (start, end), value, negated),
            Some(Word::Else | Word::Or) if self.branches.last() == Some(&Branch::Taken) => {
                self.branches.pop();
                let skipped = self.skip(source, end, None);
                self.note_incomplete(start, &skipped);
                Some(skipped.end)
            }
            Some(Word::Fi) => {
                self.branches.pop();
                None
            }
            Some(Word::Else | Word::Or) => None,
            None => {
                self.other(source, start..end);
                None
            }
        }
    }

    /// Updates the state for a token that is read and is not a command.
    pub(crate) fn token(&mut self, token: &Token) {
        self.negated &= matches!(
            token.kind,
            TokenKind::Command | TokenKind::Whitespace | TokenKind::Comment
        );
        let Some((groups, depth)) = &mut self.definition else {
            return;
        };
        match token.kind {
            TokenKind::GroupOpen => *depth += 1,
            TokenKind::GroupClose => {
                *depth = depth.saturating_sub(1);
                *groups -= usize::from(*depth == 0);
            }
            // The definition is incomplete and is given up.
            TokenKind::ParagraphBreak if *depth == 0 => *groups = 0,
            _ => {}
        }
        if *groups == 0 {
            self.definition = None;
        }
    }

    /// Returns the byte range of the command after which TeX stops reading, if it ends at or before `position`.
    pub(crate) fn end_before(&self, position: usize) -> Option<Range<usize>> {
        self.end.clone().filter(|end| end.end <= position)
    }

    /// Resets the state at the end of a page, including everything that is still open.
    pub(crate) fn next_page(&mut self) {
        self.end = None;
        self.branches.clear();
        self.named = 0;
    }

    /// Returns the start of a conditional that never ends and hides the rest of the text.
    pub(crate) fn incomplete(&self) -> Option<usize> {
        self.incomplete
    }

    fn word(&self, name: &str) -> Option<Word> {
        match self.own.get(name) {
            Some(own) => Some(own.word),
            None => self.given_word(name),
        }
    }

    /// Returns the role of a command in skipped text.
    fn skipped_word(&self, name: &str) -> Option<Word> {
        match self.own.get(name) {
            Some(own) => Some(own.word).filter(|_| !own.is_macro),
            None => self.given_word(name),
        }
    }

    /// Returns the role of a command that TeX or LaTeX defines, or `\newif`.
    fn given_word(&self, name: &str) -> Option<Word> {
        let conditional = name.strip_prefix("\\if");
        if let Some(value) = conditional.and_then(|name| self.switches.get(name)) {
            return Some(Word::If(Some(*value)));
        }
        Some(match name {
            "\\iftrue" => Word::If(Some(true)),
            "\\iffalse" => Word::If(Some(false)),
            "\\else" => Word::Else,
            "\\or" => Word::Or,
            "\\fi" => Word::Fi,
            _ if conditional.is_some() && is_conditional(name) => Word::If(None),
            _ => return None,
        })
    }

    fn conditional(
        &mut self,
        source: &'a str,
        (start, end): (usize, usize),
        value: Option<bool>,
        negated: bool,
    ) -> Option<usize> {
        let name = source.get(start..end)?;
        let rest = source.get(end..)?;
        if name == "\\ifcase" {
            return match number(rest) {
                Some((0, _)) => {
                    self.branches.push(Branch::Taken);
                    None
                }
                Some((case, _)) => self.pass(source, (start, end), usize::try_from(case).ok()),
                None => {
                    self.branches.push(Branch::Open);
                    None
                }
            };
        }
        if name == "\\ifx" {
            // The commands that `\ifx` compares are not executed.
            self.named = match next_command(rest) {
                Some((_, after)) => 1 + usize::from(after.starts_with('\\')),
                None => 0,
            };
        }
        match value.or_else(|| decided(name, rest)).map(|value| value != negated) {
            Some(false) => self.pass(source, (start, end), Some(0)),
            Some(true) => {
                self.branches.push(Branch::Taken);
                None
            }
            None => {
                self.branches.push(Branch::Open);
                None
            }
        }
    }

    /// Skips the branches before the one that is read: for `\ifcase` the branch with number `case`, otherwise the
    /// branch after `\else`.
    fn pass(&mut self, source: &'a str, (start, end): (usize, usize), case: Option<usize>) -> Option<usize> {
        let skipped = self.skip(source, end, Some(case.unwrap_or(usize::MAX)));
        self.note_incomplete(start, &skipped);
        if skipped.branch {
            self.branches.push(Branch::Taken);
        }
        Some(skipped.end)
    }

    fn note_incomplete(&mut self, start: usize, skipped: &Skipped) {
        if !skipped.complete {
            self.incomplete.get_or_insert(start);
        }
    }

    /// Skips text as TeX does: only commands and comments matter. `case` is the number of `\or`s before the branch that
    /// is read next, or `None` if no other branch is read.
    fn skip(&self, source: &'a str, from: usize, case: Option<usize>) -> Skipped {
        let mut depth = 0_usize;
        let mut cases = 0;
        let mut at = from;
        while let Some(found) = source.get(at..).and_then(|rest| rest.find(['\\', '%'])) {
            at += found;
            let rest = source.get(at..).unwrap_or_default();
            if rest.starts_with('%') {
                at += line_length(rest);
                continue;
            }
            let end = at + command_length(rest);
            let name = source.get(at..end).unwrap_or_default();
            at = end;
            let branch = |branch| Skipped {
                end,
                branch,
                complete: true,
            };
            match self.skipped_word(name) {
                Some(Word::If(_)) => depth += 1,
                Some(Word::Fi) if depth == 0 => return branch(false),
                Some(Word::Fi) => depth -= 1,
                Some(Word::Else) if depth == 0 && case.is_some() => return branch(true),
                Some(Word::Or) if depth == 0 => {
                    cases += 1;
                    if case == Some(cases) {
                        return branch(true);
                    }
                }
                _ => {}
            }
        }
        Skipped {
            end: source.len(),
            branch: false,
            complete: false,
        }
    }

    /// Handles commands that define something or end the document.
    fn other(&mut self, source: &'a str, Range { start, end }: Range<usize>) {
        let name = source.get(start..end).unwrap_or_default();
        let rest = source.get(end..).unwrap_or_default();
        let is_starred = rest.trim_start().starts_with('*');
        let after_star = if is_starred {
            rest.trim_start().get(1..).unwrap_or_default()
        } else {
            rest
        };
        // The defined name may stand in a separate group.
        let with_name = |groups| groups + usize::from(after_star.trim_start().starts_with('{'));
        match name {
            "\\unless" => self.negated = true,
            "\\string" | "\\noexpand" | "\\meaning" | "\\show" => {
                self.named = usize::from(next_command(rest).is_some())
            }
            "\\newif" => {
                if let Some((made, _)) = next_command(rest) {
                    self.named = 1;
                    if let Some(stem) = made.strip_prefix("\\if") {
                        self.switches.insert(stem, false);
                    }
                }
            }
            "\\let" => self.alias(rest),
            "\\def" | "\\gdef" | "\\edef" | "\\xdef" => {
                self.define(rest);
                self.definition = Some((1, 0));
            }
            "\\newcommand" | "\\renewcommand" | "\\providecommand" | "\\DeclareRobustCommand" => {
                self.define(after_star);
                self.definition = Some((with_name(1), 0));
            }
            "\\NewDocumentCommand" | "\\RenewDocumentCommand" | "\\ProvideDocumentCommand" => {
                self.definition = Some((with_name(2), 0));
            }
            "\\newenvironment" | "\\renewenvironment" => self.definition = Some((3, 0)),
            "\\stop" | "\\enddocument" => self.end = Some(start..end),
            // TeX has already read the rest of the line.
            "\\endinput" => self.end = Some(start..end + line_length(rest)),
            "\\end" => {
                let name = rest.trim_start_matches([' ', '\t']);
                if let Some(after) = name.strip_prefix("{document}") {
                    self.end = Some(start..source.len() - after.len());
                }
            }
            _ => self.set_switch(name),
        }
    }

    /// Handles `\footrue` and `\foofalse` for `\iffoo`.
    fn set_switch(&mut self, name: &str) {
        for (value, ending) in [(true, "true"), (false, "false")] {
            let stem = name.strip_prefix('\\').and_then(|name| name.strip_suffix(ending));
            if let Some(switch) = stem.and_then(|stem| self.switches.get_mut(stem)) {
                *switch = value;
            }
        }
    }

    /// Handles `\let\a=\b`.
    fn alias(&mut self, rest: &'a str) {
        let Some((made, after)) = next_command(rest) else {
            return;
        };
        let after = after.trim_start_matches([' ', '\t']);
        let after = after.strip_prefix('=').unwrap_or(after);
        match next_command(after) {
            Some((meaning, _)) => {
                self.named = 2;
                let is_macro = self.own.get(meaning).is_some_and(|own| own.is_macro);
                self.means(made, self.word(meaning), is_macro);
            }
            None => self.named = 1,
        }
    }

    /// Handles a macro whose body is a single word of a conditional.
    fn define(&mut self, rest: &'a str) {
        let rest = rest.trim_start();
        let Some((made, after)) = next_command(rest.strip_prefix('{').unwrap_or(rest)) else {
            return;
        };
        let after = after.trim_start_matches(['}', ' ']);
        let meaning = after.strip_prefix('{').and_then(next_command);
        let meaning = meaning.filter(|(_, after)| after.trim_start().starts_with('}'));
        // A macro for `\else` or `\fi` has no effect where such a command counts: in skipped text.
        let word = meaning.and_then(|(meaning, _)| self.word(meaning));
        self.means(made, word.filter(|word| matches!(word, Word::If(_))), true);
    }

    fn means(&mut self, made: &'a str, word: Option<Word>, is_macro: bool) {
        match word {
            Some(word) => {
                self.own.insert(made, Own { word, is_macro });
            }
            None => {
                self.own.remove(made);
            }
        }
    }
}

/// Returns the length of the first line of a text, without its line break.
fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Returns the command at the start of a text, after blanks, and the text after it.
fn next_command(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\r']);
    text.starts_with('\\').then(|| text.split_at(command_length(text)))
}

/// Returns the decimal number at the start of a text, and the text after it. A command there may continue the number.
fn number(text: &str) -> Option<(i64, &str)> {
    let text = text.trim_start_matches([' ', '\t']);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = digits.split_at(length);
    Some((sign * digits.parse::<i64>().ok()?, rest))
}

/// Returns the value of a condition that compares numbers or characters given in the text.
fn decided(name: &str, rest: &str) -> Option<bool> {
    match name {
        "\\ifodd" => number(rest).map(|(number, _)| number % 2 != 0),
        "\\ifnum" => {
            let (first, rest) = number(rest)?;
            let rest = rest.trim_start();
            let relation = rest.chars().next()?;
            let (second, after) = number(rest.get(relation.len_utf8()..)?)?;
            // A command after the digits may continue the number.
            if after.starts_with('\\')
                && !next_command(after).is_some_and(|(name, _)| matches!(name, "\\relax" | "\\else" | "\\fi"))
            {
                return None;
            }
            match relation {
                '<' => Some(first < second),
                '=' => Some(first == second),
                '>' => Some(first > second),
                _ => None,
            }
        }
        "\\if" | "\\ifx" => {
            let mut characters = rest.trim_start().chars();
            let (first, second) = (characters.next()?, characters.next()?);
            let plain = |c: char| c.is_ascii_alphanumeric();
            (plain(first) && plain(second)).then_some(first == second)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::lexer::{lex, lex_pages};
    use crate::token::TokenKind;

    /// Returns the part of a text that TeX reads.
    fn read(source: &str) -> String {
        let tokens = lex(source);
        assert_eq!(
            tokens.iter().map(|token| token.text(source)).collect::<String>(),
            source
        );
        let read = tokens.iter().filter(|token| token.kind != TokenKind::Comment);
        read.map(|token| token.text(source)).collect()
    }

    #[test]
    fn a_branch_that_is_not_taken_is_not_read() {
        assert_eq!(read("a \\iffalse b $c \\fi d"), "a  d");
        assert_eq!(read("\\iffalse a\\else b\\fi c"), " b\\fi c");
        assert_eq!(read("\\iftrue a\\else b\\fi c"), "\\iftrue a c");
        assert_eq!(read("\\unless\\iftrue a\\fi b"), "\\unless b");
    }

    #[test]
    fn conditionals_nest_in_what_is_passed_over() {
        assert_eq!(
            read("\\iffalse \\ifx\\a\\b c\\else d\\fi \\ifmmode e\\fi f\\fi g"),
            " g"
        );
        assert_eq!(
            read("\\iffalse \\iff \\ifthenelse{a}{b}{c} % \\fi\n \\\\fi d\\fi e"),
            " e"
        );
        assert_eq!(
            read("\\iffalse \\verb|\\fi| a"),
            "| a",
            "TeX reads no verbatim text there"
        );
        assert_eq!(
            read("\\iftrue \\iftrue a\\else b\\fi c\\else d\\fi e"),
            "\\iftrue \\iftrue a c e"
        );
    }

    #[test]
    fn conditions_that_stand_in_the_text_are_decided() {
        assert_eq!(read("\\ifnum 1=2 a\\fi b"), " b");
        assert_eq!(read("\\ifnum1<2 a\\else b\\fi c"), "\\ifnum1<2 a c");
        assert_eq!(read("\\ifodd 2 a\\fi b"), " b");
        assert_eq!(read("\\if ab c\\fi d"), " d");
        assert_eq!(read("\\ifcase 1 a\\or b\\or c\\else d\\fi e"), " b e");
        assert_eq!(read("\\ifcase 7 a\\or b\\else d\\fi e"), " d\\fi e");
        assert_eq!(read("\\ifcase0 a\\or b\\fi c"), "\\ifcase0 a c");
        for open in [
            "\\ifmmode a\\else b\\fi",
            "\\ifnum\\n<2 a\\else b\\fi",
            "\\ifx\\a\\iffalse b\\fi",
            "\\ifdefined\\a b\\fi",
        ] {
            assert_eq!(read(open), open);
        }
    }

    #[test]
    fn a_text_may_have_conditionals_of_its_own() {
        assert_eq!(read("\\newif\\ifdraft \\ifdraft a\\fi b"), "\\newif\\ifdraft  b");
        let set = "\\newif\\ifdraft\\drafttrue \\ifdraft a\\fi b";
        assert_eq!(read(set), set);
        assert_eq!(read("\\let\\hide=\\iffalse \\hide a\\fi b"), "\\let\\hide=\\iffalse  b");
        assert_eq!(read("\\def\\hide{\\iffalse}\\hide a\\fi b"), "\\def\\hide{\\iffalse} b");
    }

    #[test]
    fn macros_do_not_count_in_skipped_text() {
        for definition in [
            "\\def\\a{\\iffalse}",
            "\\newcommand{\\a}{\\iffalse}",
            "\\def\\b{\\iffalse}\\let\\a=\\b",
        ] {
            assert_eq!(
                read(&format!("{definition}\\iffalse \\a b\\fi c")),
                format!("{definition} c")
            );
        }
        // Commands that `\let` made equal to a conditional count.
        for definition in [
            "\\let\\a=\\iffalse",
            "\\let\\b=\\iffalse\\let\\a=\\b",
            "\\newif\\ifa\\let\\a=\\ifa",
        ] {
            assert_eq!(
                read(&format!("{definition}\\iffalse \\a b\\fi c\\fi d")),
                format!("{definition} d")
            );
        }
    }

    #[test]
    fn definitions_hide_nothing() {
        for text in [
            "\\newcommand{\\x}{\\iffalse} a",
            "\\newcommand*\\x[1]{\\iffalse #1\\fi} a",
            "\\def\\x#1.{\\iffalse #1} a \\end{x}",
            "\\newenvironment{x}{\\iffalse}{\\fi} a",
            "\\newcommand{\\x}{\\end{document}} a",
            "\\string\\iffalse a",
        ] {
            assert_eq!(read(text), text);
        }
    }

    #[test]
    fn nothing_behind_the_end_is_read() {
        assert_eq!(read("a\\end{document} b $c"), "a\\end{document}");
        assert_eq!(read("a\\end {document}\nb"), "a\\end {document}");
        for nothing_hidden in ["a\\end{document}\n", "a\\end{document}\n```"] {
            assert_eq!(read(nothing_hidden), nothing_hidden);
        }
        assert_eq!(read("a\\stop b"), "a\\stop");
        assert_eq!(read("a\\endinput b\nc"), "a\\endinput b");
        assert_eq!(read("a\\endinput b\n\nc \\verb|d|"), "a\\endinput b");
        assert_eq!(
            read("% \\end{document}\na \\verb|\\end{document}| b"),
            "\na \\verb|\\end{document}| b"
        );
        assert_eq!(read("\\iffalse\\end{document}\\fi a"), " a");
    }

    #[test]
    fn each_page_has_an_end_of_its_own() {
        let source = "a\\end{document} x\nb\\iffalse y\\fi\\end{document}\nc";
        let second = 18..source.len() - 2;
        let pages = [0..17, second, source.len() - 1..source.len()];
        let tokens = lex_pages(source, &pages);
        let read: String = tokens
            .iter()
            .filter(|token| token.kind != TokenKind::Comment)
            .map(|token| token.text(source))
            .collect();
        assert_eq!(read, "a\\end{document}\nb\\end{document}\nc");
    }

    #[test]
    fn a_conditional_that_never_ends_hides_the_rest() {
        assert_eq!(read("a \\iffalse b \\ifx\\fi $c"), "a ");
        assert_eq!(read("a \\iftrue b"), "a \\iftrue b");
        assert_eq!(read("a \\fi b \\else c"), "a \\fi b \\else c");
    }

    #[test]
    fn environments_that_print_nothing_are_not_read() {
        assert_eq!(read("a\\begin{comment}\n$b\n\\end{comment}c"), "ac");
        assert_eq!(
            read("a\\begin{filecontents*}{x.bib}\n@misc{a}\n\\end{filecontents*}c"),
            "ac"
        );
    }
}
