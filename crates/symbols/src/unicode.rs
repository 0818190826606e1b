//! The symbol of a glyph by the characters that it stands for.

use std::borrow::Cow;

use texlens_latex::{Spelling, latex_spelling};
use texlens_vocabulary::Style;
use unicode_normalization::UnicodeNormalization;

/// What a reader sees in a character.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// The symbol, by the class names of the detector.
    pub symbol: Cow<'static, str>,
    /// The accent of an accented letter, `acc:...`.
    pub accent: Option<&'static str>,
    /// The style of a mathematical alphabet, and roman for symbols that look the same in fonts of every style; otherwise
    /// the style is that of the font.
    pub style: Option<Style>,
}

/// Returns the symbols of a glyph that stands for these characters: one, or the letters of an unusual ligature. Returns
/// nothing for characters without ink, and `None` if a character is neither Latin nor mathematical.
#[must_use]
pub fn characters(text: &str) -> Option<Vec<Read>> {
    match text {
        "ff" | "fi" | "fl" | "ffi" | "ffl" => Some(vec![of_font(text.to_owned())]),
        "--" | "---" => Some(vec![plain(text.to_owned())]),
        _ => {
            let mut found = Vec::new();
            for c in text.chars() {
                match c {
                    '…' => found.extend([".", ".", "."].map(|dot| of_font(dot.to_owned()))),
                    '″' => found.extend(["\\prime"; 2].map(plain)),
                    // Whole braces as the pieces of which TeX makes them.
                    '⏞' => found.extend(["brace-ld", "brace-ru", "brace-lu", "brace-rd"].map(plain)),
                    '⏟' => found.extend(["brace-lu", "brace-rd", "brace-ld", "brace-ru"].map(plain)),
                    '‴' => found.extend(["\\prime"; 3].map(plain)),
                    _ if c.is_whitespace() || is_invisible(c) => {}
                    _ => found.push(character(c)?),
                }
            }
            Some(found)
        }
    }
}

fn of_font(symbol: impl Into<Cow<'static, str>>) -> Read {
    Read {
        symbol: symbol.into(),
        accent: None,
        style: None,
    }
}

