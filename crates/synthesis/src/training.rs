//! The formulas that the glyph detector was trained on, by hash.

use sha2::{Digest, Sha256};
use texlens_latex::normalise_formula;

/// The hashes of formulas from which the pages were made that trained the glyph detector: the first four bytes of
/// SHA-256 of the normalised formula. The list has no more than that, so that it holds no text. One formula in some
/// 50,000 is taken for one of the list by chance.
///
/// The pages were made of a random part of these formulas, so the list has more than what the detector has seen. The
/// script `models/glyph-detector/make_data.py` says which formulas were set aside for measuring; they are not listed.
#[derive(Debug, Clone, Default)]
pub struct Trained {
    /// In ascending order.
    hashes: Vec<u32>,
}

impl Trained {
    /// Reads a list: the differences of ascending hashes, each as a number of seven bits a byte, the lowest first. All
    /// bytes but the last of a number have their highest bit set. An incomplete number at the end is ignored.
    #[must_use]
    pub fn parse(list: &[u8]) -> Self {
        let mut hashes = Vec::new();
        let (mut last, mut value, mut shift) = (0_u32, 0_u32, 0);
        for byte in list {
            value |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or_default();
            shift += 7;
            if byte & 0x80 == 0 {
                last = last.wrapping_add(value);
                hashes.push(last);
                (value, shift) = (0, 0);
            }
        }
        hashes.sort_unstable();
        Self { hashes }
    }

    /// Makes a list of formulas.
    #[must_use]
    pub fn of<'a>(formulas: impl IntoIterator<Item = &'a str>) -> Self {
        let mut hashes: Vec<u32> = formulas.into_iter().map(hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        Self { hashes }
    }

    /// Writes the list as [`Trained::parse`] reads it.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut list = Vec::new();
        let mut last = 0;
        for hash in &self.hashes {
            let mut value = hash - last;
            while value >= 0x80 {
                list.push((value & 0x7f) as u8 | 0x80);
                value >>= 7;
            }
            list.push(value as u8);
            last = *hash;
        }
        list
    }

    /// Returns the list of the detector that texlens supplies.
    #[cfg(feature = "bundled")]
    #[must_use]
    pub fn bundled() -> Self {
        Self::parse(include_bytes!("../data/trained.bin"))
    }

    /// Reports whether a formula is on the list.
    #[must_use]
    pub fn contains(&self, formula: &str) -> bool {
        !self.hashes.is_empty() && self.hashes.binary_search(&hash(formula)).is_ok()
    }

    /// Returns the number of formulas.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Reports whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }
}

fn hash(formula: &str) -> u32 {
    let mut digest = Sha256::new();
    for item in normalise_formula(formula) {
        digest.update(item.as_bytes());
        digest.update([0]);
    }
    let bytes = digest.finalize();
    bytes
        .iter()
        .take(4)
        .fold(0, |value, byte| value << 8 | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_list_is_read_and_knows_its_formulas_however_they_are_written() {
        let formulas = ["a + b", "\\frac12", "x^{2}", "\\alpha \\le \\beta"];
        let list = Trained::parse(&Trained::of(formulas).write());
        assert_eq!(list.len(), 4);
        assert!(list.contains("x^2") && list.contains("\\alpha\\leq\\beta"));
        assert!(!list.contains("x^3"));
        assert!(Trained::parse(&[0x80]).is_empty() && !Trained::default().contains("x"));
    }

    #[test]
    fn no_bytes_make_reading_fail() {
        let _ = Trained::parse(&[0xff; 40]);
    }
}
