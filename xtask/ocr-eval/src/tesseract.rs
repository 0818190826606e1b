//! The words that the command `tesseract` reads, with their positions, as text for the typesetter's rules.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use texlens_ocr::BBox;

use crate::dataset::{Page, write};
use crate::kept::Kept;

/// A word with its position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) bbox: BBox,
}

/// Reads all pages that are not cached, with one thread like the detector.
pub(crate) fn read(cache: &Path, dataset: &Path, pages: &[&Page]) -> Result<Kept> {
    let mut kept = Kept::open(cache.join(format!("tesseract-{}", version()?)), "tsv")?;
    let missing: Vec<&&Page> = pages.iter().filter(|page| !kept.has(page)).collect();
    for (index, page) in missing.iter().enumerate() {
        let began = Instant::now();
        let mut command = Command::new("tesseract");
        command
            .env("OMP_THREAD_LIMIT", "1")
            .arg(dataset.join(&page.image))
            .args(["stdout", "tsv"]);
        let output = command.output()?;
        if !output.status.success() {
            bail!(
                "tesseract, {}: {}",
                page.id,
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("[{}/{}] {} {seconds:.2} s", index + 1, missing.len(), page.id);
        write(&kept.path(page), &output.stdout)?;
        kept.add(&page.id, seconds)?;
    }
    Ok(kept)
}

/// Reports whether the command can be run, and prints the reason if it cannot.
pub(crate) fn is_there() -> bool {
    version()
        .inspect_err(|error| println!("no column of Tesseract: {error}"))
        .is_ok()
}

/// Returns the version, for example `5.3.0`.
fn version() -> Result<String> {
    let output = Command::new("tesseract").arg("--version").output();
    let output =
        output.context("tesseract is not there; on Debian: apt-get install tesseract-ocr tesseract-ocr-eng")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.lines().next().and_then(|line| line.split_whitespace().nth(1));
    Ok(version.context("tesseract --version says no version")?.to_owned())
}

/// Returns the paragraphs of Tesseract's TSV output, each with its lines of words.
pub(crate) fn paragraphs(tsv: &str) -> Vec<Vec<Vec<Word>>> {
    let words: Vec<(Place, Word)> = tsv.lines().filter_map(word).collect();
    let same_paragraph = |a: &(Place, Word), b: &(Place, Word)| a.0.paragraph == b.0.paragraph;
    let same_line = |a: &&(Place, Word), b: &&(Place, Word)| a.0.line == b.0.line;
    let line = |words: &[&(Place, Word)]| words.iter().map(|(_, word)| word.clone()).collect();
    let paragraph = |words: &[(Place, Word)]| {
        let words: Vec<&(Place, Word)> = words.iter().collect();
        words.chunk_by(same_line).map(line).collect()
    };
    words.chunk_by(same_paragraph).map(paragraph).collect()
}

/// The position of a word in the text.
#[derive(Debug, PartialEq)]
struct Place {
    /// Block and paragraph.
    paragraph: (u32, u32),
    line: u32,
}

/// Parses a row of level 5, which is a word. The cells are level, page, block, paragraph, line, word, left, top, width,
/// height, confidence, text.
fn word(row: &str) -> Option<(Place, Word)> {
    let cells: Vec<&str> = row.split('\t').collect();
    let ["5", _, block, paragraph, line, _, left, top, width, height, _, text] = cells.as_slice() else {
        return None;
    };
    let number = |cell: &str| cell.parse::<f32>().ok();
    let (x0, y0) = (number(left)?, number(top)?);
    let bbox = BBox {
        x0,
        y0,
        x1: x0 + number(width)?,
        y1: y0 + number(height)?,
    };
    let place = Place {
        paragraph: (block.parse().ok()?, paragraph.parse().ok()?),
        line: line.parse().ok()?,
    };
    let text = text.trim();
    (!text.is_empty()).then(|| {
        (
            place,
            Word {
                text: text.to_owned(),
                bbox,
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_into_lines_and_paragraphs() {
        let tsv = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
            4\t1\t1\t1\t1\t0\t10\t20\t30\t8\t-1\t\n\
            5\t1\t1\t1\t1\t1\t10\t20\t12\t8\t96.1\tTwo\n\
            5\t1\t1\t1\t1\t2\t25\t20\t15\t8\t95.0\twords\n\
            5\t1\t1\t1\t2\t1\t10\t32\t12\t8\t95.0\there.\n\
            5\t1\t1\t2\t1\t1\t10\t52\t12\t8\t95.0\tNext\n\
            5\t1\t2\t1\t1\t1\t10\t72\t12\t8\t95.0\t \n";
        let texts = |line: &Vec<Word>| line.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let paragraphs = paragraphs(tsv);
        let lines: Vec<Vec<String>> = paragraphs
            .iter()
            .map(|lines| lines.iter().map(texts).collect())
            .collect();
        assert_eq!(
            lines,
            [
                vec!["Two words".to_owned(), "here.".to_owned()],
                vec!["Next".to_owned()]
            ]
        );
        assert_eq!(paragraphs[0][0][1].bbox.x1, 40.0);
    }
}
