//! Whether a page's finds are to be trusted. On what the network was not trained on, such as other scripts, handwriting and
//! photographs, it finds something here and there, and is not sure of it.
//!
//! A single unsure glyph may be a rare symbol; where all are unsure, the network does not know what it sees. So a find
//! is judged with its surroundings: those on its line and those around it. Thresholds are measured: docs/other-pages.md.

use std::collections::HashMap;

use texlens_vocabulary::Doubt;

use super::image::Ink;
use crate::{BBox, Glyph, PageGlyphs};

/// Mean confidence of a line or of its surroundings below which the writing there is not known. Chinese, Japanese, Korean, Arabic
/// and Hebrew print, photographs: at most 0.43; handwriting and Greek from 0.5, Latin print from 0.8.
const KNOWN: f32 = 0.45;
/// Mean confidence of what is known below which the page is marked: Latin print has 0.76 and more, handwriting, Greek and
/// Cyrillic have at most 0.65, poor scans lie between.
const SURE: f32 = 0.7;
/// Share of the finds in known surroundings below which there are none on the page, only chance.
const CHANCE: f32 = 0.1;
/// Share of those in unknown surroundings from which it is told: figures have their part on many a page.
const NOTABLE: f32 = 0.3;
/// As many finds at least are writing: fewer are specks.
const MANY: usize = 20;
/// Share of the ink that finds cover where they are writing of some kind, and not spots of a photograph.
const WRITTEN: f32 = 0.6;
/// Ink darker than this counts.
const DARK: f32 = 0.5;

/// Empties the page if nothing on it is known, and says why it is not to be trusted, if it is not. Places are in pixels of the
/// image that `ink` was made from. O(n f) for n glyphs and f
/// panels of figures, and for a page that is emptied linear in its pixels.
pub(super) fn judge(page: &mut PageGlyphs, ink: &Ink) -> Option<Doubt> {
    let text = outside(&page.glyphs, &page.figures);
    let known = known(&text);
    let share = known.len() as f32 / text.len().max(1) as f32;
    let is_unsure = mean(&known) < SURE;
    if share <= CHANCE || known.len() < MANY && is_unsure && !are_writing(&page.glyphs, ink) {
        let doubt = nothing_known(&page.glyphs, ink);
        page.glyphs.clear();
        // Bars without text are no table.
        page.rules.clear();
        page.figures.clear();
        return Some(doubt);
    }
    if is_unsure {
        return Some(Doubt::LowConfidence);
    }
    (share < 1.0 - NOTABLE).then_some(Doubt::PartlyUnknown)
}

/// The glyphs that are in no figure.
fn outside(glyphs: &[Glyph], figures: &[BBox]) -> Vec<Glyph> {
    let is_in = |glyph: &Glyph, figure: &BBox| {
        let BBox { x0, y0, x1, y1 } = glyph.bbox();
        let (x, y) = ((x0 + x1) / 2.0, (y0 + y1) / 2.0);
        (figure.x0..figure.x1).contains(&x) && (figure.y0..figure.y1).contains(&y)
    };
    let outside = glyphs
        .iter()
        .filter(|glyph| !figures.iter().any(|figure| is_in(glyph, figure)));
    outside.cloned().collect()
}

/// The same after a part of the page was read again.
pub(super) fn doubt_after(before: Option<Doubt>, glyphs: &[Glyph], figures: &[BBox]) -> Option<Doubt> {
    let text = outside(glyphs, figures);
    if text.is_empty() {
        return before;
    }
    let known = known(&text);
    if mean(&known) < SURE {
        return Some(Doubt::LowConfidence);
    }
    // What was left out of the rest still is.
    before
        .filter(|&doubt| doubt != Doubt::LowConfidence)
        .map(|_| Doubt::PartlyUnknown)
}

/// The confidences of the glyphs in known surroundings.
fn known(glyphs: &[Glyph]) -> Vec<f32> {
    let em = median_size(glyphs);
    let line = Means::of(glyphs, (2.0 * em, 0.5 * em), (4, 1));
    let around = Means::of(glyphs, (2.0 * em, 2.0 * em), (3, 3));
    let known = glyphs
        .iter()
        .filter(|glyph| is_known(line.at(glyph).max(around.at(glyph))));
    known.map(|glyph| glyph.confidence).collect()
}

