//! The LaTeX tokeniser and token vectors of texlens.

use std::collections::HashMap;
use std::ops::Range;

use super::bpe::Bpe;
use super::error::TableError;

/// The name in error messages.
const FILE: &str = "TeXBLEU model";

const MAGIC: &[u8; 8] = b"TXLENSTB";

/// The version of the format that can be read.
const VERSION: u16 = 1;

/// The maximum numbers of entries and of dimensions that are read.
const MAX_ENTRIES: usize = 100_000;
const MAX_DIMENSIONS: usize = 1024;

/// A LaTeX tokeniser and a vector for each of its entries. The vectors were learnt from the tokens that occur near each
/// other (`models/texbleu`).
///
/// The file is little-endian:
///
/// | bytes | content |
/// | --- | --- |
/// | 8 | `TXLENSTB` |
/// | 2 | version, 1 |
/// | 2 | dimensions of a vector |
/// | 4 | number of entries |
/// | 4 | bytes of all entries |
/// | those | the entries in the order of their ranks: a byte for the length of its UTF-8 text, and the text |
/// | entries x dimensions | the vectors, a signed byte for each number, row by row |
///
/// Only the direction of a vector counts, so rows have no scale. An entry that was too rare for learning has a row of
/// zeros.
#[derive(Debug, Clone)]
pub struct TexbleuModel {
    bpe: Bpe,
    dimensions: usize,
    values: Vec<i8>,
    /// The norm of each row.
    norms: Vec<f64>,
}

/// A token of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TexbleuToken<'a> {
    /// The text of the token.
    pub text: &'a str,
    /// The offset of the token's first byte in the formula.
    pub start: usize,
    /// The number of the entry; `None` for a command or a character that the model does not know.
    pub entry: Option<u32>,
}

impl TexbleuModel {
    /// Reads a model.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a model, or are of another version, too large, truncated, or followed by other bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, TableError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(MAGIC.len())? != MAGIC {
            return Err(TableError::format(FILE, 0, "it does not begin with TXLENSTB"));
        }
        let version = reader.u16()?;
        if version != VERSION {
            return Err(TableError::Version {
                file: FILE,
                found: version,
                expected: VERSION,
            });
        }
        let dimensions = TableError::within(FILE, "dimensions", usize::from(reader.u16()?), MAX_DIMENSIONS)?;
        let entries = TableError::within(FILE, "entries", reader.u32()?, MAX_ENTRIES)?;
        let names = reader.u32()?;
        let bpe = read_entries(reader.take(names)?, reader.at, entries)?;
        let values: Vec<i8> = reader
            .take(entries * dimensions)?
            .iter()
            .map(|byte| byte.cast_signed())
            .collect();
        if reader.at != bytes.len() {
            return Err(TableError::format(FILE, reader.at, "something follows the last vector"));
        }
        let norms = (0..entries).map(|row| {
            f64::from(product(
                row_of(&values, dimensions, row),
                row_of(&values, dimensions, row),
            ))
            .sqrt()
        });
        Ok(Self {
            bpe,
            dimensions,
            norms: norms.collect(),
            values,
        })
    }

    /// Returns the tokens of a formula. A command is one token, and so is `\begin{name}` or `\end{name}`. A run of
    /// ASCII letters is split by byte-pair encoding. Every other character is a token. White space and comments are not
    /// tokens, so spacing does not matter. O(n log n) time.
    #[must_use]
    pub fn tokens<'a>(&self, latex: &'a str) -> Vec<TexbleuToken<'a>> {
        let mut tokens = Vec::new();
        let mut start = 0;
        while let Some(rest) = latex.get(start..)
            && let Some(first) = rest.chars().next()
        {
            let length = piece_length(rest, first);
            if first.is_ascii_alphabetic() {
                let letters = rest.get(..length).unwrap_or_default();
                let ranges = self.bpe.split(letters.as_bytes()).into_iter();
                tokens.extend(ranges.map(|range| self.token(latex, start + range.start..start + range.end)));
            } else if first != '%' && !first.is_whitespace() {
                tokens.push(self.token(latex, start..start + length));
            }
            start += length;
        }
        tokens
    }

    fn token<'a>(&self, latex: &'a str, range: Range<usize>) -> TexbleuToken<'a> {
        let start = range.start;
        let text = latex.get(range).unwrap_or_default();
        TexbleuToken {
            text,
            start,
            entry: self.entry(text),
        }
    }

    /// Returns the entry of a command, a character or a run of letters.
    #[must_use]
    pub fn entry(&self, text: &str) -> Option<u32> {
        self.bpe.rank(text.as_bytes())
    }

    /// Returns the cosine of the angle between the vectors of two entries; 0 if one of them has no vector.
    #[must_use]
    pub fn cosine(&self, a: u32, b: u32) -> f64 {
        let [a, b] = [a, b].map(|entry| entry as usize);
        let norms = self.norm(a) * self.norm(b);
        if norms == 0.0 {
            return 0.0;
        }
        let [a, b] = [a, b].map(|row| row_of(&self.values, self.dimensions, row));
        f64::from(product(a, b)) / norms
    }

    fn norm(&self, row: usize) -> f64 {
        self.norms.get(row).copied().unwrap_or_default()
    }
}

