//! `\begin` and `\end`.

use texlens_vocabulary::ErrorClass;

use super::alignment::MOST_COLUMNS;
use super::frame::{Alignment, Marks, Mode, Opener};
use super::symbol::Symbols;
use super::token::{Kind, Token};
use super::walk::Walk;

/// The effect of an environment on its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Body {
    /// No effect: the environment is a group.
    Group,
    /// Paragraphs, separated from the text before and after the environment.
    Paragraphs,
    /// A list with items, whether or not it counts towards LaTeX's limits of six and four nested lists.
    List,
    /// A box of paragraphs.
    Box,
    /// A float.
    Float,
    /// A formula within a line.
    Math,
    /// A displayed formula without columns.
    Display,
    /// A displayed formula of rows, with at most this number of columns.
    Rows(Option<usize>),
    /// Rows inside a formula, with at most this number of columns.
    Inner(Option<usize>),
    /// Rows inside a formula, with the columns given in an argument.
    Array,
    /// A table of text, with the columns given in an argument.
    Table,
}

/// Environments by signature and body.
const ENVIRONMENTS: &[(&str, Body, &str)] = &[
    ("", Body::Display, "equation equation* displaymath"),
    ("", Body::Math, "math"),
    ("", Body::Rows(None), "align align* flalign flalign*"),
    ("", Body::Rows(Some(1)), "gather gather* multline multline*"),
    ("", Body::Rows(Some(3)), "eqnarray eqnarray*"),
    ("n", Body::Rows(None), "alignat alignat* xalignat xalignat* xxalignat"),
    ("o", Body::Inner(None), "aligned"),
    ("o", Body::Inner(Some(1)), "gathered multlined lgathered rgathered"),
    ("on", Body::Inner(None), "alignedat"),
    (
        "",
        Body::Inner(None),
        "smallmatrix psmallmatrix bsmallmatrix vsmallmatrix Bsmallmatrix Vsmallmatrix",
    ),
    (
        "",
        Body::Inner(Some(2)),
        "split cases dcases dcases* rcases rcases* drcases cases*",
    ),
    (
        "",
        Body::Inner(Some(10)),
        "matrix pmatrix bmatrix vmatrix Bmatrix Vmatrix",
    ),
    (
        "o",
        Body::Inner(Some(10)),
        "matrix* pmatrix* bmatrix* vmatrix* Bmatrix* Vmatrix*",
    ),
    ("k", Body::Inner(Some(1)), "subarray"),
    ("oc", Body::Array, "array"),
    ("oc", Body::Table, "tabular longtable"),
    ("loc", Body::Table, "tabular*"),
    ("lc", Body::Table, "tabularx"),
    (
        "i",
        Body::List,
        "itemize enumerate description itemize* enumerate* description*",
    ),
    ("k", Body::List, "thebibliography"),
    ("kk", Body::List, "list"),
    (
        "",
        Body::Paragraphs,
        "center flushleft flushright quote quotation verse abstract trivlist sloppypar titlepage",
    ),
    (
        "O",
        Body::Paragraphs,
        "theorem lemma proposition corollary definition remark example proof",
    ),
    ("ool", Body::Box, "minipage"),
    ("ol", Body::Box, "subfigure subtable"),
    ("o", Body::Float, "figure table algorithm figure* table* algorithm*"),
    ("o", Body::List, "algorithmic"),
];

/// Environments built on `array`, in which blank lines have no effect.
const BUILT_ON_ARRAY: [&str; 13] = [
    "cases", "matrix", "pmatrix", "bmatrix", "vmatrix", "Bmatrix", "Vmatrix", "matrix*", "pmatrix*", "bmatrix*",
    "vmatrix*", "Bmatrix*", "Vmatrix*",
];

/// Returns the signature and the body of an environment.
pub(super) fn environment(name: &str) -> (&'static str, Body) {
    ENVIRONMENTS
        .iter()
        .find(|(_, _, names)| names.split_ascii_whitespace().any(|other| other == name))
        .map_or(("", Body::Group), |(signature, body, _)| (signature, *body))
}

