//! List items: text that begins with a label and hangs to its right (`\list` of LaTeX).

use super::Row;
use super::view::View;
use crate::typeset::document::Document;
use crate::typeset::words::Segment;

/// What bulleted lists begin with.
const BULLETS: &[&str] = &["\\bullet", "\\textbullet", "\\circ", "\\diamond", "\\triangleright"];
/// Labels that are bullets only where the text hangs.
const DASHES: &[&str] = &["--", "-", "\\ast", "*"];

/// What a list item begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    Bullet,
    Number,
}

/// The list item that the row begins: its label is a bullet, a number with text that hangs to its right, or the number
/// after that of the last item, which `rank` keeps.
pub(super) fn item(view: &View<'_, '_>, rank: &mut usize) -> Option<Item> {
    let row = view.row;
    let em = row.line.size;
    let [first, second, ..] = row.segments.as_slice() else {
        return None;
    };
    let text = first.symbols();
    let hangs = view.below().is_some_and(|next| {
        (next.line.bbox.x0 - second.bbox().x0).abs() < 0.5 * em && view.gap_below() < 1.5 * view.column.leading
    });
    if has_bullet(row) {
        return Some(Item::Bullet);
    }
    if DASHES.contains(&text.as_str()) && row.line.bbox.x0 > view.column.left + 0.4 * em && hangs {
        return Some(Item::Bullet);
    }
    let gap = second.bbox().x0 - first.bbox().x1;
    let number = number(&text).filter(|_| gap > 0.25 * em)?;
    if hangs || *rank > 0 && number == *rank + 1 {
        *rank = number;
        return Some(Item::Number);
    }
    None
}

/// Whether the row begins with a bullet.
pub(super) fn has_bullet(row: &Row<'_>) -> bool {
    let first = row.segments.first().filter(|first| first.cells.len() == 1);
    first.is_some_and(|first| BULLETS.contains(&first.symbols().as_str()))
}

/// The number that an item's label stands for: `3.`, `(c)`, `iii)`.
fn number(label: &str) -> Option<usize> {
    let inner = label.trim_start_matches('(').trim_end_matches([')', '.', ':']);
    if inner.len() == label.len() || inner.len() > 4 {
        return None;
    }
    const ROMAN: &[&str] = &["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
    if let Some(at) = ROMAN.iter().position(|roman| *roman == inner) {
        return Some(at + 1);
    }
    match inner.as_bytes() {
        [letter] if letter.is_ascii_lowercase() => Some(usize::from(letter - b'a') + 1),
        digits if digits.len() < 3 && digits.iter().all(u8::is_ascii_digit) => inner.parse().ok(),
        _ => None,
    }
}

/// The words of an item's first row without its label.
pub(super) fn words<'r, 'a>(segments: &'r [Segment<'a>]) -> &'r [Segment<'a>] {
    segments.get(1..).unwrap_or_default()
}

/// Opens and closes list environments so that the next block stands in a list of the given kind, or in none.
pub(super) fn enter(document: &mut Document, item: Option<Item>) {
    if item == document.list {
        return;
    }
    if let Some(list) = document.list.take() {
        document.writer.next_line();
        document.writer.raw(&format!("\\end{{{}}}\n", environment(list)));
    }
    if let Some(list) = item {
        document.writer.next_block();
        document.writer.raw(&format!("\\begin{{{}}}\n", environment(list)));
    }
    document.list = item;
}

/// Closes what is open.
pub(crate) fn close(document: &mut Document) {
    enter(document, None);
}

fn environment(item: Item) -> &'static str {
    match item {
        Item::Bullet => "itemize",
        Item::Number => "enumerate",
    }
}
