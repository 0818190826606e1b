//! GPT-2's tokeniser and token vectors, which the user provides.

use std::collections::HashMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::bpe::Bpe;
use super::error::TableError;
use super::vectors::Vectors;

/// The maximum number of tokens; like the released TeXBLEU, further ones are cut off.
pub const MAX_TOKENS: usize = 512;

/// The name in error messages.
const FILE: &str = "vocabulary";

/// The maximum number of entries that are read.
const MAX_ENTRIES: usize = 1 << 18;

/// GPT-2's vocabulary and its table of token vectors (`wte`).
#[derive(Debug, Clone)]
pub struct Gpt2 {
    vocabulary: Gpt2Vocabulary,
    vectors: Vectors,
}

impl Gpt2 {
    /// Combines a vocabulary with its vectors.
    ///
    /// # Errors
    ///
    /// Fails if there are fewer vectors than entries.
    pub fn new(vocabulary: Gpt2Vocabulary, vectors: Vectors) -> Result<Self, TableError> {
        if vectors.rows() < vocabulary.entries {
            return Err(TableError::Mismatch {
                entries: vocabulary.entries,
                rows: vectors.rows(),
            });
        }
        Ok(Self { vocabulary, vectors })
    }

    /// Reads both files: the vocabulary as in [`Gpt2Vocabulary::parse`], the vectors as in
    /// [`Vectors::from_safetensors`].
    ///
    /// # Errors
    ///
    /// Fails if one of the files cannot be used, or if they are not from the same model.
    pub fn parse(vocabulary: &[u8], safetensors: &[u8]) -> Result<Self, TableError> {
        Self::new(
            Gpt2Vocabulary::parse(vocabulary)?,
            Vectors::from_safetensors(safetensors)?,
        )
    }

    /// Returns the tokeniser.
    #[must_use]
    pub fn vocabulary(&self) -> &Gpt2Vocabulary {
        &self.vocabulary
    }

    /// Returns the token vectors.
    #[must_use]
    pub fn vectors(&self) -> &Vectors {
        &self.vectors
    }
}

/// GPT-2's byte-level byte-pair encoding. The entries are numbered in the order of their merges, so no list of merges
/// is needed.
#[derive(Debug, Clone)]
pub struct Gpt2Vocabulary {
    bpe: Bpe,
    entries: usize,
}

impl Gpt2Vocabulary {
    /// Reads a vocabulary in one of two formats. `vocab.json` is a JSON object from entries to numbers, with bytes in
    /// GPT-2's characters. `.tiktoken` has a line for each entry: its bytes in base64, a space, and its number.
    ///
    /// # Errors
    ///
    /// Fails if the file is in neither format, if an entry or a number occurs twice, if a single byte is not an entry,
    /// or if there are too many entries.
    pub fn parse(bytes: &[u8]) -> Result<Self, TableError> {
        let text = std::str::from_utf8(bytes)
            .map_err(|error| TableError::format(FILE, error.valid_up_to(), "it is not UTF-8"))?;
        let entries = if text.trim_start().starts_with('{') {
            json_entries(text)?
        } else {
            tiktoken_entries(text)?
        };
        Self::from_entries(entries)
    }

    fn from_entries(entries: Vec<Entry>) -> Result<Self, TableError> {
        let (count, problem) = (entries.len(), |problem: &str| TableError::format(FILE, None, problem));
        TableError::within(FILE, "entries", count, MAX_ENTRIES)?;
        let mut numbers = vec![false; count];
        for (_, number) in &entries {
            match numbers.get_mut(*number as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(problem("its entries are not numbered from 0 without gaps")),
            }
        }
        let ranks: HashMap<_, _> = entries.into_iter().collect();
        if ranks.len() < count {
            return Err(problem("an entry occurs twice"));
        }
        let bpe = Bpe::new(ranks);
        if (0..=u8::MAX).any(|byte| bpe.rank(&[byte]).is_none()) {
            return Err(problem("a single byte is not an entry"));
        }
        Ok(Self { bpe, entries: count })
    }

