//! Label Mismatch: references and labels that do not fit.

use std::collections::BTreeMap;
use std::ops::Range;

use super::environment::is_figure;
use crate::finding::Flaw;
use crate::view::View;

/// A kind of part that text before a reference can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Figure,
    Table,
    Equation,
    Section,
}

/// Finds a reference without a label, then a reference to another kind of part than the word before it says, then a
/// label that is set twice.
pub(super) fn find(view: &View<'_>) -> Option<Flaw> {
    let labels = view.labels();
    let parts = parts(view);
    for reference in view.outline.references() {
        for key in &reference.keys {
            let key = view.text(key);
            let Some(label) = labels.get(key).and_then(|places| places.first()) else {
                return Some(Flaw {
                    range: reference.range.clone(),
                    message: format!("No label has the key {key} of this reference"),
                    advice: "Make the keys of label and reference equal".to_owned(),
                });
            };
            let said = word_before(view, reference.range.start);
            let is = part_at(&parts, label.range.start);
            if let (Some(said), Some(is)) = (said, is)
                && said != is
            {
                return Some(Flaw {
                    range: reference.range.clone(),
                    message: format!("The text says {said:?}, but {key} is the label of another kind of part"),
                    advice: "Refer to the label of the part that the text names".to_owned(),
                });
            }
        }
    }
    let (key, places) = labels.iter().find(|(_, places)| places.len() > 1)?;
    Some(Flaw {
        range: places.last()?.range.clone(),
        message: format!("The label {key} is set twice"),
        advice: "Give each label a key of its own".to_owned(),
    })
}

/// Returns the part that the word before a reference names, as in `Figure~\ref` or `Eq.~(\ref`.
fn word_before(view: &View<'_>, at: usize) -> Option<Part> {
    /// Longer than every word that counts, with what may stand after it.
    const LONGEST: usize = 24;
    let mut start = at.saturating_sub(LONGEST);
    while !view.source.is_char_boundary(start) {
        start += 1;
    }
    let before = view.text(&(start..at));
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '~' | '(' | '.'));
    match before.rsplit(|c: char| !c.is_ascii_alphabetic()).next()? {
        "Figure" | "figure" | "Fig" | "fig" => Some(Part::Figure),
        "Table" | "table" | "Tab" | "tab" => Some(Part::Table),
        "Equation" | "equation" | "Eq" | "eq" => Some(Part::Equation),
        "Section" | "section" | "Sec" | "sec" => Some(Part::Section),
        _ => None,
    }
}

/// Returns the byte ranges of the parts by their starts. Parts that a label can be in do not overlap, except that a
/// formula may stand in a float.
fn parts(view: &View<'_>) -> BTreeMap<usize, (Range<usize>, Part)> {
    let outline = &view.outline;
    let figures = outline
        .figures()
        .iter()
        .map(|figure| (figure.range.clone(), Part::Figure));
    let tables = outline.tables().iter().map(|table| {
        let part = if is_figure(view, table) {
            Part::Figure
        } else {
            Part::Table
        };
        (table.range.clone(), part)
    });
    let displays = outline.formulas().iter().filter(|formula| formula.display);
    let displays = displays.map(|formula| (formula.range.clone(), Part::Equation));
    let sections = outline.headings().iter().map(|heading| {
        let end = view
            .label_at(heading.range.end)
            .map_or(heading.range.end, |label| label.range.end);
        (heading.range.start..end, Part::Section)
    });
    let all = sections.chain(figures).chain(tables).chain(displays);
    all.map(|(range, part)| (range.start, (range, part))).collect()
}

fn part_at(parts: &BTreeMap<usize, (Range<usize>, Part)>, at: usize) -> Option<Part> {
    let (_, (range, part)) = parts.range(..=at).next_back()?;
    range.contains(&at).then_some(*part)
}
