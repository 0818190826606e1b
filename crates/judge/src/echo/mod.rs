//! Finds and removes a key that a server sends back in any encoding.
//!
//! **Rule.** Only letters and digits of the key and of a text count, in lower case and in the compatibility form of
//! Unicode, forwards and backwards. A text contains the key if it has [`FRAGMENT`] consecutive ones in the order of the
//! key. The rule applies to the text itself and to everything that [`decode`] makes of it, up to [`DEPTH`] nested
//! encodings. Shorter fragments are harmless: providers name a key by its first and last characters (`sk-abcd…wxyz`).
//!
//! **What is replaced.** A fragment that a text contains unencoded is cut out, including its separators. A string that
//! contains the key only in encoded form is replaced as a whole; if the string is JSON, its innermost strings are
//! replaced instead. A response that contains the key only across several strings is replaced as a whole, too.

mod decode;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization;

/// The text that replaces the key.
const REMOVED: &str = "[key removed]";

/// Number of consecutive letters and digits that give a key away.
const FRAGMENT: usize = 8;

/// The same number for a key without digits. Keys of local servers are words (`sk-no-key-required`), and every text
/// contains parts of words.
const FRAGMENT_OF_LETTERS: usize = 16;

/// Minimum number of letters and digits of a key that is searched for. Shorter keys would be found by chance, and no
/// provider issues them.
const SHORTEST: usize = 6;

/// Maximum depth of nested encodings that are undone. Escapes are undone twice in each, and three times in the text
/// itself.
const DEPTH: usize = 2;
const ESCAPES: usize = 3;
const ESCAPES_INSIDE: usize = 2;

/// Maximum depth of JSON within strings of JSON that is searched.
const NESTED: usize = 3;

/// A search for one key.
pub(crate) struct Echo {
    /// Whether signs count like letters, for a key with hardly anything else.
    counts_signs: bool,
    /// Number of letters of a fragment; 0 if the key is not searched for.
    length: usize,
    /// Fragments as numbers, forwards and backwards, in ascending order.
    fragments: Vec<u128>,
    /// A bit for each fragment, so that most places are rejected quickly.
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

    /// Reports whether a text gives the key away: unencoded, encoded, or across the strings of JSON in it.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.is_encoded_in(text) || json_in(text).is_some_and(|json| self.is_in_json(&json, NESTED))
    }

    /// Returns the text without the key. If the text is JSON, as little as possible is replaced.
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

    /// Returns a response without the key, and its JSON if it is JSON; the returned text is then that JSON, written
    /// anew.
    pub(crate) fn removed_from_body(&self, body: &str) -> (String, Option<Value>) {
        let Ok(mut json) = serde_json::from_str::<Value>(body) else {
            return (self.removed_from(body), None);
        };
        // The key may also include the characters between the strings.
        let is_in = |json: &Value| self.is_in_json(json, NESTED) || self.is_encoded_in(&json.to_string());
        if is_in(&json) {
            self.remove(&mut json, NESTED);
            if is_in(&json) {
                json = REMOVED.into();
            }
        }
        // Always written anew, because parsing dropped the first value of a field that occurs twice.
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

    /// Cuts out fragments that a text contains unencoded, including separators between their letters.
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

    /// Calls `found` with the byte range of each fragment until it returns true. Returns whether it did.
    fn search(&self, text: &[u8], mut found: impl FnMut(Range<usize>) -> bool) -> bool {
        if self.length == 0 {
            return false;
        }
        let mask = u128::MAX >> (128 - 8 * self.length);
        let (mut window, mut count) = (0, 0);
        // The offsets of the last letters.
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

    /// Returns the letter that counts, if the character is one.
    fn letter(&self, c: char) -> Option<u8> {
        let counts = c.is_ascii_alphanumeric() || (self.counts_signs && c.is_ascii_graphic());
        counts.then(|| c.to_ascii_lowercase() as u8)
    }
}

/// Returns the JSON of a text, or the JSON in it, if it can contain strings.
fn json_in(text: &str) -> Option<Value> {
    let json = serde_json::from_str(text).or_else(|_| crate::extract_json(text));
    json.ok()
        .filter(|json: &Value| json.is_array() || json.is_object() || json.is_string())
}

/// Returns the word and the bit of a fragment in the filter.
fn place(fragment: u128) -> (usize, u64) {
    let folded = (fragment as u64) ^ ((fragment >> 64) as u64);
    let hash = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 51;
    ((hash >> 6) as usize, 1 << (hash & 63))
}

/// The strings and numbers of a JSON value, joined in the ways in which a reader may see them.
#[derive(Default)]
struct Parts<'j> {
    /// All values, one per line.
    values: String,
    /// All names of fields, one per line.
    names: String,
    /// The values of all fields with the same name.
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
