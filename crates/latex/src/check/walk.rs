//! The walk over the tokens of a text.

use std::collections::HashMap;
use std::ops::Range;

use texlens_vocabulary::{Diagnostic, ErrorClass};

use super::character;
use super::frame::{Frame, Mode, Opener, Scripts};
use super::token::{Kind, Token, tokens};
use super::user::User;

/// The maximum number of errors that the check finds. TeX gives up at this number, too.
pub const MAX_DIAGNOSTICS: usize = 100;

/// An argument that was found ahead of the walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Argument<'a> {
    /// The command to which the argument belongs, with its backslash.
    pub(super) command: &'a str,
    /// Index of the last token of the argument.
    pub(super) close: usize,
    /// The letter of the argument in the signature, or `^` for a script.
    pub(super) letter: char,
}

/// The state of a walk. The rules are its methods; each group of rules is in a separate file.
pub(super) struct Walk<'a> {
    pub(super) source: &'a str,
    pub(super) tokens: Vec<Token>,
    /// For each opening brace or bracket, the index of the token that closes it.
    pub(super) closes: Vec<Option<usize>>,
    /// Indices of the blank lines.
    pub(super) paragraphs: Vec<usize>,
    /// Index of the next token.
    pub(super) next: usize,
    /// The open frames; the first is the text as a whole.
    pub(super) frames: Vec<Frame<'a>>,
    /// Arguments found ahead of the walk, by the index of their first token.
    pub(super) arguments: HashMap<usize, Argument<'a>>,
    /// Names that the text itself defines.
    pub(super) user: User<'a>,
    /// Whether anything was typeset.
    pub(super) has_content: bool,
    /// Whether a list has begun whose first item has not yet come.
    pub(super) list_is_new: bool,
    /// Whether the text has its own preamble, whose packages may define unknown names.
    pub(super) own_preamble: bool,
    /// Open blocks of an algorithm, by the commands that began them.
    pub(super) blocks: Vec<&'a str>,
    /// Whether `\end{document}` was reached.
    pub(super) ended: bool,
    /// Byte range of a conditional that never ends.
    incomplete: Option<Range<usize>>,
    pub(super) found: Vec<Diagnostic>,
}

impl<'a> Walk<'a> {
    pub(super) fn of(source: &'a str) -> Self {
        let (tokens, incomplete) = tokens(source);
        let closes = partners(&tokens);
        let is_blank_line = |(_, token): &(usize, &Token)| token.kind == Kind::Paragraph;
        let paragraphs = tokens
            .iter()
            .enumerate()
            .filter(is_blank_line)
            .map(|(at, _)| at)
            .collect();
        let text = Frame {
            opener: Opener::Text,
            start: 0,
            end: 0,
            mode: Mode::Vertical,
            own_list: true,
            boxed: false,
            ignores_blank_lines: false,
            scripts: Scripts::default(),
            alignment: None,
            marks: None,
        };
        Self {
            source,
            tokens,
            closes,
            paragraphs,
            next: 0,
            frames: vec![text],
            arguments: HashMap::new(),
            user: User::of(source),
            has_content: false,
            list_is_new: false,
            own_preamble: false,
            blocks: Vec::new(),
            ended: false,
            incomplete,
            found: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> Vec<Diagnostic> {
        while let Some(token) = self.tokens.get(self.next).copied().filter(|_| !self.ended) {
            let index = self.next;
            self.next += 1;
            self.step(index, token);
            if self.frames.len() > Self::DEEPEST {
                self.too_deep(token);
                return self.found;
            }
            if self.found.len() >= MAX_DIAGNOSTICS {
                self.found.truncate(MAX_DIAGNOSTICS);
                return self.found;
            }
        }
        self.finish();
        if let Some(Range { start, end }) = self.incomplete.clone() {
            let message = format!(
                "Incomplete {}: everything after it is skipped",
                self.source.get(start..end).unwrap_or_default()
            );
            self.report(
                ErrorClass::Other,
                start,
                end,
                message,
                "Write the \\fi that ends the conditional.",
            );
        }
        if !self.has_content && self.found.is_empty() {
            self.no_page();
        }
        self.found
    }

    /// Maximum number of frames. TeX limits the nesting of groups, and formulas of LaTeX use several groups for one
    /// frame.
    const DEEPEST: usize = 250;

    fn step(&mut self, index: usize, token: Token) {
        if self.closes_argument(index) {
            return self.close_argument();
        }
        if let Some(argument) = self.arguments.remove(&index) {
            return self.open_argument(index, token, argument);
        }
        match token.kind {
            Kind::Command => self.command(index, token),
            Kind::Open => self.open_brace(token),
            Kind::Close => self.close_brace(token),
            Kind::Shift => self.shift(token),
            Kind::Tab => self.tab(token),
            Kind::Parameter => self.parameter(token),
            Kind::Superscript | Kind::Subscript => self.script(token),
            Kind::Character(c) => self.character(c, token),
            Kind::Space => {}
            Kind::Paragraph => self.blank_line(token),
            Kind::Verbatim => self.verbatim(token),
            Kind::Raw => self.typeset(),
        }
    }

    fn no_page(&mut self) {
        let end = self.source.len();
        let message = "nothing is typeset, so there is no page".to_owned();
        self.report(ErrorClass::Other, 0, end, message, "Write some text.");
    }

    /// Returns the innermost frame.
    pub(super) fn frame(&mut self) -> &mut Frame<'a> {
        // The first frame stands for the text and is never closed, so there is always a last frame.
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(super) fn mode(&mut self) -> Mode {
        self.frame().mode
    }

    pub(super) fn text(&self, token: Token) -> &'a str {
        self.source.get(token.start..token.end).unwrap_or_default()
    }

    pub(super) fn token(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).copied()
    }

