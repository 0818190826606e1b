//! Pictures of the pages of two texts, in which the glyphs that the other text lacks are marked.
//!
//! Lines and pages break at different places in texts that differ, so places say little. The glyphs are therefore
//! compared in the order in which TeX sets them: first as words, then glyph by glyph where words differ. Two glyphs are
//! alike if they have the same font, size and code. Rules are not compared, since their lengths follow from the glyphs,
//! and page numbers are not, since they follow from the length of the text.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use texlens_draw::{Bounds, Drawing, MarkKind, PAPER, SvgStyle};
use texlens_metrics::regions::differing;
use texlens_vocabulary::{Drawn, DrawnPage};

/// The share of a font's size beyond which a gap between two glyphs separates words.
const WORD_GAP: f64 = 0.15;

/// Draws the pages of two texts, at most the first `most` of each. If both are there, all of their glyphs are compared.
/// `prefix` starts the ids of the glyphs: it must differ between the drawings of one document.
#[must_use]
pub fn page_pictures(
    reference: Option<&[Drawing]>,
    prediction: Option<&[Drawing]>,
    most: usize,
    prefix: &str,
) -> [Option<Vec<DrawnPage>>; 2] {
    let sides = reference.zip(prediction).map(|(a, b)| unmatched(a, b));
    let [of_reference, of_prediction] = sides.map_or([None, None], |sides| sides.map(Some));
    let draw = |pages: Option<&[Drawing]>, unmatched: Option<Vec<Vec<bool>>>, side: &str| {
        let pages = pages?.iter().enumerate().take(most);
        let drawn = pages.map(|(index, page)| {
            let unmatched = unmatched.as_ref().and_then(|pages| pages.get(index));
            picture(page, unmatched.map(Vec::as_slice), &format!("{prefix}{side}{index}-"))
        });
        Some(drawn.collect())
    };
    [draw(reference, of_reference, "r"), draw(prediction, of_prediction, "p")]
}

fn picture(page: &Drawing, unmatched: Option<&[bool]>, prefix: &str) -> DrawnPage {
    let is_unmatched = |index: usize| unmatched.and_then(|marks| marks.get(index)).is_some_and(|is| *is);
    let ink = page.bounds();
    // A page whose text runs off the paper is drawn whole.
    let area = ink.map_or(PAPER, |ink| ink.union(PAPER));
    let (width, height) = (area.x1 - area.x0, area.y1 - area.y0);
    let share = |ink: Bounds| {
        let (x, y) = (|x: f64| (x - area.x0) / width, |y: f64| (y - area.y0) / height);
        [x(ink.x0), y(ink.y0), x(ink.x1), y(ink.y1)]
    };
    DrawnPage {
        svg: page.to_svg_in(
            area,
            SvgStyle {
                prefix,
                em: None,
                class: &|index| is_unmatched(index).then_some(Drawn::UNMATCHED),
            },
        ),
        ink: ink.map(share),
        aspect: width / height,
        unmatched: (0..page.marks.len()).filter(|index| is_unmatched(*index)).count(),
        undrawn: page.undrawn().values().sum(),
    }
}

/// Returns, for the marks of each page of both sides, whether the other side lacks them.
fn unmatched(reference: &[Drawing], prediction: &[Drawing]) -> [Vec<Vec<bool>>; 2] {
    let mut kinds = Numbers::default();
    let mut words = Numbers::default();
    let [a, b] = [reference, prediction].map(|pages| Glyphs::of(pages, &mut kinds));
    let [of_a, of_b] = [&a, &b].map(|side| {
        side.words
            .iter()
            .map(|word| words.of(side.kinds(word)))
            .collect::<Vec<_>>()
    });
    let mut marks = [reference, prediction].map(|pages| {
        pages
            .iter()
            .map(|page| vec![false; page.marks.len()])
            .collect::<Vec<_>>()
    });
    for region in differing(&of_a, &of_b) {
        let (in_a, in_b) = (a.glyphs_of(&region.reference), b.glyphs_of(&region.prediction));
        for inner in differing(a.kinds(&in_a), b.kinds(&in_b)) {
            let [marks_of_a, marks_of_b] = &mut marks;
            a.mark(in_a.start, &inner.reference, marks_of_a);
            b.mark(in_b.start, &inner.prediction, marks_of_b);
        }
    }
    marks
}

