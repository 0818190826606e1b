//! Widths of characters.

use katex::types::Mode;
use katex::{ClassList, KatexContext, get_character_metrics};

/// Classes that change the font of their text, with the font's name in KaTeX's table.
const FONTS: [(&str, &str); 22] = [
    ("mathnormal", "Math-Italic"),
    ("boldsymbol", "Math-BoldItalic"),
    ("mathit", "Main-Italic"),
    ("textit", "Main-Italic"),
    ("mathbf", "Main-Bold"),
    ("textbf", "Main-Bold"),
    ("amsrm", "AMS-Regular"),
    ("mathbb", "AMS-Regular"),
    ("textbb", "AMS-Regular"),
    ("mathcal", "Caligraphic-Regular"),
    ("mathfrak", "Fraktur-Regular"),
    ("textfrak", "Fraktur-Regular"),
    ("mathboldfrak", "Fraktur-Bold"),
    ("textboldfrak", "Fraktur-Bold"),
    ("mathscr", "Script-Regular"),
    ("textscr", "Script-Regular"),
    ("mathsf", "SansSerif-Regular"),
    ("textsf", "SansSerif-Regular"),
    ("mathboldsf", "SansSerif-Bold"),
    ("textboldsf", "SansSerif-Bold"),
    ("mathtt", "Typewriter-Regular"),
    ("texttt", "Typewriter-Regular"),
];

/// The width of a character that no font of KaTeX has, in em.
const UNKNOWN: f64 = 0.6;

/// The width of a space, in em.
const SPACE: f64 = 0.25;

/// Returns the width of a text in em. Large operators and delimiters have the width of the same character in a text:
/// the official code does not load the fonts that have them.
pub(crate) fn width(context: &KatexContext, text: &str, classes: &ClassList) -> f64 {
    let font = FONTS.iter().find(|(class, _)| classes.contains(class));
    let font = font.map_or("Main-Regular", |(_, font)| font);
    let of_character = |c: char| {
        if c.is_whitespace() {
            return SPACE;
        }
        let fonts = [font, "Main-Regular", "Math-Italic", "AMS-Regular", "Size1-Regular"];
        let known = |font: &&str| get_character_metrics(context, c, font, Mode::Math).ok().flatten();
        fonts.iter().find_map(known).map_or(UNKNOWN, |metrics| metrics.width)
    };
    text.chars().filter(|c| !is_of_no_width(*c)).map(of_character).sum()
}

/// Whether a character is drawn over the one before it, or not at all.
const fn is_of_no_width(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}
