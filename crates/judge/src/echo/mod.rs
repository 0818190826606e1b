//! Finds and removes a key that a server sends back, however it is written.
//!
//! **Rule.** Of the key and of a text only letters and digits count, in lower case and in the compatible form of Unicode, forwards and backwards. A text holds the key if
//! it has [`FRAGMENT`] of them in a row as the key has them: as it stands, or after what [`decode`] undoes, up to [`DEPTH`] encodings one inside of the other.
//! Shorter fragments are harmless: providers name a key by its first and last characters (`sk-abcd…wxyz`).
//!
//! **What is replaced.** A fragment that stands in a text as it is, separators included, is cut out. A string that holds the key only once it is decoded is replaced as a
//! whole; of one that is JSON, the innermost strings are. A response that holds it only once its strings are put together is replaced as a whole, too.

mod decode;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization;

/// What stands where the key stood.
const REMOVED: &str = "[key removed]";

/// Letters and digits in a row that give a key away.
const FRAGMENT: usize = 8;

/// The same where the key is made of letters only: keys of local servers are words (`sk-no-key-required`), and parts of words are found in every text.
const FRAGMENT_OF_LETTERS: usize = 16;

/// Keys with fewer letters and digits are not looked for: they would be found by chance, and no provider gives them.
const SHORTEST: usize = 6;

/// Encodings one inside of the other that are undone; escapes are undone twice in each, and three times in the text itself.
const DEPTH: usize = 2;
const ESCAPES: usize = 3;
const ESCAPES_INSIDE: usize = 2;

/// JSON within a string of JSON that is looked into.
const NESTED: usize = 3;

/// Looks for one key.
pub(crate) struct Echo {
    /// Signs count like letters: of a key that has hardly anything else.
    counts_signs: bool,
    /// Letters of a fragment; 0 if the key is not looked for.
    length: usize,
    /// Fragments as numbers, both ways, in order.
    fragments: Vec<u128>,
    /// A bit for each fragment, so that most places are passed over at once.
    filter: Box<[u64; 128]>,
}

impl Echo {
    pub(crate) fn new(secret: &str) -> Self {
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric();
        let counts_signs = secret.bytes().filter(is_letter).count() < FRAGMENT;
        let mut echo = Self {
            counts_signs,
            length: 0,
            fragments: Vec::new(),
            filter: Box::new([0; 128]),
        };
        let letters: Vec<u8> = secret.chars().filter_map(|c| echo.letter(c)).collect();
        if letters.len() < SHORTEST {
            return echo;
        }
        let is_word = !secret.bytes().any(|byte| byte.is_ascii_digit()) && !counts_signs;
        let length = if is_word { FRAGMENT_OF_LETTERS } else { FRAGMENT };
        echo.length = length.min(letters.len());
        let number = |letters: &mut dyn Iterator<Item = &u8>| {
            letters.fold(0_u128, |number, letter| (number << 8) | u128::from(*letter))
        };
        for fragment in letters.windows(echo.length) {
            echo.fragments.push(number(&mut fragment.iter()));
            echo.fragments.push(number(&mut fragment.iter().rev()));
        }
        echo.fragments.sort_unstable();
        echo.fragments.dedup();
        for fragment in &echo.fragments {
            let (word, bit) = place(*fragment);
            echo.filter[word] |= bit;
        }
        echo
    }