/// The glyphs of all pages of a text, in order.
#[derive(Default)]
struct Glyphs {
    /// The number of the font, size and code of each glyph.
    kinds: Vec<u32>,
    /// The page of each glyph, and its index among the marks of the page.
    places: Vec<(usize, usize)>,
    /// The ranges of words in the glyphs; they cover all glyphs.
    words: Vec<Range<usize>>,
}

impl Glyphs {
    fn of<'a>(pages: &'a [Drawing], kinds: &mut Numbers<(&'a str, u32, u64)>) -> Self {
        let mut glyphs = Self::default();
        for (page, drawing) in pages.iter().enumerate() {
            let mut before: Option<(f64, f64)> = None;
            for (index, mark) in drawing.marks.iter().enumerate() {
                let MarkKind::Glyph { name, code, size, .. } = &mark.kind else {
                    continue;
                };
                let ink = mark.bounds();
                let start = ink.map_or(mark.x, |ink| ink.x0);
                let is_joined = before.is_some_and(|(end, baseline)| {
                    let gap = start - end;
                    baseline == mark.y && gap.abs() <= WORD_GAP * size
                });
                before = Some((ink.map_or(mark.x, |ink| ink.x1), mark.y));
                let at = glyphs.kinds.len();
                match glyphs.words.last_mut() {
                    Some(word) if is_joined => word.end = at + 1,
                    _ => glyphs.words.push(at..at + 1),
                }
                glyphs.kinds.push(kinds.of((name.as_ref(), *code, size.to_bits())));
                glyphs.places.push((page, index));
            }
            glyphs.drop_number(page, drawing);
        }
        glyphs
    }

    /// Removes the last word of a page if it is the number of the page.
    fn drop_number(&mut self, page: usize, drawing: &Drawing) {
        let Some(word) = self.words.last().cloned() else { return };
        let of_word = self.places.get(word.clone()).unwrap_or_default();
        let code = |(of_page, index): &(usize, usize)| match &drawing.marks.get(*index)?.kind {
            MarkKind::Glyph { code, .. } if *of_page == page => char::from_u32(*code),
            _ => None,
        };
        let printed: Option<String> = of_word.iter().map(code).collect();
        if printed == Some(drawing.number.to_string()) {
            self.words.pop();
            self.kinds.truncate(word.start);
            self.places.truncate(word.start);
        }
    }

    fn kinds(&self, range: &Range<usize>) -> &[u32] {
        self.kinds.get(range.clone()).unwrap_or_default()
    }

    /// Returns the glyphs of a range of words.
    fn glyphs_of(&self, words: &Range<usize>) -> Range<usize> {
        let start = |word: usize| self.words.get(word).map_or(self.kinds.len(), |word| word.start);
        start(words.start)..start(words.end)
    }

    /// Marks the glyphs of a range, which is counted from a first glyph.
    fn mark(&self, first: usize, range: &Range<usize>, marks: &mut [Vec<bool>]) {
        let places = self.places.get(first + range.start..first + range.end);
        for (page, index) in places.unwrap_or_default() {
            if let Some(mark) = marks.get_mut(*page).and_then(|marks| marks.get_mut(*index)) {
                *mark = true;
            }
        }
    }
}

/// Numbers that are equal exactly for equal things.
struct Numbers<T>(HashMap<T, u32>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Eq + Hash> Numbers<T> {
    fn of(&mut self, thing: T) -> u32 {
        // There are fewer glyphs than numbers: a run of the engine writes at most 16 MiB.
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        *self.0.entry(thing).or_insert(next)
    }
}
