//! A tokeniser from a `tokenizer.json`, which the user provides.

// The crate `tokenizers` (0.23.3) reads every such file, but is too large for the page, which checks files that the user
// chooses: without default features, with `unstable_wasm` and optimised for size, a module that only calls it has 2.0 MB,
// 0.48 MB after brotli. It also needs some 70 other crates.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::IgnoredAny;
use sha2::{Digest as _, Sha256};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use super::bpe::merged;
use super::error::TableError;
use super::spacing::Spaced;

/// The maximum size of a `tokenizer.json`, in bytes. That of TeXBLEU has 1 MB.
pub const MAX_TOKENISER_BYTES: usize = 16 << 20;

/// The name in error messages.
const FILE: &str = "tokeniser";

/// The maximum numbers of entries, of merges and of added tokens that are read.
const MAX_ENTRIES: usize = 1 << 18;
const MAX_MERGES: usize = 1 << 18;
const MAX_ADDED: usize = 64;

/// The maximum length of an entry, in bytes. It bounds the time in which a hostile tokeniser splits a text.
const MAX_ENTRY_BYTES: usize = 256;

/// The maximum number of characters of the file that an error message repeats, and that of the message of the JSON
/// library, which repeats parts of the file, too.
const MAX_QUOTED: usize = 40;
const MAX_SHOWN: usize = 160;

/// The SHA-256 of a file, which identifies a tokeniser in settings and reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256Sum(pub [u8; 32]);

impl Sha256Sum {
    /// Returns the sum of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Parses 64 hexadecimal digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (digits, []) = text.as_bytes().as_chunks::<2>() else {
            return None;
        };
        let byte = |[high, low]: &[u8; 2]| {
            let [high, low] = [high, low].map(|digit| char::from(*digit).to_digit(16));
            u8::try_from(high? * 16 + low?).ok()
        };
        let bytes: Option<Vec<u8>> = digits.iter().map(byte).collect();
        bytes?.try_into().ok().map(Self)
    }
}

impl fmt::Display for Sha256Sum {
    /// Writes 64 lower-case hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A tokeniser for formulas, as a setting chooses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokeniserChoice {
    /// That of the model that is supplied with texlens.
    Texlens,
    /// None: every character is a token.
    Characters,
    /// The `tokenizer.json` with this SHA-256, which the user provides.
    File(Sha256Sum),
}

impl TokeniserChoice {
    /// The choices that need no file.
    pub const BUNDLED: [Self; 2] = [Self::Texlens, Self::Characters];

    /// Parses what [`Display`](fmt::Display) writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bundled = Self::BUNDLED.into_iter().find(|choice| choice.to_string() == text);
        bundled.or_else(|| text.strip_prefix("sha256:").and_then(Sha256Sum::parse).map(Self::File))
    }
}

impl fmt::Display for TokeniserChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Texlens => f.write_str("texlens"),
            Self::Characters => f.write_str("characters"),
            Self::File(sum) => write!(f, "sha256:{sum}"),
        }
    }
}

/// A byte-pair encoding of words, as the authors of TeXBLEU have published it: `tokenizer.json` of their repository, in
/// the format of the library `tokenizers` by Hugging Face. texlens does not contain that file, because it has no
/// licence.
///
/// A text is split in three steps. Added tokens such as `[MASK]` are taken out, the longest at each place first. The
/// rest is split at white space, and between word characters and others (pre-tokeniser `Whitespace`). The characters of
/// each word are merged in the order of the list of merges. A character without an entry is the unknown token.
#[derive(Debug, Clone)]
pub struct LoadedTokeniser {
    sum: Sha256Sum,
    entries: HashMap<Box<str>, u32>,
    /// The rank of each merge, by the numbers of its two parts.
    merges: HashMap<(u32, u32), u32>,
    /// The tokens that are found before words are split, with their numbers.
    added: Vec<(Box<str>, u32)>,
    unknown: u32,
}

/// A token of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadedToken {
    /// The number of the entry.
    pub entry: u32,
    /// The byte range in the text.
    pub range: Range<usize>,
}

