use crate::{score_given, spans};
use texlens_latex::Outline;
use texlens_metrics::{Compiled, Evidence, Input, Kind, Outcome, Score, Settings, SpanKind, score_all};

const PAGE: &str = "a \\foo b";

fn evidence(compiled: Compiled) -> Evidence {
    let mut evidence = Evidence::default();
    evidence.compiled = Some(compiled);
    evidence
}

fn clean(pages: u32) -> Compiled {
    Compiled {
        compiles: pages > 0,
        fatal: false,
        pages,
        errors: 0,
        listed: Vec::new(),
    }
}

fn with_errors(fatal: bool, pages: u32, errors: usize) -> Compiled {
    Compiled {
        compiles: false,
        fatal,
        pages,
        errors,
        listed: vec![(Some(2..6), "Undefined control sequence".to_owned())],
    }
}

fn judged(id: &str, compiled: Compiled) -> Score {
    score_given(&evidence(compiled), &Settings::default(), id, "", PAGE)
}

#[test]
fn success_is_no_error_and_a_page() {
    for (compiled, value, summary) in [
        (clean(2), 1.0, "compiles to 2 pages"),
        (clean(1), 1.0, "compiles to 1 page"),
        (clean(0), 0.0, "does not compile: no page comes out"),
        (
            with_errors(false, 1, 1),
            0.0,
            "does not compile: 1 error: Undefined control sequence",
        ),
        (
            with_errors(true, 0, 3),
            0.0,
            "does not compile: 3 errors; first: Undefined control sequence",
        ),
    ] {
        let score = judged("csr", compiled);
        assert_eq!((score.value(), score.summary.as_str()), (Some(value), summary));
    }
}

#[test]
fn the_lenient_reading_forgives_errors_but_no_early_end() {
    for (compiled, value, summary) in [
        (clean(2), 1.0, "compiles to 2 pages"),
        (clean(0), 0.0, "stops before the end: no page comes out"),
        (
            with_errors(false, 1, 1),
            1.0,
            "1 page, with 1 error: Undefined control sequence",
        ),
        (
            with_errors(true, 1, 2),
            0.0,
            "stops before the end: 2 errors; first: Undefined control sequence",
        ),
    ] {
        let score = judged("csr_lenient", compiled);
        assert_eq!((score.value(), score.summary.as_str()), (Some(value), summary));
    }
}

#[test]
fn errors_are_shown_where_their_place_is_known_and_in_the_text() {
    let mut compiled = with_errors(false, 1, 3);
    compiled.listed.push((None, "somewhere".to_owned()));
    compiled.listed.push((Some(6..600), "beyond".to_owned()));
    let score = judged("csr", compiled);
    assert_eq!(
        spans(&score, "", PAGE),
        [(texlens_metrics::Side::Prediction, SpanKind::Extra, "\\foo")]
    );
}

#[test]
fn without_a_verdict_there_is_no_value_but_advice() {
    for id in ["csr", "csr_lenient"] {
        let score = score_given(&Evidence::default(), &Settings::default(), id, PAGE, PAGE);
        assert!(matches!(score.outcome, Outcome::Undefined { reason } if reason.contains("--tex")));
    }
}

#[test]
fn with_a_verdict_usability_and_overall_are_defined() {
    let page = "\\section{A} See \\ref{fig:a} and \\cite{b}. Plain words stand in this section for all to read, and more.\n\
                \\[a+b=c\\]\n\\begin{table}\\begin{tabular}{c}1&2\\end{tabular}\\end{table}\n\
                \\begin{figure}x\\caption{c}\\label{fig:a}\\end{figure}\n@misc{b, title={T}}";
    let outline = Outline::of(page);
    let whole = 0..page.len();
    let scores = |compiled: Compiled| {
        score_all(
            Kind::Page,
            &Input {
                reference: &outline,
                prediction: &outline,
                reference_pages: std::slice::from_ref(&whole),
                prediction_pages: std::slice::from_ref(&whole),
                evidence: &evidence(compiled),
                settings: &Settings::default(),
                scores: &[],
                shared: &texlens_metrics::Shared::default(),
            },
        )
    };
    let value = |scores: &[Score], id: &str| scores.iter().find(|score| score.metric == id).unwrap().value();
    let good = scores(clean(1));
    assert_eq!(value(&good, "usability"), value(&good, "ds").map(|ds| (ds + 2.0) / 3.0));
    let bad = scores(clean(0));
    assert_eq!(value(&bad, "usability"), value(&bad, "ds").map(|ds| (ds + 1.0) / 3.0));
    let drop = value(&good, "overall").unwrap() - value(&bad, "overall").unwrap();
    assert!((drop - 1.0 / 9.0).abs() < 1e-12, "one of nine metrics, {drop}");
}
