//! Tests the rules of the typesetter, one fixture each. `rules/STAGE/NAME.tex` is a source, `NAME.json` holds the
//! glyphs that TeX makes from it (`cargo xtask ocr-fixtures` writes them), and `NAME.out.tex` is the expected output.
//! The engine has no other fonts than its own: `fonts/NAME.json` holds the glyphs that the text of a PDF states, set by
//! pdfTeX with the package at the start of NAME (`texlens ocr --glyphs --dpi 150`); so does `links/hyperref.json`, with
//! links and places. `math/crop.json` holds those of one formula, cut from its page.
//!
//! With `TEXLENS_UPDATE=1`, the test rewrites the expected output; review the changes before you commit them. The crate
//! `insta` is not used: its header would stand in every `.out.tex`, which would then no longer be LaTeX.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};

use texlens_ocr::PageGlyphs;
use texlens_ocr::typeset::typeset;

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let files = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let stages = files(&folder).filter(|path| path.is_dir());
    let mut found: Vec<PathBuf> = stages.flat_map(|stage| files(&stage).collect::<Vec<_>>()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    found.sort();
    found
}

#[test]
fn every_fixture_is_written_as_expected() {
    let update = std::env::var_os("TEXLENS_UPDATE").is_some();
    let mut wrong = Vec::new();
    let fixtures = fixtures();
    assert!(!fixtures.is_empty());
    for fixture in fixtures {
        let page: PageGlyphs = serde_json::from_slice(&fs::read(&fixture).unwrap()).unwrap();
        let written = format!("{}\n", typeset(&page).latex.trim_end());
        let expected = fixture.with_extension("out.tex");
        if update {
            fs::write(&expected, &written).unwrap();
        }
        if fs::read_to_string(&expected).unwrap_or_default() != written {
            wrong.push(format!("{}\n{written}", expected.display()));
        }
    }
    assert!(wrong.is_empty(), "other text than expected:\n\n{}", wrong.join("\n"));
}
