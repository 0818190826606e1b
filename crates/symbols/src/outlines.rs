//! A glyph that is known by its outline alone: files that state neither its name nor its meaning still draw it.
//!
//! The table is data, written by `models/glyph-detector/outlines.py` from the Type 1 fonts of TeX: Computer Modern, the
//! fonts of the AMS, Euler, Times, Symbol and Palatino.

use std::cmp::Ordering;
use std::sync::LazyLock;

/// Measures of an outline, in em with y upwards from the baseline, and in powers of em. Two outlines that have the same
/// measures show the same glyph.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outline {
    /// Left, bottom, right and top edge.
    pub ink: [f64; 4],
    /// The area within the curves, in em².
    pub area: f64,
    /// The means of x and of y over the area, in em.
    pub centre: [f64; 2],
    /// The variances of x and of y over the area, in em².
    pub variance: [f64; 2],
    /// The covariance of x and y over the area, in em². Slanted glyphs have a positive one.
    pub covariance: f64,
}

/// A glyph of the table.
struct Row {
    font: &'static str,
    glyph: &'static str,
    outline: Outline,
}

/// The table, from the smallest area to the largest.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut rows: Vec<Row> = include_str!("../data/outlines.tsv").lines().filter_map(row).collect();
    rows.sort_by(|a, b| a.outline.area.total_cmp(&b.outline.area));
    rows
});

/// Largest differences between two drawings of one glyph, whose points may be rounded to 0.001 em: of an edge or the
/// centre, of the area, and of variances; the last two also as a share.
const EDGE: f64 = 0.0025;
const AREA: f64 = 0.0012;
const VARIANCE: f64 = 0.0004;
const SHARE: f64 = 0.012;

impl Outline {
    /// Returns the PostScript name of a font and the name of its glyph with this outline; if several have it, the one with
    /// the name that the file states. Takes O(log n + k) time for n outlines in the table, k of them with this area.
    #[must_use]
    pub fn known(&self, stated: Option<&str>) -> Option<(&'static str, &'static str)> {
        let reach = AREA + SHARE * self.area;
        let first = ROWS.partition_point(|row| row.outline.area < self.area - reach);
        let near = ROWS.get(first..).unwrap_or_default();
        let near = near.iter().take_while(|row| row.outline.area <= self.area + reach);
        let alike = near.filter_map(|row| Some((row, self.difference(&row.outline)?)));
        let rank = |row: &Row, difference: f64| (Some(row.glyph) != stated, difference);
        let (row, _) = alike.min_by(|a, b| rank(a.0, a.1).partial_cmp(&rank(b.0, b.1)).unwrap_or(Ordering::Equal))?;
        Some((row.font, row.glyph))
    }

    /// Returns how much two outlines differ, from 0 to 1; `None` if they show different glyphs.
    fn difference(&self, other: &Self) -> Option<f64> {
        let edges = self
            .ink
            .iter()
            .zip(&other.ink)
            .chain(self.centre.iter().zip(&other.centre));
        let edge = edges.map(|(a, b)| (a - b).abs() / EDGE).fold(0.0, f64::max);
        let relative = |a: f64, b: f64, least: f64, of: f64| (a - b).abs() / (least + SHARE * of);
        let [x, y] = self.variance;
        let [other_x, other_y] = other.variance;
        let differences = [
            edge,
            relative(self.area, other.area, AREA, other.area),
            relative(x, other_x, VARIANCE, other_x),
            relative(y, other_y, VARIANCE, other_y),
            relative(self.covariance, other.covariance, VARIANCE, (other_x * other_y).sqrt()),
        ];
        let largest = differences.into_iter().fold(0.0, f64::max);
        (largest <= 1.0).then_some(largest)
    }
}

fn row(line: &'static str) -> Option<Row> {
    let mut fields = line.split('\t');
    let (font, glyph) = (fields.next()?, fields.next()?);
    let mut number = |unit: f64| fields.next()?.parse::<f64>().ok().map(|number| number * unit);
    let [left, bottom, width, height] = [number(1e-3)?, number(1e-3)?, number(1e-3)?, number(1e-3)?];
    let outline = Outline {
        ink: [left, bottom, left + width, bottom + height],
        area: number(1e-4)?,
        centre: [number(1e-3)?, number(1e-3)?],
        variance: [number(1e-5)?, number(1e-5)?],
        covariance: number(1e-5)?,
    };
    Some(Row { font, glyph, outline })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Face;

    #[test]
    fn every_line_of_the_table_is_a_glyph_that_is_known_by_its_outline() {
        let lines: Vec<&str> = include_str!("../data/outlines.tsv").lines().collect();
        assert_eq!(ROWS.len(), lines.len());
        for Row { font, glyph, outline } in ROWS.iter() {
            assert!(Face::of(font).is_some(), "{font}");
            assert!(outline.known(None).is_some(), "{font} {glyph}");
        }
    }

    #[test]
    fn rounding_does_not_change_what_a_glyph_is_and_another_style_does() {
        let of = |font: &str, glyph: &str| {
            let is_it = |row: &&Row| row.font == font && row.glyph == glyph;
            ROWS.iter().find(is_it).map(|row| row.outline).unwrap_or_default()
        };
        let alpha = of("CMMI10", "alpha");
        let [left, bottom, right, top] = alpha.ink;
        let rounded = Outline {
            ink: [left - 0.0005, bottom, right + 0.0005, top + 0.0005],
            area: alpha.area + 0.0004,
            ..alpha
        };
        assert_eq!(rounded.known(None), Some(("CMMI10", "alpha")));
        assert_eq!(of("CMTI10", "n").known(None), Some(("CMTI10", "n")));
        let wide = Outline {
            ink: [left, bottom, right + 0.05, top],
            ..alpha
        };
        assert_eq!(wide.known(None), None);
        assert_eq!(Outline::default().known(None), None);
    }
}
