//! The symbol and the style of each code of a font.
//!
//! The tables are data, written by `models/glyph-detector/symbol_table.py`, which asks TeX for the meaning of every
//! command. A font is looked up by its name, then by its name without the digits of its optical size.

use std::collections::HashMap;
use std::sync::LazyLock;

use texlens_vocabulary::Style;

static FONTS: LazyLock<HashMap<&str, Look>> =
    LazyLock::new(|| include_str!("../data/fonts.tsv").lines().filter_map(look).collect());
static SYMBOLS: LazyLock<HashMap<(&str, u32), Meaning>> = LazyLock::new(|| {
    include_str!("../data/symbols.tsv")
        .lines()
        .filter_map(meaning)
        .collect()
});

/// The symbol table and the style of a font.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    table: &'static str,
    style: Style,
}

/// The meaning of a code.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meaning {
    /// The symbol, by the class names of the detector.
    pub symbol: &'static str,
    /// The accent of an accented letter, `acc:...`.
    pub accent: Option<&'static str>,
    /// Whether the symbol looks the same in fonts of every style.
    pub plain: bool,
}

impl Meaning {
    /// Parses the fields of a meaning: a symbol, then an accent, `plain`, or both.
    pub(crate) fn parse(mut fields: impl Iterator<Item = &'static str>) -> Option<Self> {
        let symbol = fields.next()?;
        let (mut accent, mut plain) = (None, false);
        for field in fields {
            match field {
                "plain" => plain = true,
                _ => accent = Some(field),
            }
        }
        Some(Self { symbol, accent, plain })
    }

    /// Returns the style of the symbol in a font of this style.
    #[must_use]
    pub fn style(self, font: Style) -> Style {
        if self.plain { Style::Roman } else { font }
    }
}

impl Look {
    /// Looks up a font by its TeX name.
    #[must_use]
    pub fn of(font: &str) -> Option<Self> {
        let stem = font.trim_end_matches(|c: char| c.is_ascii_digit());
        FONTS.get(font).or_else(|| FONTS.get(stem)).copied()
    }

    /// Returns the meaning of a code in the font.
    #[must_use]
    pub fn meaning(self, code: u32) -> Option<Meaning> {
        SYMBOLS.get(&(self.table, code)).copied()
    }

    /// Reports whether the font has a symbol at any code of one byte.
    #[must_use]
    pub fn has(self, symbol: &str) -> bool {
        let is_it = |code| self.meaning(code).is_some_and(|meaning| meaning.symbol == symbol);
        (0..=u32::from(u8::MAX)).any(is_it)
    }

    /// Returns the style of a symbol of the font.
    #[must_use]
    pub fn style(self, meaning: Meaning) -> Style {
        meaning.style(self.style)
    }
}

/// Parses a line of `fonts.tsv`: `font`, `table`, `style`.
fn look(line: &'static str) -> Option<(&'static str, Look)> {
    let mut fields = line.split('\t');
    let (font, table, style) = (fields.next()?, fields.next()?, Style::named(fields.next()?)?);
    Some((font, Look { table, style }))
}

/// Parses a line of `symbols.tsv`: `table`, `code`, and a meaning.
fn meaning(line: &'static str) -> Option<((&'static str, u32), Meaning)> {
    let mut fields = line.split('\t');
    let key = (fields.next()?, fields.next()?.parse().ok()?);
    Some((key, Meaning::parse(fields)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(font: &str, code: u32) -> Option<(&'static str, Style)> {
        let look = Look::of(font)?;
        let meaning = look.meaning(code)?;
        Some((meaning.symbol, look.style(meaning)))
    }

    #[test]
    fn every_line_of_the_tables_is_read() {
        assert_eq!(FONTS.len(), include_str!("../data/fonts.tsv").lines().count());
        assert_eq!(SYMBOLS.len(), include_str!("../data/symbols.tsv").lines().count());
        for (font, look) in FONTS.iter() {
            assert!(SYMBOLS.keys().any(|(table, _)| *table == look.table), "{font}");
        }
    }

    #[test]
    fn fonts_are_known_at_every_size() {
        assert_eq!(shown("cmr10", 97), Some(("a", Style::Roman)));
        assert_eq!(shown("cmbx12", 97), Some(("a", Style::Bold)));
        assert_eq!(shown("ecti1095", 27), Some(("ff", Style::Italic)));
        assert_eq!(shown("cmmi5", 11), Some(("\\alpha", Style::MathItalic)));
        assert_eq!(shown("cmmi7", 60), Some(("<", Style::Roman)));
        assert_eq!(shown("cmsy10", 65), Some(("A", Style::Calligraphic)));
        assert_eq!(shown("cmsy10", 0), Some(("\\minus", Style::Roman)));
        assert_eq!(shown("cmex10", 80), Some(("\\sum", Style::Roman)));
        assert_eq!(shown("msbm10", 82), Some(("R", Style::Blackboard)));
        assert_eq!(shown("bbold10", 49), Some(("1", Style::Blackboard)));
        assert_eq!(shown("dsrom12", 82), Some(("R", Style::Blackboard)));
        assert_eq!(shown("nosuchfont10", 97), None);
    }

    #[test]
    fn accented_letters_have_a_base_and_an_accent() {
        let meaning = Look::of("ecrm1000").unwrap().meaning(0xe9).unwrap();
        assert_eq!((meaning.symbol, meaning.accent), ("e", Some("acc:acute")));
    }
}