    /// Returns the index of the first token from `index` on that is not a blank.
    pub(super) fn after_blanks(&self, mut index: usize) -> usize {
        while self.token(index).is_some_and(|token| token.kind == Kind::Space) {
            index += 1;
        }
        index
    }

    pub(super) fn report(&mut self, class: ErrorClass, start: usize, end: usize, message: String, advice: &str) {
        self.found.push(Diagnostic {
            class,
            message,
            advice: advice.to_owned(),
            range: Some(start..end),
        });
    }

    /// Updates the state where something is typeset.
    pub(super) fn typeset(&mut self) {
        self.has_content = true;
        let frame = self.frame();
        frame.scripts = Scripts::default();
        if frame.mode == Mode::Vertical {
            frame.mode = Mode::Horizontal;
        }
        self.fill_cell();
    }

    /// Marks the current cell and row as not empty.
    pub(super) fn fill_cell(&mut self) {
        if let Some(alignment) = &mut self.frame().alignment {
            alignment.cell_is_empty = false;
            alignment.row_is_empty = false;
        }
    }

    /// Opens a frame in the surrounding list.
    pub(super) fn open(&mut self, opener: Opener<'a>, token: Token) {
        let frame = self.frame();
        let (mode, boxed, ignores_blank_lines) = (frame.mode, frame.boxed, frame.ignores_blank_lines);
        self.frames.push(Frame {
            opener,
            start: token.start,
            end: token.end,
            mode,
            own_list: mode.is_math(),
            boxed,
            ignores_blank_lines,
            scripts: Scripts::default(),
            alignment: None,
            marks: None,
        });
    }

    /// Opens a frame with a separate list.
    pub(super) fn open_list(&mut self, opener: Opener<'a>, token: Token, mode: Mode) {
        self.open(opener, token);
        let frame = self.frame();
        frame.mode = mode;
        frame.own_list = true;
        frame.boxed |= mode == Mode::Restricted;
        frame.ignores_blank_lines &= mode != Mode::Vertical;
    }

    /// Removes the innermost frame.
    pub(super) fn pop(&mut self) -> Option<Frame<'a>> {
        if self.frames.len() < 2 {
            return None;
        }
        let frame = self.frames.pop()?;
        if !frame.own_list {
            self.frame().mode = frame.mode;
        }
        Some(frame)
    }

    fn blank_line(&mut self, token: Token) {
        if self.frame().ignores_blank_lines {
            return;
        }
        match self.mode() {
            Mode::Math | Mode::Display => self.report(
                ErrorClass::Mode,
                token.start,
                token.end,
                "a blank line in a formula".to_owned(),
                "Remove the blank line, or close the formula before it.",
            ),
            Mode::Horizontal => self.frame().mode = Mode::Vertical,
            Mode::Vertical | Mode::Restricted => {}
        }
    }

    fn verbatim(&mut self, token: Token) {
        if self
            .frames
            .iter()
            .any(|frame| matches!(frame.opener, Opener::Argument { .. }))
        {
            self.report(
                ErrorClass::Argument,
                token.start,
                token.end,
                "verbatim text in an argument".to_owned(),
                "Use \\texttt there, or move it out of the argument.",
            );
        }
        self.verbatim_environment(token);
        self.typeset();
    }

    fn parameter(&mut self, token: Token) {
        self.report(
            ErrorClass::Character,
            token.start,
            token.end,
            "`#` outside a definition".to_owned(),
            "Write \\# for the sign.",
        );
    }

    pub(super) fn character(&mut self, c: char, token: Token) {
        let math = self.mode().is_math();
        if math && c == '\'' {
            return self.prime(token);
        }
        if !character::is_accepted(c, math) {
            self.report(
                ErrorClass::Character,
                token.start,
                token.end,
                format!(
                    "the engine does not accept the character `{c}` (U+{:04X}) here",
                    u32::from(c)
                ),
                "Write the LaTeX command for it.",
            );
        }
        self.typeset();
    }
}

/// Returns, for each opening brace, the index of its closing brace, and for each opening bracket the index of the next
/// closing bracket in the same group.
fn partners(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closes = vec![None; tokens.len()];
    // For each open group, its brace and the brackets in it that are still open.
    let mut groups: Vec<(Option<usize>, Vec<usize>)> = vec![(None, Vec::new())];
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => groups.push((Some(index), Vec::new())),
            Kind::Close if groups.len() > 1 => {
                if let Some((Some(open), _)) = groups.pop() {
                    closes[open] = Some(index);
                }
            }
            Kind::Character('[') => {
                if let Some((_, brackets)) = groups.last_mut() {
                    brackets.push(index);
                }
            }
            Kind::Character(']') => {
                if let Some((_, brackets)) = groups.last_mut() {
                    brackets.drain(..).for_each(|open| closes[open] = Some(index));
                }
            }
            _ => {}
        }
    }
    closes
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn a_conditional_that_never_ends() {
        finds(
            ErrorClass::Other,
            &["a \\iffalse b", "a \\iftrue b \\else c", "\\iffalse \\ifx\\a\\b a\\fi"],
        );
        accepts(&["a \\iffalse $b \\fi c", "a \\iftrue b", "a\\end{document} \\iffalse $"]);
    }
}
