//! The symbol of a glyph by the name of its font and its own name, as PDFs state both.
//!
//! The tables are data, written by `models/glyph-detector/glyph_names.py` from the fonts of TeX. A face is looked up by
//! its PostScript name, then by this name without its optical size. Faces of other fonts have the names that most fonts
//! share; their names and flags say the style.

use std::collections::HashMap;
use std::sync::LazyLock;

use texlens_vocabulary::Style;

use crate::tables::Meaning;

static FACES: LazyLock<HashMap<&str, Face>> =
    LazyLock::new(|| include_str!("../data/faces.tsv").lines().filter_map(face).collect());
static NAMES: LazyLock<HashMap<(u8, &str), Meaning>> =
    LazyLock::new(|| include_str!("../data/names.tsv").lines().filter_map(name).collect());
static BOXES: LazyLock<HashMap<&str, (f64, f64)>> = LazyLock::new(|| {
    include_str!("../data/boxes.tsv")
        .lines()
        .filter_map(dimensions)
        .collect()
});

/// The group with the names that most fonts of text share.
const COMMON: u8 = 0;

/// A font by its PostScript name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Face {
    group: u8,
    style: Option<Style>,
    has_formulas: bool,
}

impl Face {
    /// Looks up a font by its PostScript name, without the prefix of a subset.
    #[must_use]
    pub fn of(font: &str) -> Option<Self> {
        FACES.get(font).or_else(|| FACES.get(stem(font).as_str())).copied()
    }

    /// Returns a font that no table knows.
    #[must_use]
    pub fn unknown() -> Self {
        Self {
            group: COMMON,
            style: None,
            has_formulas: false,
        }
    }

    /// Reports whether letters of formulas are set in this font of text, too.
    #[must_use]
    pub fn has_formulas(self) -> bool {
        self.has_formulas
    }

    /// Returns the style of the font, if a table states it.
    #[must_use]
    pub fn style(self) -> Option<Style> {
        self.style
    }

    /// Returns the meaning of a glyph by its name.
    #[must_use]
    pub fn meaning(self, glyph: &str) -> Option<Meaning> {
        let known = |group| NAMES.get(&(group, glyph)).copied();
        known(self.group).or_else(|| known(COMMON))
    }

    /// Returns the letter that a glyph name states with its style: `Nbbb` in fonts of symbols.
    #[must_use]
    pub fn styled_letter(glyph: &str) -> Option<(&str, Style)> {
        let letter = glyph.strip_suffix("bbb")?;
        let is_letter = letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_alphabetic());
        is_letter.then_some((letter, Style::Blackboard))
    }

    /// Returns the style that the name of a font states: `Helvetica-BoldOblique`, `TimesNewRomanPS-ItalicMT`. The flags
    /// of its description decide where the name says nothing.
    #[must_use]
    pub fn stated_style(font: &str, is_fixed: bool, is_italic: bool) -> Style {
        let name = font.to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let bold = has(&["bold", "black", "heavy", "demi", "-medi", "-bd"]);
        let italic = is_italic || has(&["ital", "obli", "slant"]);
        if has(&["smallcaps", "-sc", "caps"]) && !bold {
            Style::SmallCaps
        } else if is_fixed || has(&["mono", "courier", "typewriter", "consol", "inconsolata", "menlo"]) {
            Style::Typewriter
        } else if has(SANS) {
            if bold { Style::SansBold } else { Style::Sans }
        } else {
            match (bold, italic) {
                (true, true) => Style::BoldItalic,
                (true, false) => Style::Bold,
                (false, true) => Style::Italic,
                (false, false) => Style::Roman,
            }
        }
    }
}

/// Parts of the names of fonts without serifs.
const SANS: &[&str] = &[
    "sans",
    "helvet",
    "nimbussan",
    "arial",
    "grotesk",
    "gothic",
    "univers",
    "frutiger",
    "lato",
    "roboto",
    "myriad",
    "calibri",
    "verdana",
    "tahoma",
    "futura",
    "biolinum",
    "avenir",
    "segoe",
    "dejavusans",
    "opensans",
    "heros",
    "adventor",
];

/// Returns the symbols of a piece of a horizontal brace by its glyph name: the halves of a middle piece, or nothing for a
/// piece that is a line. TeX's own fonts have rules in place of lines.
#[must_use]
pub fn brace_piece(glyph: &str) -> Option<&'static [&'static str]> {
    BRACES
        .iter()
        .find(|(name, _)| *name == glyph)
        .map(|(_, pieces)| *pieces)
}

/// Pieces of horizontal braces, as the packages newtx, kpfonts, libertinust1math and stix2 name them.
const BRACES: &[(&str, &[&str])] = &[
    ("bracehext", &[]),
    ("uni23DE.ex", &[]),
    ("uni23B4.x", &[]),
    ("uni23DE.lt", &["brace-ld"]),
    ("uni23DE.l", &["brace-ld"]),
    ("uni23DE.rt", &["brace-rd"]),
    ("uni23DE.r", &["brace-rd"]),
    ("uni23DE.md", &["brace-ru", "brace-lu"]),
    ("uni23DE.m", &["brace-ru", "brace-lu"]),
    ("uni23DF.lt", &["brace-lu"]),
    ("uni23DF.l", &["brace-lu"]),
    ("uni23DF.rt", &["brace-ru"]),
    ("uni23DF.r", &["brace-ru"]),
    ("uni23DF.md", &["brace-rd", "brace-ld"]),
    ("uni23DF.m", &["brace-rd", "brace-ld"]),
];

