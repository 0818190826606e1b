//! Groups: everything that opens must close, in order.

use texlens_vocabulary::ErrorClass;

use super::frame::{Frame, Opener, Scripts};
use super::token::Token;
use super::walk::Walk;

impl<'a> Walk<'a> {
    pub(super) fn open_brace(&mut self, token: Token) {
        self.fill_cell();
        self.open(Opener::Brace, token);
    }

    pub(super) fn close_brace(&mut self, token: Token) {
        let inner = self.frames.iter().rposition(|frame| frame.opener == Opener::Brace);
        let argument = self
            .frames
            .iter()
            .rposition(|frame| matches!(frame.opener, Opener::Argument { .. }));
        let Some(inner) = inner.filter(|inner| argument.is_none_or(|argument| argument < *inner)) else {
            return self.stray_brace(token);
        };
        while self.frames.len() > inner + 1 {
            if let Some(frame) = self.pop() {
                self.unclosed(&frame);
            }
        }
        self.pop();
        let frame = self.frame();
        frame.scripts = Scripts {
            // After a command such as `\mathop`, the group is the operand of the command.
            operator: true,
            ..Scripts::default()
        };
    }

    fn stray_brace(&mut self, token: Token) {
        let (class, message) = match self.frame().opener {
            Opener::Inline | Opener::Display => (ErrorClass::Mode, "`}` where a formula is still open"),
            Opener::Left => (ErrorClass::Delimiter, "`}` between `\\left` and `\\right`"),
            _ => (ErrorClass::Group, "`}` closes nothing"),
        };
        let advice = "Remove it, or open the group before it and close everything inside.";
        self.report(class, token.start, token.end, message.to_owned(), advice);
    }

    /// Reports a frame that is still open where a construct around it closes.
    pub(super) fn unclosed(&mut self, frame: &Frame<'a>) {
        let text = self.source.get(frame.start..frame.end).unwrap_or_default();
        let (class, message, advice) = match frame.opener {
            Opener::Text => return,
            Opener::Brace => (
                ErrorClass::Group,
                "`{` is never closed".to_owned(),
                "Write the closing brace.",
            ),
            Opener::Argument { command, .. } => (
                ErrorClass::Argument,
                format!("the argument of `{command}` is never closed"),
                "Close its brace where it ends.",
            ),
            Opener::Environment(name) => (
                ErrorClass::Environment,
                format!("the environment `{name}` is never closed"),
                "Write its \\end.",
            ),
            Opener::Inline | Opener::Display => (
                ErrorClass::Mode,
                format!("the formula that `{text}` opens is never closed"),
                "Close it where it ends.",
            ),
            Opener::Left => (
                ErrorClass::Delimiter,
                "`\\left` without `\\right`".to_owned(),
                "Write the \\right with its delimiter; \\right. for none.",
            ),
        };
        self.report(class, frame.start, frame.end, message, advice);
    }

    pub(super) fn too_deep(&mut self, token: Token) {
        self.report(
            ErrorClass::Limit,
            token.start,
            token.end,
            "groups are nested deeper than TeX can count".to_owned(),
            "Close groups where they end.",
        );
    }

    /// Reports the frames that are open at the end of the text. TeX only warns of open groups there.
    pub(super) fn finish(&mut self) {
        while let Some(frame) = self.pop() {
            if frame.opener != Opener::Brace {
                self.unclosed(&frame);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Group,
            &["a}", "\\begin{center}{a\\end{center}", "$a {b$ c}"],
        );
        finds(ErrorClass::Limit, &["{".repeat(300).as_str()]);
        accepts(&["{a} {{b}}", "{a"]);
    }
}