    /// Whether a text gives the key away: as it stands, decoded, or put together from the strings of JSON in it.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.is_encoded_in(text) || json_in(text).is_some_and(|json| self.is_in_json(&json, NESTED))
    }

    /// A text that does not give the key away. Of one that is JSON as little is replaced as can be.
    pub(crate) fn removed_from(&self, text: &str) -> String {
        self.cleared(text, NESTED)
    }

    fn cleared(&self, text: &str, nested: usize) -> String {
        let text = self.without_fragments(text);
        if !self.is_in(&text) {
            return text.into_owned();
        }
        if nested > 0
            && let Ok(mut json @ (Value::Array(_) | Value::Object(_))) = serde_json::from_str(&text)
        {
            self.remove(&mut json, nested - 1);
            let text = json.to_string();
            if !self.is_in(&text) {
                return text;
            }
        }
        REMOVED.to_owned()
    }

    /// A response that does not give the key away, and its JSON if it is any: then the text is that JSON, written anew.
    pub(crate) fn removed_from_body(&self, body: &str) -> (String, Option<Value>) {
        let Ok(mut json) = serde_json::from_str::<Value>(body) else {
            return (self.removed_from(body), None);
        };
        // Also with what stands between the strings.
        let is_in = |json: &Value| self.is_in_json(json, NESTED) || self.is_encoded_in(&json.to_string());
        if is_in(&json) {
            self.remove(&mut json, NESTED);
            if is_in(&json) {
                json = REMOVED.into();
            }
        }
        // Written anew, since a field that occurs twice has lost its first value.
        (json.to_string(), Some(json))
    }

    fn remove(&self, json: &mut Value, nested: usize) {
        match json {
            Value::String(text) => *text = self.cleared(text, nested),
            Value::Number(number) if self.is_in(&number.to_string()) => *json = Value::Null,
            Value::Array(items) => items.iter_mut().for_each(|item| self.remove(item, nested)),
            Value::Object(fields) => {
                let cleared = std::mem::take(fields).into_iter().map(|(name, mut field)| {
                    self.remove(&mut field, nested);
                    (self.cleared(&name, nested), field)
                });
                *fields = cleared.collect::<Map<_, _>>();
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Cuts out what stands in a text as it is, separators between its letters included.
    fn without_fragments<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut found: Vec<Range<usize>> = Vec::new();
        self.search(text.as_bytes(), |place| {
            match found.last_mut() {
                Some(last) if place.start <= last.end => last.end = last.end.max(place.end),
                _ => found.push(place),
            }
            false
        });
        if found.is_empty() {
            return text.into();
        }
        let (mut kept, mut from) = (String::new(), 0);
        for place in found {
            kept += text.get(from..place.start).unwrap_or_default();
            kept += REMOVED;
            from = place.end;
        }
        kept += text.get(from..).unwrap_or_default();
        kept.into()
    }

    fn is_in_json(&self, json: &Value, nested: usize) -> bool {
        let mut parts = Parts::default();
        parts.add(json, "");
        let is_inside = |text: &&str| json_in(text).is_some_and(|json| self.is_in_json(&json, nested - 1));
        self.is_encoded_in(&parts.values)
            || self.is_encoded_in(&parts.names)
            || parts.fields.values().any(|text| self.is_encoded_in(text))
            || (nested > 0 && parts.strings.iter().any(is_inside))
    }

    fn is_encoded_in(&self, text: &str) -> bool {
        self.length > 0 && self.is_decoded_in(text.as_bytes(), DEPTH, ESCAPES)
    }

    fn is_decoded_in(&self, text: &[u8], depth: usize, escapes: usize) -> bool {
        let mut text = Cow::Borrowed(text);
        for _ in 0..escapes {
            let is_inside = |inside: Vec<u8>| self.is_decoded_in(&inside, depth - 1, ESCAPES_INSIDE);
            if self.search(&text, |_| true) || (depth > 0 && decode::encodings(&text).any(is_inside)) {
                return true;
            }
            match decode::unescaped(&text) {
                Some(unescaped) => text = unescaped.into(),
                None => return false,
            }
        }
        self.search(&text, |_| true)
    }

    /// Tells the bytes of each fragment; ends when that answers true, and answers whether it did.
    fn search(&self, text: &[u8], mut found: impl FnMut(Range<usize>) -> bool) -> bool {
        if self.length == 0 {
            return false;
        }
        let mask = u128::MAX >> (128 - 8 * self.length);
        let (mut window, mut count) = (0, 0);
        // Where the last letters begin.
        let mut starts = [0; FRAGMENT_OF_LETTERS];
        let mut take = |letter: u8, place: Range<usize>| {
            starts[count % self.length] = place.start;
            count += 1;
            window = ((window << 8) | u128::from(letter)) & mask;
            let (word, bit) = self::place(window);
            self.filter[word] & bit != 0
                && count >= self.length
                && self.fragments.binary_search(&window).is_ok()
                && found(starts[count % self.length]..place.end)
        };
        decode::characters(text).any(|(start, c)| {
            let place = start..start + c.len_utf8();
            if c.is_ascii() {
                self.letter(c).is_some_and(|letter| take(letter, place))
            } else {
                let mut letters = std::iter::once(c).nfkd().filter_map(|c| self.letter(c));
                letters.any(|letter| take(letter, place.clone()))
            }
        })
    }

    /// What of a character counts.
    fn letter(&self, c: char) -> Option<u8> {
        let counts = c.is_ascii_alphanumeric() || (self.counts_signs && c.is_ascii_graphic());
        counts.then(|| c.to_ascii_lowercase() as u8)
    }
}

/// The JSON that a text is or has in it, if that holds several strings.
fn json_in(text: &str) -> Option<Value> {
    let json = serde_json::from_str(text).or_else(|_| crate::extract_json(text));
    json.ok()
        .filter(|json: &Value| json.is_array() || json.is_object() || json.is_string())
}

/// The bit of a fragment in the filter.
fn place(fragment: u128) -> (usize, u64) {
    let folded = (fragment as u64) ^ ((fragment >> 64) as u64);
    let hash = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 51;
    ((hash >> 6) as usize, 1 << (hash & 63))
}

/// The strings and numbers of a JSON value, put together in the ways in which a reader may see them.
#[derive(Default)]
struct Parts<'j> {
    /// All values, one a line.
    values: String,
    /// All names of fields.
    names: String,
    /// The values of all fields of the same name.
    fields: BTreeMap<&'j str, String>,
    strings: Vec<&'j str>,
}

impl<'j> Parts<'j> {
    fn add(&mut self, json: &'j Value, field: &'j str) {
        match json {
            Value::String(text) => {
                self.strings.push(text);
                self.put(text, field);
            }
            Value::Number(number) => self.put(&number.to_string(), field),
            Value::Array(items) => items.iter().for_each(|item| self.add(item, field)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.names += name;
                    self.names.push('\n');
                    self.add(value, name);
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn put(&mut self, text: &str, field: &'j str) {
        for all in [&mut self.values, self.fields.entry(field).or_default()] {
            all.push_str(text);
            all.push('\n');
        }
    }
}

#[cfg(test)]
mod tests;
