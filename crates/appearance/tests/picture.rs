//! Drawings of pairs of formulas, with the native engine.

#![cfg(feature = "native")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};

use texlens_appearance::{Wanted, gather, pictures};
use texlens_draw::Setter;
use texlens_tex::{Compiler, Use};
use texlens_vocabulary::Drawn;

fn drawn(reference: Option<&str>, prediction: Option<&str>) -> [Option<Drawn>; 2] {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"));
    let compiler = Compiler::open(&folder, &[Use::Dvi]).unwrap();
    let formulas: Vec<&str> = reference.into_iter().chain(prediction).collect();
    let wanted = Wanted {
        boxes: false,
        layouts: true,
    };
    let (_, looks) = gather(&Setter::new(&compiler), &formulas, wanted).unwrap();
    pictures(&looks, reference, prediction, "t")
}

fn svg(drawn: Option<Drawn>) -> String {
    match drawn {
        Some(Drawn::Svg(svg)) => svg,
        other => panic!("{other:?}"),
    }
}

fn count(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

#[test]
fn symbols_in_another_place_are_marked_on_both_sides() {
    let [reference, prediction] = drawn(Some("a+2^2"), Some("a+2_2")).map(svg);
    for side in [&reference, &prediction] {
        assert_eq!(
            (count(side, Drawn::MATCHED), count(side, Drawn::UNMATCHED)),
            (3, 1),
            "{side}"
        );
        assert!(side.starts_with("<svg ") && side.contains("em\""), "{side}");
    }
    // Both stand in one document: their glyphs have different ids.
    let ids = |side: &str| {
        side.split("id=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(ids(&reference).iter().all(|id| !ids(&prediction).contains(id)));
}

#[test]
fn the_same_look_has_no_marks() {
    // Text in a formula has the fonts of plain mathematics, also where it asks for the usual ones.
    let alike = [
        ("{a\\over b}", "\\frac{a}{b}"),
        ("\\textnormal{h}_k", "\\mathrm{h}_k"),
        ("\\text{h}", "\\textrm{h}"),
    ];
    for (one, other) in alike {
        let [reference, prediction] = drawn(Some(one), Some(other)).map(svg);
        let unmatched = count(&reference, Drawn::UNMATCHED) + count(&prediction, Drawn::UNMATCHED);
        assert_eq!(unmatched, 0, "{one}");
    }
}

#[test]
fn one_side_alone_and_what_cannot_be_drawn() {
    let [reference, prediction] = drawn(Some("x"), None);
    assert_eq!(count(&svg(reference), Drawn::MATCHED), 0);
    assert_eq!(prediction, None);
    let [blank, broken] = drawn(Some("\\,"), Some("\\nonsense"));
    assert_eq!(blank, Some(Drawn::Blank));
    assert!(
        matches!(&broken, Some(Drawn::Failed(reason)) if reason == "Undefined control sequence at byte 0"),
        "{broken:?}"
    );
}

#[test]
fn rows_are_aligned_as_in_their_environment() {
    let rows = "\\begin{array}{rcl}p & = & q \\\\ & = & r\\end{array}";
    let aligned = "\\begin{aligned}p &= q \\\\ &= r\\end{aligned}";
    for latex in [rows, aligned] {
        let [reference, prediction] = drawn(Some(latex), Some(latex)).map(svg);
        assert_eq!(
            (count(&reference, Drawn::MATCHED), count(&prediction, Drawn::UNMATCHED)),
            (5, 0),
            "{latex}"
        );
    }
}