    /// Returns the first [`MAX_TOKENS`] tokens of a text. O(n log n) time.
    #[must_use]
    pub fn tokens(&self, text: &str) -> Vec<u32> {
        let mut tokens = Vec::new();
        let mut rest = text;
        while !rest.is_empty() && tokens.len() < MAX_TOKENS {
            let (piece, after) = rest.split_at(piece_length(rest));
            let bytes = piece.as_bytes();
            tokens.extend(
                self.bpe
                    .split(bytes)
                    .into_iter()
                    .filter_map(|range| self.bpe.rank(&bytes[range])),
            );
            rest = after;
        }
        tokens.truncate(MAX_TOKENS);
        tokens
    }
}

/// The bytes of an entry and its number.
type Entry = (Box<[u8]>, u32);

fn json_entries(text: &str) -> Result<Vec<Entry>, TableError> {
    let object: HashMap<String, u32> = serde_json::from_str(text)
        .map_err(|error| TableError::format(FILE, error.line(), format!("not an object of numbers: {error}")))?;
    let bytes = byte_characters();
    let entry = |(written, number): (String, u32)| {
        let spelt: Option<Box<[u8]>> = written.chars().map(|c| bytes.get(&c).copied()).collect();
        spelt
            .map(|spelt| (spelt, number))
            .ok_or_else(|| TableError::format(FILE, None, format!("{written:?} is not written in GPT-2's characters")))
    };
    object.into_iter().map(entry).collect()
}

/// Returns the byte that each character in `vocab.json` represents. Printable Latin-1 characters represent themselves;
/// characters from U+0100 represent the other bytes.
fn byte_characters() -> HashMap<char, u8> {
    let is_itself = |byte: &u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    let (printable, others): (Vec<u8>, Vec<u8>) = (0..=u8::MAX).partition(is_itself);
    let printable = printable.into_iter().map(|byte| (char::from(byte), byte));
    printable.chain(('\u{100}'..).zip(others)).collect()
}

