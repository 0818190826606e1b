//! Characters that the engine accepts.
//!
//! The engine itself writes `characters.txt`, like `symbols.txt`. The file lists, by place, the code points beyond
//! ASCII that are declared for `inputenc` with the fonts of the documented preamble.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The places where a character is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Anywhere, also as a script without braces.
    Any,
    /// In text and formulas, but as a script only in braces.
    NotAlone,
    /// In text only.
    Text,
}

fn table() -> &'static HashMap<char, Place> {
    static TABLE: OnceLock<HashMap<char, Place>> = OnceLock::new();
    TABLE.get_or_init(|| read(include_str!("characters.txt")))
}

fn read(lines: &str) -> HashMap<char, Place> {
    let mut table = HashMap::new();
    for (place, codes) in lines.lines().filter_map(|line| line.split_once(": ")) {
        let place = match place {
            "any" => Place::Any,
            "no-script" => Place::NotAlone,
            _ => Place::Text,
        };
        let codes = codes.split(' ').filter_map(|code| u32::from_str_radix(code, 16).ok());
        table.extend(codes.filter_map(char::from_u32).map(|c| (c, place)));
    }
    table
}

/// Reports whether the engine accepts a character, in a formula if `math` is set.
pub(super) fn is_accepted(c: char, math: bool) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    table().get(&c).is_some_and(|place| !math || *place != Place::Text)
}

/// Reports whether a character can be a script without braces.
pub(super) fn can_be_script(c: char) -> bool {
    c.is_ascii() || table().get(&c).is_none_or(|place| *place == Place::Any)
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Character,
            &["中", "α", "$α$", "a ≤ b", "a # b", "\u{2003}", "\u{7}", "$ā$"],
        );
        accepts(&["é ß – “a” … € ° →", "$é × →$", "a\u{a0}b", "\\#"]);
    }
}