/// Returns the height and depth in em of the box that TeX gives a symbol whose ink is much smaller or larger.
#[must_use]
pub fn tex_box(symbol: &str) -> Option<(f64, f64)> {
    BOXES.get(symbol).copied()
}

/// Returns a name without the digits of its optical size: `CMR10` is `CMR`, `LMRoman10-Regular` is `LMRoman-Regular`.
fn stem(font: &str) -> String {
    let (family, rest) = font.split_once('-').map_or((font, None), |(a, b)| (a, Some(b)));
    let family = family.trim_end_matches(|c: char| c.is_ascii_digit());
    rest.map_or_else(|| family.to_owned(), |rest| format!("{family}-{rest}"))
}

/// Parses a line of `faces.tsv`: `name`, `group`, `style`, and perhaps `formulas`.
fn face(line: &'static str) -> Option<(&'static str, Face)> {
    let mut fields = line.split('\t');
    let (name, group) = (fields.next()?, fields.next()?.parse().ok()?);
    let style = fields.next().and_then(Style::named);
    let has_formulas = fields.next() == Some("formulas");
    let face = Face {
        group,
        style,
        has_formulas,
    };
    Some((name, face))
}

/// Parses a line of `names.tsv`: `group`, `glyph name`, and a meaning.
fn name(line: &'static str) -> Option<((u8, &'static str), Meaning)> {
    let mut fields = line.split('\t');
    let key = (fields.next()?.parse().ok()?, fields.next()?);
    Some((key, Meaning::parse(fields)?))
}

/// Parses a line of `boxes.tsv`: `symbol`, `height`, `depth`.
fn dimensions(line: &'static str) -> Option<(&'static str, (f64, f64))> {
    let mut fields = line.split('\t');
    let (symbol, height, depth) = (fields.next()?, fields.next()?, fields.next()?);
    Some((symbol, (height.parse().ok()?, depth.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(font: &str, glyph: &str) -> Option<&'static str> {
        Some(Face::of(font)?.meaning(glyph)?.symbol)
    }

    #[test]
    fn every_line_of_the_tables_is_read() {
        assert_eq!(FACES.len(), include_str!("../data/faces.tsv").lines().count());
        assert_eq!(NAMES.len(), include_str!("../data/names.tsv").lines().count());
        assert_eq!(BOXES.len(), include_str!("../data/boxes.tsv").lines().count());
    }

    #[test]
    fn fonts_are_known_at_every_size() {
        assert_eq!(shown("CMR10", "a"), Some("a"));
        assert_eq!(shown("CMMI7", "alpha"), Some("\\alpha"));
        assert_eq!(shown("CMSY10", "minus"), Some("\\minus"));
        assert_eq!(shown("CMEX10", "bracelefttp"), Some("{-top"));
        assert_eq!(shown("txsyc", "simequal"), Some("\\cong"));
        assert_eq!(shown("LMMathItalic12-Regular", "alpha"), Some("\\alpha"));
        assert_eq!(Face::of("LMRoman10-Regular").and_then(Face::style), Some(Style::Roman));
        assert_eq!(Face::of("CMBX12").and_then(Face::style), Some(Style::Bold));
        assert_eq!(Face::of("CMMI5").and_then(Face::style), Some(Style::MathItalic));
        assert_eq!(Face::of("OpenSans-Regular"), None);
    }

    #[test]
    fn some_fonts_serve_text_and_formulas() {
        let shared = |font| Face::of(font).is_some_and(Face::has_formulas);
        assert!(shared("NimbusRomNo9L-ReguItal") && shared("URWPalladioL-Ital"));
        assert!(!shared("CMTI10") && !shared("CMMI10") && !shared("NimbusRomNo9L-Regu"));
    }

    #[test]
    fn other_fonts_say_their_style() {
        let style = |font| Face::stated_style(font, false, false);
        assert_eq!(style("OpenSans-Bold"), Style::SansBold);
        assert_eq!(style("TimesNewRomanPS-BoldItalicMT"), Style::BoldItalic);
        assert_eq!(style("Garamond"), Style::Roman);
        assert_eq!(Face::styled_letter("Nbbb"), Some(("N", Style::Blackboard)));
        assert_eq!(Face::styled_letter("abbb").zip(Face::styled_letter("bbb")), None);
        assert_eq!(Face::stated_style("F1", true, false), Style::Typewriter);
        assert_eq!(
            Face::unknown().meaning("eacute").map(|m| (m.symbol, m.accent)),
            Some(("e", Some("acc:acute")))
        );
    }
}
