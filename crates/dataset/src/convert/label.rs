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
            .then_some((*kind, name.len(), caption.get(name.len()..)?))
    };
    let (kind, name, rest) = NAMES.iter().find_map(named)?;
    // IEEE prints `TABLE II RAIN`.
    let is_capital = caption.get(..name)?.chars().all(|c| !c.is_lowercase());
    let rest = rest.trim_start_matches([' ', '~']);
    let number = arabic(rest).or_else(|| roman(rest, is_capital))?;
    let rest = rest
        .get(number..)?
        .trim_start_matches(|c: char| c.is_whitespace() || PUNCTUATION.contains(&c));
    Some((kind, rest))
}

/// Characters between a label and the text of a caption.
const PUNCTUATION: [char; 6] = [':', '.', '|', '-', '\u{2013}', '\u{2014}'];

/// Returns the length of a number at the start of a text. It may have a letter before it, and parts that end with a
/// letter: `3`, `A.2`, `S1`, `3b.1`. A capital letter after a number is the start of a word (`3D model`) unless
/// punctuation follows.
fn arabic(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().peekable();
    if chars.next_if(|(_, c)| c.is_ascii_alphabetic()).is_some() {
        chars.next_if(|(_, c)| *c == '.');
    }
    let mut end = None;
    loop {
        let mut has_digit = false;
        while let Some((at, digit)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
            has_digit = true;
            end = Some(at + digit.len_utf8());
        }
        if !has_digit {
            break;
        }
        if let Some((at, letter)) = chars.next_if(|(_, c)| c.is_ascii_alphabetic()) {
            end = Some(at + letter.len_utf8());
            if letter.is_ascii_uppercase() && !is_end(text.get(at + 1..)?) {
                return None;
            }
        }
        if chars.next_if(|(_, c)| *c == '.').is_none() {
            break;
        }
    }
    // `3rd` is a word.
    end.filter(|end| !text.get(*end..).unwrap_or_default().starts_with(char::is_alphanumeric))
}

/// Returns the length of a Roman numeral at the start of a text. It must end at punctuation or a line, since `I` may be
/// a word, unless `is_capital`.
fn roman(text: &str, is_capital: bool) -> Option<usize> {
    let length = text.find(|c| !"IVXLC".contains(c)).unwrap_or(text.len());
    let rest = text.get(length..)?;
    let ends = is_end(rest) || (is_capital && rest.starts_with(' '));
    (length > 0 && ends).then_some(length)
}

/// Reports whether a label ends before this text: at punctuation, or at the end of the line.
fn is_end(rest: &str) -> bool {
    let next = rest.trim_start_matches([' ', '~']).chars().next();
    next.is_none_or(|c| c == '\n' || c == '\r' || PUNCTUATION.contains(&c))
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
            ("Figure 1.Annual curves", Some(Kind::Figure), "Annual curves"),
            ("Fig. 3B. Rain", Some(Kind::Figure), "Rain"),
            ("Figure 3b Rain", Some(Kind::Figure), "Rain"),
            ("Figure 2.10a: Rain", Some(Kind::Figure), "Rain"),
            ("Figure S1: Rain", Some(Kind::Figure), "Rain"),
            ("TABLE II RAIN", Some(Kind::Table), "RAIN"),
            ("Table II\nRain", Some(Kind::Table), "Rain"),
            ("Table I. Rain", Some(Kind::Table), "Rain"),
            ("Table I think", None, "Table I think"),
            ("Figure 3D model", None, "Figure 3D model"),
            ("Figure 3rd quarter", None, "Figure 3rd quarter"),
            ("Figure A model", None, "Figure A model"),
            ("Figures of speech", None, "Figures of speech"),
            ("Tables", None, "Tables"),
            ("Table of contents", None, "Table of contents"),
        ] {
            assert_eq!((kind(caption), without(caption)), (kind_of, rest), "{caption}");
        }
    }
}
