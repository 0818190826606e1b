//! TexOCR's error types: a correct page has none, and a page with a single fault has only the type of this fault.
#![allow(clippy::unwrap_used, missing_docs)]

use texlens_evaluate::{
    Detail, ErrorFinding, ErrorInput, ErrorType, Judgement, Kind, Parsed, Scorer, Text, error_types, formula_pairs_of,
};
use texlens_metrics::{Compiled, Settings, Side};

const PAGE: &str = r"\section{Tides}
The moon raises two bulges of water on opposite sides of the earth \cite{Laplace_1776}. Their height $h$ falls with
the third power of the distance $r$, as Figure~\ref{fig:figure_1} shows, and so the sun counts for less than half as
much as the moon does \cite{Darwin_1898, Love_1911}.
\begin{equation}
h = \frac{3}{4} \frac{M}{m} \left( \frac{a}{r} \right)^{3} a \label{eq:equation_1}
\end{equation}
Equation~\eqref{eq:equation_1} gives the values of the following table for an earth that is covered with water.

\begin{table}
\begin{tabular}{lrr}
Body & Distance & Height \\ \hline
Moon & 384400 & 0.36 \\
Sun & 149600000 & 0.16 \\
Venus & 41400000 & \\
\end{tabular}
\end{table}

\begin{figure}
\includegraphics{figure_1}
\caption{Two bulges, drawn much larger than they are.}
\label{fig:figure_1}
\end{figure}

Real oceans are shallow and have coasts, which is why the tide in a harbour is measured and not computed from
first principles. Where $r$ is small the tide bends rock as well.";

fn findings(kind: Kind, reference: &str, prediction: &str, compiled: Option<Compiled>) -> Vec<ErrorFinding> {
    let settings = Settings::default();
    let formulas = formula_pairs_of(kind, reference, prediction).unwrap();
    let [reference, prediction] = [Text::from(reference), Text::from(prediction)];
    let reference = Parsed::of(Side::Reference, &reference).unwrap();
    let prediction = Parsed::of(Side::Prediction, &prediction).unwrap();
    error_types(&ErrorInput {
        kind,
        reference: Some(&reference),
        prediction: &prediction.with_compiled(compiled),
        formulas: &formulas,
        settings: &settings,
    })
}

fn found(findings: &[ErrorFinding]) -> Vec<ErrorType> {
    let found = findings.iter().filter(|finding| finding.is_found());
    found.map(|finding| finding.error_type).collect()
}

/// Returns the page with one place changed.
fn with(from: &str, to: &str) -> String {
    assert_eq!(PAGE.matches(from).count(), 1, "{from}");
    PAGE.replace(from, to)
}