impl LoadedTokeniser {
    /// Reads a `tokenizer.json`. Its decoder is ignored, since no token is turned back into text.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are over a limit, are not UTF-8 or not such a JSON file; if a part is not of the kind that
    /// [`LoadedTokeniser`] describes; or if the parts of the model do not fit together. The error names the field.
    pub fn parse(bytes: &[u8]) -> Result<Self, TableError> {
        TableError::within(FILE, "bytes", bytes.len(), MAX_TOKENISER_BYTES)?;
        let text = std::str::from_utf8(bytes)
            .map_err(|error| TableError::format(FILE, error.valid_up_to(), "it is not UTF-8"))?;
        let json = |error: serde_json::Error| {
            let problem = format!(
                "it is not a tokenizer.json: {}",
                shortened(&error.to_string(), MAX_SHOWN)
            );
            TableError::format(FILE, error.line(), problem)
        };
        let kinds: Kinds = serde_json::from_str(text).map_err(json)?;
        let unknown = kinds.check()?;
        let tables: Tables = serde_json::from_str(text).map_err(json)?;
        Self::new(Sha256Sum::of(bytes), tables, &unknown)
    }

    fn new(sum: Sha256Sum, tables: Tables, unknown: &str) -> Result<Self, TableError> {
        let Model { vocab: entries, merges } = tables.model;
        TableError::within(FILE, "entries", entries.len(), MAX_ENTRIES)?;
        let longest = entries.keys().map(|entry| entry.len()).max().unwrap_or_default();
        TableError::within(FILE, "bytes in an entry", longest, MAX_ENTRY_BYTES)?;
        TableError::within(FILE, "merges", merges.len(), MAX_MERGES)?;
        TableError::within(FILE, "added tokens", tables.added_tokens.len(), MAX_ADDED)?;
        let entry = |field: &dyn fmt::Display, text: &str| {
            entries.get(text).copied().ok_or_else(|| {
                let problem = format!("{field} names {}, which is not in model.vocab", quoted(text));
                TableError::format(FILE, None, problem)
            })
        };
        let unknown_entry = entry(&"model.unk_token", unknown)?;
        let mut ranks = HashMap::with_capacity(merges.len());
        for (rank, merge) in (0..).zip(&merges) {
            let field = format!("model.merges[{rank}]");
            let (left, right) = merge.parts().ok_or_else(|| {
                TableError::format(
                    FILE,
                    None,
                    format!("{field} is not two entries with a space between them"),
                )
            })?;
            if left == unknown || right == unknown {
                let found = quoted(&format!("{left} {right}"));
                return Err(unsupported(field, found, "merges without the unknown token"));
            }
            entry(&field, &[left, right].concat())?;
            // If a pair is listed twice, the last rank counts, as in the library.
            ranks.insert((entry(&field, left)?, entry(&field, right)?), rank);
        }
        let mut added = Vec::with_capacity(tables.added_tokens.len());
        for (at, token) in tables.added_tokens.iter().enumerate() {
            token.check(at)?;
            let field = format!("added_tokens[{at}].content");
            added.push((token.content.as_str().into(), entry(&field, &token.content)?));
        }
        // The longest token is found first.
        added.sort_by_key(|(content, _): &(Box<str>, u32)| std::cmp::Reverse(content.len()));
        Ok(Self {
            sum,
            entries,
            merges: ranks,
            added,
            unknown: unknown_entry,
        })
    }

    /// Returns the SHA-256 of the file.
    #[must_use]
    pub fn sum(&self) -> Sha256Sum {
        self.sum
    }

    /// Returns the number of the token for characters that have no entry.
    #[must_use]
    pub fn unknown(&self) -> u32 {
        self.unknown
    }

    /// Returns the tokens of a formula, spaced as by the earlier released code: a space before every backslash that does
    /// not follow one. Without it, `{` and the backslash of `{\\alpha}` would be one word.
    #[must_use]
    pub fn formula_tokens(&self, latex: &str) -> Vec<LoadedToken> {
        let spaced = Spaced::of(latex);
        let mut tokens = self.tokens(&spaced.text);
        for token in &mut tokens {
            token.range = spaced.origin(&token.range);
        }
        tokens
    }