/// Whether a mean confidence is that of writing which the model knows.
pub(super) fn is_known(sureness: f32) -> bool {
    sureness >= KNOWN
}

/// Mean confidence, 0 where there is none.
pub(super) fn sureness(glyphs: &[Glyph]) -> f32 {
    mean(&glyphs.iter().map(|glyph| glyph.confidence).collect::<Vec<f32>>())
}

fn mean(confidences: &[f32]) -> f32 {
    confidences.iter().sum::<f32>() / confidences.len().max(1) as f32
}

/// What a page is on which nothing is known.
fn nothing_known(glyphs: &[Glyph], ink: &Ink) -> Doubt {
    if ink.values.iter().all(|&value| value <= DARK) {
        Doubt::Blank
    } else if glyphs.len() >= MANY && are_writing(glyphs, ink) {
        Doubt::UnknownWriting
    } else {
        Doubt::NoText
    }
}

/// Whether finds are where the ink is, and not on a few spots of it.
fn are_writing(glyphs: &[Glyph], ink: &Ink) -> bool {
    let dark = ink.values.iter().filter(|&&value| value > DARK).count();
    covered(glyphs, ink) as f32 > WRITTEN * dark as f32
}

/// Dark pixels in the boxes of glyphs.
fn covered(glyphs: &[Glyph], ink: &Ink) -> usize {
    let mut inside = vec![false; ink.values.len()];
    for glyph in glyphs {
        let BBox { x0, y0, x1, y1 } = glyph.bbox();
        let pixel = |length: f32, most: usize| ((length * ink.scale).max(0.0) as usize).min(most);
        let (left, right) = (pixel(x0 - 1.0, ink.width), pixel(x1 + 2.0, ink.width));
        for y in pixel(y0 - 1.0, ink.height)..pixel(y1 + 2.0, ink.height) {
            let start = y * ink.width;
            if let Some(row) = inside.get_mut(start + left..start + right) {
                row.fill(true);
            }
        }
    }
    let both = ink.values.iter().zip(&inside);
    both.filter(|&(&value, &inside)| inside && value > DARK).count()
}

fn median_size(glyphs: &[Glyph]) -> f32 {
    let mut sizes: Vec<f32> = glyphs.iter().map(|glyph| glyph.size).collect();
    let middle = sizes.len() / 2;
    if sizes.is_empty() {
        return 1.0;
    }
    sizes.select_nth_unstable_by(middle, f32::total_cmp).1.max(1.0)
}

/// Mean confidences of neighbourhoods, from sums over the cells of a grid.
struct Means {
    cells: HashMap<(i32, i32), (f32, u32)>,
    cell: (f32, f32),
    reach: (i32, i32),
}

impl Means {
    /// `cell` is the size of a cell, `reach` how many cells a neighbourhood goes to each side.
    fn of(glyphs: &[Glyph], cell: (f32, f32), reach: (i32, i32)) -> Self {
        let mut means = Self {
            cells: HashMap::new(),
            cell,
            reach,
        };
        for glyph in glyphs {
            let (sum, count) = means.cells.entry(means.place(glyph)).or_default();
            *sum += glyph.confidence;
            *count += 1;
        }
        means
    }

    /// The cell of a glyph; some room is left for its neighbours.
    fn place(&self, glyph: &Glyph) -> (i32, i32) {
        let cell = |length: f32, size: f32| ((length / size).floor() as i32).clamp(i32::MIN / 2, i32::MAX / 2);
        (cell(glyph.x, self.cell.0), cell(glyph.y, self.cell.1))
    }

