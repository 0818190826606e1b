//! Reports with KaTeX's own style sheet and fonts, if npm has installed them.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

use std::{collections::BTreeMap, fs, path::Path};

use texlens_evaluate::{Evaluation, Formula, FormulaPair, Found, Kind, Prediction, SampleResult};
use texlens_report::{Assets, to_html};

/// Returns KaTeX as npm installed it; before `npm ci`, prints a message and returns `None`.
fn katex() -> Option<Assets> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../node_modules/katex/dist"));
    let Ok(katex_css) = fs::read_to_string(folder.join("katex.min.css")) else {
        eprintln!("skipped: {} is missing, run `npm ci`", folder.display());
        return None;
    };
    let read = |path: &str| {
        let name = path.rsplit('/').next().unwrap().to_owned();
        (name, fs::read(folder.join(path)).unwrap())
    };
    let fonts: BTreeMap<String, Vec<u8>> = Assets::font_paths(&katex_css).map(read).collect();
    Some(Assets { katex_css, fonts })
}

fn report(assets: &Assets, latex: &str) -> String {
    let formula = Formula {
        latex: latex.to_owned(),
        display: true,
        range: 0..latex.len(),
    };
    let sample = SampleResult {
        id: "formula".to_owned(),
        kind: Kind::Formula,
        reference: None,
        prediction: Some(Prediction::given("by hand".to_owned(), latex.to_owned())),
        formulas: vec![FormulaPair {
            reference: None,
            prediction: Some(formula),
            exact: false,
            found: Found::Alone,
        }],
        ..SampleResult::default()
    };
    let evaluation = Evaluation {
        title: "Fonts".to_owned(),
        samples: vec![sample],
        ..Evaluation::default()
    };
    to_html(&evaluation, assets).unwrap()
}

#[test]
fn the_version_is_the_one_that_the_renderer_follows() {
    let package = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../package.json"));
    let package: serde_json::Value = serde_json::from_str(&fs::read_to_string(package).unwrap()).unwrap();
    // The README of katex-rs 0.3.0 states which version it tracks.
    assert_eq!(package["devDependencies"]["katex"], "0.18.5");
}

#[test]
fn every_face_of_the_style_sheet_has_a_woff2_file() {
    let Some(assets) = katex() else { return };
    assert_eq!(assets.fonts.len(), assets.katex_css.matches("@font-face").count());
    assert_eq!(assets.fonts.len(), 20);
}

#[test]
fn formulas_bring_the_faces_they_use() {
    let Some(assets) = katex() else { return };
    for (latex, faces) in [
        ("x+1", 2),                       // Main, Math italic
        (r"\mathbb{R}", 1 + 1),           // Main, AMS
        (r"\mathbf{v}", 1 + 1),           // Main, Main bold
        (r"\left(\frac12\right)", 1 + 1), // Main, Size1
        (r"\mathfrak{g}\mathtt{t}", 1 + 2),
    ] {
        let html = report(&assets, latex);
        assert_eq!(html.matches("@font-face").count(), faces, "{latex}");
        assert!(!html.contains("url(fonts/"), "{latex}");
    }
}
