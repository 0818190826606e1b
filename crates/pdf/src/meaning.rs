//! The symbols that a character of the page shows: by the tables for its font and its name, by what it stands for, by its
//! outline.

use texlens_symbols::{Face, Look, Meaning, Outline, brace_piece, characters};
use texlens_vocabulary::Style;

use crate::content::{Character, Font, Shape};

/// The meaning of a character of the page.
pub(crate) struct Known {
    /// One symbol, the letters of a ligature, or nothing for a piece that is a line.
    pub(crate) symbols: Vec<Symbol>,
    /// Whether the character is a letter of a font in which letters of formulas are set, too.
    pub(crate) is_shared: bool,
    pub(crate) outline: Outline,
    /// Number of closed curves of the outline.
    pub(crate) contours: usize,
}

pub(crate) struct Symbol {
    pub(crate) symbol: std::borrow::Cow<'static, str>,
    pub(crate) accent: Option<&'static str>,
    pub(crate) style: Style,
}

impl Known {
    /// Reports whether this is a letter of a font for formulas.
    pub(crate) fn is_math_letter(&self) -> bool {
        matches!(self.symbols.as_slice(), [symbol] if symbol.accent.is_none()
            && matches!(symbol.style, Style::MathItalic | Style::MathBoldItalic | Style::Calligraphic | Style::Script))
    }

    /// Compares the outline with the letter that it should show: with the letter of a font of TeX that has this outline,
    /// otherwise by height and depth, and the number of curves; `None` for other symbols. A font whose map is wrong shows
    /// other letters than it states. Some fonts make a letter of curves that overlap, so more curves than necessary are no
    /// difference.
    pub(crate) fn is_like(&self, character: &Character) -> Option<bool> {
        let [
            Symbol {
                symbol,
                accent: None,
                style,
            },
        ] = self.symbols.as_slice()
        else {
            return None;
        };
        if !UPRIGHT.contains(style) || character.font.is_none() {
            return None;
        }
        let [_, bottom, _, top] = self.outline.ink;
        let mut chars = symbol.chars();
        let (letter, None) = (chars.next()?, chars.next()) else {
            return None;
        };
        let drawn = self.outline.known(Some(symbol)).filter(|(_, glyph)| glyph.len() == 1);
        if let Some((_, drawn)) = drawn.filter(|_| letter.is_ascii_alphabetic()) {
            return Some(drawn.chars().eq([letter]));
        }
        // Holes, and the dots of i and j.
        let least = match letter {
            'a' | 'b' | 'd' | 'e' | 'g' | 'i' | 'j' | 'o' | 'p' | 'q' | 'A' | 'D' | 'O' | 'P' | 'Q' | 'R' => 2,
            'B' => 3,
            _ => 1,
        };
        let is_whole = self.contours >= least;
        let has_height = match letter {
            'a' | 'c' | 'e' | 'm' | 'n' | 'o' | 'r' | 's' | 'u' | 'v' | 'w' | 'x' | 'z' => top < 0.62 && bottom > -0.1,
            'b' | 'd' | 'h' | 'k' | 'l' | 'A'..='P' | 'R'..='Z' => top > 0.5,
            'g' | 'p' | 'q' | 'y' => bottom < -0.1 && top < 0.62,
            '.' | ',' => top < 0.3,
            'i' | 'j' | 'Q' => true,
            _ => return None,
        };
        Some(is_whole && has_height)
    }
}

/// Returns the style of the letters of each font.
pub(crate) fn styles(fonts: &[Font]) -> Vec<Style> {
    // mathptmx takes Greek letters from Symbol, and those of `\mathcal` from a script font.
    let has_symbol = fonts.iter().any(|font| font.name.starts_with(SYMBOL));
    let calligraphic = |style| match style {
        Style::Script if has_symbol => Style::Calligraphic,
        style => style,
    };
    fonts.iter().map(style).map(calligraphic).collect()
}

/// The beginning of the names of URW's Symbol.
const SYMBOL: &str = "StandardSym";

