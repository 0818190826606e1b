//! Pictures (`\includegraphics`). Text inside a picture is not text of the page, nor are the labels around the picture:
//! numbers on axes, titles of axes and legends.

use texlens_vocabulary::{BBox, Style};

use super::columns;
use super::mark::{Extent, Mark, PICTURE, bounds, is_area, quantile};
use super::runs::runs;

/// Maximum number of panels examined; real pages have fewer.
const MAX_PANELS: usize = 300;
/// Maximum number of phrases examined around panels.
const MAX_PHRASES: usize = 4000;
/// Largest distance between panels of one picture, and between a panel and its labels, in em. Captions keep a larger
/// distance (`\abovecaptionskip`).
const REACH: f32 = 0.8;
/// Number of rounds that extend a picture: numbers on an axis, then its title, then content between two panels.
const ROUNDS: usize = 3;
/// Upper bound of the space between words of a phrase, in em.
const SPACE: f32 = 0.6;
/// Number of the first symbols of a phrase that show whether it is a caption.
const HEAD: usize = 4;
/// Glyphs of lower confidence are doubtful; in text, fewer than 2 % of the glyphs are.
const DOUBTFUL: f32 = 0.5;
/// Phrases wider than this, in em, are text; labels are short.
const WIDE: f32 = 12.0;
/// Upper bounds of the space between lines of text, and between phrases of one line, in em.
const LINE_GAP: f32 = 0.7;
const PHRASE_GAP: f32 = 1.0;
/// Upper bound of the ratio between the sizes of two lines of one text.
const SAME_SIZE: f32 = 1.12;

/// Removes the marks and rules in pictures, including labels. Returns the remaining marks and rules, and the marks that
/// stand for the pictures. O(n log n + p²) for n marks in p phrases; p is bounded.
pub(super) fn take<'a>(
    marks: Vec<Mark<'a>>,
    rules: Vec<BBox>,
    panels: &[BBox],
) -> (Vec<Mark<'a>>, Vec<BBox>, Vec<Mark<'a>>) {
    let panels: Vec<BBox> = panels.iter().copied().filter(is_area).take(MAX_PANELS).collect();
    if panels.is_empty() {
        return (marks, rules, Vec::new());
    }
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5).max(1.0);
    let around: Vec<Mark<'a>> = marks
        .iter()
        .filter(|mark| is_outside(&mark.bbox, &panels))
        .copied()
        .collect();
    let surroundings = Surroundings {
        gutter: columns::gutter_of(&around),
        phrases: phrases(&around, em),
        em,
    };
    let pictures = surroundings.pictures(panels);
    let outside = |bbox: &BBox| is_outside(bbox, &pictures);
    let marks = marks.into_iter().filter(|mark| outside(&mark.bbox)).collect();
    let rules = rules.into_iter().filter(outside).collect();
    let pictures = pictures.iter().map(|bbox| mark(*bbox, em)).collect();
    (marks, rules, pictures)
}

/// Returns the mark that stands for a picture on the page.
fn mark<'a>(bbox: BBox, em: f32) -> Mark<'a> {
    Mark {
        symbol: PICTURE,
        style: Style::Roman,
        bbox,
        baseline: bbox.y1,
        size: em,
        confidence: 1.0,
        glyph: None,
    }
}

fn is_outside(bbox: &BBox, pictures: &[BBox]) -> bool {
    !pictures.iter().any(|picture| holds(picture, bbox))
}

fn holds(picture: &BBox, bbox: &BBox) -> bool {
    let (x, y) = (bbox.centre(), bbox.middle());
    x >= picture.x0 && x <= picture.x1 && y >= picture.y0 && y <= picture.y1
}

/// Glyphs of one line without wide spaces between them.
#[derive(Debug)]
struct Phrase<'a> {
    bbox: BBox,
    size: f32,
    /// The first symbols, at most `HEAD`.
    head: Vec<&'a str>,
    count: usize,
    /// The number of doubtful glyphs. Nearly all glyphs that the network sees in pictures are doubtful.
    doubtful: usize,
    is_text: bool,
}