fn read_entries(bytes: &[u8], end: usize, count: usize) -> Result<Bpe, TableError> {
    let mut reader = Reader { bytes, at: 0 };
    let broken = |at: usize, problem: &str| TableError::format(FILE, end - bytes.len() + at, problem);
    let mut ranks = HashMap::with_capacity(count);
    for rank in 0..count {
        let at = reader.at;
        let length = usize::from(reader.u8().map_err(|_| broken(at, "an entry is missing"))?);
        let entry = reader.take(length).map_err(|_| broken(at, "an entry is cut off"))?;
        if entry.is_empty() || std::str::from_utf8(entry).is_err() {
            return Err(broken(at, "an entry is not UTF-8 text"));
        }
        let rank = u32::try_from(rank).unwrap_or(u32::MAX);
        if ranks.insert(entry.into(), rank).is_some() {
            return Err(broken(at, "an entry occurs twice"));
        }
    }
    if reader.at != bytes.len() {
        return Err(broken(reader.at, "there are more entries than the header says"));
    }
    Ok(Bpe::new(ranks))
}

fn row_of(values: &[i8], dimensions: usize, row: usize) -> &[i8] {
    let start = row * dimensions;
    values.get(start..start + dimensions).unwrap_or_default()
}

fn product(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).map(|(x, y)| i32::from(*x) * i32::from(*y)).sum()
}

/// Returns the length of the piece that begins with `first`.
fn piece_length(text: &str, first: char) -> usize {
    match first {
        '\\' => command_length(text),
        '%' => text.find('\n').unwrap_or(text.len()),
        c if c.is_ascii_alphabetic() => letters(text),
        c => c.len_utf8(),
    }
}

/// Returns the length of a backslash with the name or the character after it; `\begin` and `\end` include their
/// argument.
fn command_length(text: &str) -> usize {
    let name = letters(text.get(1..).unwrap_or_default());
    if name == 0 {
        let character = text.chars().nth(1).filter(|c| !c.is_whitespace());
        return 1 + character.map_or(0, char::len_utf8);
    }
    let (command, after) = text.split_at(1 + name);
    match environment_length(after) {
        Some(argument) if matches!(command, "\\begin" | "\\end") => command.len() + argument,
        _ => command.len(),
    }
}

/// Returns the length of `{name}` at the start of a text; `None` if there is none.
fn environment_length(text: &str) -> Option<usize> {
    let name = text.strip_prefix('{')?;
    let letters = letters(name);
    let after = name.get(letters..)?;
    let star = usize::from(after.starts_with('*'));
    (letters > 0 && after[star..].starts_with('}')).then_some(letters + star + 2)
}

fn letters(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphabetic).count()
}

