//! The formulas of a list, and which of them are measured.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result};
use clap::ValueEnum;
use flate2::Crc;
use flate2::read::GzDecoder;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Shortest and longest formula, in characters. Training had no formula of 220 characters or more.
const LENGTHS: std::ops::Range<usize> = 10..220;
/// One text in so many was kept from training (`models/glyph-detector/make_data.py`).
const KEPT: u32 = 20;
/// What is put before a formula for its hash: another seed gives another choice.
const SEED: &str = "1";

/// Which half of a list is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Half {
    /// Errors on these formulas may be looked at
    Looked,
    /// Formulas for the final figures
    Unseen,
}

/// A record of a JSONL list.
#[derive(Deserialize)]
struct Record {
    latex: String,
}

/// A formula and its hash, by which the choice is made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    pub(super) hash: String,
    pub(super) latex: String,
}

/// Returns the formulas of a half of a list, in the order of their hashes.
pub(super) fn candidates(path: &Path, half: Half) -> Result<Vec<Candidate>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let is_packed = path.extension().is_some_and(|extension| extension == "gz");
    let text: Box<dyn Read> = if is_packed {
        Box::new(GzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut found = Vec::new();
    for line in BufReader::new(text).lines() {
        found.extend(candidate(&line?).filter(|(_, of)| *of == half).map(|found| found.0));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Returns the formula of a line and its half; `None` for one that is not measured.
fn candidate(line: &str) -> Option<(Candidate, Half)> {
    let latex = match (serde_json::from_str::<Record>(line), line.split_once('\t')) {
        (Ok(record), _) => record.latex,
        (_, Some(("display", latex))) if is_kept_from_training(line) => latex.to_owned(),
        (_, Some(("display" | "inline", _))) => return None,
        _ => line.to_owned(),
    };
    if !LENGTHS.contains(&latex.chars().count()) {
        return None;
    }
    let hash = Sha256::digest(format!("{SEED} {latex}"));
    let half = if hash[0].is_multiple_of(2) {
        Half::Looked
    } else {
        Half::Unseen
    };
    let hash = hex::encode(&hash[1..9]);
    Some((Candidate { hash, latex }, half))
}

fn is_kept_from_training(line: &str) -> bool {
    let mut crc = Crc::new();
    crc.update(line.as_bytes());
    crc.sum().is_multiple_of(KEPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_lines_of_three_forms() {
        let latex = |line: &str| candidate(line).map(|(found, _)| found.latex);
        assert_eq!(latex("x = y + 1 + z").as_deref(), Some("x = y + 1 + z"));
        assert_eq!(latex(r#"{"latex": "x = y + 1 + z"}"#).as_deref(), Some("x = y + 1 + z"));
        assert_eq!(latex("inline\tx = y + 1 + z"), None);
        assert_eq!(latex("x = y"), None);
        let displayed: Vec<bool> = (0..100)
            .map(|n| latex(&format!("display\tx = y + z + {n}")).is_some())
            .collect();
        let kept = displayed.iter().filter(|kept| **kept).count();
        assert!((1..15).contains(&kept), "{kept}");
    }

    #[test]
    fn the_checksum_is_that_of_the_recipe() {
        // zlib.crc32(line) % 20 == 0 in Python.
        let kept: Vec<u32> = (0..100)
            .filter(|n| is_kept_from_training(&format!("display\tx^2+{n}")))
            .collect();
        assert_eq!(kept, [2, 24, 72, 93, 98]);
    }

    #[test]
    fn halves_are_fixed_and_about_equal() {
        let looked = (0..1000)
            .filter_map(|n| candidate(&format!("x = y + z + {n}")))
            .filter(|(_, half)| *half == Half::Looked)
            .count();
        assert!((450..550).contains(&looked), "{looked}");
    }
}
