//! Lists and their items.

use texlens_vocabulary::ErrorClass;

use super::environment::{Body, environment};
use super::frame::{Mode, Opener};
use super::token::Token;
use super::walk::Walk;

/// LaTeX's limit on nested lists of one kind; [`MOST`] is the limit for lists of all kinds.
const MOST_OF_A_KIND: usize = 4;
const MOST: usize = 6;

impl Walk<'_> {
    fn lists(&self) -> impl Iterator<Item = &str> {
        self.frames.iter().filter_map(|frame| match frame.opener {
            Opener::Environment(name) => Some(name),
            _ => None,
        })
    }

    /// Handles the begin of a list.
    pub(super) fn begin_list(&mut self, name: &str, token: Token) {
        let same = self.lists().filter(|other| *other == name).count();
        let all = self.lists().filter(|other| environment(other).1 == Body::List).count();
        let limited = matches!(name, "itemize" | "enumerate");
        if (limited && same >= MOST_OF_A_KIND) || all >= MOST {
            self.report(
                ErrorClass::List,
                token.start,
                token.end,
                "lists are nested too deeply".to_owned(),
                "LaTeX allows four of one kind and six in all.",
            );
        }
        self.list_is_new = true;
    }

    /// Reports a list whose first item is missing. Called where a block begins or ends, and at an item after text.
    pub(super) fn needs_item(&mut self, token: Token) {
        if self.list_is_new {
            self.list_is_new = false;
            self.report(
                ErrorClass::List,
                token.start,
                token.end,
                "text in a list before its first `\\item`".to_owned(),
                "Begin each entry of the list with \\item.",
            );
        }
    }

    pub(super) fn item(&mut self, index: usize, token: Token, signature: &str) {
        let in_list = self
            .lists()
            .any(|name| matches!(environment(name).1, Body::List | Body::Paragraphs));
        if !in_list {
            self.report(
                ErrorClass::List,
                token.start,
                token.end,
                "`\\item` outside a list".to_owned(),
                "Put it into itemize or enumerate.",
            );
        }
        if self.mode().is_math() {
            self.report(
                ErrorClass::Mode,
                token.start,
                token.end,
                "`\\item` in a formula".to_owned(),
                "Close the formula before it.",
            );
        } else {
            if self.mode() == Mode::Horizontal {
                self.needs_item(token);
            }
            self.frame().mode = Mode::Vertical;
        }
        self.list_is_new = false;
        self.read_arguments(index, index + 1, signature);
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::List,
            &[
                "\\item a",
                "\\bibitem{a} b",
                "\\begin{itemize}\\end{itemize}",
                "\\begin{itemize}a\\item b\\end{itemize}",
                "\\begin{itemize}\\begin{itemize}\\item a\\end{itemize}\\end{itemize}",
                &format!("{}a{}", "\\begin{itemize}\\item ".repeat(5), "\\end{itemize}".repeat(5)),
            ],
        );
        accepts(&[
            "\\begin{itemize}\n  \\item a\n\n \\item[b] c\\end{itemize}",
            "\\begin{itemize}\\item\\begin{enumerate}[noitemsep]\\item a\\end{enumerate}\\end{itemize}",
            "\\begin{thebibliography}{9}\\bibitem{a} b\\end{thebibliography}",
        ]);
    }
}
