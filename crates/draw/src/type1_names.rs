//! The PostScript names of fonts, the names of their glyphs, and the characters that these stand for.
//!
//! `data/fonts.tsv` is written by `xtask/tex/glyph_names.py` from the files of TeX Live.

use std::collections::HashMap;
use std::sync::LazyLock;

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::parse(include_str!("../data/fonts.tsv")));

/// A font of TeX as a Type 1 font.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Names {
    /// The PostScript name, such as `CMR10`.
    pub(crate) font: &'static str,
    codes: &'static HashMap<u32, &'static str>,
}

#[derive(Default)]
struct Tables {
    fonts: HashMap<&'static str, (&'static str, &'static str)>,
    /// A font of each name without digits, for sizes that the table lacks.
    stems: HashMap<&'static str, &'static str>,
    encodings: HashMap<&'static str, HashMap<u32, &'static str>>,
    unicode: HashMap<&'static str, &'static str>,
}

impl Tables {
    fn parse(text: &'static str) -> Self {
        let mut tables = Self::default();
        for line in text.lines() {
            let mut fields = line.split('\t');
            match (fields.next(), fields.next(), fields.next()) {
                (Some("font"), Some(tex), Some(name)) => {
                    let encoding = fields.next().unwrap_or_default();
                    tables.fonts.insert(tex, (name, encoding));
                    tables.stems.entry(stem(tex)).or_insert(tex);
                }
                (Some("encoding"), Some(number), first) => {
                    let pairs = first.into_iter().chain(fields);
                    let codes = pairs.filter_map(|pair| {
                        let (code, name) = pair.split_once('=')?;
                        Some((code.parse().ok()?, name))
                    });
                    tables.encodings.insert(number, codes.collect());
                }
                (Some("unicode"), Some(name), Some(code)) => {
                    tables.unicode.insert(name, code);
                }
                _ => {}
            }
        }
        tables
    }
}

fn stem(font: &str) -> &str {
    font.trim_end_matches(|c: char| c.is_ascii_digit())
}

impl Names {
    /// Looks up a font by its TeX name, or another size of the same font.
    pub(crate) fn of(font: &str) -> Option<Self> {
        let known = TABLES.fonts.get(font);
        let (font, encoding) = known.or_else(|| TABLES.fonts.get(TABLES.stems.get(stem(font))?))?;
        let codes = TABLES.encodings.get(encoding)?;
        Some(Self { font, codes })
    }

    /// Returns the name of the glyph of a code.
    pub(crate) fn glyph(&self, code: u32) -> Option<&'static str> {
        self.codes.get(&code).copied()
    }
}

/// Returns the characters that a glyph stands for, by its name.
pub(crate) fn characters(name: &str) -> Option<String> {
    let codes = TABLES.unicode.get(name)?;
    // Four hexadecimal digits for each character; the last digits of a longer number belong to a single one.
    let digits: Vec<char> = codes.chars().collect();
    let parsed = |digits: &[char]| {
        let number = u32::from_str_radix(&digits.iter().collect::<String>(), 16).ok()?;
        char::from_u32(number)
    };
    match digits.len() % 4 {
        0 => digits.chunks(4).map(parsed).collect(),
        _ => parsed(&digits).map(String::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_have_the_names_of_their_type_1_fonts() {
        let named = |font, code| {
            let names = Names::of(font)?;
            Some((names.font, names.glyph(code)?))
        };
        assert_eq!(named("cmr10", 65), Some(("CMR10", "A")));
        assert_eq!(named("cmmi7", 11), Some(("CMMI7", "alpha")));
        assert_eq!(named("ecrm1000", 0xe9), Some(("SFRM1000", "eacute")));
        assert_eq!(named("ec-qtmr", 65), Some(("TeXGyreTermes-Regular", "A")));
        assert!(named("cmr11", 65).is_some(), "another size");
        assert_eq!(named("nofont", 65), None);
    }

    #[test]
    fn names_stand_for_characters() {
        assert_eq!(characters("alpha").as_deref(), Some("α"));
        assert_eq!(characters("ff").as_deref(), Some("ff"));
        assert_eq!(characters("nothing"), None);
    }
}
