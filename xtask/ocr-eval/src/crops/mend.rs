//! Compares the glyphs that were found with the true ones, and mends one kind of error at a time.

use std::collections::BTreeSet;

use texlens_ocr::{BBox, Glyph, PageGlyphs, Rule, Style};

/// Largest distance of a glyph from the true one, in em.
const NEAR: f32 = 0.4;
/// How much farther a glyph with another symbol counts, in em.
const OTHER: f32 = 0.15;
/// Largest difference of place and size that is none, in em and as a ratio.
const EXACT: f32 = 0.02;

/// A kind of error. Displayed, it is a row of the table of losses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Symbols, styles, missed and false glyphs, places and sizes, and rules.
    AllSymbols,
    AllStyles,
    AllMissed,
    AllFalse,
    AllPlaces,
    AllRules,
    /// Everything about glyphs but their places and sizes.
    AllNames,
    /// One symbol or style instead of another: the true face and the one that was found.
    Confused(String, String),
    /// A symbol that is not found.
    Missed(String),
    /// A symbol that is not there.
    False(String),
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AllSymbols => f.write_str("all symbols"),
            Self::AllStyles => f.write_str("all styles"),
            Self::AllMissed => f.write_str("all missed glyphs"),
            Self::AllFalse => f.write_str("all false glyphs"),
            Self::AllPlaces => f.write_str("all places and sizes"),
            Self::AllRules => f.write_str("all rules"),
            Self::AllNames => f.write_str("all symbols, styles, missed and false glyphs, rules"),
            Self::Confused(truth, found) => write!(f, "{truth} read as {found}"),
            Self::Missed(symbol) => write!(f, "{symbol} missed"),
            Self::False(symbol) => write!(f, "{symbol} false"),
        }
    }
}

/// What was found, beside the truth.
pub(super) struct Mend<'m> {
    found: &'m PageGlyphs,
    truth: &'m PageGlyphs,
    /// Indices of a true glyph and of the found one.
    pairs: Vec<(usize, usize)>,
    missed: Vec<usize>,
    false_: Vec<usize>,
}

