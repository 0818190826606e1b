//! Lines of code. LaTeX's `verbatim` sets every character, including spaces, in a cell as wide as each glyph of a
//! typewriter font. Package listings centres words in cells that are somewhat wider (its fixed columns). The cells of a
//! block form a grid, and spaces are its empty cells.

use std::f32::consts::TAU;

use texlens_vocabulary::BBox;

use super::latex::Latex;
use super::mark::{Extent, Mark, bounds, mode, quantile};
use super::symbols;

/// Range of the cell widths that are tried, as shares of the usual advance of a glyph. Detected widths are inexact, and
/// the cells of listings are 0.6 em wide for glyphs of 0.525 em.
const NARROWEST: f32 = 0.93;
const WIDEST: f32 = 1.33;
/// Number of widths that are tried. The last of a hundred columns is then off by at most a sixth of a cell.
const WIDTHS: usize = 120;
/// Maximum number of characters that the width is estimated from.
const SAMPLE: usize = 400;
/// Penalty of a width for its relative difference from the width of the glyphs: few characters fit many widths.
const UNLIKE: f32 = 0.2;
/// A line has its own grid if it has at least `LEAST` characters and fits that grid better than the grid of its block,
/// by more than `BETTER`.
const LEAST: usize = 8;
const BETTER: f32 = 0.15;
/// Maximum number of consecutive empty lines.
const MOST_EMPTY: usize = 3;
/// Upper bound of the length of a line.
const LONGEST: usize = 400;

/// Consecutive characters on one line.
#[derive(Debug)]
pub(super) struct Word {
    /// The number of empty cells before the word.
    pub(super) spaces: usize,
    pub(super) latex: Latex,
    pub(super) bbox: BBox,
    pub(super) confidence: f32,
}

/// One character of code.
struct Char<'a> {
    text: &'a str,
    bbox: BBox,
    baseline: f32,
    mark: Option<Mark<'a>>,
}

/// Returns the lines of a block of code as they were typed. An empty line has no words. O(n log n) for n glyphs.
pub(super) fn lines(marks: &[Mark<'_>], rules: &[BBox]) -> Vec<Vec<Word>> {
    let size = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let chars = chars(marks, rules, size);
    let left = chars.iter().map(|char| char.bbox.x0).fold(f32::INFINITY, f32::min);
    let grid = Grid::of(&chars, left);
    let rows: Vec<(Vec<Char<'_>>, Grid)> = rows(chars, size)
        .into_iter()
        .map(|row| {
            let grid = grid.or_own(&row, left);
            (row, grid)
        })
        .collect();
    let columns = rows
        .iter()
        .flat_map(|(row, grid)| row.iter().map(|char| grid.column(char)));
    let first = columns.min().unwrap_or(0);
    let baselines: Vec<f32> = rows.iter().map(|(row, _)| baseline(row)).collect();
    let steps = || baselines.windows(2).map(|pair| pair[1] - pair[0]);
    let leading = mode(steps(), 0.1 * size);
    let empty = |step: f32| ((step / leading.max(0.5 * size)).round() as usize).clamp(1, MOST_EMPTY + 1) - 1;
    let mut lines: Vec<Vec<Word>> = Vec::new();
    for ((row, grid), step) in rows.into_iter().zip(std::iter::once(0.0).chain(steps())) {
        lines.extend(std::iter::repeat_with(Vec::new).take(empty(step)));
        lines.push(words(row, &grid, first));
    }
    lines
}

/// Returns the characters of the glyphs, and of the rules that are underscores.
fn chars<'a>(marks: &[Mark<'a>], rules: &[BBox], size: f32) -> Vec<Char<'a>> {
    let of_mark = |mark: &Mark<'a>| Char {
        text: symbols::code(mark.symbol),
        bbox: mark.bbox,
        baseline: mark.baseline,
        mark: Some(*mark),
    };
    let of_rule = |rule: &BBox| Char {
        text: "_",
        bbox: *rule,
        baseline: rule.y0 - 0.1 * size,
        mark: None,
    };
    let underscores = rules.iter().filter(|rule| (0.3..0.8).contains(&(rule.width() / size)));
    marks.iter().map(of_mark).chain(underscores.map(of_rule)).collect()
}