impl<'a> Phrase<'a> {
    fn of(marks: Vec<&Mark<'a>>) -> Self {
        Self {
            bbox: bounds(marks.iter().map(|mark| &mark.bbox)),
            size: marks.iter().map(|mark| mark.size).fold(0.0, f32::max),
            head: marks.iter().take(HEAD).map(|mark| mark.symbol).collect(),
            count: marks.len(),
            doubtful: marks.iter().filter(|mark| mark.confidence < DOUBTFUL).count(),
            is_text: false,
        }
    }

    /// Whether the phrase begins a caption of a float or of a part of a float.
    fn is_caption(&self) -> bool {
        let head = self.head.concat().to_lowercase();
        let is_part = matches!(self.head.as_slice(), ["(", letter, ")", _, ..] if letter.len() == 1);
        head.starts_with("fig") || head.starts_with("tab") || is_part
    }

    /// Whether text goes on from this phrase to the other: on the line below, or further along the line. A doubtful
    /// phrase is not text.
    fn goes_on(&self, other: &Self, em: f32) -> bool {
        let (a, b) = (&self.bbox, &other.bbox);
        let (across, down) = (a.overlap_x(b), a.y1.min(b.y1) - a.y0.max(b.y0));
        let ratio = self.size / other.size;
        let is_same_size = ratio < SAME_SIZE && ratio > 1.0 / SAME_SIZE;
        let is_below = b.middle() > a.y1 && down > -LINE_GAP * em && across > 0.0 && is_same_size;
        !other.is_doubtful() && (is_below || down > 0.0 && across > -PHRASE_GAP * em)
    }

    fn is_doubtful(&self) -> bool {
        2 * self.doubtful > self.count
    }
}

fn phrases<'a>(marks: &[Mark<'a>], em: f32) -> Vec<Phrase<'a>> {
    let runs = runs(marks, em, SPACE * em).into_iter();
    runs.map(|run| Phrase::of(run.iter().map(|at| &marks[*at]).collect()))
        .collect()
}

/// The phrases around the panels of a page.
struct Surroundings<'a> {
    phrases: Vec<Phrase<'a>>,
    /// The x of the gutter, if the page is in columns.
    gutter: Option<f32>,
    em: f32,
}

impl Surroundings<'_> {
    /// Returns the pictures that the panels form, with their labels.
    fn pictures(mut self, mut panels: Vec<BBox>) -> Vec<BBox> {
        self.tell_text();
        for _ in 0..ROUNDS {
            for panel in &mut panels {
                *panel = self.with_labels(*panel);
            }
            panels = self.joined(panels);
        }
        panels
    }

    /// Tells text from labels. Wide phrases, captions and the phrases that go on from them are text.
    fn tell_text(&mut self) {
        let Self { phrases, em, .. } = self;
        if phrases.len() > MAX_PHRASES {
            phrases.clear();
        }
        let is_wide = |phrase: &Phrase<'_>| phrase.bbox.width() > WIDE * *em && !phrase.is_doubtful();
        let is_text = |phrase: &Phrase<'_>| is_wide(phrase) || phrase.is_caption();
        let mut open: Vec<usize> = (0..phrases.len()).filter(|at| is_text(&phrases[*at])).collect();
        open.iter().for_each(|at| phrases[*at].is_text = true);
        while let Some(at) = open.pop() {
            for other in 0..phrases.len() {
                if !phrases[other].is_text && phrases[at].goes_on(&phrases[other], *em) {
                    phrases[other].is_text = true;
                    open.push(other);
                }
            }
        }
    }

    /// Returns the panel with the labels around it.
    fn with_labels(&self, panel: BBox) -> BBox {
        let is_label = |phrase: &&Phrase<'_>| !phrase.is_text && self.are_near(&panel, &phrase.bbox);
        let labels = self.phrases.iter().filter(is_label);
        labels.fold(panel, |all, label| all.union(&label.bbox))
    }

    /// Joins panels that are near each other to one picture, unless text stands between them.
    fn joined(&self, mut panels: Vec<BBox>) -> Vec<BBox> {
        let mut apart: Vec<BBox> = Vec::new();
        while let Some(panel) = panels.pop() {
            match apart.iter().position(|other| self.are_one(&panel, other)) {
                Some(at) => panels.push(apart.swap_remove(at).union(&panel)),
                None => apart.push(panel),
            }
        }
        apart
    }

    fn are_one(&self, a: &BBox, b: &BBox) -> bool {
        let whole = a.union(b);
        let is_between = |phrase: &Phrase<'_>| {
            phrase.is_text && holds(&whole, &phrase.bbox) && !holds(a, &phrase.bbox) && !holds(b, &phrase.bbox)
        };
        self.are_near(a, b) && !self.phrases.iter().any(is_between)
    }

    /// Whether the two boxes are near each other and on the same side of the gutter.
    fn are_near(&self, a: &BBox, b: &BBox) -> bool {
        let down = a.y1.min(b.y1) - a.y0.max(b.y0);
        let side = |bbox: &BBox| self.gutter.and_then(|x| side(bbox, x));
        let are_apart = matches!((side(a), side(b)), (Some(a), Some(b)) if a != b);
        a.overlap_x(b).min(down) > -REACH * self.em && !are_apart
    }
}

