//! Citation keys: `Name_Year` as a citation prints both, without accents and spaces.

use std::fmt::Write;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns the key of a work from the names and the year that a citation prints.
pub(in super::super) fn printed(surnames: &[&str], year: &str) -> Option<String> {
    let mut key = String::new();
    for surname in surnames {
        let letters: String = fold(surname).chars().filter(|c| is_key(*c)).collect();
        if !letters.is_empty() {
            let _ = write!(key, "{}{letters}", if key.is_empty() { "" } else { "_" });
        }
    }
    let year: String = year.chars().filter(char::is_ascii_alphanumeric).collect();
    if key.is_empty() {
        return None;
    }
    if !year.is_empty() {
        let _ = write!(key, "_{year}");
    }
    Some(key)
}

/// Returns the keys that citations may give a work with these authors, the usual key first. Styles name two authors. Of
/// more authors, some styles name the first, others all three.
pub(super) fn all(surnames: &[&str], has_others: bool, year: &str) -> Vec<String> {
    let first = surnames.get(..1).unwrap_or_default();
    let candidates = match surnames.len() {
        _ if has_others => vec![first],
        3.. => vec![first, surnames],
        _ => vec![surnames],
    };
    candidates
        .into_iter()
        .filter_map(|names| printed(names, year))
        .collect()
}

fn is_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || !c.is_ascii() && c.is_alphabetic()
}

/// LaTeX commands of letters that are more than a letter with an accent, and the plain letters.
const LETTERS: &[(&str, &str)] = &[
    ("ss", "ss"),
    ("ae", "ae"),
    ("AE", "AE"),
    ("oe", "oe"),
    ("OE", "OE"),
    ("aa", "a"),
    ("AA", "A"),
    ("o", "o"),
    ("O", "O"),
    ("l", "l"),
    ("L", "L"),
    ("i", "i"),
    ("j", "j"),
    ("dh", "d"),
    ("DH", "D"),
    ("dj", "d"),
    ("DJ", "D"),
    ("ng", "ng"),
    ("th", "th"),
    ("TH", "TH"),
    ("textbar", ""),
    ("textendash", "-"),
];

/// Removes accents and braces from a text: `Gagn\'e` and `Gagné` become `Gagne`. Takes linear time.
pub(in super::super) fn fold(latex: &str) -> String {
    let mut out = String::with_capacity(latex.len());
    let mut rest = latex;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or("");
        match c {
            '\\' => {
                let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                let (name, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
                if length == 0 {
                    let mark = rest.chars().next();
                    // Accents are dropped; escaped characters stay.
                    if let Some(mark) = mark.filter(|mark| "&%#_$".contains(*mark)) {
                        out.push(mark);
                    }
                    rest = rest.get(mark.map_or(0, char::len_utf8)..).unwrap_or("");
                } else {
                    if let Some((_, letters)) = LETTERS.iter().find(|(known, _)| *known == name) {
                        out.push_str(letters);
                    }
                    rest = after.strip_prefix(' ').unwrap_or(after);
                }
            }
            '{' | '}' => {}
            c if c.is_ascii() => out.push(c),
            c => match unaccented(c) {
                "" => out.extend(c.nfd().filter(|part| !is_combining_mark(*part))),
                plain => out.push_str(plain),
            },
        }
    }
    out
}

/// Returns the plain letters for a letter that no accent forms, or an empty string for other letters.
fn unaccented(c: char) -> &'static str {
    match c {
        'ß' => "ss",
        'æ' => "ae",
        'Æ' => "AE",
        'œ' => "oe",
        'Œ' => "OE",
        'ø' => "o",
        'Ø' => "O",
        'ł' => "l",
        'Ł' => "L",
        'đ' => "d",
        'Đ' => "D",
        'ı' => "i",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_spaces_are_no_part_of_a_key() {
        assert_eq!(
            fold("Gagn\\'e Br\\\"{u}njes \\v{S}kr \\'{\\i} \\o re Ko\\c{c}"),
            "Gagne Brunjes Skr i ore Koc"
        );
        assert_eq!(fold("Gagné Łódź Weiß"), "Gagne Lodz Weiss");
        assert_eq!(printed(&["Van Der Walt"], "2011").as_deref(), Some("VanDerWalt_2011"));
        assert_eq!(printed(&["O'Neil"], "").as_deref(), Some("ONeil"));
        assert_eq!(printed(&["\\'"], "1999"), None);
        assert_eq!(all(&["Dong", "Zhu"], false, "2013"), ["Dong_Zhu_2013"]);
        assert_eq!(all(&["A", "B"], true, "2013"), ["A_2013"]);
        assert_eq!(all(&["A", "B", "C"], false, "2013b"), ["A_2013b", "A_B_C_2013b"]);
    }
}