impl<'a> Walk<'a> {
    /// Returns the name after `\begin` or `\end`, and the index after its brace. Reports a missing name.
    fn environment_name(&mut self, token: Token) -> Option<(&'a str, usize)> {
        let open = self.after_blanks(self.next);
        let is_open = self.token(open).is_some_and(|brace| brace.kind == Kind::Open);
        let close = self.closes.get(open).copied().flatten().filter(|_| is_open);
        let Some(close) = close else {
            self.report(
                ErrorClass::Environment,
                token.start,
                token.end,
                format!("`{}` without the name of an environment", self.text(token)),
                "Write the name in braces.",
            );
            return None;
        };
        Some((self.slice((open + 1, close)), close + 1))
    }

    pub(super) fn begin(&mut self, index: usize, token: Token) {
        let Some((name, after)) = self.environment_name(token) else {
            return;
        };
        self.next = after;
        if name == "document" {
            return self.begin_document(token);
        }
        let (signature, body) = environment(name);
        if !self.own_preamble && !Symbols::get().is_environment(name) && !self.user.has_environment(name) {
            self.report(
                ErrorClass::Environment,
                token.start,
                token.end,
                format!("no environment is called `{name}`"),
                "Correct its name, or define it.",
            );
        }
        self.check_place(name, body, token);
        let arguments = self.read_arguments(index, after, signature);
        let columns = match body {
            Body::Array | Body::Table => {
                let specification = arguments.last().copied().flatten();
                self.columns_of(name, specification.map_or("", |range| self.slice(range)), token)
            }
            Body::Rows(most) | Body::Inner(most) => {
                let pairs = arguments.last().copied().flatten().filter(|_| signature.ends_with('n'));
                let pairs = pairs.and_then(|range| self.slice(range).trim().parse::<usize>().ok());
                let most = pairs.map(|pairs| 2 * pairs.min(MOST_COLUMNS)).or(most);
                most.map(|most| vec![false; most])
            }
            _ => None,
        };
        self.enter(name, body, columns, token);
    }

    fn begin_document(&mut self, token: Token) {
        if !self.own_preamble {
            self.report(
                ErrorClass::Definition,
                token.start,
                token.end,
                "the document begins a second time".to_owned(),
                "Remove `\\begin{document}`, or write \\documentclass before it.",
            );
        }
    }

    /// Checks that an environment stands where it is allowed.
    fn check_place(&mut self, name: &str, body: Body, token: Token) {
        let mode = self.mode();
        let boxed = self.frame().boxed;
        let (fits, what, advice) = match body {
            Body::Inner(_) | Body::Array => (mode.is_math(), "outside a formula", "Put it into a formula."),
            Body::Display | Body::Rows(_) => (
                !mode.is_math() && mode != Mode::Restricted && !self.is_in_heading(),
                "inside a formula or a line",
                "Close the formula before it, or use an environment such as aligned.",
            ),
            Body::Math => (!mode.is_math(), "inside a formula", "Close the formula before it."),
            Body::Float => (
                !mode.is_math() && !boxed,
                "inside a box, a formula or another float",
                "Move it between paragraphs.",
            ),
            Body::List | Body::Paragraphs => (
                !mode.is_math() && mode != Mode::Restricted,
                "inside a formula or a line",
                "Close the formula before it, or put it into a minipage.",
            ),
            Body::Group | Body::Box | Body::Table => (true, "", ""),
        };
        if !fits {
            let class = if matches!(body, Body::Float | Body::Rows(_)) {
                ErrorClass::Environment
            } else {
                ErrorClass::Mode
            };
            self.report(class, token.start, token.end, format!("`{name}` {what}"), advice);
        }
    }

    pub(super) fn is_in_heading(&self) -> bool {
        let is_heading =
            |command: &str| matches!(command, "\\section" | "\\subsection" | "\\subsubsection" | "\\caption");
        self.frames
            .iter()
            .any(|frame| matches!(frame.opener, Opener::Argument { command, .. } if is_heading(command)))
    }

