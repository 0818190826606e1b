//! Labels and tags of displayed formulas.

use texlens_vocabulary::ErrorClass;

use super::frame::{Marks, Opener};
use super::signature::signature;
use super::token::Token;
use super::walk::Walk;

impl Walk<'_> {
    /// Returns the marks (label and tag) of the row of a displayed formula around the current position.
    fn marks(&mut self) -> Option<&mut Marks> {
        let frames = self.frames.iter_mut().rev();
        frames
            .take_while(|frame| frame.mode.is_math() && !matches!(frame.opener, Opener::Argument { .. }))
            .find_map(|frame| frame.marks.as_mut())
    }

    pub(super) fn label(&mut self, index: usize, token: Token) {
        let second = self
            .marks()
            .is_some_and(|marks| std::mem::replace(&mut marks.label, true));
        if second {
            self.mark_error(token, "a second `\\label` in one formula", "Keep one of them.");
        }
        self.ordinary(index, token, "\\label");
    }

    pub(super) fn tag(&mut self, index: usize, token: Token) {
        match self.marks() {
            None => self.mark_error(
                token,
                "`\\tag` outside a displayed formula",
                "Use it in equation, align or a similar environment; elsewhere, write the number as text.",
            ),
            Some(marks) => {
                if std::mem::replace(&mut marks.tag, true) {
                    self.mark_error(token, "a second `\\tag` in one formula", "Keep one of them.");
                }
            }
        }
        self.read_arguments(index, index + 1, signature("tag"));
    }

    fn mark_error(&mut self, token: Token, message: &str, advice: &str) {
        self.report(ErrorClass::Other, token.start, token.end, message.to_owned(), advice);
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Other,
            &[
                "\\begin{equation}a\\label{a}\\label{b}\\end{equation}",
                "\\[a\\tag{1}\\tag{2}\\]",
                "$a\\tag{1}$",
                "$$a\\tag{1}$$",
            ],
        );
        accepts(&[
            "\\begin{align}a\\label{a} \\\\ b\\label{b}\\tag{1}\\end{align}",
            "\\[a\\tag{1}\\label{a}\\]",
            "a\\label{a}\\label{b}",
        ]);
    }
}
