//! Mathematics in Unicode characters.

use texlens_latex::{Spelling, latex_spelling};

/// Characters that have a spelling in formulas but are typography in a text.
const TYPOGRAPHY: &str = "’‐‑–…•†‡·°\u{b5}\u{200b}\u{200c}\u{200d}\u{feff}";

/// Reports whether a character is mathematics wherever it stands.
fn is_mathematics(c: char) -> bool {
    !TYPOGRAPHY.contains(c) && latex_spelling(c).is_some()
}

/// Returns a formula with commands in place of Unicode characters. A run of raised or lowered characters becomes one
/// script.
pub(super) fn in_formula(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut script: Option<&str> = None;
    let mut after_command = false;
    for c in text.chars() {
        let spelling = latex_spelling(c);
        let mark = match spelling {
            Some(Spelling::Script { mark, .. }) => Some(mark),
            _ => None,
        };
        if script != mark {
            if script.is_some() {
                out.push('}');
            }
            if let Some(mark) = mark {
                out.push_str(mark);
                out.push('{');
            }
            script = mark;
        }
        match spelling {
            None if after_command => push(&mut out, c.encode_utf8(&mut [0; 4])),
            None => out.push(c),
            Some(Spelling::Script { base, .. }) => push(&mut out, base),
            Some(Spelling::Items(items)) => items.iter().for_each(|item| push(&mut out, item)),
            Some(Spelling::Styled { font, letter }) => match font {
                Some(font) => {
                    push(&mut out, font);
                    out.push('{');
                    out.push_str(letter);
                    out.push('}');
                }
                None => push(&mut out, letter),
            },
        }
        after_command = spelling.is_some();
    }
    if script.is_some() {
        out.push('}');
    }
    out
}

/// Appends an item. Inserts a space where a letter would become part of the command before it.
pub(super) fn push(out: &mut String, item: &str) {
    if item.starts_with(|c: char| c.is_ascii_alphabetic()) && ends_with_command(out) {
        out.push(' ');
    }
    out.push_str(item);
}

/// Reports whether a text ends with a command's name. Only the end is examined, because the text grows by single
/// characters.
fn ends_with_command(text: &str) -> bool {
    const LONGEST_NAME: usize = 64;
    let end = text.bytes().rev().take(LONGEST_NAME);
    let letters = end.take_while(u8::is_ascii_alphabetic).count();
    let before = text.len().checked_sub(letters + 1);
    letters > 0 && before.is_some_and(|before| text.as_bytes().get(before) == Some(&b'\\'))
}

/// A piece of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Text(&'t str),
    Formula(&'t str),
}

/// Splits a text where formulas begin and end. A formula consists of words with a mathematical character, and of
/// numbers, single letters and signs between and next to them.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    if !text.contains(is_mathematics) {
        return vec![Piece::Text(text)];
    }
    let words: Vec<(usize, &str)> = words(text).collect();
    let mut pieces = Vec::new();
    let mut done = 0;
    let mut index = 0;
    while let Some(&(start, word)) = words.get(index) {
        if !may_be_in_formula(word) {
            index += 1;
            continue;
        }
        let run = words.get(index..).unwrap_or_default();
        let length = run
            .iter()
            .take_while(|(_, word)| may_be_in_formula(word))
            .count()
            .max(1);
        let run = run.get(..length).unwrap_or_default();
        index += length;
        // A formula does not begin or end with words that could equally be text.
        let is_sure = |word: &str| word.contains(is_mathematics);
        let (Some(first), Some(last)) = (
            run.iter().position(|(_, word)| is_sure(word)),
            run.iter().rposition(|(_, word)| is_sure(word)),
        ) else {
            continue;
        };
        let first = reach(run, first, -1);
        let last = reach(run, last, 1);
        let from = run.get(first).map_or(start, |(start, _)| *start);
        let to = run.get(last).map_or(start + word.len(), |(start, word)| {
            start + word.trim_end_matches(['.', ',', ';', ':', '?', '!']).len()
        });
        if from < to {
            pieces.push(Piece::Text(text.get(done..from).unwrap_or_default()));
            pieces.push(Piece::Formula(text.get(from..to).unwrap_or_default()));
            done = to;
        }
    }
    pieces.push(Piece::Text(text.get(done..).unwrap_or_default()));
    pieces.retain(|piece| !matches!(piece, Piece::Text("")));
    pieces
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = text.as_ptr() as usize;
    text.split_whitespace()
        .map(move |word| (word.as_ptr() as usize - base, word))
}

/// Extends a formula from a word that is certainly mathematical, over signs and the words next to them.
fn reach(run: &[(usize, &str)], from: usize, step: isize) -> usize {
    let mut reached = from;
    let mut at = from;
    while let Some((_, word)) = at.checked_add_signed(step).and_then(|next| run.get(next)) {
        at = at.saturating_add_signed(step);
        let ends = |word: &str| word.ends_with(['.', ',', ';', ':', '?', '!']);
        if step > 0 && run.get(at - 1).is_some_and(|(_, before)| ends(before)) {
            break;
        }
        let is_sign = |word: &str| word.chars().all(|c| "+-=<>/*|".contains(c)) || word.contains(is_operator);
        let before = at.checked_add_signed(-step).and_then(|before| run.get(before));
        if is_sign(word) || before.is_some_and(|(_, before)| is_sign(before)) {
            reached = at;
        } else {
            break;
        }
    }
    reached
}

/// Reports whether a character is a sign with operands on both sides.
fn is_operator(c: char) -> bool {
    "±×÷∈∉≤≥≠≈≡∼⊂⊆∪∩→⇒⇔∧∨⋅∘⊕⊗−∝≪≫".contains(c)
}

/// Reports whether a word may be in a formula: a number, a letter, a sign, or a word with a mathematical character and
/// no more than two letters in a row.
fn may_be_in_formula(word: &str) -> bool {
    let mut letters = 0;
    for c in word.chars() {
        letters = if c.is_ascii_alphabetic() { letters + 1 } else { 0 };
        let is_known = c.is_ascii_alphanumeric() || "+-=<>/*|()[]{}.,;:!'^_".contains(c) || is_mathematics(c);
        if !is_known || letters > 2 {
            return false;
        }
    }
    // Words such as `is` and `of` are text.
    letters < 2 || word.contains(is_mathematics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_become_commands() {
        assert_eq!(in_formula("αx² ≤ 𝐁₁₂"), "\\alpha x^{2} \\leq \\mathbf{B}_{12}");
        assert_eq!(in_formula("∀ε>0"), "\\forall\\varepsilon>0");
        assert_eq!(in_formula("\\frac{α}{2}"), "\\frac{\\alpha}{2}");
    }

    fn formulas(text: &str) -> Vec<&str> {
        let formula = |piece| match piece {
            Piece::Formula(formula) => Some(formula),
            Piece::Text(_) => None,
        };
        pieces(text).into_iter().filter_map(formula).collect()
    }

    #[test]
    fn mathematics_is_found_in_a_text() {
        assert_eq!(formulas("We have x² + y² ≤ 1, so α is small."), ["x² + y² ≤ 1", "α"]);
        assert_eq!(formulas("A map f: A → B of 3 × 4 numbers"), ["A → B", "3 × 4"]);
        assert_eq!(formulas("naïve – “quoted” … 20 °C • done"), Vec::<&str>::new());
        let text = "a ∈ B.";
        let whole: String = pieces(text)
            .into_iter()
            .map(|(Piece::Text(t) | Piece::Formula(t))| t)
            .collect();
        assert_eq!(whole, text);
    }
}
