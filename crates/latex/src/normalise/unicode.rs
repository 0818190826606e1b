//! The step that turns Unicode characters into commands.

use crate::unicode::{Spelling, latex_spelling};

/// Replaces characters that stand for commands. A run of raised or lowered characters becomes one script.
pub(super) fn commands(items: Vec<&str>) -> Vec<&str> {
    if items.iter().all(|item| item.is_ascii()) {
        return items;
    }
    let mut out = Vec::with_capacity(items.len() + 8);
    let mut run: Option<&str> = None;
    for item in items {
        let spelling = single_character(item).and_then(latex_spelling);
        let mark = match spelling {
            Some(Spelling::Script { mark, .. }) => Some(mark),
            _ => None,
        };
        if mark != run {
            out.extend(run.map(|_| "}"));
            out.extend(mark.into_iter().flat_map(|mark| [mark, "{"]));
            run = mark;
        }
        match spelling {
            None => out.push(item),
            Some(Spelling::Items(items)) => out.extend(items),
            Some(Spelling::Script { base, .. }) => out.push(base),
            Some(Spelling::Styled { font: None, letter }) => out.push(letter),
            Some(Spelling::Styled {
                font: Some(font),
                letter,
            }) => out.extend([font, "{", letter, "}"]),
        }
    }
    out.extend(run.map(|_| "}"));
    out
}

fn single_character(item: &str) -> Option<char> {
    let mut characters = item.chars();
    characters.next().filter(|_| characters.as_str().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::items::items;

    fn out(latex: &str) -> String {
        commands(items(latex)).join(" ")
    }

    #[test]
    fn characters_become_commands() {
        assert_eq!(out("α≤∞×ℝ−…"), "\\alpha \\leq \\infty \\times \\mathbb { R } - \\dots");
        assert_eq!(out("é字\u{200b}x"), "é 字 x");
        assert_eq!(out("f′″"), "f ' ' '");
    }

    #[test]
    fn a_run_of_scripts_is_one_script() {
        assert_eq!(out("x¹²+a₁²b⁻¹"), "x ^ { 1 2 } + a _ { 1 } ^ { 2 } b ^ { - 1 }");
    }

    #[test]
    fn styled_letters_become_letters_with_their_font() {
        assert_eq!(
            out("𝐀𝑥𝒛𝔸𝟏"),
            "\\mathbf { A } x \\boldsymbol { z } \\mathbb { A } \\mathbf { 1 }"
        );
        assert_eq!(out("𝓐"), "𝓐");
    }
}
