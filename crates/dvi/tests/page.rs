//! A page with every kind of glyph, and broken files.
//!
//! `data/page.dvi` is the output of LaTeX for `data/page.tex`. `data/page.json` was written by the Python code that
//! labels the detector's training pages (`models/glyph-detector/pages.py`). The test checks that both see the same
//! glyphs on the page.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use proptest::prelude::*;
use texlens_dvi::{DviError, read};
use texlens_vocabulary::PageGlyphs;

const PAGE: &[u8] = include_bytes!("data/page.dvi");

/// The font metrics among the files of the TeX engine.
static METRICS: LazyLock<HashMap<String, Vec<u8>>> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex/core.tar.gz");
    let file = flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap());
    let mut archive = tar::Archive::new(file);
    let files = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().to_string_lossy().into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        (name, content)
    });
    files.filter(|(name, _)| name.ends_with(".tfm")).collect()
});

fn metrics(font: &str) -> Option<&'static Vec<u8>> {
    METRICS.get(&format!("{font}.tfm"))
}

#[test]
fn a_page_shows_what_it_shows_to_the_training_data() {
    let expected: Vec<PageGlyphs> = serde_json::from_str(include_str!("data/page.json")).unwrap();
    let document = read(PAGE, metrics, 150.0).unwrap();
    assert!(document.unknown.is_empty(), "{:?}", document.unknown);
    assert_eq!(document.pages.len(), expected.len());
    for (page, expected) in document.pages.iter().zip(&expected) {
        assert_eq!((page.width, page.height), (expected.width, expected.height));
        assert_eq!(page.glyphs.len(), expected.glyphs.len());
        for (glyph, expected) in page.glyphs.iter().zip(&expected.glyphs) {
            assert_eq!((&glyph.symbol, glyph.style), (&expected.symbol, expected.style));
            let lengths = |g: &texlens_vocabulary::Glyph| [g.x, g.y, g.width, g.height, g.depth, g.size];
            for (a, b) in lengths(glyph).into_iter().zip(lengths(expected)) {
                assert!((a - b).abs() < 0.01, "{glyph:?} is not {expected:?}");
            }
        }
        let edges = |page: &PageGlyphs| {
            page.rules
                .iter()
                .flat_map(|r| [r.bbox.x0, r.bbox.y0, r.bbox.x1, r.bbox.y1])
                .collect()
        };
        let (a, b): (Vec<f32>, Vec<f32>) = (edges(page), edges(expected));
        assert_eq!(a.len(), b.len());
        assert!(
            a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 0.01),
            "{a:?} is not {b:?}"
        );
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let nothing = |_: &str| None::<Vec<u8>>;
    assert_eq!(read(b"", nothing, 150.0), Err(DviError::Truncated { at: 0 }));
    assert_eq!(
        read(b"\xfe", nothing, 150.0),
        Err(DviError::Opcode { opcode: 254, at: 0 })
    );
    assert_eq!(read(b"\x8e", nothing, 150.0), Err(DviError::Stack { at: 0 }));
    assert_eq!(read(b"hello", nothing, 150.0), Err(DviError::Font { at: 0 }));
    let font = "cmbx10".to_owned();
    let without_bold = |name: &str| metrics(name).filter(|_| name != "cmbx10");
    assert_eq!(read(PAGE, without_bold, 150.0), Err(DviError::Metrics { font }));
    let cut = PAGE.get(..PAGE.len() / 2).unwrap();
    assert!(matches!(read(cut, metrics, 150.0), Err(DviError::Truncated { .. })));
}

proptest! {
    #[test]
    fn anything_is_read_or_refused(file in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&file, |_| Some(file.clone()), 150.0);
    }

    #[test]
    fn damaged_files_are_read_or_refused(at in 0..PAGE.len(), byte in any::<u8>()) {
        let mut file = PAGE.to_vec();
        file[at] = byte;
        let _ = read(&file, metrics, 150.0);
    }

    #[test]
    fn damaged_metrics_are_used_or_refused(at in 0..1000usize, byte in any::<u8>()) {
        let damaged = |font: &str| {
            let mut file = metrics(font)?.clone();
            *file.get_mut(at)? = byte;
            Some(file)
        };
        let _ = read(PAGE, damaged, 150.0);
    }
}

/// Reads documents with many font packages, with the metrics of the TeX installation.
#[test]
fn real_documents_are_read() {
    let data = std::env::var_os("TEXLENS_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let Ok(documents) = std::fs::read_dir(data.join("documents/dev")) else {
        eprintln!("skipped: the documents are not there (TEXLENS_DATA)");
        return;
    };
    let installed = |font: &str| {
        let found = Command::new("kpsewhich").arg(format!("{font}.tfm")).output().ok()?;
        std::fs::read(String::from_utf8(found.stdout).ok()?.trim()).ok()
    };
    if installed("cmr10").is_none() {
        eprintln!("skipped: there is no TeX installation (kpsewhich)");
        return;
    }
    for document in documents {
        let path = document.unwrap().path().join("doc.dvi.gz");
        let Ok(file) = std::fs::File::open(&path) else { continue };
        let mut dvi = Vec::new();
        flate2::read::GzDecoder::new(file).read_to_end(&mut dvi).unwrap();
        let document = read(&dvi, installed, 150.0).unwrap();
        let known: usize = document.pages.iter().map(|page| page.glyphs.len()).sum();
        let unknown: usize = document.unknown.values().sum();
        assert!(
            known > 1000 * unknown.max(1),
            "{}: {:?}",
            path.display(),
            document.unknown
        );
    }
}
