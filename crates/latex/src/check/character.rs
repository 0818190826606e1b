//! Characters that the engine accepts.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Whether each character beyond ASCII that the engine accepts is accepted in formulas too.
fn table() -> &'static HashMap<char, bool> {
    static TABLE: OnceLock<HashMap<char, bool>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = HashMap::new();
        for line in include_str!("characters.txt").lines() {
            let Some((place, characters)) = line.split_once(": ") else {
                continue;
            };
            let codes = characters
                .split(' ')
                .filter_map(|code| u32::from_str_radix(code, 16).ok());
            table.extend(codes.filter_map(char::from_u32).map(|c| (c, place == "any")));
        }
        table
    })
}

/// Whether the engine accepts a character.
pub(super) fn is_accepted(c: char, math: bool) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    table().get(&c).is_some_and(|anywhere| *anywhere || !math)
}