fn tiktoken_entries(text: &str) -> Result<Vec<Entry>, TableError> {
    let entry = |(line, text): (usize, &str)| {
        let parts = text.split_once(' ');
        let read = parts.and_then(|(bytes, number)| {
            let bytes = BASE64_STANDARD.decode(bytes).ok()?;
            Some((bytes.into_boxed_slice(), number.trim().parse().ok()?))
        });
        read.ok_or_else(|| TableError::format(FILE, line + 1, "not base64, a space and a number"))
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    lines.map(entry).collect()
}

/// The endings that GPT-2 splits off English words.
const CONTRACTIONS: [&str; 7] = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"];

/// Returns the length of the first piece of a non-empty text. GPT-2 merges nothing across pieces. Its pattern is
/// `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`.
fn piece_length(text: &str) -> usize {
    if let Some(contraction) = CONTRACTIONS.iter().find(|ending| text.starts_with(**ending)) {
        return contraction.len();
    }
    let body = text.strip_prefix(' ').unwrap_or(text);
    match body.chars().next().map(Class::of) {
        Some(class) if class != Class::Space => text.len() - body.len() + run_length(body, class),
        _ => space_length(text),
    }
}

/// Returns the length of a run of white space. The last character is excluded if other text follows, because it may
/// belong to the next piece.
fn space_length(text: &str) -> usize {
    let run = run_length(text, Class::Space);
    let last = text[..run].chars().next_back().map_or(0, char::len_utf8);
    if run < text.len() && run > last {
        run - last
    } else {
        run
    }
}

fn run_length(text: &str, class: Class) -> usize {
    text.find(|c| Class::of(c) != class).unwrap_or(text.len())
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Class {
    Letter,
    Number,
    Space,
    Other,
}

impl Class {
    fn of(c: char) -> Self {
        match c.general_category_group() {
            _ if c.is_whitespace() => Self::Space,
            GeneralCategoryGroup::Letter => Self::Letter,
            GeneralCategoryGroup::Number => Self::Number,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let mut rest = text;
        std::iter::from_fn(|| {
            let (piece, after) = rest
                .split_at_checked(piece_length(rest))
                .filter(|(piece, _)| !piece.is_empty())?;
            rest = after;
            Some(piece)
        })
        .collect()
    }

    /// Returns a vocabulary of all single bytes in GPT-2's order, and a few merges.
    fn tiktoken() -> String {
        let mut bytes: Vec<(char, u8)> = byte_characters().into_iter().collect();
        bytes.sort_unstable_by_key(|(c, _)| (*c >= '\u{100}', *c));
        let single = bytes.iter().map(|(_, byte)| vec![*byte]);
        let merged = [" \\", "fr", "ac", "frac", "}{"].map(|entry| entry.as_bytes().to_vec());
        let line = |(number, entry): (usize, Vec<u8>)| format!("{} {number}\n", BASE64_STANDARD.encode(entry));
        single.chain(merged).enumerate().map(line).collect()
    }

    #[test]
    fn pieces_are_words_with_the_space_before_them() {
        assert_eq!(pieces(" \\frac{12}{x}"), [" \\", "frac", "{", "12", "}{", "x", "}"]);
        assert_eq!(
            pieces("it's  ok\n\n x \u{2167}é\u{301} "),
            ["it", "'s", " ", " ok", "\n\n", " x", " \u{2167}", "é", "\u{301}", " "]
        );
    }

    #[test]
    fn tokens_of_a_small_vocabulary() {
        let vocabulary = Gpt2Vocabulary::parse(tiktoken().as_bytes()).unwrap();
        let single = |byte: u8| u32::from(byte) - u32::from(b'!');
        assert_eq!(
            vocabulary.tokens(" \\frac{1}{2"),
            [256, 259, single(b'{'), single(b'1'), 260, single(b'2')]
        );
        assert_eq!(vocabulary.tokens(""), Vec::<u32>::new());
        assert_eq!(vocabulary.tokens(&"x ".repeat(MAX_TOKENS)).len(), MAX_TOKENS);
        assert_eq!(vocabulary.tokens(&"x".repeat(1 << 16)).len(), MAX_TOKENS);
    }

    #[test]
    fn both_formats_say_the_same() {
        let characters: HashMap<u8, char> = byte_characters().into_iter().map(|(c, byte)| (byte, c)).collect();
        let entries = tiktoken_entries(&tiktoken()).unwrap();
        let object: HashMap<String, u32> = entries
            .iter()
            .map(|(entry, number)| (entry.iter().map(|byte| characters[byte]).collect(), *number))
            .collect();
        let json = serde_json::to_string(&object).unwrap();
        let [a, b] = [tiktoken(), json].map(|text| Gpt2Vocabulary::parse(text.as_bytes()).unwrap());
        let text = " \\frac{é}{\u{1f600}} \n";
        assert_eq!(a.tokens(text), b.tokens(text));
    }

    #[test]
    fn broken_vocabularies_are_refused() {
        let good = tiktoken();
        let cases = [
            String::new(),
            "{\"a\": -1}".to_owned(),
            "{\"\u{4e2d}\": 0}".to_owned(),
            "IQ== 0\nIQ== 1\n".to_owned(),
            good.replace(" 260\n", " 259\n"),
            good.replace(" 260\n", " 4000000000\n"),
            good.replace(" 7\n", " x\n"),
            good.lines().take(255).map(|line| format!("{line}\n")).collect(),
        ];
        for case in cases {
            let error = Gpt2Vocabulary::parse(case.as_bytes()).unwrap_err();
            assert!(matches!(error, TableError::Format { .. }), "{error}");
        }
        assert!(Gpt2Vocabulary::parse(&[0xff]).is_err());
    }

    #[test]
    fn vectors_of_another_model_are_refused() {
        let vocabulary = Gpt2Vocabulary::parse(tiktoken().as_bytes()).unwrap();
        let vectors = Vectors::new(1, vec![1.0; 260]).unwrap();
        let error = Gpt2::new(vocabulary, vectors).unwrap_err();
        assert_eq!(
            error,
            TableError::Mismatch {
                entries: 261,
                rows: 260
            }
        );
    }
}
