//! The printed label of a caption: `Figure 3:`, `Tab. 2.`

/// What a caption says it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Table,
    Figure,
}

/// Words that begin a label, in lower case. A longer word stands before its beginning.
const NAMES: [(&str, Kind); 8] = [
    ("supplementary figure", Kind::Figure),
    ("supplementary table", Kind::Table),
    ("figure", Kind::Figure),
    ("fig.", Kind::Figure),
    ("fig", Kind::Figure),
    ("table", Kind::Table),
    ("tab.", Kind::Table),
    ("tab", Kind::Table),
];

/// Returns what a caption says it belongs to.
pub(super) fn kind(caption: &str) -> Option<Kind> {
    split(caption).map(|(kind, _)| kind)
}

/// Returns a caption without its label, which LaTeX prints by itself. A caption that is nothing else stays.
pub(super) fn without(caption: &str) -> &str {
    match split(caption) {
        Some((_, "")) | None => caption,
        Some((_, rest)) => rest,
    }
}

/// Splits a caption into the kind that its label names, and the text after the label.
fn split(caption: &str) -> Option<(Kind, &str)> {
    let named = |(name, kind): &(&str, Kind)| {
        let start = caption.get(..name.len())?;
        start
            .eq_ignore_ascii_case(name)
            .then_some((*kind, caption.get(name.len()..)?))
    };
    let (kind, rest) = NAMES.iter().find_map(named)?;
    let rest = rest.trim_start_matches([' ', '~']);
    // A number may have a letter and parts: `A.2`, `3b`, `IV`.
    let number = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '.'))
        .unwrap_or(rest.len());
    let (number, rest) = rest.split_at(number);
    let is_number = number.contains(|c: char| c.is_ascii_digit())
        || (!number.is_empty() && number.trim_end_matches('.').chars().all(|c| "IVXLC".contains(c)));
    is_number.then(|| {
        (
            kind,
            rest.trim_start_matches([':', '.', '|', ' ', '-', '\u{2013}', '\u{2014}']),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        for (caption, kind_of, rest) in [
            ("Figure 3: Tides.", Some(Kind::Figure), "Tides."),
            ("Fig. 1. Annual curves", Some(Kind::Figure), "Annual curves"),
            ("TABLE IV \u{2013} Rain", Some(Kind::Table), "Rain"),
            ("Table 2 Significance", Some(Kind::Table), "Significance"),
            ("Tab.~A.2b | x", Some(Kind::Table), "x"),
            ("Figure 3", Some(Kind::Figure), "Figure 3"),
            ("Figures of speech", None, "Figures of speech"),
            ("Tables", None, "Tables"),
            ("Table of contents", None, "Table of contents"),
        ] {
            assert_eq!((kind(caption), without(caption)), (kind_of, rest), "{caption}");
        }
    }
}
