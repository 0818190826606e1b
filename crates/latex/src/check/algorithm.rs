//! Statements and blocks of algorithms.

use texlens_vocabulary::ErrorClass;

use super::frame::Opener;
use super::token::Token;
use super::walk::Walk;

/// For each command that ends a block, the commands that can begin the block. A command such as `Else` ends one block
/// and begins another.
const ENDS: [(&str, &[&str]); 9] = [
    ("EndIf", &["If", "ElsIf", "Else"]),
    ("ElsIf", &["If", "ElsIf"]),
    ("Else", &["If", "ElsIf"]),
    ("EndFor", &["For", "ForAll"]),
    ("EndWhile", &["While"]),
    ("EndLoop", &["Loop"]),
    ("Until", &["Repeat"]),
    ("EndProcedure", &["Procedure"]),
    ("EndFunction", &["Function"]),
];

/// Commands that begin a block.
const BEGINS: [&str; 10] = [
    "If",
    "ElsIf",
    "Else",
    "For",
    "ForAll",
    "While",
    "Loop",
    "Repeat",
    "Procedure",
    "Function",
];

impl<'a> Walk<'a> {
    fn in_algorithm(&self) -> bool {
        self.frames
            .iter()
            .any(|frame| frame.opener == Opener::Environment("algorithmic"))
    }

    /// Handles a statement of an algorithm, which counts as an item of a list.
    pub(super) fn statement(&mut self, token: Token, name: &'a str) {
        if !self.in_algorithm() {
            return self.report(
                ErrorClass::Environment,
                token.start,
                token.end,
                format!("`\\{name}` outside an algorithm"),
                "Put it into the environment algorithmic.",
            );
        }
        self.list_is_new = false;
        let begins = ENDS.iter().find(|(end, _)| *end == name).map(|(_, begins)| *begins);
        if let Some(begins) = begins
            && self.blocks.pop_if(|open| begins.contains(open)).is_none()
        {
            self.report(
                ErrorClass::Environment,
                token.start,
                token.end,
                format!("`\\{name}` ends nothing"),
                "Begin the block before it, or remove it.",
            );
        }
        if BEGINS.contains(&name) {
            self.blocks.push(name);
        }
    }

    /// Handles the end of an algorithm. All its blocks must have ended.
    pub(super) fn end_algorithm(&mut self, token: Token) {
        if let Some(name) = self.blocks.pop() {
            self.blocks.clear();
            self.report(
                ErrorClass::Environment,
                token.start,
                token.end,
                format!("the block of `\\{name}` is never closed"),
                "Write its \\End command.",
            );
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
                "\\State a",
                "\\begin{algorithmic}\\If{a}\\State b\\end{algorithmic}",
                "\\begin{algorithmic}\\While{a}\\State b\\EndFor\\end{algorithmic}",
            ],
        );
        accepts(&[
            "\\begin{algorithmic}[1]\\If{a}\\State b\\ElsIf{c}\\State d\\Else\\State e\\EndIf\\end{algorithmic}",
            "\\begin{algorithmic}\\For{a}\\Repeat\\State b\\Until{c}\\EndFor\\end{algorithmic}",
        ]);
    }
}
