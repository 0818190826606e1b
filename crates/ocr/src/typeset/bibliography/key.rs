//! Keys: `Name_Year` as a citation prints both, without accents and spaces.

use std::fmt::Write;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The key of a work by surnames and year (`2013b`, `inprep`). Two authors are both named, of more the first, as
/// natbib's styles cite them.
pub(in super::super) fn key(surnames: &[&str], has_others: bool, year: &str) -> Option<String> {
    let named = if has_others || surnames.len() > 2 {
        1
    } else {
        surnames.len()
    };
    let mut key = String::new();
    for surname in surnames.iter().take(named) {
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

fn is_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || !c.is_ascii() && c.is_alphabetic()
}

/// LaTeX letters that are more than a letter and an accent.
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

/// Text without its accents and braces: `Gagn\'e` and `Gagné` to `Gagne`. Linear.
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
                    // Accents go; escaped characters stay.
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

/// Letters that no accent makes, by plain ones.
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
        assert_eq!(key(&["Van Der Walt"], true, "2011").as_deref(), Some("VanDerWalt_2011"));
        assert_eq!(key(&["Dong", "Zhu"], false, "2013").as_deref(), Some("Dong_Zhu_2013"));
        assert_eq!(key(&["A", "B", "C"], false, "2013b").as_deref(), Some("A_2013b"));
        assert_eq!(key(&["O'Neil"], false, "").as_deref(), Some("ONeil"));
        assert_eq!(key(&["\\'"], false, "1999"), None);
    }
}
