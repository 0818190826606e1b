//! The boxes of character detection matching from LaTeX alone, with the native engine.

#![cfg(feature = "native")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use texlens_appearance::cdm::{Unrendered, boxes};
use texlens_draw::Setter;
use texlens_metrics::cdm::{RenderedFormula, Variant, match_formulas};
use texlens_tex::{Compiler, Use};

static COMPILER: LazyLock<Compiler> = LazyLock::new(|| {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"));
    Compiler::open(&folder, &[Use::Dvi]).unwrap()
});

fn rendered(formulas: &[&str]) -> Vec<Result<RenderedFormula, Unrendered>> {
    let formulas: Vec<(Variant, &str)> = formulas.iter().map(|formula| (Variant::Unimernet, *formula)).collect();
    boxes(&Setter::new(&COMPILER), &formulas).unwrap()
}

#[test]
fn boxes_are_those_of_the_official_pixels() {
    // The official boxes of the two formulas; one or two pixels depend on the renderer.
    type Official = [(&'static str, [f64; 4])];
    let official: [(&str, &Official); 2] = [
        (
            "\\frac{1}{2}",
            &[
                ("\\frac", [7.0, 42.0, 25.0, 46.0]),
                ("1", [11.0, 7.0, 23.0, 30.0]),
                ("2", [9.0, 53.0, 24.0, 76.0]),
            ],
        ),
        (
            "\\frac{4}{2}",
            &[
                ("\\frac", [7.0, 43.0, 25.0, 47.0]),
                ("4", [9.0, 7.0, 25.0, 31.0]),
                ("2", [9.0, 54.0, 24.0, 77.0]),
            ],
        ),
    ];
    for (latex, official) in official {
        let formula = rendered(&[latex]).remove(0).unwrap();
        for (found, (token, bbox)) in formula.boxes.iter().zip(official) {
            assert_eq!(found.token, *token);
            for (found, expected) in found.bbox.iter().zip(bbox) {
                assert!((found - expected).abs() <= 2.0, "{latex}: {formula:?}");
            }
        }
        assert_eq!(formula.boxes.len(), official.len());
    }
}

#[test]
fn formulas_that_cannot_be_set_have_reasons_and_harm_no_others() {
    let formulas = [
        "x^2",
        "",
        "\\hspace{1em}",
        "\\def\\x{\\x}\\x",
        "a_{",
        "\\frac{1",
        "x^2",
        "\\undefined y",
    ];
    let rendered = rendered(&formulas);
    assert_eq!(rendered.len(), formulas.len());
    assert_eq!(rendered[0].as_ref().unwrap().boxes.len(), 2);
    assert_eq!(rendered[0], rendered[6]);
    for faulty in [1, 2, 3] {
        assert!(!rendered[faulty].as_ref().unwrap_err().to_string().is_empty());
    }
    // As in the official tools, errors do not matter if a page comes out.
    assert_eq!(rendered[7].as_ref().unwrap().boxes.len(), 1);
}

/// The environment variable `TEXLENS_DATA` names the folder of development data, which is not part of the repository.
#[test]
fn scores_agree_with_the_official_ones() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("TEXLENS_DATA").map_or(beside, PathBuf::from);
    let Ok(records) = std::fs::read_to_string(folder.join("gold/dev-cdm-boxes.jsonl")) else {
        eprintln!(
            "skipped: no gold/dev-cdm-boxes.jsonl in {}; set TEXLENS_DATA",
            folder.display()
        );
        return;
    };
    let records = records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    // A third of them: the example `cdm_agreement` compares all.
    let records: Vec<Value> = records
        .filter(|record| record["variant"] == "unimernet" && record["env_limited"].is_null())
        .step_by(3)
        .collect();
    let text = |key: &'static str| records.iter().map(move |record| record[key].as_str().unwrap());
    let formulas: Vec<&str> = text("ref").chain(text("pred")).collect();
    let rendered = rendered(&formulas);
    let (references, predictions) = rendered.split_at(records.len());
    let mut differences = Vec::new();
    for ((record, reference), prediction) in records.iter().zip(references).zip(predictions) {
        let own = reference.as_ref().ok().filter(|reference| !reference.boxes.is_empty());
        let own = own.map(|reference| match prediction {
            Ok(prediction) => match_formulas(reference, prediction, Variant::Unimernet).unwrap().f1(),
            Err(_) => 0.0,
        });
        let official = record["result"]["f1"].as_f64();
        differences.push(
            own.zip(official)
                .map_or(f64::from(u8::from(own != official)), |(a, b)| (a - b).abs()),
        );
    }
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    let close = differences.iter().filter(|difference| **difference <= 0.001).count();
    assert!(mean <= 0.02, "{mean}");
    assert!(close * 10 >= differences.len() * 9, "{close} of {}", differences.len());
}

#[test]
fn rows_match_themselves() {
    let rows = "\\begin{array}{rcl}pG &=& (a+b)G \\\\ &=& HG+D_i \\\\ &=& P.\\end{array}";
    let aligned = "\\begin{aligned}pG &= (a+b)G \\\\ &= HG+D_i\\end{aligned}";
    for latex in [rows, aligned] {
        let formula = rendered(&[latex]).remove(0).unwrap();
        let matching = match_formulas(&formula, &formula, Variant::Unimernet).unwrap();
        assert_eq!(matching.f1(), 1.0, "{latex}");
    }
}