    /// Returns the tokens of a text. O(n log n) time for n bytes: the numbers of added tokens and the lengths of entries
    /// have limits.
    #[must_use]
    pub fn tokens(&self, text: &str) -> Vec<LoadedToken> {
        let mut tokens = Vec::new();
        let mut start = 0;
        for (at, _) in text.char_indices() {
            if at < start {
                continue;
            }
            let rest = text.get(at..).unwrap_or_default();
            if let Some((content, entry)) = self.added.iter().find(|(content, _)| rest.starts_with(&**content)) {
                self.split_words(text, start..at, &mut tokens);
                start = at + content.len();
                let (entry, range) = (*entry, at..start);
                tokens.push(LoadedToken { entry, range });
            }
        }
        self.split_words(text, start..text.len(), &mut tokens);
        tokens
    }

    /// Adds the tokens of a part of the text that has no added token.
    fn split_words(&self, text: &str, range: Range<usize>, tokens: &mut Vec<LoadedToken>) {
        let mut start = range.start;
        let part = text.get(range).unwrap_or_default();
        let mut characters = part.chars().map(|c| (c, Class::of(c))).peekable();
        while let Some((first, class)) = characters.next() {
            // The places of the characters of the word, and its end.
            let mut places = vec![start, start + first.len_utf8()];
            while let Some((next, _)) = characters.next_if(|(_, next)| *next == class) {
                places.push(places.last().copied().unwrap_or(start) + next.len_utf8());
            }
            start = places.last().copied().unwrap_or(start);
            if class != Class::Space {
                self.split_word(text, &places, tokens);
            }
        }
    }

    /// Adds the tokens of a word, given the places of its characters and its end.
    fn split_word(&self, text: &str, places: &[usize], tokens: &mut Vec<LoadedToken>) {
        let range = |symbols: &Range<usize>| {
            let place = |at: usize| places.get(at).copied().unwrap_or_default();
            place(symbols.start)..place(symbols.end)
        };
        let entry = |range: Range<usize>| {
            let entry = text.get(range).and_then(|text| self.entries.get(text));
            entry.copied().unwrap_or(self.unknown)
        };
        let rank = |left: Range<usize>, right: Range<usize>| {
            let parts = (entry(range(&left)), entry(range(&right)));
            self.merges.get(&parts).copied()
        };
        let symbols = merged(places.len().saturating_sub(1), rank);
        tokens.extend(symbols.iter().map(range).map(|range| LoadedToken {
            entry: entry(range.clone()),
            range,
        }));
    }
}

/// A class of characters. Words are runs of one class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// `\w` of the Unicode standard for regular expressions, UTS 18, annex C.
    Word,
    /// `\s`, white space.
    Space,
    /// Everything else.
    Other,
}

impl Class {
    fn of(c: char) -> Self {
        let is_word = || {
            c.is_alphabetic()
                || c.general_category_group() == GeneralCategoryGroup::Mark
                || matches!(
                    c.general_category(),
                    GeneralCategory::DecimalNumber | GeneralCategory::ConnectorPunctuation
                )
                // Join_Control.
                || matches!(c, '\u{200c}' | '\u{200d}')
        };
        match c {
            c if c.is_whitespace() => Self::Space,
            _ if is_word() => Self::Word,
            _ => Self::Other,
        }
    }
}

/// The parts of the file that decide whether it can be used.
#[derive(Deserialize)]
struct Kinds {
    truncation: Option<IgnoredAny>,
    padding: Option<IgnoredAny>,
    normalizer: Option<Kind>,
    pre_tokenizer: Option<Kind>,
    post_processor: Option<Kind>,
    model: ModelKind,
}

/// A part of the tokeniser, of which only the type matters.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type", default)]
    name: String,
}

#[derive(Deserialize)]
struct ModelKind {
    #[serde(rename = "type", default)]
    name: String,
    dropout: Option<f64>,
    unk_token: Option<String>,
    continuing_subword_prefix: Option<String>,
    end_of_word_suffix: Option<String>,
    fuse_unk: Option<bool>,
    byte_fallback: Option<bool>,
    ignore_merges: Option<bool>,
}