/// Returns the style of the letters of a font.
fn style(font: &Font) -> Style {
    let stated = || Face::stated_style(&font.name, font.is_fixed, font.is_italic);
    Face::of(&font.name).and_then(Face::style).unwrap_or_else(stated)
}

/// Returns the meaning of a character: by the tables for its font and its name, otherwise by what it stands for.
pub(crate) fn known(character: &Character, fonts: &[Font], styles: &[Style]) -> Option<Known> {
    let Shape::Outline { outline, contours } = character.shape else {
        return None;
    };
    let stated = character.font.and_then(|font| fonts.get(font));
    let face = stated.and_then(|font| Face::of(&font.name));
    let style = character
        .font
        .and_then(|font| styles.get(font))
        .copied()
        .unwrap_or_default();
    let font = stated.map_or("", |font| font.name.as_str());
    let drawn = outline.known(character.name.as_deref());
    let own = drawn.filter(|(drawn, _)| without_size(drawn) == without_size(font));
    let name = own.map(|(_, glyph)| glyph).or(character.name.as_deref());
    let of_meaning = |meaning: Meaning| Symbol {
        symbol: meaning.symbol.into(),
        accent: meaning.accent,
        style: meaning.style(style),
    };
    let by_place = || Some(vec![of_meaning(place_of_code(character, font)?)]);
    let by_unicode = || {
        let read = characters(character.unicode.as_deref()?)?;
        let symbols = read.into_iter().map(|read| Symbol {
            symbol: read.symbol,
            accent: read.accent,
            style: read.style.unwrap_or(style),
        });
        Some(symbols.collect::<Vec<_>>()).filter(|symbols| !symbols.is_empty())
    };
    let by_name = |face: Face| Some(vec![of_meaning(face.meaning(name?)?)]);
    let pieces = |pieces: &[&'static str]| -> Vec<Symbol> {
        let plain = pieces.iter().map(|piece| Symbol {
            symbol: (*piece).into(),
            accent: None,
            style: Style::Roman,
        });
        plain.collect()
    };
    // Fonts of a single alphabet keep its letters at their places, whatever their names.
    let by_code = || {
        let letter = char::from_u32(character.code).filter(char::is_ascii_alphabetic)?;
        (face.is_some() && is_alphabet(style)).then(|| {
            vec![Symbol {
                symbol: letter.to_string().into(),
                accent: None,
                style,
            }]
        })
    };
    // Any font may have letters of other alphabets among its symbols.
    let by_alphabet = || {
        let is_other = |symbols: &Vec<Symbol>| matches!(symbols.as_slice(), [symbol] if is_alphabet(symbol.style));
        by_unicode().filter(|symbols| !is_alphabet(style) && is_other(symbols))
    };
    let by_letter = || {
        let (letter, style) = Face::styled_letter(name?)?;
        Some(vec![Symbol {
            symbol: letter.to_owned().into(),
            accent: None,
            style,
        }])
    };
    let by_outline = || {
        let (font, glyph) = drawn?;
        let face = Face::of(font)?;
        let meaning = face.meaning(glyph)?;
        Some(vec![Symbol {
            style: meaning.style(face.style().unwrap_or(style)),
            ..of_meaning(meaning)
        }])
    };
    let symbols = match face {
        _ if name.is_some_and(|name| brace_piece(name).is_some()) => name.and_then(brace_piece).map(pieces),
        // The tables know a font of TeX better than the map that its file has for searching.
        Some(face) => by_place()
            .or_else(by_alphabet)
            .or_else(|| by_name(face))
            .or_else(by_unicode)
            .or_else(by_letter)
            .or_else(by_code),
        None => by_unicode().or_else(|| by_name(Face::unknown())).or_else(by_letter),
    };
    let mut symbols = symbols.or_else(by_outline)?;
    // Signs of text that look like those of formulas are rare; fonts give both one name.
    for Symbol { symbol, .. } in &mut symbols {
        if let Some((_, of_formulas)) = SIGNS.iter().find(|(sign, _)| sign == symbol) {
            *symbol = (*of_formulas).into();
        }
    }
    let is_letter = |symbol: &Symbol| symbol.accent.is_none() && symbol.symbol.len() == 1 && symbol.symbol.is_ascii();
    let is_shared = face.is_some_and(Face::has_formulas)
        && matches!(symbols.as_slice(), [symbol] if is_letter(symbol) && symbol.symbol.chars().all(char::is_alphabetic));
    Some(Known {
        symbols,
        is_shared,
        outline,
        contours,
    })
}