    fn enter(&mut self, name: &'a str, body: Body, columns: Option<Vec<bool>>, token: Token) {
        let opener = Opener::Environment(name);
        let before = self.mode();
        match body {
            Body::Group => self.open(opener, token),
            Body::Paragraphs | Body::List => {
                self.needs_item(token);
                if !before.is_math() {
                    self.frame().mode = Mode::Vertical;
                }
                if body == Body::List {
                    self.begin_list(name, token);
                }
                self.open(opener, token);
            }
            Body::Box => {
                self.typeset();
                self.open_list(opener, token, Mode::Vertical);
                self.frame().boxed = true;
            }
            Body::Float => {
                self.open_list(opener, token, Mode::Vertical);
                self.frame().boxed = true;
            }
            Body::Math => {
                self.typeset();
                self.open_list(opener, token, Mode::Math);
            }
            Body::Display | Body::Rows(_) => {
                self.frame().mode = Mode::Horizontal;
                self.open_list(opener, token, Mode::Display);
            }
            Body::Inner(_) | Body::Array => {
                self.typeset();
                self.open_list(opener, token, Mode::Math);
            }
            Body::Table => {
                self.typeset();
                self.open_list(opener, token, Mode::Restricted);
            }
        }
        if matches!(body, Body::Display | Body::Rows(_)) && !name.starts_with("eqnarray") {
            self.frame().marks = Some(Marks::default());
        }
        self.frame().ignores_blank_lines |= matches!(body, Body::Array | Body::Table) || BUILT_ON_ARRAY.contains(&name);
        if matches!(body, Body::Rows(_) | Body::Inner(_) | Body::Array | Body::Table) {
            self.frame().alignment = Some(Alignment {
                columns,
                column: 0,
                cell_is_empty: true,
                row_is_empty: true,
            });
            self.begin_cell();
        }
    }

    pub(super) fn end(&mut self, token: Token) {
        let Some((name, after)) = self.environment_name(token) else {
            return;
        };
        self.next = after;
        if name == "document" {
            self.ended = true;
            return;
        }
        let opened = self
            .frames
            .iter()
            .rposition(|frame| frame.opener == Opener::Environment(name));
        let argument = self
            .frames
            .iter()
            .rposition(|frame| matches!(frame.opener, Opener::Argument { .. }));
        let Some(opened) = opened.filter(|opened| argument.is_none_or(|argument| argument < *opened)) else {
            return self.report(
                ErrorClass::Environment,
                token.start,
                token.end,
                format!("`\\end{{{name}}}` without its `\\begin`"),
                "Write the \\begin, or correct the name.",
            );
        };
        while self.frames.len() > opened + 1 {
            if let Some(frame) = self.pop() {
                self.unclosed(&frame);
            }
        }
        self.pop();
        self.leave(name, token);
    }

    fn leave(&mut self, name: &str, token: Token) {
        if name == "algorithmic" {
            self.end_algorithm(token);
        }
        let (_, body) = environment(name);
        match body {
            Body::List | Body::Paragraphs => {
                // LaTeX only warns of an empty list of references.
                let may_be_empty = name == "thebibliography" && self.mode() != Mode::Horizontal;
                if body == Body::List && !may_be_empty {
                    self.needs_item(token);
                }
                self.list_is_new = false;
                self.has_content = true;
                if !self.mode().is_math() {
                    self.frame().mode = Mode::Vertical;
                }
            }
            Body::Float | Body::Group => {}
            _ => self.typeset(),
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
            ErrorClass::Environment,
            &[
                "\\begin{foo}a\\end{foo}",
                "\\begin{center}a",
                "a\\end{center}",
                "\\begin{center}a\\end{quote}",
                "\\begin a",
                "\\mbox{\\begin{align}a\\end{align}}",
                "\\begin{figure}\\begin{table}a\\end{table}\\end{figure}",
            ],
        );
        finds(
            ErrorClass::Mode,
            &[
                "\\begin{aligned}a\\end{aligned}",
                "$\\begin{equation}a\\end{equation}$",
                "$\\begin{itemize}\\item a\\end{itemize}$",
                "\\begin{equation}a\n\nb\\end{equation}",
            ],
        );
        accepts(&[
            "\\begin{center}\\begin{tabular}{c}a\\end{tabular}\\end{center}",
            "\\begin{equation}\\begin{aligned}a & b\\end{aligned}\\end{equation}",
            "\\begin{theorem}[A]b\\end{theorem}",
            "$\\begin{pmatrix}a & b\\\\\n\nc\\end{pmatrix}$",
            "a \\end{document} \\foo",
        ]);
    }
}