impl Kinds {
    /// Checks that every part is of the kind that can be used, and returns the unknown token.
    fn check(self) -> Result<String, TableError> {
        let name = |kind: &Option<Kind>| kind.as_ref().map(|kind| quoted(&kind.name));
        let flag = |flag: Option<bool>| flag.filter(|flag| *flag).map(|_| "true".to_owned());
        let text = |text: &Option<String>| text.as_deref().filter(|text| !text.is_empty()).map(quoted);
        let pre_tokeniser = match &self.pre_tokenizer {
            Some(kind) if kind.name == "Whitespace" => None,
            kind => Some(name(kind).unwrap_or_else(|| "null".to_owned())),
        };
        let model = &self.model;
        let type_of_model = Some(&model.name).filter(|name| *name != "BPE").map(|name| quoted(name));
        let object = |part: &Option<IgnoredAny>| part.as_ref().map(|_| "an object".to_owned());
        let dropout = model.dropout.filter(|share| *share != 0.0);
        // The type of the model comes first, because it says most about the file.
        let found = [
            ("model.type", type_of_model, "\"BPE\""),
            ("pre_tokenizer.type", pre_tokeniser, "\"Whitespace\""),
            ("normalizer.type", name(&self.normalizer), "null for the whole field"),
            (
                "post_processor.type",
                name(&self.post_processor),
                "null for the whole field",
            ),
            ("truncation", object(&self.truncation), "null"),
            ("padding", object(&self.padding), "null"),
            ("model.dropout", dropout.map(|share| share.to_string()), "null"),
            (
                "model.continuing_subword_prefix",
                text(&model.continuing_subword_prefix),
                "null",
            ),
            ("model.end_of_word_suffix", text(&model.end_of_word_suffix), "null"),
            ("model.fuse_unk", flag(model.fuse_unk), "false"),
            ("model.byte_fallback", flag(model.byte_fallback), "false"),
            ("model.ignore_merges", flag(model.ignore_merges), "false"),
        ];
        for (field, found, needed) in found {
            if let Some(found) = found {
                return Err(unsupported(field.to_owned(), found, needed));
            }
        }
        let unknown = self.model.unk_token.filter(|token| !token.is_empty());
        unknown.ok_or_else(|| {
            unsupported(
                "model.unk_token".to_owned(),
                "null".to_owned(),
                "an entry of the vocabulary",
            )
        })
    }
}

/// The tables of the file.
#[derive(Deserialize)]
struct Tables {
    #[serde(default)]
    added_tokens: Vec<AddedToken>,
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    vocab: HashMap<Box<str>, u32>,
    merges: Vec<Merge>,
}

/// A merge. Older versions of the library write a text, newer ones a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Merge {
    Text(String),
    Pair([String; 2]),
}

impl Merge {
    fn parts(&self) -> Option<(&str, &str)> {
        match self {
            Self::Text(text) => text.split_once(' ').filter(|(_, right)| !right.contains(' ')),
            Self::Pair([left, right]) => Some((left, right)),
        }
    }
}

#[derive(Deserialize)]
struct AddedToken {
    content: String,
    #[serde(default)]
    single_word: bool,
    #[serde(default)]
    lstrip: bool,
    #[serde(default)]
    rstrip: bool,
    #[serde(default)]
    normalized: bool,
}

impl AddedToken {
    fn check(&self, at: usize) -> Result<(), TableError> {
        let found = [
            ("single_word", self.single_word),
            ("lstrip", self.lstrip),
            ("rstrip", self.rstrip),
            // Such tokens are found in a second step.
            ("normalized", self.normalized),
        ];
        match found.iter().find(|(_, is_set)| *is_set) {
            Some((name, _)) => Err(unsupported(
                format!("added_tokens[{at}].{name}"),
                "true".to_owned(),
                "false",
            )),
            None if self.content.is_empty() => Err(unsupported(
                format!("added_tokens[{at}].content"),
                "\"\"".to_owned(),
                "a text",
            )),
            None => Ok(()),
        }
    }
}

fn unsupported(field: String, found: String, needed: &'static str) -> TableError {
    TableError::Unsupported {
        file: FILE,
        field,
        found,
        needed,
    }
}

/// Returns the beginning of a text, for a message.
fn shortened(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text, MAX_QUOTED))
}
