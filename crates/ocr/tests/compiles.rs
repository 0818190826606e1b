//! Checks that the typesetter's output compiles for any page: the pages of the fixtures, complete and cut, and random
//! pages. `cargo xtask ocr-eval --compile` does the same with thousands of pages.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "invariants/pages.rs"]
mod pages;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use texlens_ocr::typeset::{typeset, typeset_document};
use texlens_ocr::{Glyph, PageGlyphs, Style};
use texlens_tex::{Compiler, Use, compile_pages};

static COMPILER: LazyLock<Compiler> = LazyLock::new(|| {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"));
    Compiler::open(&folder, &[Use::Fragment]).unwrap()
});

fn compiles(what: &str, latex: &str) {
    let whole = 0..latex.len();
    let verdict = compile_pages(latex, std::slice::from_ref(&whole), |source| COMPILER.compile(source)).unwrap();
    let errors: Vec<_> = verdict
        .errors
        .iter()
        .map(|error| (&error.diagnostic.message, &error.excerpt))
        .collect();
    assert!(errors.is_empty(), "{what}: {errors:?} in\n{latex}");
}

/// Returns the pages of `tests/rules` with their names.
fn fixtures() -> Vec<(String, PageGlyphs)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let files = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let stages = files(&folder).filter(|path| path.is_dir());
    let mut found: Vec<PathBuf> = stages.flat_map(|stage| files(&stage).collect::<Vec<_>>()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    found.sort();
    let page = |path: &PathBuf| serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    found
        .iter()
        .map(|path| (path.display().to_string(), page(path)))
        .collect()
}

#[test]
fn pages_and_documents() {
    let fixtures = fixtures();
    assert!(fixtures.len() > 40);
    for (name, page) in &fixtures {
        compiles(name, &typeset(page).latex);
    }
    for document in fixtures.chunks(6) {
        let pages: Vec<PageGlyphs> = document.iter().map(|(_, page)| page.clone()).collect();
        let latex: Vec<String> = typeset_document(&pages).into_iter().map(|page| page.latex).collect();
        compiles("documents", &latex.join("\n"));
    }
}

#[test]
fn pages_that_are_cut() {
    for (index, (name, page)) in fixtures().into_iter().enumerate() {
        // Each page is cut at another place.
        let share = (index * 37 % 100) as f32 / 100.0;
        let mut part = page.clone();
        if index % 2 == 0 {
            part.glyphs.retain(|glyph| glyph.y < share * page.height);
        } else {
            part.glyphs.retain(|glyph| glyph.x < share * page.width);
        }
        compiles(&format!("{name}, cut at {share}"), &typeset(&part).latex);
    }
}

#[test]
fn pages_of_random_glyphs() {
    let mut state = 7_u64;
    let mut byte = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as u8
    };
    for number in 0..60 {
        let bytes: Vec<u8> = (0..40 * number).map(|_| byte()).collect();
        compiles(&format!("random page {number}"), &typeset(&pages::page(&bytes)).latex);
    }
}

/// Returns a line of glyphs in typewriter type.
fn typed(text: &[&str]) -> PageGlyphs {
    let mut page = PageGlyphs {
        width: 1240.0,
        height: 1754.0,
        ..PageGlyphs::default()
    };
    for (index, symbol) in text.iter().enumerate() {
        page.glyphs.push(Glyph {
            symbol: (*symbol).to_owned(),
            style: Style::Typewriter,
            x: 200.0 + 10.9 * index as f32,
            y: 400.0,
            width: 10.9,
            height: 12.0,
            depth: 0.0,
            size: 20.8,
            confidence: 1.0,
        });
    }
    page
}

#[test]
fn addresses_of_any_characters() {
    let start: Vec<&str> = ["h", "t", "t", "p", ":", "/", "/"].to_vec();
    let model: serde_json::Value = serde_json::from_str(include_str!("../../../models/glyph-detector.json")).unwrap();
    let names = model["symbols"]
        .as_array()
        .unwrap()
        .iter()
        .map(|symbol| symbol["name"].as_str().unwrap());
    // Test several at a time, so that a compilation is not spent on each.
    for chunk in names.collect::<Vec<_>>().chunks(20) {
        let mut page = PageGlyphs::default();
        for (line, symbol) in chunk.iter().enumerate() {
            let text: Vec<&str> = start.iter().copied().chain([*symbol, "a", *symbol]).collect();
            let mut typed = typed(&text);
            typed.glyphs.iter_mut().for_each(|glyph| glyph.y += 30.0 * line as f32);
            page.glyphs.append(&mut typed.glyphs);
            (page.width, page.height) = (typed.width, typed.height);
        }
        compiles(&format!("{chunk:?}"), &typeset(&page).latex);
    }
}
