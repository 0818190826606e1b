use texlens_metrics::Side;

use super::suspicion::MAX_SPANS;
use super::*;
use crate::Text;

const PAGE: &str = include_str!("../../../../www/samples/halo-model.tex");

fn kinds(reference: &str, prediction: &str) -> Vec<SuspicionKind> {
    let [reference, prediction] = [reference, prediction].map(Text::from);
    let reference = Parsed::of(Side::Reference, &reference).unwrap();
    let prediction = Parsed::of(Side::Prediction, &prediction).unwrap();
    let found = suspicions(&reference, &prediction);
    for suspicion in &found {
        assert!(
            suspicion.reason.ends_with('.') && !suspicion.spans.is_empty(),
            "{suspicion:?}"
        );
        assert!(suspicion.spans.len() <= MAX_SPANS);
        assert!(suspicion.spans.is_sorted_by_key(|span| span.start));
        for span in &suspicion.spans {
            assert!(prediction.latex().get(span.clone()).is_some(), "{suspicion:?}");
        }
    }
    found.into_iter().map(|suspicion| suspicion.kind).collect()
}

/// A page by other authors.
const OTHER: &str = include_str!("../../../../www/samples/transit-search.tex");

#[test]
fn honest_predictions_are_not_suspected() {
    let read = include_str!("../../../../www/samples/texlens/halo-model.tex");
    for prediction in [PAGE, read, OTHER, "", "x", "% A note.\nSome words."] {
        assert_eq!(kinds(PAGE, prediction), [], "{:.60}", prediction);
    }
    // A feature that the reference also has is no sign.
    let long = PAGE.repeat(5);
    assert_eq!(kinds(&long, &long), []);
}

#[test]
fn text_that_nobody_sees() {
    let macros = "\\newcommand{\\gone}[1]{}";
    for (before, after) in [
        ("\\iffalse ", "\\fi"),
        ("\\ifmmode ", "\\fi"),
        ("\\end{document}", ""),
        ("{\\color{white} ", "}"),
        ("{\\color[rgb]{1,1,1} ", "}"),
        ("\\color{white}", ""),
        ("\\textcolor{white}{", "}"),
        ("{\\fontsize{0.1pt}{0pt}\\selectfont ", "}"),
        ("\\scalebox{0}{", "}"),
        ("\\phantom{", "}"),
        ("\\setbox0\\vbox{", "}"),
        ("\\begin{comment}", "\\end{comment}"),
        ("\\gone{", "}"),
    ] {
        let prediction = format!("{macros}{OTHER}\n{before}{PAGE}{after}");
        let found = kinds(PAGE, &prediction);
        assert!(found.contains(&SuspicionKind::HiddenText), "{before}: {found:?}");
    }
    let seen = format!("{PAGE} \\textcolor{{red}}{{{PAGE}}}{{\\color{{white}}a}}");
    assert!(!kinds(PAGE, &seen).contains(&SuspicionKind::HiddenText));
}

#[test]
fn text_again_and_again() {
    assert_eq!(kinds(PAGE, &PAGE.repeat(2)), [SuspicionKind::RepeatedText]);
    let looping = format!("{PAGE}{}", "and so it goes on and on ".repeat(200));
    assert!(kinds(PAGE, &looping).contains(&SuspicionKind::RepeatedText));
}

#[test]
fn more_than_a_page_holds() {
    let words: String = (0..9000).map(|number| format!("w{number} ")).collect();
    assert_eq!(kinds(PAGE, &words), [SuspicionKind::TooMuchText]);
    assert_eq!(kinds(&words, &words), [], "the reference has it");
}

#[test]
fn formulas_in_bulk() {
    let letters: String = (0..200).map(|number| format!("$a_{{{number}}}$ ")).collect();
    assert!(kinds(PAGE, &format!("{PAGE}{letters}")).contains(&SuspicionKind::FormulasInBulk));
    let formulas = ["a + b = c_1", "\\frac{x}{y} > z^2", "\\int_0^1 f(t) dt = F"];
    let right: String = formulas.iter().map(|formula| format!("${formula}$ ")).collect();
    let guessed: String = formulas
        .iter()
        .flat_map(|formula| ["", "+1", "-2", "' ", "_k", "^n", "=0"].map(|end| format!("${formula}{end}$ ")))
        .collect();
    assert_eq!(kinds(&right, &right), []);
    assert!(kinds(&right, &guessed).contains(&SuspicionKind::FormulaVariants));
    assert_eq!(kinds(&guessed, &guessed), []);
}

/// If the work were quadratic, this test would not end.
#[test]
fn floods_are_read_to_their_end() {
    for piece in [
        "{",
        "\\color{white}",
        "\\ifmmode ",
        "$x+1$ ",
        "\\phantom{",
        "a ",
        "\\sbox{",
        "\\newcommand{\\x}[1]{}\\x",
    ] {
        kinds("a", &piece.repeat(200_000 / piece.len()));
    }
}

#[test]
fn a_suspicion_is_written_by_its_kind() {
    let suspicion = Suspicion::new(SuspicionKind::HiddenText, "Because.".to_owned(), vec![0..1; 200]);
    let json = serde_json::to_value(&suspicion).unwrap();
    assert_eq!(json["kind"], "hidden_text");
    assert_eq!(json["spans"].as_array().unwrap().len(), MAX_SPANS);
    assert_eq!(serde_json::from_value::<Suspicion>(json).unwrap(), suspicion);
}