/// A reader that takes bytes from the front.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], TableError> {
        let end = self.at.saturating_add(count);
        let taken = self.bytes.get(self.at..end);
        let taken = taken.ok_or_else(|| TableError::format(FILE, self.bytes.len(), "it ends too early"))?;
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let at = self.at;
        self.take(N)?
            .try_into()
            .map_err(|_| TableError::format(FILE, at, "it ends too early"))
    }

    fn u8(&mut self) -> Result<u8, TableError> {
        self.array().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Result<u16, TableError> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<usize, TableError> {
        let number = self.array().map(u32::from_le_bytes)?;
        Ok(usize::try_from(number).unwrap_or(usize::MAX))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(entries: &[(&str, [i8; 2])]) -> Vec<u8> {
        let mut names = Vec::new();
        for (entry, _) in entries {
            names.push(u8::try_from(entry.len()).unwrap());
            names.extend(entry.as_bytes());
        }
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend(2_u16.to_le_bytes());
        for count in [entries.len(), names.len()] {
            file.extend(u32::try_from(count).unwrap().to_le_bytes());
        }
        file.extend(names);
        file.extend(entries.iter().flat_map(|(_, vector)| vector.map(i8::cast_unsigned)));
        file
    }

    fn small() -> Vec<u8> {
        file(&[
            ("a", [100, 0]),
            ("b", [50, 50]),
            ("\\frac", [0, -100]),
            ("\\begin{array}", [0, 0]),
            ("ab", [-7, 0]),
        ])
    }

    #[test]
    fn commands_are_single_tokens() {
        let model = TexbleuModel::parse(&small()).unwrap();
        let tokens = model.tokens("\\frac{aba} \\begin{array}\\unknown\\, % a\n2é\\");
        let texts: Vec<_> = tokens.iter().map(|token| (token.text, token.entry)).collect();
        assert_eq!(
            texts,
            [
                ("\\frac", Some(2)),
                ("{", None),
                ("ab", Some(4)),
                ("a", Some(0)),
                ("}", None),
                ("\\begin{array}", Some(3)),
                ("\\unknown", None),
                ("\\,", None),
                ("2", None),
                ("é", None),
                ("\\", None),
            ]
        );
    }

    #[test]
    fn only_the_direction_of_a_vector_counts() {
        let model = TexbleuModel::parse(&small()).unwrap();
        for (a, b, cosine) in [
            (0, 1, 0.5_f64.sqrt()),
            (0, 4, -1.0),
            (0, 2, 0.0),
            (0, 3, 0.0),
            (0, 9, 0.0),
        ] {
            assert!((model.cosine(a, b) - cosine).abs() < 1e-12, "{a} and {b}");
        }
    }

    #[test]
    fn broken_files_are_refused() {
        let good = small();
        for length in 0..good.len() {
            assert!(TexbleuModel::parse(&good[..length]).is_err(), "cut off after {length}");
        }
        let changed = |at: usize, byte: u8| {
            let mut file = good.clone();
            file[at] = byte;
            TexbleuModel::parse(&file).unwrap_err()
        };
        assert!(matches!(changed(0, b'x'), TableError::Format { .. }));
        assert!(matches!(changed(8, 2), TableError::Version { found: 2, .. }));
        assert!(matches!(changed(14, 0xff), TableError::TooLarge { .. }));
        assert!(matches!(changed(21, 0xff), TableError::Format { .. }), "not UTF-8");
        assert!(matches!(changed(23, b'a'), TableError::Format { .. }), "an entry twice");
        assert!(TexbleuModel::parse(&[&good[..], b"x"].concat()).is_err());
    }

    proptest! {
        #[test]
        fn tokens_are_the_text_without_white_space(latex in "[ab\\\\{}é\n ]{0,60}") {
            let model = TexbleuModel::parse(&small()).unwrap();
            let tokens = model.tokens(&latex);
            prop_assert!(tokens.iter().all(|token| latex[token.start..].starts_with(token.text)));
            let joined: String = tokens.iter().map(|token| token.text).collect();
            let expected: String = latex.split_whitespace().collect();
            prop_assert_eq!(joined, expected);
        }
    }
}