    fn at(&self, glyph: &Glyph) -> f32 {
        let (column, row) = self.place(glyph);
        let (across, down) = self.reach;
        let near = (row - down..=row + down).flat_map(|r| (column - across..=column + across).map(move |c| (c, r)));
        let cells = near.filter_map(|place| self.cells.get(&place));
        let (sum, count) = cells.fold((0.0, 0), |all, cell| (all.0 + cell.0, all.1 + cell.1));
        sum / count.max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::{Rule, Style};

    /// Lines of glyphs with these confidences, on a page whose ink is a block for each.
    fn page(lines: &[f32]) -> (PageGlyphs, Ink) {
        let (width, height) = (400, 30 * lines.len() + 40);
        let mut values = vec![0.0; width * height];
        let mut glyphs = Vec::new();
        for (line, &confidence) in lines.iter().enumerate() {
            for i in 0..30 {
                let (x, baseline) = (20 + 12 * i, 30 + 30 * line);
                for y in baseline - 10..baseline {
                    values[y * width + x..y * width + x + 8].fill(1.0);
                }
                glyphs.push(Glyph {
                    symbol: "a".into(),
                    style: Style::Roman,
                    x: x as f32,
                    y: baseline as f32,
                    width: 8.0,
                    height: 10.0,
                    depth: 0.0,
                    size: 20.0,
                    confidence,
                });
            }
        }
        let rules = vec![Rule { bbox: BBox::default() }];
        let page = PageGlyphs {
            glyphs,
            rules,
            ..PageGlyphs::default()
        };
        let ink = Ink {
            width,
            height,
            values,
            scale: 1.0,
        };
        (page, ink)
    }

    #[test]
    fn print_is_trusted() {
        let (mut print, ink) = page(&[0.85; 8]);
        print.glyphs[40].confidence = 0.1;
        assert_eq!(judge(&mut print, &ink), None);
        assert_eq!(print.glyphs.len(), 240);
    }

    #[test]
    fn writing_that_is_not_known_is_left_out() {
        let (mut chinese, ink) = page(&[0.3; 8]);
        assert_eq!(judge(&mut chinese, &ink), Some(Doubt::UnknownWriting));
        assert!(chinese.glyphs.is_empty() && chinese.rules.is_empty());
    }

    #[test]
    fn spots_of_a_picture_are_no_text() {
        let (mut picture, mut ink) = page(&[0.3; 8]);
        ink.values.fill(0.9);
        assert_eq!(judge(&mut picture, &ink), Some(Doubt::NoText));
        let (mut specks, _) = page(&[0.9]);
        specks.glyphs.truncate(3);
        specks.glyphs[0].confidence = 0.5;
        specks.glyphs[1].confidence = 0.1;
        assert_eq!(judge(&mut specks, &ink), Some(Doubt::NoText));
    }

    #[test]
    fn nothing_is_blank() {
        let ink = page(&[]).1;
        assert_eq!(judge(&mut PageGlyphs::default(), &ink), Some(Doubt::Blank));
    }

    #[test]
    fn an_unsure_page_is_kept_and_marked() {
        let (mut poor, ink) = page(&[0.6; 8]);
        assert_eq!(judge(&mut poor, &ink), Some(Doubt::LowConfidence));
        assert_eq!(poor.glyphs.len(), 240);
    }

    #[test]
    fn what_is_not_known_beside_print_is_told() {
        let lines: Vec<f32> = (0..20).map(|line| if line < 10 { 0.85 } else { 0.3 }).collect();
        let (mut both, ink) = page(&lines);
        assert_eq!(judge(&mut both, &ink), Some(Doubt::PartlyUnknown));
        assert_eq!(both.glyphs.len(), 600);
    }

    #[test]
    fn a_short_line_is_read_although_it_is_unsure() {
        let (mut formula, ink) = page(&[0.6]);
        formula.glyphs.truncate(15);
        let shown = Ink {
            values: ink
                .values
                .iter()
                .enumerate()
                .map(|(i, &v)| if i % 400 < 200 { v } else { 0.0 })
                .collect(),
            ..ink
        };
        assert_eq!(judge(&mut formula, &shown), Some(Doubt::LowConfidence));
        assert_eq!(formula.glyphs.len(), 15);
    }

    #[test]
    fn a_part_that_was_read_again_clears_the_doubt_or_leaves_a_part() {
        let glyphs = page(&[0.85; 3]).0.glyphs;
        assert_eq!(doubt_after(None, &glyphs, &[]), None);
        assert_eq!(doubt_after(Some(Doubt::LowConfidence), &glyphs, &[]), None);
        assert_eq!(
            doubt_after(Some(Doubt::NoText), &glyphs, &[]),
            Some(Doubt::PartlyUnknown)
        );
        assert_eq!(doubt_after(Some(Doubt::NoText), &[], &[]), Some(Doubt::NoText));
        assert_eq!(
            doubt_after(None, &page(&[0.5; 3]).0.glyphs, &[]),
            Some(Doubt::LowConfidence)
        );
    }
}