/// Groups characters by line, each line from left to right.
fn rows(mut chars: Vec<Char<'_>>, size: f32) -> Vec<Vec<Char<'_>>> {
    chars.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let mut rows: Vec<Vec<Char<'_>>> = Vec::new();
    let mut last = f32::NEG_INFINITY;
    for char in chars {
        let is_new = char.baseline - last > 0.35 * size;
        last = char.baseline;
        match rows.last_mut() {
            Some(row) if !is_new => row.push(char),
            _ => rows.push(vec![char]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    }
    rows
}

fn baseline(row: &[Char<'_>]) -> f32 {
    quantile(row.iter().map(|char| char.baseline), 0.5)
}

/// The cells in which characters stand.
#[derive(Debug, Clone, Copy)]
struct Grid {
    /// The width of a cell.
    pitch: f32,
    /// The x of the centre of the cell at the margin.
    origin: f32,
}

impl Grid {
    /// Finds the cells with which the characters' centres agree best. The first cell is at the margin `left`.
    fn of(chars: &[Char<'_>], left: f32) -> Self {
        let advance = quantile(chars.iter().map(|char| char.bbox.width()), 0.5).max(1.0);
        let usual = Self {
            pitch: advance,
            origin: left + 0.5 * advance,
        };
        let mut best = (f32::NEG_INFINITY, usual);
        for i in 0..WIDTHS {
            let ratio = NARROWEST + (WIDEST - NARROWEST) * i as f32 / WIDTHS as f32;
            let pitch = ratio * advance;
            let (x, y) = mean_direction(chars, left, pitch);
            let score = f32::hypot(x, y) - UNLIKE * (ratio - 1.0).abs();
            if score > best.0 {
                let origin = left + pitch * (f32::atan2(y, x) / TAU).rem_euclid(1.0);
                best = (score, Self { pitch, origin });
            }
        }
        best.1
    }

    /// Returns the grid of a line: that of its block, or its own if that fits clearly better.
    fn or_own(self, row: &[Char<'_>], left: f32) -> Self {
        let coherence = self.coherence(row);
        if row.len() < LEAST || coherence + BETTER > 1.0 {
            return self;
        }
        let own = Self::of(row, left);
        if own.coherence(row) > coherence + BETTER {
            own
        } else {
            self
        }
    }

    /// Measures how near the characters are to the centres of cells: 1 if all are there, about 0 if they stand
    /// anywhere.
    fn coherence(&self, chars: &[Char<'_>]) -> f32 {
        mean_direction(chars, self.origin, self.pitch).0
    }

    fn column(&self, char: &Char<'_>) -> i32 {
        ((char.bbox.centre() - self.origin) / self.pitch).round() as i32
    }
}

/// Returns the mean of unit vectors whose angles are the characters' places in their cells.
fn mean_direction(chars: &[Char<'_>], left: f32, pitch: f32) -> (f32, f32) {
    let sample = || chars.iter().step_by(chars.len() / SAMPLE + 1);
    let turns = sample().map(|char| TAU * ((char.bbox.centre() - left) / pitch).fract());
    let (x, y) = turns.fold((0.0, 0.0), |(x, y), turn| (x + turn.cos(), y + turn.sin()));
    let count = sample().count().max(1) as f32;
    (x / count, y / count)
}

/// Splits a line into words. `first` is the column at the margin.
fn words(row: Vec<Char<'_>>, grid: &Grid, first: i32) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut end = first;
    for char in row {
        let latex = Latex::of(char.text, char.mark.and_then(|mark| mark.source()));
        let confidence = char.mark.map_or(1.0, |mark| mark.confidence);
        let column = grid.column(&char);
        let spaces = usize::try_from(column - end).unwrap_or(0).min(LONGEST);
        match words.last_mut() {
            Some(word) if spaces == 0 => {
                word.latex += latex;
                word.bbox = bounds([&word.bbox, &char.bbox]);
                word.confidence = word.confidence.min(confidence);
            }
            _ => words.push(Word {
                spaces,
                latex,
                bbox: char.bbox,
                confidence,
            }),
        }
        end = column.max(end) + 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::Style;

    /// Sets code in cells of the given width and reads it again. Glyphs are 10 pixels wide and `off` moves each of them
    /// off the centre of its cell.
    fn set(code: &str, cell: f32, off: impl Fn(usize) -> f32) -> String {
        let mut marks = Vec::new();
        for (y, line) in code.lines().enumerate() {
            for (x, c) in line.chars().enumerate().filter(|(_, c)| *c != ' ') {
                let x0 = 50.0 + (x as f32 + 0.5) * cell - 5.0 + off(x + 7 * y);
                let baseline = 20.0 * y as f32;
                marks.push(Mark {
                    symbol: if c == '-' {
                        "\\minus"
                    } else {
                        &code[code.find(c).unwrap_or(0)..][..1]
                    },
                    style: Style::Typewriter,
                    bbox: BBox {
                        x0,
                        y0: baseline - 8.0,
                        x1: x0 + 10.0,
                        y1: baseline,
                    },
                    baseline,
                    size: 19.0,
                    confidence: 1.0,
                    glyph: None,
                });
            }
        }
        let line = |words: Vec<Word>| {
            words
                .iter()
                .map(|word| " ".repeat(word.spaces) + &word.latex)
                .collect::<String>()
        };
        lines(&marks, &[]).into_iter().map(line).collect::<Vec<_>>().join("\n")
    }

    const CODE: &str = "for (i = 0; i < 10; ++i) {\n    if (a[i] == b) {\n        return a - b;  // found it, after a while, at the end\n    }\n\n}";

    #[test]
    fn spaces_are_empty_cells() {
        assert_eq!(set(CODE, 10.0, |_| 0.0), CODE);
    }

    #[test]
    fn cells_of_listings_are_wider_than_glyphs() {
        let spread = |i: usize| [1.2, -1.2, 0.4, -0.6][i % 4];
        assert_eq!(set(CODE, 11.43, spread), CODE);
    }

    #[test]
    fn glyphs_may_be_a_little_off() {
        assert_eq!(set(CODE, 10.1, |i| ((i * 37) % 19) as f32 / 9.5 - 1.0), CODE);
        assert_eq!(set("", 10.0, |_| 0.0), "");
    }
}
