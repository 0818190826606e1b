//! Names of styles in the tables.

use texlens_vocabulary::Style;

/// Parses a style.
pub(crate) fn style(name: &str) -> Option<Style> {
    Some(match name {
        "roman" => Style::Roman,
        "italic" => Style::Italic,
        "slanted" => Style::Slanted,
        "bold" => Style::Bold,
        "bold_italic" => Style::BoldItalic,
        "typewriter" => Style::Typewriter,
        "sans" => Style::Sans,
        "sans_bold" => Style::SansBold,
        "small_caps" => Style::SmallCaps,
        "math_italic" => Style::MathItalic,
        "math_bold_italic" => Style::MathBoldItalic,
        "calligraphic" => Style::Calligraphic,
        "blackboard" => Style::Blackboard,
        "fraktur" => Style::Fraktur,
        "script" => Style::Script,
        _ => return None,
    })
}