/// Returns what TeX's font has at the code of a glyph if the file calls the glyph by the character of its code and the
/// font has no such character. Programs that write fonts anew do so: for them, the integral at the code of Z in `cmex`
/// is a Z.
fn place_of_code(character: &Character, font: &str) -> Option<Meaning> {
    let spelled = char::from_u32(character.code).filter(char::is_ascii_graphic)?;
    let unicode = character.unicode.as_deref().filter(|text| text.chars().eq([spelled]))?;
    let look = Look::of(&font.to_ascii_lowercase())?;
    let symbol = characters(unicode).and_then(|read| Some(read.first()?.symbol.clone()));
    let has_it = symbol.is_some_and(|symbol| look.has(&symbol));
    look.meaning(character.code).filter(|_| !has_it)
}

/// Returns the name of a font of TeX without its size.
fn without_size(font: &str) -> &str {
    font.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Returns the meaning of a glyph that marked content states.
pub(crate) fn stated(text: &str, character: &Character, styles: &[Style]) -> Option<Known> {
    let Shape::Outline { outline, contours } = character.shape else {
        return None;
    };
    let style = character
        .font
        .and_then(|font| styles.get(font))
        .copied()
        .unwrap_or_default();
    let symbols = characters(text)?.into_iter().map(|read| Symbol {
        symbol: read.symbol,
        accent: read.accent,
        style: read.style.unwrap_or(style),
    });
    let symbols: Vec<Symbol> = symbols.collect();
    (!symbols.is_empty()).then_some(Known {
        symbols,
        is_shared: false,
        outline,
        contours,
    })
}

/// Reports whether the letters of a style are an alphabet that fonts of text do not have.
fn is_alphabet(style: Style) -> bool {
    matches!(
        style,
        Style::Calligraphic | Style::Script | Style::Fraktur | Style::Blackboard
    )
}

/// Signs of text and the symbols of formulas that look the same.
const SIGNS: &[(&str, &str)] = &[
    ("\\textleftarrow", "\\leftarrow"),
    ("\\textrightarrow", "\\rightarrow"),
    ("\\textuparrow", "\\uparrow"),
    ("\\textdownarrow", "\\downarrow"),
    ("\\textbardbl", "\\|"),
    ("\\textopenbullet", "\\circ"),
    ("\\textsurd", "\\sqrt"),
];

/// Styles whose letters have their usual heights.
const UPRIGHT: [Style; 9] = [
    Style::Roman,
    Style::Italic,
    Style::Slanted,
    Style::Bold,
    Style::BoldItalic,
    Style::Typewriter,
    Style::Sans,
    Style::SansBold,
    Style::MathItalic,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_of_tex_that_were_written_anew_keep_the_places_of_their_glyphs() {
        let of_code = |font: &str, code: u32, unicode: &str| {
            let character = Character {
                font: Some(0),
                code,
                name: None,
                unicode: Some(unicode.to_owned()),
                shape: Shape::Blank,
            };
            place_of_code(&character, font).map(|meaning| meaning.symbol)
        };
        assert_eq!(of_code("CMEX9", 88, "X"), Some("\\sum"));
        assert_eq!(of_code("MSAM7", 62, ">"), Some("\\geqslant"));
        assert_eq!(of_code("CMEX9", 88, "\u{2211}"), None);
        assert_eq!(of_code("CMMI9", 44, ","), None);
        assert_eq!(of_code("CMSY9", 123, "{"), None);
        assert_eq!(of_code("CMR10", 88, "X"), None);
        assert_eq!(of_code("Helvetica", 88, "X"), None);
    }
}
