//! The text of a page as the glyphs that the typesetter reads.

use std::collections::{BTreeSet, HashMap};

use texlens_symbols::{Labels, Place};
use texlens_vocabulary::{Anchor, BBox, Link, PageGlyphs, Rule, Style, left_out_remark, unread_remark};

use crate::bearings::Bearings;
use crate::content::{Area, Character, Content, Font, PlacedGlyph, Shape, Visibility};
use crate::figures::figures;
use crate::letters;
use crate::marked::Marks;
use crate::meaning::{Known, Symbol, known, stated, styles};

/// Largest deviation of text from the horizontal, in degrees.
const LEVEL: f64 = 2.0;
/// Largest distance between the middle of a glyph of a font of type 3 and a figure that it may belong to.
const MIDDLE: f64 = 0.3;

/// What became of the glyphs of a page. Glyphs in figures are not counted, since nobody reads them, nor are running heads
/// and page numbers that the file names as such.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Glyphs that were read.
    pub read: usize,
    /// Glyphs whose symbol is unknown.
    pub unknown: usize,
    /// Glyphs that are bitmaps or small drawings (fonts of type 3).
    pub drawn: usize,
    /// Glyphs that cannot be seen, or that others cover.
    pub hidden: usize,
    /// Glyphs of text that is not horizontal.
    pub turned: usize,
    /// Letters that were read, as far as their outline can be compared with their symbol.
    pub compared: usize,
    /// Letters whose outline is not that of their symbol.
    pub unlike: usize,
}

impl Counts {
    /// Returns the number of glyphs with ink.
    #[must_use]
    pub fn all(&self) -> usize {
        self.read + self.unknown + self.drawn + self.hidden + self.turned
    }

    /// Describes the glyphs that were left out for a person, each kind as part of a sentence.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let kinds = [(self.hidden, "that cannot be seen"), (self.turned, "in turned text")];
        let left_out = kinds.into_iter().filter(|(count, _)| *count > 0);
        let others = left_out.map(|(count, kind)| left_out_remark(count, kind));
        unread_remark(self.unknown + self.drawn)
            .into_iter()
            .chain(others)
            .collect()
    }
}

