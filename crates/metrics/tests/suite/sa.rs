use crate::{case, check, score, spans};
use texlens_metrics::{Outcome, Side, SpanKind};

#[test]
fn values() {
    check(
        "sa",
        &[
            case(
                "equal titles",
                "\\section{A}\\subsection{B}",
                "\\section{A}\\subsection{B}",
                Some(1.0),
            ),
            case(
                "precision: missing titles cost nothing",
                "\\section{A}\\section{B}",
                "\\section{A}",
                Some(1.0),
            ),
            case(
                "precision: extra titles do",
                "\\section{A}",
                "\\section{A}\\section{B}",
                Some(0.5),
            ),
            case(
                "a number is no part of the title",
                "\\section{Aims}",
                "\\section{3.2. Aims}",
                Some(1.0),
            ),
            case(
                "a number with letters is",
                "\\section{3D shapes}",
                "\\section{shapes}",
                Some(1.0),
            ),
            case(
                "the reference may contain the prediction",
                "\\section{Aims and means}",
                "\\section{Aims}",
                Some(1.0),
            ),
            case(
                "the prediction may contain the reference",
                "\\section{Aims}",
                "\\section{Aims and means}",
                Some(1.0),
            ),
            case(
                "each title is used once",
                "\\section{A}",
                "\\section{A}\\section{A}",
                Some(0.5),
            ),
            case(
                "equal titles come before contained ones",
                "\\section{A b}\\section{A}",
                "\\section{A}\\section{A b}",
                Some(1.0),
            ),
            case("the level is ignored", "\\section{A}", "\\subsubsection*{A}", Some(1.0)),
            case("case counts", "\\section{Aims}", "\\section{AIMS}", Some(0.0)),
            case(
                "white space does not",
                "\\section{Aims  of\nit}",
                "\\section{ Aims of it }",
                Some(1.0),
            ),
            case(
                "an empty title matches no other",
                "\\section{A}",
                "\\section{}",
                Some(0.0),
            ),
            case("but another one", "\\section{}", "\\section{}", Some(1.0)),
            case(
                "a title that is a number keeps it",
                "\\section{1984}",
                "\\section{1984}",
                Some(1.0),
            ),
            case("no headings at all", "a", "b", None),
            case("none predicted where there are some", "\\section{A}", "b", Some(0.0)),
            case("some predicted where there are none", "a", "\\section{B}", Some(0.0)),
            case("a chapter is not looked at", "\\chapter{A}", "\\chapter{A}", None),
        ],
    );
}

#[test]
fn a_rate_has_its_numbers_and_an_absent_prediction_has_none() {
    let rate = |reference, prediction| match score("sa", reference, prediction).outcome {
        Outcome::Defined { ratio, .. } => ratio.map(|ratio| (ratio.numerator, ratio.denominator)),
        Outcome::Undefined { reason } => panic!("{reason}"),
    };
    assert_eq!(rate("\\section{A}", "\\section{A}\\section{B}"), Some((1.0, 2.0)));
    assert_eq!(rate("\\section{A}", ""), None);
}

#[test]
fn spans_show_matched_missing_and_extra_titles() {
    let (reference, prediction) = ("\\section{A}\\section{B}", "x\\subsection{A}\\section{C}");
    let score = score("sa", reference, prediction);
    assert_eq!(
        spans(&score, reference, prediction),
        [
            (Side::Reference, SpanKind::Match, "\\section{A}"),
            (Side::Reference, SpanKind::Missing, "\\section{B}"),
            (Side::Prediction, SpanKind::Match, "\\subsection{A}"),
            (Side::Prediction, SpanKind::Extra, "\\section{C}"),
        ]
    );
    assert!(score.spans[0].note.contains("\\subsection"), "{}", score.spans[0].note);
}

#[test]
fn f1_counts_missing_and_extra_titles() {
    let without_levels = [
        case(
            "equal titles",
            "\\section{A}\\subsection{B}",
            "\\section{A}\\subsection{B}",
            Some(1.0),
        ),
        case(
            "one of two missing: 2 * 1 / 3",
            "\\section{A}\\section{B}",
            "\\section{A}",
            Some(2.0 / 3.0),
        ),
        case(
            "one of two too many",
            "\\section{A}",
            "\\section{A}\\section{B}",
            Some(2.0 / 3.0),
        ),
        case("none predicted", "\\section{A}", "", Some(0.0)),
        case("none to predict", "", "\\section{A}", Some(0.0)),
        case("no headings at all", "a", "b", None),
    ];
    check("sa_f1", &without_levels);
    check("sa_f1_levels", &without_levels);
    let other_level = ["\\section{A}\\section{B}", "\\section{A}\\subsection{B}"];
    check(
        "sa_f1",
        &[case("the level is ignored", other_level[0], other_level[1], Some(1.0))],
    );
    check(
        "sa_f1_levels",
        &[case("it counts: 2 * 1 / 4", other_level[0], other_level[1], Some(0.5))],
    );
    let twice = ["\\section{A}\\subsection{A}", "\\subsection{A}\\section{A}"];
    check(
        "sa_f1_levels",
        &[case("a title on two levels", twice[0], twice[1], Some(1.0))],
    );
}

#[test]
fn no_prediction_at_all_is_said_in_words() {
    assert_eq!(
        score("sa", "\\section{A}", "").summary,
        "no title is predicted; missing: “A”"
    );
}
