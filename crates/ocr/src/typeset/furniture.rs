//! Running heads and page numbers, which are not part of the text.

use crate::page::Style;

use super::mark::{Mark, quantile};

/// Rows looked at from the top and from the bottom.
const AT_EACH_END: usize = 2;

/// Removes what repeats from page to page: a first line set off from the text that carries a page number or is set
/// in another style, and a last line that is a page number.
pub(super) fn remove<'a>(marks: Vec<Mark<'a>>, page_height: f32) -> Vec<Mark<'a>> {
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let mut rows = rows(marks);
    for _ in 0..AT_EACH_END {
        let Some([above, last]) = rows.last_chunk() else { break };
        let apart = last.top - above.bottom > 0.8 * em;
        if !(apart && last.top > 0.75 * page_height && (last.is_page_number() || last.is_footer(em, page_height))) {
            break;
        }
        rows.pop();
    }
    if let [first, second, ..] = rows.as_slice() {
        let apart = second.top - first.bottom > 0.7 * em;
        if apart && first.bottom < 0.15 * page_height && first.is_running_head() {
            rows.remove(0);
        }
    }
    rows.into_iter().flat_map(|row| row.marks).collect()
}

struct Row<'a> {
    /// By left edge once the row is complete.
    marks: Vec<Mark<'a>>,
    top: f32,
    bottom: f32,
}

fn rows(mut marks: Vec<Mark<'_>>) -> Vec<Row<'_>> {
    marks.sort_by(|a, b| a.bbox.y0.total_cmp(&b.bbox.y0));
    let mut rows: Vec<Row<'_>> = Vec::new();
    for mark in marks {
        match rows.last_mut() {
            Some(row) if mark.bbox.y0 < row.bottom => {
                row.bottom = row.bottom.max(mark.bbox.y1);
                row.marks.push(mark);
            }
            _ => rows.push(Row {
                top: mark.bbox.y0,
                bottom: mark.bbox.y1,
                marks: vec![mark],
            }),
        }
    }
    for row in &mut rows {
        row.marks.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    }
    rows
}

impl Row<'_> {
    /// A number alone, in Arabic or Roman digits, perhaps between dashes.
    fn is_page_number(&self) -> bool {
        let core: Vec<&Mark<'_>> = self
            .marks
            .iter()
            .filter(|mark| !matches!(mark.symbol, "-" | "--" | "---" | "\\minus" | "." | "[" | "]"))
            .collect();
        is_number(&core)
    }

    /// A short line at the very end of the page.
    fn is_footer(&self, em: f32, page_height: f32) -> bool {
        let small = quantile(self.marks.iter().map(|mark| mark.size), 0.5) < 0.95 * em;
        self.top > 0.93 * page_height && (small || self.marks.len() < 25)
    }

    /// Whether a number stands at one end, or the whole is in the style of running heads.
    fn is_running_head(&self) -> bool {
        let Some(em) = self.marks.first().map(|mark| mark.size) else {
            return false;
        };
        let apart = |pair: &[Mark<'_>]| matches!(pair, [a, b] if b.bbox.x0 - a.bbox.x1 > 0.9 * em);
        let first_gap = self
            .marks
            .windows(2)
            .position(apart)
            .map_or(self.marks.len(), |i| i + 1);
        let last_gap = self.marks.windows(2).rposition(apart).map_or(0, |i| i + 1);
        let (head, tail) = (
            self.marks.get(..first_gap).unwrap_or_default(),
            self.marks.get(last_gap..).unwrap_or_default(),
        );
        if is_number(&head.iter().collect::<Vec<_>>()) || is_number(&tail.iter().collect::<Vec<_>>()) {
            return true;
        }
        let letters: Vec<&Mark<'_>> = self.marks.iter().filter(|mark| mark.is_letter()).collect();
        let styled = letters.iter().filter(|mark| {
            matches!(
                mark.style,
                Style::Italic | Style::Slanted | Style::SmallCaps | Style::Sans | Style::SansBold
            ) || mark.char().is_some_and(char::is_uppercase)
        });
        let share = styled.count() as f32 / letters.len().max(1) as f32;
        share > 0.85 && self.marks.len() < 120
    }
}

fn is_number(marks: &[&Mark<'_>]) -> bool {
    let digits = marks.iter().all(|mark| mark.is_digit());
    let roman = marks.iter().all(|mark| mark.char().is_some_and(|c| "ivxl".contains(c)));
    !marks.is_empty() && marks.len() < 5 && (digits || roman)
}