/// Returns whether a box lies left of the gutter, or `None` if it lies across the gutter.
fn side(bbox: &BBox, gutter: f32) -> Option<bool> {
    (bbox.x1 <= gutter || bbox.x0 >= gutter).then_some(bbox.x1 <= gutter)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EM: f32 = 20.0;

    /// Returns letters that are half an em wide.
    fn text<'a>(letters: &[&'a str], x: f32, baseline: f32, confidence: f32) -> Vec<Mark<'a>> {
        let mark = |(i, symbol): (usize, &&'a str)| {
            let x0 = x + 0.5 * EM * i as f32;
            Mark {
                symbol,
                style: Style::Roman,
                bbox: BBox {
                    x0,
                    y0: baseline - 0.5 * EM,
                    x1: x0 + 0.5 * EM,
                    y1: baseline,
                },
                baseline,
                size: EM,
                confidence,
                glyph: None,
            }
        };
        letters.iter().enumerate().map(mark).collect()
    }

    fn panel(x0: f32, y0: f32, x1: f32, y1: f32) -> BBox {
        BBox { x0, y0, x1, y1 }
    }

    /// Returns the remaining text and the boxes of the pictures.
    fn taken(marks: Vec<Mark<'_>>, panels: &[BBox]) -> (String, Vec<BBox>) {
        let (left, _, pictures) = take(marks, Vec::new(), panels);
        let read: String = left.iter().map(|mark| mark.symbol).collect();
        (read, pictures.iter().map(|mark| mark.bbox).collect())
    }

    #[test]
    fn labels_belong_to_the_picture_and_captions_do_not() {
        let plot = panel(200.0, 100.0, 500.0, 300.0);
        let marks = [
            text(&["1", "0"], 175.0, 200.0, 0.9),
            text(&["5"], 300.0, 315.0, 0.9),
            text(&["t", "i", "m", "e"], 330.0, 335.0, 0.9),
            text(&["F", "i", "g", ".", "1"], 200.0, 365.0, 0.9),
            text(&["t"; 40], 100.0, 400.0, 0.9),
            text(&["e", "n", "d"], 100.0, 424.0, 0.9),
        ];
        let (read, pictures) = taken(marks.concat(), &[plot]);
        assert_eq!(read, format!("Fig.1{}end", "t".repeat(40)));
        assert_eq!(pictures, [panel(175.0, 100.0, 500.0, 335.0)]);
    }

    #[test]
    fn panels_with_text_between_them_are_two_pictures() {
        let panels = [panel(100.0, 100.0, 300.0, 300.0), panel(310.0, 200.0, 500.0, 500.0)];
        assert_eq!(taken(text(&["a"; 30], 100.0, 700.0, 0.9), &panels).1.len(), 1);
        // Below the first panel and beside the second.
        let between = text(&["(", "a", ")", "x"], 150.0, 330.0, 0.9);
        assert_eq!(taken(between, &panels).1.len(), 2);
    }

    #[test]
    fn doubtful_phrases_at_a_picture_are_labels_however_long() {
        let photograph = panel(100.0, 100.0, 600.0, 300.0);
        let (read, pictures) = taken(text(&["e"; 30], 100.0, 320.0, 0.3), &[photograph]);
        assert_eq!((read.as_str(), pictures.len()), ("", 1));
        assert_eq!(taken(text(&["e"; 30], 100.0, 320.0, 0.9), &[photograph]).0.len(), 30);
    }
}
