//! Italic corrections: the space that TeX adds to the width of a letter without a subscript (The TeXbook, appendix G,
//! rule 17).

use texlens_vocabulary::Style;

/// Italic corrections of Computer Modern's mathematical italic, in em; other fonts have similar ones.
const ITALIC: &[(&str, f32)] = &[
    ("B", 0.05),
    ("C", 0.072),
    ("D", 0.028),
    ("E", 0.058),
    ("F", 0.139),
    ("H", 0.081),
    ("I", 0.078),
    ("J", 0.096),
    ("K", 0.072),
    ("M", 0.109),
    ("N", 0.109),
    ("O", 0.028),
    ("P", 0.139),
    ("R", 0.008),
    ("S", 0.058),
    ("T", 0.139),
    ("U", 0.109),
    ("V", 0.222),
    ("W", 0.139),
    ("X", 0.078),
    ("Y", 0.222),
    ("Z", 0.072),
    ("f", 0.108),
    ("g", 0.036),
    ("j", 0.057),
    ("k", 0.031),
    ("l", 0.02),
    ("q", 0.036),
    ("r", 0.028),
    ("v", 0.036),
    ("w", 0.027),
    ("y", 0.036),
    ("z", 0.044),
    ("\\Gamma", 0.139),
    ("\\Omega", 0.05),
    ("\\Pi", 0.081),
    ("\\Psi", 0.11),
    ("\\Sigma", 0.058),
    ("\\Theta", 0.028),
    ("\\Upsilon", 0.139),
    ("\\Xi", 0.076),
    ("\\beta", 0.053),
    ("\\delta", 0.038),
    ("\\eta", 0.036),
    ("\\gamma", 0.056),
    ("\\nu", 0.064),
    ("\\omega", 0.036),
    ("\\partial", 0.056),
    ("\\pi", 0.036),
    ("\\psi", 0.036),
    ("\\sigma", 0.036),
    ("\\tau", 0.113),
    ("\\theta", 0.028),
    ("\\upsilon", 0.036),
    ("\\varpi", 0.028),
    ("\\varsigma", 0.08),
    ("\\xi", 0.046),
    ("\\zeta", 0.074),
];

/// Italic corrections of Computer Modern's calligraphic capitals, in em.
const CALLIGRAPHIC: &[(&str, f32)] = &[
    ("B", 0.03),
    ("C", 0.058),
    ("D", 0.028),
    ("E", 0.089),
    ("F", 0.099),
    ("G", 0.059),
    ("H", 0.01),
    ("I", 0.074),
    ("J", 0.185),
    ("K", 0.014),
    ("N", 0.147),
    ("O", 0.028),
    ("P", 0.082),
    ("S", 0.075),
    ("T", 0.254),
    ("U", 0.099),
    ("V", 0.082),
    ("W", 0.082),
    ("X", 0.146),
    ("Y", 0.082),
    ("Z", 0.079),
];

/// Italic corrections of script capitals and of text italic, in em. The letters of each have about the same.
const SCRIPT: f32 = 0.25;
const TEXT: f32 = 0.12;
/// Italic corrections of the integral of displays, in em, and of that of text, which has less than half as much.
const INTEGRAL: f32 = 0.444;
const SMALL_INTEGRAL: f32 = 0.194;

/// Least italic correction that grows in the fonts of scripts, in em, and its growth there and in those of scripts of
/// scripts.
const LARGE: f32 = 0.13;
const GROWTH: [f32; 2] = [1.11, 1.25];

/// Returns the factor by which a correction is larger in a font of this size, in em of the text: the smaller fonts are
/// wider.
pub(in crate::typeset) fn growth(correction: f32, size: f32) -> f32 {
    match size {
        _ if correction < LARGE => 1.0,
        size if size < 0.62 => GROWTH[1],
        size if size < 0.82 => GROWTH[0],
        _ => 1.0,
    }
}

/// Returns the largest space that is added after the symbol, in em. `is_tall` tells the operators of displays from
/// those of text.
pub(in crate::typeset) fn correction(symbol: &str, style: Style, is_tall: bool) -> f32 {
    let of = |table: &[(&str, f32)]| {
        table
            .iter()
            .find(|(name, _)| *name == symbol)
            .map_or(0.0, |(_, em)| *em)
    };
    match (symbol, style) {
        ("\\int" | "\\oint", _) if is_tall => INTEGRAL,
        ("\\int" | "\\oint", _) => SMALL_INTEGRAL,
        (_, Style::MathItalic | Style::MathBoldItalic) => of(ITALIC),
        (_, Style::Calligraphic) => of(CALLIGRAPHIC),
        (_, Style::Script) => SCRIPT,
        ("f", Style::Italic | Style::BoldItalic) => 0.212,
        (_, Style::Italic | Style::BoldItalic) => TEXT,
        ("f", Style::Roman | Style::Sans) => 0.078,
        ("f", _) => 0.11,
        ("V" | "W" | "Y" | "g" | "v" | "w" | "y", Style::Roman | Style::Bold) => 0.016,
        _ => 0.0,
    }
}