impl<'m> Mend<'m> {
    pub(super) fn of(found: &'m PageGlyphs, truth: &'m PageGlyphs) -> Self {
        let mut near: Vec<(f32, usize, usize)> = Vec::new();
        for (t, glyph) in truth.glyphs.iter().enumerate() {
            for (f, other) in found.glyphs.iter().enumerate() {
                let away = glyph.away(other);
                if away < NEAR {
                    let penalty = if glyph.symbol == other.symbol { 0.0 } else { OTHER };
                    near.push((away + penalty, t, f));
                }
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut of_truth, mut of_found) = (BTreeSet::new(), BTreeSet::new());
        let mut pairs = Vec::new();
        for (_, t, f) in near {
            if !of_truth.contains(&t) && !of_found.contains(&f) {
                of_truth.insert(t);
                of_found.insert(f);
                pairs.push((t, f));
            }
        }
        let without = |count: usize, taken: &BTreeSet<usize>| (0..count).filter(|at| !taken.contains(at)).collect();
        Self {
            missed: without(truth.glyphs.len(), &of_truth),
            false_: without(found.glyphs.len(), &of_found),
            found,
            truth,
            pairs,
        }
    }

    /// Returns the kinds of errors that are here, each once.
    pub(super) fn kinds(&self) -> BTreeSet<Kind> {
        let mut kinds = BTreeSet::new();
        for &(t, f) in &self.pairs {
            let (truth, found) = (&self.truth.glyphs[t], &self.found.glyphs[f]);
            if truth.symbol != found.symbol {
                kinds.extend([Kind::AllSymbols, Kind::AllNames]);
            }
            if truth.style != found.style {
                kinds.extend([Kind::AllStyles, Kind::AllNames]);
            }
            if face(truth) != face(found) {
                kinds.insert(Kind::Confused(face(truth), face(found)));
            }
            if is_elsewhere(truth, found) {
                kinds.insert(Kind::AllPlaces);
            }
        }
        for &t in &self.missed {
            kinds.extend([
                Kind::AllMissed,
                Kind::AllNames,
                Kind::Missed(self.truth.glyphs[t].symbol.clone()),
            ]);
        }
        for &f in &self.false_ {
            kinds.extend([
                Kind::AllFalse,
                Kind::AllNames,
                Kind::False(self.found.glyphs[f].symbol.clone()),
            ]);
        }
        if !self.has_same_rules() {
            kinds.extend([Kind::AllRules, Kind::AllNames]);
        }
        kinds
    }

    /// Reports whether the same number of rules were found, each near a true one.
    fn has_same_rules(&self) -> bool {
        let em = self.truth.glyphs.iter().map(|glyph| glyph.size).fold(1.0, f32::max);
        let is_near = |a: &BBox, b: &BBox| {
            let sides = [(a.x0, b.x0), (a.x1, b.x1), (a.y0, b.y0), (a.y1, b.y1)];
            sides.iter().all(|(a, b)| (a - b).abs() < NEAR * em)
        };
        let has = |rule: &Rule| self.found.rules.iter().any(|other| is_near(&rule.bbox, &other.bbox));
        self.truth.rules.len() == self.found.rules.len() && self.truth.rules.iter().all(has)
    }

    /// Returns what was found, with the errors of one kind mended.
    pub(super) fn mended(&self, kind: &Kind) -> PageGlyphs {
        let is = |wanted: &[Kind]| wanted.contains(kind);
        let mut page = self.found.clone();
        for &(t, f) in &self.pairs {
            let truth = &self.truth.glyphs[t];
            let found = &mut page.glyphs[f];
            let confused = Kind::Confused(face(truth), face(found));
            if is(&[Kind::AllSymbols, Kind::AllNames, confused.clone()]) {
                found.symbol.clone_from(&truth.symbol);
            }
            if is(&[Kind::AllStyles, Kind::AllNames, confused]) {
                found.style = truth.style;
            }
            if is(&[Kind::AllPlaces]) {
                let name = (found.symbol.clone(), found.style, found.confidence);
                *found = truth.clone();
                (found.symbol, found.style, found.confidence) = name;
            }
        }
        let mut at = 0..;
        page.glyphs.retain(|glyph| {
            let is_false = at.next().is_some_and(|at| self.false_.contains(&at));
            !(is_false && is(&[Kind::AllFalse, Kind::AllNames, Kind::False(glyph.symbol.clone())]))
        });
        let missed = self.missed.iter().map(|t| &self.truth.glyphs[*t]);
        page.glyphs.extend(
            missed
                .filter(|glyph| is(&[Kind::AllMissed, Kind::AllNames, Kind::Missed(glyph.symbol.clone())]))
                .cloned(),
        );
        if is(&[Kind::AllRules, Kind::AllNames]) {
            page.rules.clone_from(&self.truth.rules);
        }
        page
    }
}

/// The symbol of a glyph and its style.
fn face(glyph: &Glyph) -> String {
    match glyph.style {
        Style::Roman => glyph.symbol.clone(),
        style => format!("{} {style:?}", glyph.symbol),
    }
}

fn is_elsewhere(truth: &Glyph, found: &Glyph) -> bool {
    let off = (truth.x - found.x).abs().max((truth.y - found.y).abs()) / truth.size;
    off > EXACT || (found.size / truth.size - 1.0).abs() > EXACT
}

/// Returns a page with all lengths multiplied.
pub(super) fn scaled(page: &PageGlyphs, by: f32) -> PageGlyphs {
    let glyph = |glyph: &Glyph| Glyph {
        x: glyph.x * by,
        y: glyph.y * by,
        width: glyph.width * by,
        height: glyph.height * by,
        depth: glyph.depth * by,
        size: glyph.size * by,
        ..glyph.clone()
    };
    PageGlyphs {
        width: page.width * by,
        height: page.height * by,
        glyphs: page.glyphs.iter().map(glyph).collect(),
        rules: page
            .rules
            .iter()
            .map(|rule| Rule {
                bbox: rule.bbox.scaled(by),
            })
            .collect(),
        figures: page.figures.iter().map(|bbox| bbox.scaled(by)).collect(),
        ..page.clone()
    }
}

/// Returns a page whose corner is moved right and down by a length, and that ends behind its content with as much space
/// as stands before it.
pub(super) fn moved(page: &PageGlyphs, by: f32) -> PageGlyphs {
    let mut page = page.clone();
    page.glyphs = page.glyphs.into_iter().map(|glyph| glyph.moved(-by, -by)).collect();
    for Rule { bbox } in &mut page.rules {
        *bbox = bbox.moved(-by, -by);
    }
    let boxes: Vec<BBox> = page
        .glyphs
        .iter()
        .map(Glyph::bbox)
        .chain(page.rules.iter().map(|rule| rule.bbox))
        .collect();
    let least = |edge: fn(&BBox) -> f32| boxes.iter().map(edge).fold(f32::INFINITY, f32::min).max(0.0);
    let most = |edge: fn(&BBox) -> f32| boxes.iter().map(edge).fold(0.0, f32::max);
    if !boxes.is_empty() {
        page.width = most(|bbox| bbox.x1) + least(|bbox| bbox.x0);
        page.height = most(|bbox| bbox.y1) + least(|bbox| bbox.y0);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyph(symbol: &str, style: Style, x: f32) -> Glyph {
        Glyph {
            symbol: symbol.to_owned(),
            style,
            x,
            y: 20.0,
            width: 10.0,
            height: 14.0,
            depth: 0.0,
            size: 20.0,
            confidence: 1.0,
        }
    }

    fn page(glyphs: &[Glyph]) -> PageGlyphs {
        PageGlyphs {
            glyphs: glyphs.to_vec(),
            ..PageGlyphs::default()
        }
    }

    #[test]
    fn each_kind_is_named_and_mended_alone() {
        let truth = page(&[
            glyph("V", Style::MathItalic, 0.0),
            glyph("x", Style::MathItalic, 20.0),
            glyph("-", Style::Roman, 40.0),
        ]);
        let found = page(&[
            glyph("V", Style::Roman, 0.0),
            glyph("x", Style::MathItalic, 21.0),
            glyph(".", Style::Roman, 80.0),
        ]);
        let mend = Mend::of(&found, &truth);
        let confused = Kind::Confused("V MathItalic".into(), "V".into());
        let (missed, false_) = (Kind::Missed("-".into()), Kind::False(".".into()));
        let wanted = [
            Kind::AllStyles,
            Kind::AllMissed,
            Kind::AllFalse,
            Kind::AllPlaces,
            Kind::AllNames,
            confused.clone(),
            missed.clone(),
            false_.clone(),
        ];
        assert_eq!(mend.kinds(), wanted.into());
        assert_eq!(mend.mended(&confused).glyphs[0].style, Style::MathItalic);
        assert_eq!(mend.mended(&confused).glyphs[1].x, 21.0);
        assert_eq!(mend.mended(&Kind::AllPlaces).glyphs[1].x, 20.0);
        assert_eq!(mend.mended(&missed).glyphs.len(), 4);
        assert_eq!(mend.mended(&false_).glyphs.len(), 2);
    }

    #[test]
    fn the_truth_has_no_errors() {
        let truth = page(&[glyph("V", Style::MathItalic, 0.0)]);
        assert!(Mend::of(&truth, &truth).kinds().is_empty());
    }

    #[test]
    fn pages_are_moved_and_scaled() {
        let moved = moved(&page(&[glyph("x", Style::Roman, 15.0)]), 5.0);
        assert_eq!((moved.glyphs[0].x, moved.width), (10.0, 30.0));
        assert_eq!(scaled(&moved, 2.0).glyphs[0].size, 40.0);
    }
}
