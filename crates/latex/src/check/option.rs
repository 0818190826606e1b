//! Options in brackets: keys and their values.

use texlens_vocabulary::ErrorClass;

use super::number::is_length;
use super::walk::Walk;

/// The kind of value that a key requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Length,
    Number,
    Any,
}

/// Keys of `\includegraphics`.
const GRAPHICS: &[(Value, &str)] = &[
    (Value::Length, "width height totalheight"),
    (Value::Number, "scale angle"),
    (
        Value::Any,
        "keepaspectratio clip trim viewport origin page draft bb type ext read command natwidth natheight hiresbb \
         interpolate pagebox alt bbllx bblly bburx bbury decodearray quiet",
    ),
];

/// Keys of lists (enumitem).
const LISTS: &[(Value, &str)] = &[
    (
        Value::Length,
        "topsep partopsep parsep itemsep leftmargin rightmargin listparindent labelwidth labelsep itemindent labelindent",
    ),
    (Value::Number, "start"),
    (
        Value::Any,
        "label ref font align style before after first resume resume* series noitemsep nosep wide widest left itemjoin \
         itemjoin* afterlabel mode labelindent* before* first* after* label* beginpenalty midpenalty endpenalty format \
         fullwidth unboxed nolistsep itemsep* topsep* leftmargin* widest*",
    ),
];

impl Walk<'_> {
    pub(super) fn graphics_options(&mut self, start: usize, end: usize) {
        self.options(start, end, GRAPHICS);
    }

    pub(super) fn list_options(&mut self, start: usize, end: usize) {
        self.options(start, end, LISTS);
    }

    fn options(&mut self, start: usize, end: usize, known: &[(Value, &str)]) {
        if self.own_preamble {
            return;
        }
        let text = self.slice((start, end));
        let mut at = self.token(start).map_or(0, |token| token.start);
        for option in at_depth_zero(text, ',') {
            self.option(option, at, known);
            at += option.len() + 1;
        }
    }

    fn option(&mut self, option: &str, at: usize, known: &[(Value, &str)]) {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        let (key, value) = (key.trim(), value.trim());
        let kind = known
            .iter()
            .find(|(_, keys)| keys.split_ascii_whitespace().any(|other| other == key));
        let fits = match kind {
            _ if key.is_empty() => return,
            None => false,
            Some((Value::Any, _)) => true,
            Some((Value::Number, _)) => value.starts_with(|c: char| c.is_ascii_digit() || "-+.\\{".contains(c)),
            Some((Value::Length, _)) => is_length(value) || value.starts_with(['*', '!', '{']),
        };
        if !fits {
            let class = if kind.is_some() {
                ErrorClass::Number
            } else {
                ErrorClass::Argument
            };
            let message = match kind {
                Some(_) => format!("the option `{key}` cannot be `{value}`"),
                None => format!("no option is called `{key}` here"),
            };
            self.report(
                class,
                at,
                at + option.len(),
                message,
                "Correct the option, or remove it.",
            );
        }
    }
}

/// Splits a text at the separators outside braces.
fn at_depth_zero(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |c| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c == separator
    })
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Argument,
            &[
                "\\includegraphics[foo=1]{a}",
                "\\begin{enumerate}[(a)]\\item b\\end{enumerate}",
            ],
        );
        finds(ErrorClass::Number, &["\\includegraphics[width=3]{a}"]);
        accepts(&[
            "\\includegraphics[width=0.5\\textwidth, trim=0 0 0 0, clip]{a_b}",
            "\\begin{enumerate}[label={(\\alph*),}, itemsep=2pt]\\item b\\end{enumerate}",
        ]);
    }
}
