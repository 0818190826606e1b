//! Running heads and feet (`\@oddhead`, `\@oddfoot` and those of left pages), which are not part of the text. TeX sets
//! them at the same height on all pages of a document, so pages that show them clearly help to find them on the others.

use texlens_vocabulary::{BBox, Style};

use super::mark::{Extent, Mark, quantile};

/// Maximum number of rows examined from the bottom.
const AT_THE_END: usize = 2;
/// Upper bound of the distance between rows at the same height, in em.
const NEAR: f32 = 0.3;
/// Space below a head in which rules belong to it, in em.
const BELOW_HEAD: f32 = 1.0;
/// Share of the page height above which heads stand; chapters begin below it.
const TOP: f32 = 0.15;
/// Upper bound of the size of a head relative to the em of the page; titles are larger.
const LARGEST_HEAD: f32 = 1.15;
/// Share of the page height below which feet stand.
const BOTTOM: f32 = 0.75;
/// Least length of a text that a document repeats.
const LEAST_REPEATED: usize = 4;

/// The glyphs of one page, in rows.
pub(super) struct Ends<'a> {
    rows: Vec<Row<'a>>,
    em: f32,
    height: f32,
}

impl<'a> Ends<'a> {
    pub(super) fn new(marks: Vec<Mark<'a>>, height: f32) -> Self {
        Self {
            em: quantile(marks.iter().map(|mark| mark.size), 0.5).max(1.0),
            rows: rows(marks),
            height: height.max(1.0),
        }
    }

    /// Returns the marks and rules of the page without its running head and foot.
    pub(super) fn remove(mut self, furniture: &Furniture, mut rules: Vec<BBox>) -> (Vec<Mark<'a>>, Vec<BBox>) {
        for _ in 0..self
            .feet()
            .max(usize::from(self.is_at(self.rows.last(), &furniture.feet)))
        {
            self.rows.pop();
        }
        if self.has_head() || self.is_at(self.rows.first(), &furniture.heads) {
            let head = self.rows.remove(0);
            let below = self.rows.first().map_or(f32::INFINITY, |row| row.top);
            let end = below.min(head.bottom + BELOW_HEAD * self.em);
            rules.retain(|rule| rule.middle() > end);
        }
        (self.rows.into_iter().flat_map(|row| row.marks).collect(), rules)
    }

    /// Returns the number of feet: last rows that are set off from the text and are a page number or a short line at
    /// the end of the page.
    fn feet(&self) -> usize {
        let (em, height) = (self.em, self.height);
        let is_foot = |pair: &&[Row<'_>]| match pair {
            [above, last] => {
                let apart = last.top - above.bottom > 0.8 * em;
                apart && last.top > BOTTOM * height && (last.is_page_number() || last.is_footer(em, height))
            }
            _ => false,
        };
        self.rows.windows(2).rev().take(AT_THE_END).take_while(is_foot).count()
    }

    /// Whether the first row is set off from the text and has a page number or the style of running heads.
    fn has_head(&self) -> bool {
        let [first, second, ..] = self.rows.as_slice() else {
            return false;
        };
        let apart = second.top - first.bottom > 0.7 * self.em;
        let is_small = first.size() < LARGEST_HEAD * self.em;
        apart && is_small && first.bottom < TOP * self.height && first.is_running_head()
    }

    /// Whether the row is at one of the given heights, which come from other pages.
    fn is_at(&self, row: Option<&Row<'a>>, heights: &[f32]) -> bool {
        let is_near = |row: &Row<'a>| {
            heights
                .iter()
                .any(|at| (self.relative(row) - at).abs() < NEAR * self.em / self.height)
        };
        row.is_some_and(is_near)
    }

    fn relative(&self, row: &Row<'a>) -> f32 {
        row.baseline() / self.height
    }
}

/// Heights of the running heads and feet of a document, as shares of the page height.
#[derive(Debug, Default)]
pub(super) struct Furniture {
    heads: Vec<f32>,
    feet: Vec<f32>,
}

/// The first or the last row of a page.
struct End {
    height: f32,
    text: String,
    /// Whether the page alone shows that the row is a running head or foot.
    is_known: bool,
    /// Upper bound of the distance of another row at the same height, as a share of the page height.
    near: f32,
}