fn plain(symbol: impl Into<Cow<'static, str>>) -> Read {
    Read {
        style: Some(Style::Roman),
        ..of_font(symbol)
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

fn character(c: char) -> Option<Read> {
    if c.is_ascii_graphic() {
        return Some(of_font(c.to_string()));
    }
    if let Some((_, symbol)) = SYMBOLS.iter().find(|(from, _)| *from == c) {
        return Some(if is_letter(c) { of_font(*symbol) } else { plain(*symbol) });
    }
    if let Some((_, accent)) = ACCENTS.iter().find(|(marks, _)| marks.contains(c)) {
        return Some(plain(*accent));
    }
    if let Some((style, base)) = styled(c) {
        return Some(Read {
            style: Some(style),
            ..character(base)?
        });
    }
    accented(c).or_else(|| command(c))
}

/// Whether the character is a letter that LaTeX writes as a command, or a ligature: `ß`, `α`, `ﬁ`.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && matches!(u32::from(c), 0..0x400 | 0xfb00..=0xfb04)
}

/// Returns the letter and the accent of an accented letter.
fn accented(c: char) -> Option<Read> {
    let mut parts = std::iter::once(c).nfd();
    let (letter, mark, None) = (parts.next()?, parts.next()?, parts.next()) else {
        return None;
    };
    let (_, accent) = ACCENTS.iter().find(|(marks, _)| marks.contains(mark))?;
    Some(Read {
        accent: Some(accent),
        ..character(letter)?
    })
}

/// Returns the command of a character of formulas.
fn command(c: char) -> Option<Read> {
    match latex_spelling(c)? {
        Spelling::Items([command]) if is_letter(c) => Some(of_font(*command)),
        Spelling::Items([command]) => Some(plain(*command)),
        _ => None,
    }
}

/// Returns the second form of a Greek letter of a mathematical alphabet. Unicode's compatible forms of these are the first
/// forms: of `\epsilon` and `\phi`, those of `\varepsilon` and `\varphi`.
fn greek_variant(code: u32) -> Option<char> {
    let place = code.checked_sub(0x1d6a8).filter(|_| code <= 0x1d7cb)? % 58;
    let variant = place.checked_sub(52)?;
    ['ϵ', 'ϑ', 'ϰ', 'ϕ', 'ϱ', 'ϖ']
        .get(usize::try_from(variant).ok()?)
        .copied()
}

/// Returns the style and the plain form of a letter or digit of a mathematical alphabet.
fn styled(c: char) -> Option<(Style, char)> {
    let code = u32::from(c);
    let style = match code {
        // Letters that had a place before the alphabets came.
        0x210e => Style::MathItalic,
        0x2102 | 0x210d | 0x2115 | 0x2119 | 0x211a | 0x211d | 0x2124 => Style::Blackboard,
        0x210b | 0x2110 | 0x2112 | 0x211b | 0x212c | 0x2130 | 0x2131 | 0x2133 | 0x212f | 0x210a | 0x2134 => {
            Style::Calligraphic
        }
        0x210c | 0x212d | 0x2128 => Style::Fraktur,
        0x1d400..=0x1d6a5 => *LETTERS.get(usize::try_from((code - 0x1d400) / 52).ok()?)?,
        0x1d6a8..=0x1d7cb => *GREEK.get(usize::try_from((code - 0x1d6a8) / 58).ok()?)?,
        0x1d7ce..=0x1d7ff => *DIGITS.get(usize::try_from((code - 0x1d7ce) / 10).ok()?)?,
        _ => return None,
    };
    if let Some(variant) = greek_variant(code) {
        return Some((style, variant));
    }
    let mut base = std::iter::once(c).nfkc();
    let (letter, None) = (base.next()?, base.next()) else {
        return None;
    };
    (letter != c).then_some((style, letter))
}

/// Styles of the alphabets of 52 letters from U+1D400 on.
const LETTERS: [Style; 14] = [
    Style::Bold,
    Style::MathItalic,
    Style::MathBoldItalic,
    Style::Calligraphic,
    Style::Calligraphic,
    Style::Fraktur,
    Style::Blackboard,
    Style::Fraktur,
    Style::Sans,
    Style::SansBold,
    Style::Sans,
    Style::SansBold,
    Style::Typewriter,
    Style::MathItalic,
];
/// Styles of the alphabets of 58 Greek letters from U+1D6A8 on.
const GREEK: [Style; 6] = [
    Style::Bold,
    Style::MathItalic,
    Style::MathBoldItalic,
    Style::SansBold,
    Style::SansBold,
    Style::SansBold,
];
/// Styles of the blocks of ten digits from U+1D7CE on.
const DIGITS: [Style; 5] = [
    Style::Bold,
    Style::Blackboard,
    Style::Sans,
    Style::SansBold,
    Style::Typewriter,
];

/// Spacing and combining forms of accents.
const ACCENTS: &[(&str, &str)] = &[
    ("\u{300}ˋ", "acc:grave"),
    ("\u{301}´ˊ", "acc:acute"),
    ("\u{302}ˆ", "acc:hat"),
    ("\u{303}˜", "acc:tilde"),
    ("\u{304}¯ˉ", "acc:bar"),
    ("\u{306}˘", "acc:breve"),
    ("\u{307}˙", "acc:dot"),
    ("\u{308}¨", "acc:ddot"),
    ("\u{30a}˚", "acc:ring"),
    ("\u{30b}˝", "acc:hungarumlaut"),
    ("\u{30c}ˇ", "acc:check"),
    ("\u{327}¸", "acc:cedilla"),
    ("\u{328}˛", "acc:ogonek"),
    ("\u{20d7}", "acc:vec"),
];

/// Characters whose symbols are not the commands of formulas.
const SYMBOLS: &[(char, &str)] = &[
    ('‘', "‘"),
    ('’', "’"),
    ('“', "“"),
    ('”', "”"),
    ('‚', "\\quotesinglbase"),
    ('„', "\\quotedblbase"),
    ('«', "\\guillemetleft"),
    ('»', "\\guillemetright"),
    ('‹', "\\guilsinglleft"),
    ('›', "\\guilsinglright"),
    ('‐', "-"),
    ('‑', "-"),
    ('–', "--"),
    ('—', "---"),
    ('−', "\\minus"),
    // Only formulas have it, before a bar.
    ('√', "\\sqrt"),
    ('ϰ', "\\varkappa"),
    ('𝓁', "\\ell"),
    ('∙', "\\bullet"),
    ('‖', "\\|"),
    ('ħ', "\\hbar"),
    ('ℏ', "\\hbar"),
    ('⁄', "/"),
    ('∕', "/"),
    ('∶', ":"),
    ('¡', "\\textexclamdown"),
    ('¿', "\\textquestiondown"),
    ('§', "\\S"),
    ('¶', "\\P"),
    ('†', "\\dag"),
    ('‡', "\\ddag"),
    ('°', "\\textdegree"),
    ('©', "\\copyright"),
    ('®', "\\textregistered"),
    ('™', "\\texttrademark"),
    ('€', "\\texteuro"),
    ('£', "\\pounds"),
    ('¥', "\\textyen"),
    ('¢', "\\textcent"),
    ('‰', "\\textperthousand"),
    ('№', "\\textnumero"),
    ('¹', "\\textonesuperior"),
    ('²', "\\texttwosuperior"),
    ('³', "\\textthreesuperior"),
    ('½', "\\textonehalf"),
    ('¼', "\\textonequarter"),
    ('¾', "\\textthreequarters"),
    ('ª', "\\textordfeminine"),
    ('º', "\\textordmasculine"),
    ('ß', "\\ss"),
    ('æ', "\\ae"),
    ('Æ', "\\AE"),
    ('œ', "\\oe"),
    ('Œ', "\\OE"),
    ('ø', "\\o"),
    ('Ø', "\\O"),
    ('ł', "\\l"),
    ('Ł', "\\L"),
    ('đ', "\\dj"),
    ('Đ', "\\DH"),
    ('ð', "\\dh"),
    ('Ð', "\\DH"),
    ('þ', "\\th"),
    ('Þ', "\\TH"),
    ('ŋ', "\\ng"),
    ('Ŋ', "\\NG"),
    ('ı', "\\imath"),
    ('ȷ', "\\jmath"),
    ('ﬀ', "ff"),
    ('ﬁ', "fi"),
    ('ﬂ', "fl"),
    ('ﬃ', "ffi"),
    ('ﬄ', "ffl"),
    ('′', "\\prime"),
    ('∆', "\\Delta"),
    ('Ω', "\\Omega"),
    ('∣', "|"),
    ('‖', "\\|"),
    ('∥', "\\|"),
    ('⟂', "\\perp"),
    ('∖', "\\backslash"),
    ('·', "\\cdot"),
    ('⋅', "\\cdot"),
    ('∙', "\\cdot"),
    ('⊨', "\\vDash"),
    ('\u{338}', "\\not"),
    ('⎛', "(-top"),
    ('⎜', "(-ext"),
    ('⎝', "(-bot"),
    ('⎞', ")-top"),
    ('⎟', ")-ext"),
    ('⎠', ")-bot"),
    ('⎡', "[-top"),
    ('⎢', "[-ext"),
    ('⎣', "[-bot"),
    ('⎤', "]-top"),
    ('⎥', "]-ext"),
    ('⎦', "]-bot"),
    ('⎧', "{-top"),
    ('⎨', "{-mid"),
    ('⎩', "{-bot"),
    ('⎪', "{-ext"),
    ('⎫', "}-top"),
    ('⎬', "}-mid"),
    ('⎭', "}-bot"),
    ('⎷', "\\sqrt-bot"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, Option<&'static str>, Option<Style>)> {
        let read = characters(text).unwrap_or_default();
        read.into_iter()
            .map(|read| (read.symbol.into_owned(), read.accent, read.style))
            .collect()
    }

    #[test]
    fn letters_accents_and_ligatures() {
        assert_eq!(read("a"), [("a".to_owned(), None, None)]);
        assert_eq!(read("é"), [("e".to_owned(), Some("acc:acute"), None)]);
        assert_eq!(read("ﬁ"), [("fi".to_owned(), None, None)]);
        assert_eq!(read("fi"), [("fi".to_owned(), None, None)]);
        assert_eq!(read("Th").len(), 2);
        assert_eq!(read(" "), []);
    }

    #[test]
    fn formulas() {
        assert_eq!(read("𝑥"), [("x".to_owned(), None, Some(Style::MathItalic))]);
        assert_eq!(read("𝛼"), [("\\alpha".to_owned(), None, Some(Style::MathItalic))]);
        // The second forms of letters are letters of their own.
        for (text, symbol) in [
            ("𝜖", "\\epsilon"),
            ("𝜀", "\\varepsilon"),
            ("𝜙", "\\phi"),
            ("𝝋", "\\varphi"),
            ("𝜘", "\\varkappa"),
        ] {
            assert_eq!(read(text)[0].0, symbol, "{text}");
        }
        assert_eq!(read("√"), [("\\sqrt".to_owned(), None, Some(Style::Roman))]);
        assert_eq!(read("ℝ"), [("R".to_owned(), None, Some(Style::Blackboard))]);
        assert_eq!(read("−"), [("\\minus".to_owned(), None, Some(Style::Roman))]);
        assert_eq!(read("≤"), [("\\leq".to_owned(), None, Some(Style::Roman))]);
        assert_eq!(read("⎡"), [("[-top".to_owned(), None, Some(Style::Roman))]);
    }

    #[test]
    fn other_scripts_are_not_read() {
        for text in ["字", "ж", "\u{e000}", "\u{fffd}", "ع"] {
            assert_eq!(characters(text), None, "{text}");
        }
    }
}