/// Returns the glyphs of a page in pixels at this resolution, what became of the others, and the characters that are not
/// understood.
pub(crate) fn page_glyphs(content: &Content, dpi: f64) -> (PageGlyphs, Counts, Vec<String>) {
    let scale = dpi / POINTS;
    let figures = figures(content);
    let styles = styles(&content.fonts);
    let known: Vec<Option<Known>> = content
        .characters
        .iter()
        .map(|character| known(character, &content.fonts, &styles))
        .collect();
    let heights = heights(content, &known);
    let known_as = |glyph: &PlacedGlyph, is: fn(&Known) -> bool| {
        let known = known.get(glyph.character).and_then(Option::as_ref);
        known.is_some_and(is)
    };
    let marks = Marks::of(content);
    let formulas = letters::of_formulas(content, |glyph| known_as(glyph, |known| known.is_shared));
    let own = (0..)
        .zip(&content.glyphs)
        .filter(|(_, glyph)| known_as(glyph, Known::is_math_letter));
    let letters = own.map(|(index, _)| index).chain(formulas.iter().copied()).collect();
    let bearings = Bearings::of(content, &letters, &formulas);
    let mut rules = content.rules.clone();
    let mut counts = Counts::default();
    let mut unknown = BTreeSet::new();
    let mut labels = Labels::default();
    let mut unread = Vec::new();
    for (index, glyph) in content.glyphs.iter().enumerate() {
        let (Some(character), Some(known)) = (content.characters.get(glyph.character), known.get(glyph.character))
        else {
            continue;
        };
        if character.shape == Shape::Blank || glyph.visibility == Visibility::Outside || marks.is_pagination(glyph) {
            continue;
        }
        let by_mark = match known {
            Some(_) => None,
            None => marks.text(glyph).and_then(|text| stated(text, character, &styles)),
        };
        let known = known.as_ref().or(by_mark.as_ref());
        let (x, y) = (glyph.x + MIDDLE * glyph.size, glyph.y - MIDDLE * glyph.size);
        let is_in_figure = figures.iter().any(|figure| figure.holds(x, y));
        let counted = usize::from(!is_in_figure);
        if glyph.visibility != Visibility::Visible {
            counts.hidden += counted;
        } else if glyph.direction.abs() > LEVEL {
            counts.turned += counted;
        } else if character.shape == Shape::Drawing {
            counts.drawn += counted;
            // Neither the em nor the ink of such a glyph is known, but its place is.
            if !is_in_figure {
                let advance = Place {
                    height: 0.0,
                    depth: 0.0,
                    ..place(glyph, [0.0; 4], scale)
                };
                unread.push(advance.glyph(String::new(), Style::Roman, 0.0));
            }
        } else if let Some(known) = known {
            counts.read += counted;
            if let Some(is_like) = known.is_like(character) {
                counts.compared += counted;
                counts.unlike += counted * usize::from(!is_like);
            }
            if known.symbols.is_empty() {
                rules.push(known.line(glyph));
            }
            let is_formula = formulas.contains(&index);
            let glyph = if is_formula || known.is_math_letter() {
                bearings.with_space(glyph)
            } else {
                *glyph
            };
            known.add(&mut labels, &glyph, scale, is_formula, (character.font, &heights));
        } else {
            counts.unknown += counted;
            unknown.insert(description(character, &content.fonts));
            labels.add_unknown(place(glyph, [0.0; 4], scale));
            if let (Shape::Outline { outline, .. }, false) = (character.shape, is_in_figure) {
                unread.push(place(glyph, outline.ink, scale).glyph(String::new(), Style::Roman, 0.0));
            }
        }
    }
    let area = |area: &Area| BBox {
        x0: (area.x0 * scale) as f32,
        y0: (area.y0 * scale) as f32,
        x1: (area.x1 * scale) as f32,
        y1: (area.y1 * scale) as f32,
    };
    let page = PageGlyphs {
        width: (content.width * scale) as f32,
        height: (content.height * scale) as f32,
        glyphs: labels.glyphs(),
        unread,
        rules: rules.iter().map(|rule| Rule { bbox: area(rule) }).collect(),
        figures: figures.iter().map(area).collect(),
        links: content
            .links
            .iter()
            .map(|link| Link {
                bbox: area(&link.area),
                target: link.target.clone(),
            })
            .collect(),
        anchors: content
            .anchors
            .iter()
            .map(|anchor| Anchor {
                name: anchor.name.clone(),
                x: (anchor.x * scale) as f32,
                y: (anchor.y * scale) as f32,
                level: anchor.level,
            })
            .collect(),
        ..PageGlyphs::default()
    };
    (page, counts, unknown.into_iter().collect())
}

/// Describes a character that is not understood.
fn description(character: &Character, fonts: &[Font]) -> String {
    let font = character
        .font
        .and_then(|font| fonts.get(font))
        .map_or("", |font| &font.name);
    let name = character.name.as_deref().unwrap_or_default();
    let unicode = character.unicode.as_deref().unwrap_or_default();
    format!("{font} {} {name} {unicode:?}", character.code)
}

/// Points per inch.
const POINTS: f64 = 72.0;

/// Heights in em, by font and symbol.
type Heights<'k> = HashMap<(Option<usize>, &'k str), f64>;

/// Returns the heights of letters, by font and symbol, in em.
fn heights<'k>(content: &Content, known: &'k [Option<Known>]) -> Heights<'k> {
    let letters = content.characters.iter().zip(known).filter_map(|(character, known)| {
        let known = known.as_ref()?;
        let [symbol] = known.symbols.as_slice() else {
            return None;
        };
        symbol
            .accent
            .is_none()
            .then_some(((character.font, &*symbol.symbol), known.outline.ink[3]))
    });
    letters.collect()
}

/// Returns the box of a glyph with this ink.
fn place(glyph: &PlacedGlyph, [_, bottom, _, top]: [f64; 4], scale: f64) -> Place {
    let size = glyph.size * scale;
    Place {
        x: glyph.x * scale,
        y: glyph.y * scale,
        width: glyph.advance * scale,
        height: top * size,
        depth: -bottom * size,
        size,
    }
}

impl Known {
    /// Returns the ink of a piece that is a line.
    fn line(&self, glyph: &PlacedGlyph) -> Area {
        let [left, bottom, right, top] = self.outline.ink.map(|length| length * glyph.size);
        Area {
            x0: glyph.x + left,
            y0: glyph.y - top,
            x1: glyph.x + right,
            y1: glyph.y - bottom,
        }
    }