impl Furniture {
    /// Finds the running heads and feet of a document. O(p log p) for p pages.
    pub(super) fn of(pages: &[Ends<'_>]) -> Self {
        let end = |page: &Ends<'_>, row: Option<&Row<'_>>, is_known: bool| {
            row.map(|row| End {
                height: page.relative(row),
                text: row.words(),
                is_known,
                near: NEAR * page.em / page.height,
            })
        };
        let heads = pages
            .iter()
            .filter_map(|page| end(page, page.rows.first(), page.has_head()));
        let feet = pages
            .iter()
            .filter_map(|page| end(page, page.rows.last(), page.feet() > 0));
        Self {
            heads: common(heads.filter(|end| end.height < TOP).collect()),
            feet: common(feet.filter(|end| end.height > BOTTOM).collect()),
        }
    }
}

/// Returns the heights at which most rows are known heads or feet or repeat the text of another page. Text may also
/// stand at the same height on all pages, but it differs from page to page.
fn common(mut ends: Vec<End>) -> Vec<f32> {
    ends.sort_by(|a, b| a.height.total_cmp(&b.height));
    let groups = ends.chunk_by(|a, b| b.height - a.height < a.near);
    let is_furniture = |group: &&[End]| {
        let mut texts: Vec<&str> = group.iter().map(|end| end.text.as_str()).collect();
        texts.sort_unstable();
        let is_repeated = |end: &End| {
            let from = texts.partition_point(|text| *text < end.text.as_str());
            end.text.len() >= LEAST_REPEATED && texts.get(from + 1) == Some(&end.text.as_str())
        };
        let count = group.iter().filter(|end| end.is_known || is_repeated(end)).count();
        count > 1 && 2 * count > group.len()
    };
    let heights = |group: &[End]| quantile(group.iter().map(|end| end.height), 0.5);
    groups.filter(is_furniture).map(heights).collect()
}

struct Row<'a> {
    /// Sorted by left edge once the row is complete.
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
    fn baseline(&self) -> f32 {
        quantile(self.marks.iter().map(|mark| mark.baseline), 0.5)
    }

    fn size(&self) -> f32 {
        quantile(self.marks.iter().map(|mark| mark.size), 0.5)
    }

    /// Returns the letters of the row. A running head has the same letters on each page, but not the same numbers.
    fn words(&self) -> String {
        let letters = self.marks.iter().filter(|mark| mark.is_letter());
        letters.map(|mark| mark.symbol).collect()
    }

    /// Whether the row is a number alone, in Arabic or Roman digits, perhaps between dashes.
    fn is_page_number(&self) -> bool {
        let core: Vec<&Mark<'_>> = self
            .marks
            .iter()
            .filter(|mark| !matches!(mark.symbol, "-" | "--" | "---" | "\\minus" | "." | "[" | "]"))
            .collect();
        is_number(&core)
    }

    /// Whether the row is a short or small line at the very end of the page.
    fn is_footer(&self, em: f32, page_height: f32) -> bool {
        let small = self.size() < 0.95 * em;
        self.top > 0.93 * page_height && (small || self.marks.len() < 25)
    }

    /// Whether a number stands at one end of the row, or the whole row has the style of running heads.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a line of letters that are ten pixels wide, with the baseline at `y`.
    fn line(text: &'static str, y: f32) -> Vec<Mark<'static>> {
        let mark = |i: usize| {
            let x0 = 100.0 + 10.0 * i as f32;
            Mark {
                symbol: &text[i..=i],
                style: Style::Roman,
                bbox: BBox {
                    x0,
                    y0: y - 8.0,
                    x1: x0 + 10.0,
                    y1: y,
                },
                baseline: y,
                size: 12.0,
                confidence: 1.0,
                glyph: None,
            }
        };
        (0..text.len()).map(mark).collect()
    }

    #[test]
    fn what_pages_repeat_at_one_height_is_no_text() {
        let texts = ["onetextoftheirown", "anotherone", "andathird"];
        let page = |text| {
            Ends::new(
                [line("repeated", 50.0), line(text, 64.0), line("end", 78.0)].concat(),
                1000.0,
            )
        };
        let pages: Vec<Ends<'_>> = texts.into_iter().map(page).collect();
        let furniture = Furniture::of(&pages);
        let left = |ends: Ends<'_>| ends.remove(&furniture, Vec::new()).0.len();
        let lengths: Vec<usize> = pages.into_iter().map(left).collect();
        assert_eq!(lengths, [20, 13, 12]);
        let alone = [page("onetextoftheirown")];
        let furniture = Furniture::of(&alone);
        let [alone] = alone;
        assert_eq!(alone.remove(&furniture, Vec::new()).0.len(), 28);
    }
}
