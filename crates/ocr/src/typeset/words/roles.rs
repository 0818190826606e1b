//! Glyphs that look like text in one place and like mathematics in another.

use texlens_vocabulary::Style;

use crate::typeset::mark::{Extent, Mark};

use super::cell::{Cell, Role};

/// Width between that of an en dash and that of a minus, in em.
const DASH: f32 = 0.64;

/// Turns a minus into a dash of text if it is no wider than a dash. It must stand beside a word, or between digits
/// without the space around an operation.
pub(super) fn correct_dashes(cells: &mut [Cell<'_>], em: f32) {
    for i in 1..cells.len().saturating_sub(1) {
        let Some([before, cell, after]) = cells.get(i - 1..i + 2) else {
            continue;
        };
        let is_typed = cell.base().is_none_or(|mark| mark.style == Style::Typewriter);
        if cell.symbol() != "\\minus" || cell.is_script || is_typed || cell.bbox.width() > DASH * em {
            continue;
        }
        let (left, right) = (cell.bbox.x0 - before.bbox.x1, after.bbox.x0 - cell.bbox.x1);
        let is_digit = |cell: &Cell<'_>| cell.base().is_some_and(Mark::is_digit) && !cell.is_script;
        let is_text = |cell: &Cell<'_>| cell.role == Role::Text;
        let is_sign = left > 0.15 * em && right < 0.15 * em;
        let is_range = is_digit(before) && is_digit(after) && left < 0.12 * em && right < 0.12 * em;
        let is_dash = (is_text(before) || is_text(after)) && before.role != Role::Math && after.role != Role::Math;
        if !(is_range || is_dash && !is_sign) {
            continue;
        }
        if let Some(cell) = cells.get_mut(i) {
            cell.role = Role::Text;
            cell.marks.iter_mut().for_each(|mark| mark.symbol = "--");
        }
    }
}

/// Least confidence of a glyph whose style is trusted.
const SURE: f32 = 0.99;

/// Corrects misread letters in a mathematical style inside a word: words of text have no such letters, and formulas
/// have no letters in text italic. Only the letters of ordinals are right: `$n$th`.
pub(super) fn correct_roles(cells: &mut [Cell<'_>], em: f32) {
    let mut start = 0;
    while start < cells.len() {
        let continues = |i: &usize| match (cells.get(i - 1), cells.get(*i)) {
            (Some(a), Some(b)) => b.is_plain_letter() && b.bbox.x0 - a.bbox.x1 < 0.09 * em,
            _ => false,
        };
        let end = (start + 1..cells.len()).find(|i| !continues(i)).unwrap_or(cells.len());
        if let Some(word) = cells.get_mut(start..end) {
            let math = word.iter().filter(|cell| cell.role == Role::Math).count();
            let is_word = word.len() > 2 * math || word.len() > 2 && word.iter().any(Cell::is_italic);
            let is_word = is_word && !is_ordinal(word);
            if word.first().is_some_and(Cell::is_plain_letter) && is_word && math > 0 {
                word.iter_mut().for_each(|cell| cell.role = Role::Text);
            }
        }
        start = end;
    }
}

/// The endings of English ordinals.
const ORDINALS: &[&str] = &["st", "nd", "rd", "th"];

fn spells(cells: &[Cell<'_>], words: &[&str]) -> bool {
    let letters = || cells.iter().map(Cell::symbol);
    words
        .iter()
        .any(|word| letters().eq(word.split("").filter(|c| !c.is_empty())))
}

/// Reports whether a word is an ordinal with a letter of a formula: `$n$th`.
fn is_ordinal(word: &[Cell<'_>]) -> bool {
    let [first, ending @ ..] = word else { return false };
    first.role == Role::Math
        && first.base().is_some_and(|mark| mark.confidence >= SURE)
        && ending.iter().all(|cell| cell.role == Role::Text)
        && spells(ending, ORDINALS)
}

/// Makes the raised ending of a number (`\textsuperscript`) text: 1st.
pub(super) fn take_ordinals(cells: &mut [Cell<'_>], baseline: f32) {
    for i in 1..cells.len().saturating_sub(1) {
        let Some((number, ending)) = cells.get(i - 1).zip(cells.get(i..i + 2)) else {
            continue;
        };
        let is_raised = |cell: &Cell<'_>| {
            let is_upright = |mark: &Mark<'_>| mark.style == Style::Roman && mark.baseline < baseline;
            cell.is_script && cell.base().is_some_and(is_upright)
        };
        let is_number = !number.is_script && number.base().is_some_and(Mark::is_digit);
        let ends = cells.get(i + 2).is_none_or(|next| !next.is_script);
        if is_number && ends && ending.iter().all(is_raised) && spells(ending, ORDINALS) {
            cells[i..i + 2].iter_mut().for_each(|cell| cell.role = Role::Text);
        }
    }
}

/// Turns braces and backslashes beside code into code. The typewriter fonts of encoding OT1 lack these signs, so LaTeX
/// takes them from the fonts of mathematics.
pub(super) fn take_code(cells: &mut [Cell<'_>], em: f32) {
    for i in 0..cells.len() {
        let is_typed = |other: Option<usize>| {
            let (other, cell) = (other.and_then(|other| cells.get(other))?, cells.get(i)?);
            let gap = (other.bbox.x0 - cell.bbox.x1).max(cell.bbox.x0 - other.bbox.x1);
            let is_code = other.base()?.style == Style::Typewriter && !other.is_script;
            Some(is_code && gap < 0.1 * em)
        };
        let is_beside = is_typed(i.checked_sub(1)) == Some(true) || is_typed(Some(i + 1)) == Some(true);
        let Some(cell) = cells.get_mut(i).filter(|_| is_beside) else {
            continue;
        };
        if matches!(cell.symbol(), "{" | "}" | "\\backslash") && cell.marks.len() == 1 && !cell.is_script {
            cell.role = Role::Text;
            cell.marks.iter_mut().for_each(|mark| mark.style = Style::Typewriter);
        }
    }
}
