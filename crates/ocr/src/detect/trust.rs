//! Decides whether a page's detections can be trusted. On material outside its training, such as other scripts,
//! handwriting and photographs, the network finds a glyph here and there with low confidence.
//!
//! A single glyph of low confidence may be a rare symbol. Where all confidences are low, the network does not know the
//! writing. So each detection is judged with its surroundings: the detections on its line and those around it. The
//! thresholds are measured: docs/other-pages.md.

use std::collections::HashMap;

use texlens_vocabulary::Doubt;

use super::image::Ink;
use super::median::median;
use crate::{BBox, Glyph, PageGlyphs};

/// Least mean confidence of known writing, in a line or in its surroundings. Chinese, Japanese, Korean, Arabic and
/// Hebrew print and photographs have at most 0.43; handwriting and Greek have 0.5 or more, Latin print 0.8 or more.
const KNOWN: f32 = 0.45;
/// Least mean confidence of the known writing on a page that is not flagged. Latin print has 0.76 or more; handwriting,
/// Greek and Cyrillic have at most 0.65; poor scans lie between.
const SURE: f32 = 0.7;
/// Least share of detections in known surroundings on a page with known writing; a smaller share is coincidence.
const CHANCE: f32 = 0.1;
/// Largest share of detections in unknown surroundings that is not reported: many pages have figures.
const NOTABLE: f32 = 0.3;
/// Fewest detections that are writing; fewer are specks.
const MANY: usize = 20;
/// Least share of the ink that detections cover if they are writing of some kind and not spots of a photograph.
const WRITTEN: f32 = 0.6;
/// Least darkness of ink that counts.
const DARK: f32 = 0.5;

/// Empties the page if nothing on it is known, and returns the reason why the page is unreliable, if it is. Lengths are
/// in pixels of the image that `ink` was made from. O(n f) for n glyphs and f panels of figures. For a page that is
/// emptied, also linear in the number of its pixels.
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

/// Reports whether a page is worth further readings: in what is no print, chance would win.
pub(super) fn is_print(page: &PageGlyphs, ink: &Ink) -> bool {
    matches!(judge(&mut page.clone(), ink), None | Some(Doubt::PartlyUnknown))
}

/// Returns the glyphs outside all figures.
fn outside(glyphs: &[Glyph], figures: &[BBox]) -> Vec<Glyph> {
    let outside = glyphs
        .iter()
        .filter(|glyph| !figures.iter().any(|figure| figure.holds(&glyph.bbox())));
    outside.cloned().collect()
}

/// Returns the doubt about a page after a part of it was read again.
pub(super) fn doubt_after(before: Option<Doubt>, glyphs: &[Glyph], figures: &[BBox]) -> Option<Doubt> {
    let text = outside(glyphs, figures);
    if text.is_empty() {
        return before;
    }
    let known = known(&text);
    if mean(&known) < SURE {
        return Some(Doubt::LowConfidence);
    }
    // Everything omitted outside that part is still missing.
    before
        .filter(|&doubt| doubt != Doubt::LowConfidence)
        .map(|_| Doubt::PartlyUnknown)
}

/// Returns the confidences of the glyphs in known surroundings.
fn known(glyphs: &[Glyph]) -> Vec<f32> {
    let em = median_size(glyphs);
    let line = Means::of(glyphs, (2.0 * em, 0.5 * em), (4, 1));
    let around = Means::of(glyphs, (2.0 * em, 2.0 * em), (3, 3));
    let known = glyphs
        .iter()
        .filter(|glyph| is_known(line.at(glyph).max(around.at(glyph))));
    known.map(|glyph| glyph.confidence).collect()
}

/// Reports whether a mean confidence is that of writing that the model knows.
pub(super) fn is_known(sureness: f32) -> bool {
    sureness >= KNOWN
}

/// Returns the mean confidence of glyphs; 0 if there are none.
pub(super) fn sureness(glyphs: &[Glyph]) -> f32 {
    mean(&glyphs.iter().map(|glyph| glyph.confidence).collect::<Vec<f32>>())
}

fn mean(confidences: &[f32]) -> f32 {
    confidences.iter().sum::<f32>() / confidences.len().max(1) as f32
}

/// Returns the doubt about a page on which nothing is known.
fn nothing_known(glyphs: &[Glyph], ink: &Ink) -> Doubt {
    if ink.values.iter().all(|&value| value <= DARK) {
        Doubt::Blank
    } else if glyphs.len() >= MANY && are_writing(glyphs, ink) {
        Doubt::UnknownWriting
    } else {
        Doubt::NoText
    }
}

/// Reports whether the detections cover most of the ink rather than a few spots of it.
fn are_writing(glyphs: &[Glyph], ink: &Ink) -> bool {
    let dark = ink.values.iter().filter(|&&value| value > DARK).count();
    covered(glyphs, ink) as f32 > WRITTEN * dark as f32
}

/// Returns the number of dark pixels in the boxes of glyphs.
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
    median(glyphs.iter().map(|glyph| glyph.size)).map_or(1.0, |size| size.max(1.0))
}

/// Mean confidences of neighbourhoods, calculated from sums over the cells of a grid.
struct Means {
    cells: HashMap<(i32, i32), (f32, u32)>,
    cell: (f32, f32),
    reach: (i32, i32),
}

impl Means {
    /// Sums the confidences of glyphs. `cell` is the size of a cell; `reach` is the number of cells by which a
    /// neighbourhood extends to each side.
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

    /// Returns the cell of a glyph, clamped so that its neighbours have indices, too.
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

    /// Lines of glyphs with the given confidences, on a page whose ink is a block for each glyph.
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