    /// Adds a glyph. The letters of a ligature that LaTeX has no sign for share its width.
    fn add(
        &self,
        labels: &mut Labels,
        glyph: &PlacedGlyph,
        scale: f64,
        is_formula: bool,
        (font, heights): (Option<usize>, &Heights<'_>),
    ) {
        let whole = place(glyph, self.outline.ink, scale);
        let width = whole.width / self.symbols.len().max(1) as f64;
        let mut x = whole.x;
        for Symbol { symbol, accent, style } in &self.symbols {
            let style = match style {
                Style::Italic if is_formula => Style::MathItalic,
                Style::BoldItalic if is_formula => Style::MathBoldItalic,
                style => *style,
            };
            let part = Place { x, width, ..whole };
            x += width;
            match accent {
                Some(accent) => {
                    let height = heights.get(&(font, &**symbol)).map(|height| height * whole.size);
                    labels.add_accented(symbol.clone(), accent, style, part, height);
                }
                None => labels.add(symbol.clone(), style, part.around_ink(symbol)),
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail loudly")]
mod tests {
    use super::*;
    use crate::content::{Mark, Outline};

    const ITALIC: &str = "NimbusRomNo9L-ReguItal";

    /// Returns the glyphs of a line: the font, the glyph name or its Unicode character, and the space before it in em.
    fn read(line: &[(&str, &str, f64)]) -> PageGlyphs {
        let mut content = Content {
            width: 600.0,
            height: 800.0,
            ..Content::default()
        };
        let mut x = 0.0;
        for (name, glyph, space) in line {
            let known = content.fonts.iter().position(|font| font.name == *name);
            let font = known.unwrap_or(content.fonts.len());
            if known.is_none() {
                content.fonts.push(Font {
                    name: (*name).to_owned(),
                    is_fixed: false,
                    is_italic: false,
                });
            }
            let [name, unicode] =
                [true, false].map(|is_name| (glyph.is_ascii() == is_name).then(|| (*glyph).to_owned()));
            let is_it = |known: &Character| known.font == Some(font) && known.name == name && known.unicode == unicode;
            let character = content
                .characters
                .iter()
                .position(is_it)
                .unwrap_or(content.characters.len());
            if character == content.characters.len() {
                content.characters.push(Character {
                    font: Some(font),
                    code: u32::from(glyph.as_bytes()[0]),
                    name,
                    unicode,
                    shape: Shape::Outline {
                        outline: Outline {
                            ink: [0.0, 0.0, 0.5, 0.5],
                            ..Outline::default()
                        },
                        contours: 1,
                    },
                });
            }
            x += space * 10.0;
            content.glyphs.push(PlacedGlyph {
                character,
                x,
                y: 100.0,
                size: 10.0,
                matrix: [10.0, 0.0, 0.0, -10.0],
                advance: 5.0,
                direction: 0.0,
                colour: [0; 3],
                visibility: Visibility::Visible,
                mark: None,
            });
            x += 5.0;
        }
        page_glyphs(&content, POINTS).0
    }

    fn styled(page: &PageGlyphs) -> Vec<(&str, Style)> {
        page.glyphs
            .iter()
            .map(|glyph| (glyph.symbol.as_str(), glyph.style))
            .collect()
    }

    #[test]
    fn one_or_two_letters_that_stand_alone_are_a_formula() {
        let roman = ("NimbusRomNo9L-Regu", "two", 0.0);
        let product = read(&[roman, (ITALIC, "x", 0.0), (ITALIC, "T", 0.01), roman]);
        assert_eq!(
            styled(&product)[1..3],
            [("x", Style::MathItalic), ("T", Style::MathItalic)]
        );
        let words = read(&[
            (ITALIC, "o", 0.0),
            (ITALIC, "f", 0.0),
            (ITALIC, "i", 0.3),
            (ITALIC, "t", 0.0),
        ]);
        assert!(styled(&words).iter().all(|(_, style)| *style == Style::Italic));
    }

    #[test]
    fn fonts_of_mathptmx_have_their_own_meaning() {
        let page = read(&[
            ("StandardSymL-Slant_167", "phi1", 0.0),
            ("StandardSymL-Slant_167", "epsilon", 0.0),
            ("rsfs10", "F", 0.0),
        ]);
        let [phi, epsilon, script] = styled(&page).try_into().unwrap();
        assert_eq!([phi.0, epsilon.0], ["\\varphi", "\\epsilon"]);
        assert_eq!(script, ("F", Style::Calligraphic));
        assert_eq!(styled(&read(&[("rsfs10", "F", 0.0)])), [("F", Style::Script)]);
    }

    #[test]
    fn the_sign_for_micro_and_the_letter_mu_share_a_name() {
        let page = read(&[
            ("StandardSymL-Slant_167", "mu", 0.0),
            ("TeXGyrePagellaX-Regular", "mu", 0.0),
        ]);
        assert_eq!(styled(&page), [("\\mu", Style::MathItalic), ("\\textmu", Style::Roman)]);
    }

    #[test]
    fn any_font_may_have_letters_of_other_alphabets() {
        let page = read(&[("pxmiaX", "𝔮", 0.0), ("pxmiaX", "ℌ", 0.0), ("EUFM10", "𝕏", 0.0)]);
        assert_eq!(
            styled(&page),
            [("q", Style::Fraktur), ("H", Style::Fraktur), ("X", Style::Blackboard)]
        );
    }

    /// An alpha and a large integral of Computer Modern.
    const ALPHA: Outline = Outline {
        ink: [0.041, -0.011, 0.602, 0.442],
        area: 0.0740,
        centre: [0.307, 0.203],
        variance: [0.029_36, 0.016_68],
        covariance: 0.000_21,
    };
    const INTEGRAL: Outline = Outline {
        ink: [0.056, -2.222, 0.943, 0.0],
        area: 0.2143,
        centre: [0.517, -1.113],
        variance: [0.029_30, 0.403_01],
        covariance: 0.103_19,
    };

    /// Reads a glyph with this outline and the text of the marked content around it.
    fn drawn(font: &str, name: Option<&str>, outline: Outline, text: Option<&str>) -> PageGlyphs {
        let content = Content {
            width: 600.0,
            height: 800.0,
            fonts: vec![Font {
                name: font.to_owned(),
                is_fixed: false,
                is_italic: false,
            }],
            characters: vec![Character {
                font: Some(0),
                code: 7,
                name: name.map(str::to_owned),
                unicode: None,
                shape: Shape::Outline { outline, contours: 1 },
            }],
            glyphs: vec![PlacedGlyph {
                character: 0,
                x: 100.0,
                y: 100.0,
                size: 10.0,
                matrix: [10.0, 0.0, 0.0, -10.0],
                advance: 5.0,
                direction: 0.0,
                colour: [0; 3],
                visibility: Visibility::Visible,
                mark: Some(0),
            }],
            marks: vec![Mark {
                tag: "Span".to_owned(),
                artifact: None,
                text: text.map(str::to_owned),
                id: None,
                within: None,
            }],
            ..Content::default()
        };
        page_glyphs(&content, POINTS).0
    }

    #[test]
    fn a_glyph_without_a_name_is_known_by_its_outline() {
        assert_eq!(
            styled(&drawn("F1", None, ALPHA, None)),
            [("\\alpha", Style::MathItalic)]
        );
        // Programs that write fonts anew name glyphs by their codes.
        assert_eq!(
            styled(&drawn("CMEX10", Some("Z"), INTEGRAL, None)),
            [("\\int", Style::Roman)]
        );
        assert_eq!(styled(&drawn("F1", Some("Z"), INTEGRAL, None)), [("Z", Style::Roman)]);
    }

    #[test]
    fn a_glyph_of_unknown_meaning_is_what_its_mark_says_or_stays_unread() {
        let unknown = Outline {
            ink: [0.1, -0.1, 0.4, 0.5],
            ..Outline::default()
        };
        assert_eq!(
            styled(&drawn("F1", None, unknown, Some("\u{2208}"))),
            [("\\in", Style::Roman)]
        );
        let page = drawn("F1", None, unknown, None);
        assert!(page.glyphs.is_empty());
        let [unread] = page.unread.as_slice() else {
            panic!("{:?}", page.unread);
        };
        let place = [unread.x, unread.y, unread.height, unread.depth].map(f32::round);
        assert_eq!((unread.symbol.as_str(), place), ("", [100.0, 100.0, 5.0, 1.0]));
    }

    #[test]
    fn space_beside_a_letter_belongs_to_it() {
        let open = ("NimbusRomNo9L-Regu", "parenleft", 0.0);
        let page = read(&[open, (ITALIC, "f", 0.15), open, (ITALIC, "f", 0.15), open]);
        let [open, letter] = [0, 1].map(|index| &page.glyphs[index]);
        assert!((letter.x - open.x - open.width).abs() < 1e-3, "{letter:?}");
        assert!((letter.width - 6.5).abs() < 1e-3, "{letter:?}");
    }
}
