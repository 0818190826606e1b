use crate::{case, check, score, score_with, spans};
use texlens_metrics::{Score, Settings, Side, SpanKind};

const FIGURE: &str = "\\begin{figure}\\label{fig:figure_1}\\end{figure} See \\ref{fig:figure_1}.";

#[test]
fn values() {
    check(
        "rv",
        &[
            case("the same", FIGURE, FIGURE, Some(1.0)),
            case(
                "the label need not be there",
                FIGURE,
                "See \\ref{fig:figure_1}.",
                Some(1.0),
            ),
            case(
                "a prefix on one side does not count",
                FIGURE,
                "\\ref{figure_1}",
                Some(1.0),
            ),
            case("nor how it is written", FIGURE, "\\ref{Figure:figure_1}", Some(1.0)),
            case("another prefix does", FIGURE, "\\ref{tab:figure_1}", Some(0.0)),
            case("any command that refers", FIGURE, "\\autoref{fig:figure_1}", Some(1.0)),
            case(
                "once too often",
                FIGURE,
                "\\ref{figure_1} \\ref{fig:figure_1}",
                Some(0.0),
            ),
            case("once too rarely", FIGURE, "See Figure 1.", Some(0.0)),
            case(
                "several keys of a command",
                "\\label{fig:a}\\label{tab:b}\\cref{fig:a,tab:b}",
                "\\ref{fig:a}, \\ref{tab:b}",
                Some(1.0),
            ),
            case(
                "one of two",
                "\\label{fig:a}\\label{tab:b}\\cref{fig:a,tab:b}",
                "\\ref{fig:a}",
                Some(0.5),
            ),
            case(
                "the same name of a figure and a table",
                "\\label{fig:1}\\label{tab:1}\\ref{tab:1}",
                "\\ref{tab:1}",
                Some(1.0),
            ),
            case(
                "other labels do not count",
                "\\section{A}\\label{sec:a}\\ref{sec:a}",
                "",
                None,
            ),
            case(
                "a label inside a table whatever its key",
                "\\begin{table}\\label{x}\\end{table}\\ref{x}",
                "\\ref{x}",
                Some(1.0),
            ),
            case(
                "a label that nobody refers to is right",
                "\\label{fig:a}",
                "",
                Some(1.0),
            ),
            case("no label", "\\ref{fig:a}", "\\ref{fig:a}", None),
            case("nothing predicted", FIGURE, "", Some(0.0)),
        ],
    );
    check(
        "rv_strict",
        &[
            case("the same", FIGURE, FIGURE, Some(1.0)),
            case("a prefix counts", FIGURE, "\\ref{figure_1}", Some(0.0)),
            case("other commands do not", FIGURE, "\\autoref{fig:figure_1}", Some(0.0)),
        ],
    );
    check(
        "rv_resolved",
        &[
            case("the same", FIGURE, FIGURE, Some(1.0)),
            case(
                "a label under the name of the prompt",
                FIGURE,
                "\\label{fig:figure_1}\\ref{figure_1}",
                Some(1.0),
            ),
            case(
                "a reference without its label",
                FIGURE,
                "See \\ref{fig:figure_1}.",
                Some(0.0),
            ),
            case(
                "a label without its reference",
                FIGURE,
                "\\label{fig:figure_1}",
                Some(0.0),
            ),
            case(
                "no reference that could resolve",
                "\\label{fig:a}\\ref{fig:b}",
                "",
                None,
            ),
            case(
                "one of two references to a label",
                "\\label{fig:a}\\ref{fig:a}\\ref{fig:a}",
                "\\label{fig:a}\\ref{fig:a}",
                Some(0.5),
            ),
            case(
                "references too many",
                FIGURE,
                "\\label{fig:figure_1}\\cref{figure_1,figure_1}",
                Some(1.0),
            ),
        ],
    );
}

#[test]
fn the_sentence_and_the_spans_say_how_often() {
    let (reference, prediction) = ("\\label{fig:a}\\label{tab:b}\\ref{tab:b}", "\\ref{fig:a} \\ref{tab:b}");
    let of = |id| score(id, reference, prediction);
    let score = of("rv");
    assert_eq!(
        score.summary,
        "1 of 2 labels of figures and tables are referred to as often as in the reference; not so: “fig:a”"
    );
    assert_eq!(
        spans(&score, reference, prediction),
        [
            (Side::Reference, SpanKind::Different, "\\label{fig:a}"),
            (Side::Reference, SpanKind::Match, "\\label{tab:b}"),
            (Side::Prediction, SpanKind::Different, "\\ref{fig:a}"),
            (Side::Prediction, SpanKind::Match, "\\ref{tab:b}"),
        ]
    );
    assert_eq!(
        score.spans[0].note,
        "“fig:a” is referred to nowhere, in the prediction once"
    );

    let resolved = of("rv_resolved");
    assert_eq!(
        spans(&resolved, reference, prediction),
        [
            (Side::Reference, SpanKind::Missing, "\\ref{tab:b}"),
            (Side::Prediction, SpanKind::Different, "\\ref{fig:a}"),
            (Side::Prediction, SpanKind::Different, "\\ref{tab:b}"),
        ]
    );
}

#[test]
fn as_written_is_the_strict_reading() {
    let mut settings = Settings::default();
    settings.set("rv.as_written", "true").unwrap();
    let reference = "\\begin{figure}\\label{fig:a}\\end{figure} \\ref{fig:a}";
    let prediction = "\\begin{figure}\\label{a}\\end{figure} \\ref{a}";
    assert_eq!(score("rv", reference, prediction).value(), Some(1.0));
    assert_eq!(
        score_with(&settings, "rv", reference, prediction),
        Score {
            metric: "rv".to_owned(),
            ..score("rv_strict", reference, prediction)
        }
    );
}