fn why(findings: &[ErrorFinding], error_type: ErrorType) -> &str {
    let finding = findings
        .iter()
        .find(|finding| finding.error_type == error_type)
        .unwrap();
    match &finding.judgement {
        Judgement::Found { why } => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_right_has_no_error() {
    for prediction in [
        PAGE.to_owned(),
        with("$h$", "\\(h\\)"),
        with("\\frac{a}{r}", "a/r"),
        with("\\label{fig:figure_1}", "\\label{figure_1}"),
        with("Venus & 41400000 & \\\\", "Venus & 41400000 \\\\ \\hline"),
        with("Real oceans are shallow", "Real 0ceans are shal1ow"),
        PAGE.replace('\n', " ").replace("  ", "\n\n"),
    ] {
        let findings = findings(Kind::Page, PAGE, &prediction, Some(verdict(true)));
        assert_eq!(found(&findings), [], "{findings:#?}");
        assert_eq!(findings.len(), ErrorType::ALL.len());
    }
}

#[test]
fn each_fault_has_its_own_type_and_no_other() {
    use ErrorType::{CitationError, FormulaMismatch, MissingText, TableCorruption};
    let last = PAGE.split("\n\n").last().unwrap();
    let first = "The moon raises two bulges of water on opposite sides of the earth \\cite{Laplace_1776}. ";
    for (prediction, expected, says) in [
        (with(last, ""), MissingText, "at the end of the page"),
        (with(first, ""), MissingText, "at the beginning of the page"),
        (
            with(
                ", which is why the tide in a harbour is measured and not computed from\nfirst principles",
                "",
            ),
            MissingText,
            "words",
        ),
        (with("{4}", "{1}"), FormulaMismatch, "1 formula differs"),
        (
            with("h = \\frac{3}", "h \\frac{3}"),
            FormulaMismatch,
            "1 formula differs",
        ),
        (with("\\left(", "("), FormulaMismatch, "formula"),
        (with("$h$", "h"), FormulaMismatch, "no delimiters"),
        (with("$h$", "\\[h\\]"), FormulaMismatch, "should be inline"),
        (with("$h$", ""), FormulaMismatch, "is missing"),
        (with("the sun", "the $sun$"), FormulaMismatch, "not in the reference"),
        (
            with("Moon & 384400", "Moon 384400"),
            TableCorruption,
            "2 cells in place of 3 in row 2",
        ),
        (with("0.36 \\\\\n", "0.36 & "), TableCorruption, "3 rows in place of 4"),
        (
            with("Distance &", "Distance & of &"),
            TableCorruption,
            "4 cells in place of 3 in row 1",
        ),
        (
            with("\\end{tabular}\n", ""),
            TableCorruption,
            "`\\begin{tabular}` is never closed",
        ),
        (
            with("\\begin{tabular}{lrr}", "").replace("\\end{tabular}", ""),
            TableCorruption,
            "Table 1 is missing",
        ),
        (with("\\cite{Laplace_1776}", "[1]"), CitationError, "“[1]”"),
        (
            with("Darwin_1898, ", ""),
            CitationError,
            "1 citation is missing: “Darwin_1898”",
        ),
        (
            with("Love_1911", "Love_1917"),
            CitationError,
            "not in the reference: “Love_1917”",
        ),
        (
            with("\\ref{fig:figure_1}", "1"),
            CitationError,
            "1 reference is missing",
        ),
        (
            with("\\ref{fig:figure_1}", "\\ref{fig:figure_7}"),
            CitationError,
            "leads to no label: “figure_7”",
        ),
        (with("\\label{fig:figure_1}", ""), CitationError, "leads to no label"),
    ] {
        let findings = findings(Kind::Page, PAGE, &prediction, None);
        assert_eq!(found(&findings), [expected], "{says}\n{findings:#?}");
        assert!(why(&findings, expected).contains(says), "{}", why(&findings, expected));
        let of_type = findings.iter().find(|finding| finding.is_found()).unwrap();
        assert!(!of_type.spans.is_empty());
        for span in &of_type.spans {
            let text = if span.side == Side::Reference {
                PAGE
            } else {
                &prediction
            };
            assert!(text.get(span.range.clone()).is_some(), "{span:?}");
        }
    }
}

fn verdict(compiles: bool) -> Compiled {
    let listed = if compiles {
        Vec::new()
    } else {
        vec![(Some(0..1), "Missing } inserted".to_owned())]
    };
    Compiled {
        compiles,
        fatal: false,
        pages: 1,
        errors: listed.len(),
        listed,
    }
}

#[test]
fn a_lost_brace_is_what_the_engine_says() {
    let prediction = with("drawn much larger than they are.}", "drawn much larger than they are.");
    let findings = findings(Kind::Page, PAGE, &prediction, Some(verdict(false)));
    assert_eq!(found(&findings), [ErrorType::CompilationFailure]);
    let why = why(&findings, ErrorType::CompilationFailure);
    assert!(why.contains("1 error: Missing } inserted"), "{why}");
}

#[test]
fn what_cannot_be_judged_says_why() {
    let findings = findings(Kind::Formula, "x^2", "$x^{2}$", None);
    assert_eq!(found(&findings), []);
    let types: Vec<_> = findings.iter().map(|finding| finding.error_type).collect();
    assert_eq!(types, [ErrorType::FormulaMismatch, ErrorType::CompilationFailure]);
    assert!(matches!(&findings[1].judgement, Judgement::NotJudged { reason } if reason.contains("TeX engine")));
}

#[test]
fn a_formula_is_judged_by_its_symbols() {
    for (reference, prediction, expected) in [
        ("x^2", "$x^{2}$", false),
        ("\\left(x\\right)", "(x)", false),
        ("x^2", "x^3", true),
        ("x^2", "", true),
        ("x^2", "\\left(x^2", true),
    ] {
        let findings = findings(Kind::Formula, reference, prediction, None);
        assert_eq!(
            !found(&findings).is_empty(),
            expected,
            "{reference} and {prediction}: {findings:?}"
        );
    }
}

#[test]
fn an_empty_prediction_lacks_text_and_tables_and_nothing_is_counted_twice() {
    let findings = findings(Kind::Page, PAGE, "", None);
    assert_eq!(found(&findings), [ErrorType::MissingText, ErrorType::TableCorruption]);
    assert!(why(&findings, ErrorType::MissingText).contains("all of the page"));
}

#[test]
fn keys_in_another_convention_count_by_their_number() {
    let numbers = PAGE
        .replace("Laplace_1776", "1")
        .replace("Darwin_1898, Love_1911", "2, 3");
    assert_eq!(found(&findings(Kind::Page, PAGE, &numbers, None)), []);
    let fewer = numbers.replace("2, 3", "2");
    let findings = findings(Kind::Page, PAGE, &fewer, None);
    assert_eq!(found(&findings), [ErrorType::CitationError]);
    assert!(why(&findings, ErrorType::CitationError).contains("1 citation of 3 is missing"));
}

#[test]
fn pages_of_a_document_are_named() {
    let settings = Settings::default();
    let scorer = Scorer::new(Kind::Document, &settings);
    let second = "Harbours have tables that tell when the water is high and when it is low again.";
    let [reference, prediction] = [Text::document([PAGE, second]), Text::document([PAGE, ""])];
    let reference = Parsed::of(Side::Reference, &reference).unwrap();
    let findings = scorer
        .assess(&reference, &prediction, None, Detail::Spans)
        .unwrap()
        .error_types;
    assert_eq!(found(&findings), [ErrorType::MissingText]);
    assert!(
        why(&findings, ErrorType::MissingText).contains("all of page 2"),
        "{findings:?}"
    );
}
