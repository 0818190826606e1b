use std::collections::BTreeMap;

use texlens_metrics::Settings;
use texlens_vocabulary::{Compilation, Outcome, Score, Side};

use super::*;
use crate::correlation::JudgedValue;
use crate::input::Parsed;
use crate::model::{Evaluation, PageOf, Prediction, SampleResult};
use crate::text::Text;

fn result(id: &str, case: Option<&str>, kind: Kind, system: &str, prediction: &str, ds: Option<f64>) -> SampleResult {
    let score = |value| Score {
        metric: "ds".to_owned(),
        outcome: Outcome::Defined { value, ratio: None },
        summary: String::new(),
        spans: Vec::new(),
        unlisted: 0,
    };
    SampleResult {
        id: id.to_owned(),
        case: case.map(str::to_owned),
        kind,
        reference: Some("x".to_owned()),
        prediction: (!system.is_empty()).then(|| Prediction::given(system.to_owned(), prediction.to_owned())),
        scores: ds.map(score).into_iter().collect(),
        ..SampleResult::default()
    }
}

fn evaluation(samples: Vec<SampleResult>) -> Evaluation {
    Evaluation {
        samples,
        ..Evaluation::default()
    }
}

fn packed(kind: Kind, samples: Vec<SampleResult>) -> PackedBoard {
    PackedBoard::of(kind, BTreeMap::new(), &evaluation(samples).entries(kind, None))
}

fn unpacked(board: &PackedBoard) -> Board {
    let settings = Settings::default();
    board.unpack(&Scorer::new(board.kind, &settings))
}

fn values(board: &Board, metric: &str) -> Vec<Vec<Option<f64>>> {
    let value = |scores: &SystemScores| scores.score(metric).and_then(Score::value);
    let samples = board.samples.iter();
    samples
        .map(|sample| sample.systems.iter().map(value).collect())
        .collect()
}

#[test]
fn what_is_missing_is_scored_as_empty_text_on_every_metric() {
    let board = packed(
        Kind::Page,
        vec![
            result("p1 of A", Some("p1"), Kind::Page, "A", "y", Some(0.25)),
            result("p1 of B", Some("p1"), Kind::Page, "B", "y", Some(0.75)),
            result("p2", None, Kind::Page, "B", "y", Some(1.0)),
            result("p3", None, Kind::Page, "", "", None),
        ],
    );
    assert_eq!(
        (board.systems.len(), board.cases.len(), board.common_count()),
        (2, 3, 1)
    );
    let unpacked = unpacked(&board);
    assert_eq!(
        values(&unpacked, "ds"),
        [[Some(0.25), Some(0.75)], [Some(0.0), Some(1.0)], [Some(0.0), Some(0.0)]]
    );
    assert_eq!(values(&unpacked, "baseline")[1][0], Some(0.0));
    assert_eq!(values(&unpacked, "csr")[1][0], None, "nothing was compiled");
    let missing: Vec<Vec<usize>> = (unpacked.samples.iter())
        .map(|sample| sample.systems.iter().map(|scores| scores.missing).collect())
        .collect();
    assert_eq!(missing, [[0, 0], [1, 0], [1, 1]]);

    let others: Vec<String> = (board.cases.iter().skip(1)).map(|case| case.id.clone()).collect();
    let common = board.common();
    assert_eq!((common.cases.len(), common.left_out.as_ref()), (1, Some(&others)));
    // Samples that are left out stay so.
    assert_eq!(common.common().left_out.as_ref(), Some(&others));
    let common = unpacked.common();
    assert_eq!((common.samples.len(), common.left_out), (1, Some(others)));
}

#[test]
fn where_predictions_were_compiled_a_missing_one_does_not_compile() {
    let read = |compilation: Option<Compilation>| {
        let mut read = result("p1", None, Kind::Page, "A", "y", Some(1.0));
        let score = |metric: &str, value| Score {
            metric: metric.to_owned(),
            outcome: Outcome::Defined { value, ratio: None },
            ..read.scores[0].clone()
        };
        // A mean of the defined metrics has a value even without an engine.
        let mut scores = vec![score("overall_defined", 1.0)];
        scores.extend(compilation.is_some().then(|| score("csr", 1.0)));
        read.scores.extend(scores);
        read.compilation = compilation;
        read
    };
    let with = |read| vec![read, result("p2", None, Kind::Page, "", "", None)];
    let compiled = Compilation {
        compiles: true,
        pages: 1,
        ..Compilation::of_nothing()
    };
    let board = packed(Kind::Page, with(read(Some(compiled))));
    assert_eq!(values(&unpacked(&board), "csr"), [[Some(1.0)], [Some(0.0)]]);
    let board = packed(Kind::Page, with(read(None)));
    assert_eq!(values(&unpacked(&board), "csr"), [[None], [None]]);
}

#[test]
fn a_prediction_that_cannot_be_scored_or_is_blank_counts_as_missing() {
    let evaluation = evaluation(vec![
        result("p1", None, Kind::Page, "A", "long", Some(1.0)),
        result("p2", None, Kind::Page, "A", " \n", Some(0.0)),
        result("p3", None, Kind::Page, "A", "y", Some(1.0)),
    ]);
    let mut entries = evaluation.entries(Kind::Page, None);
    entries[0].known = Err("the prediction is too long");
    let board = PackedBoard::of(Kind::Page, BTreeMap::new(), &entries);
    let unpacked = unpacked(&board);
    let scores: Vec<&SystemScores> = unpacked.samples.iter().map(|sample| &sample.systems[0]).collect();
    assert_eq!(
        scores.iter().map(|scores| scores.missing).collect::<Vec<_>>(),
        [1, 1, 0]
    );
    assert_eq!(scores[0].problem.as_deref(), Some("the prediction is too long"));
    assert_eq!(values(&unpacked, "ds"), [[Some(0.0)], [Some(0.0)], [Some(1.0)]]);
}

#[test]
fn pages_that_are_missing_or_too_long_are_scored_as_empty() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Document, &settings, &["ds", "baseline", "csr"]).unwrap();
    let reference = Text::document(["one", "two"]);
    let reference = Parsed::of(Side::Reference, &reference).unwrap();
    let compile = |text: &Text<'_>| text.latex().trim().is_empty().then(Compilation::of_nothing);
    let assess = |pages: &[Option<&str>], problem| SystemScores::assess(&scorer, &reference, pages, problem, compile);
    let values = |scores: &SystemScores| ["ds", "baseline", "csr"].map(|id| scores.score(id).and_then(Score::value));

    let whole = assess(&[Some("one"), Some("two")], None);
    assert_eq!(
        (whole.missing, whole.is_covered, values(&whole)),
        (0, true, [Some(1.0), Some(1.0), None])
    );
    let half = assess(&[Some("one"), None], Some("p2.tex is not UTF-8".to_owned()));
    assert_eq!((half.missing, half.is_covered), (1, false));
    assert_eq!(values(&half)[1], Some(0.5));
    assert_eq!(half.problem.as_deref(), Some("p2.tex is not UTF-8"));
    let long = "x".repeat(crate::MAX_BYTES);
    let long = assess(&[Some("one"), Some(&long)], None);
    assert_eq!((long.missing, values(&long)), (2, [Some(0.0), Some(0.0), Some(0.0)]));
    assert!(long.problem.unwrap().contains("at most"));
}

#[test]
fn a_document_without_some_pages_is_scored_with_empty_ones() {
    let page = |id: &str, document: &str, number: u64, prediction: &str| SampleResult {
        page_of: Some(PageOf {
            document: document.to_owned(),
            page: number,
        }),
        ..result(id, None, Kind::Page, "A", prediction, Some(1.0))
    };
    let whole = |id: &str, system: &str, prediction: &str| SampleResult {
        reference: Some("x\nx\nx".to_owned()),
        ..result(id, Some("book"), Kind::Document, system, prediction, Some(1.0))
    };
    let board = packed(
        Kind::Document,
        vec![
            whole("book of A", "A", "a\nc"),
            whole("book of B", "B", "d\ne\nf"),
            page("1A", "book of A", 1, "a"),
            page("3A", "book of A", 3, "c"),
            page("1B", "book of B", 1, "d"),
            page("2B", "book of B", 2, "e"),
            page("3B", "book of B", 3, "f"),
        ],
    );
    let Cell::Partial { prediction, .. } = &board.cases[0].cells[0] else {
        panic!("{board:?}")
    };
    assert_eq!(prediction.latex, "a\n\nc");
    let unpacked = unpacked(&board);
    let [sample] = unpacked.samples.as_slice() else {
        panic!("{unpacked:?}")
    };
    assert_eq!((sample.id.as_str(), sample.document.as_str()), ("book", "book"));
    assert_eq!((sample.systems[0].missing, sample.systems[1].missing), (1, 0));
    assert_eq!(board.cases[0].reference.as_ref().unwrap().pages, [0..1, 2..3, 4..5]);
}

#[test]
fn single_files_are_one_system() {
    let sample = |id: &str| result(id, None, Kind::Page, &format!("{id}.pred.tex"), "y", Some(1.0));
    let board = packed(Kind::Page, vec![sample("a"), sample("b")]);
    assert_eq!(board.systems, ["predictions"]);
    assert!(
        board
            .cases
            .iter()
            .all(|case| case.cells.len() == 1 && case.cells[0].is_covered())
    );
}

#[test]
fn a_second_prediction_of_a_system_is_a_sample_of_its_own() {
    let board = packed(
        Kind::Page,
        vec![
            result("p1", None, Kind::Page, "A", "y", Some(1.0)),
            result("p1 again", Some("p1"), Kind::Page, "A", "y", Some(0.5)),
        ],
    );
    let ids: Vec<&str> = board.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids, ["p1", "p1 again"]);
}

#[test]
fn ratings_are_correlated_with_every_metric() {
    let samples = (0..4).map(|index| {
        let value = f64::from(index * index) / 10.0;
        result(&index.to_string(), None, Kind::Page, "A", "y", Some(value))
    });
    let board = packed(Kind::Page, samples.collect());
    let ids: Vec<String> = (0..5).map(|index| index.to_string()).collect();
    let ratings: Vec<crate::Rating<'_>> = (ids.iter().zip(0..))
        .map(|(id, rating)| crate::Rating {
            id,
            system: "A",
            rater: "",
            rating: f64::from(rating),
        })
        .collect();
    let judged = |id: &str, score: f64| JudgedValue {
        id: id.to_owned(),
        system: "A".to_owned(),
        score: Some(score),
        is_by_rule: false,
    };
    // The judge has seen an item that is not on the board.
    let judge = JudgedValues {
        name: "judge".to_owned(),
        has_own_pairs: false,
        items: vec![judged("0", 10.0), judged("1", 7.0), judged("2", 3.0), judged("4", 9.0)],
    };
    let correlated = |judges: &[JudgedValues]| unpacked(&board).correlations(&ratings, judges, CorrelatedItems::All);
    let with_judge = correlated(&[judge]);
    let of_judge = with_judge.pairs.iter().find(|pair| pair.of == "judge").unwrap();
    assert_eq!((of_judge.items, of_judge.spearman.estimate().unwrap().value), (3, -1.0));
    assert_eq!(with_judge.ratings.unwrap().unknown, 1);
    let correlations = correlated(&[]);
    assert_eq!(correlations.pairs.len(), 1);
    assert_eq!(correlations.pairs[0].spearman.estimate().unwrap().value, 1.0);
    assert_eq!(correlations.ratings.unwrap().unknown, 1);
}

#[test]
fn what_is_missing_has_its_values_in_correlations_and_for_those_who_draw() {
    let mut samples: Vec<SampleResult> = (0..4)
        .map(|index| {
            let value = Some(1.0 - f64::from(index) / 10.0);
            result(&format!("p{index}"), None, Kind::Page, "A", "y", value)
        })
        .collect();
    samples.extend((0..3).map(|index| {
        result(
            &format!("p{index} of B"),
            Some(&format!("p{index}")),
            Kind::Page,
            "B",
            "y",
            Some(0.5),
        )
    }));
    let packed = packed(Kind::Page, samples);
    let board = unpacked(&packed);
    let absent = packed.absent(&board);
    let [one] = absent.as_slice() else {
        panic!("B lacks p3 and nothing else: {absent:?}");
    };
    assert_eq!((one.case, one.system), (3, 1));
    assert_eq!(one.values, [Some(0.0)], "an empty text has nothing of the reference");
    let ids: Vec<String> = (0..4).map(|index| format!("p{index}")).collect();
    let ratings: Vec<crate::Rating<'_>> = (ids.iter().zip([9.0, 8.0, 7.0, 0.0]))
        .map(|(id, rating)| crate::Rating {
            id,
            system: "B",
            rater: "",
            rating,
        })
        .collect();
    let correlations = board.correlations(&ratings, &[], CorrelatedItems::All);
    assert_eq!(correlations.pairs[0].items, 4);
    assert_eq!(correlations.ratings.unwrap().unknown, 0);
}

#[test]
fn suspicious_predictions_are_counted_and_said() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Page, &settings, &["ds"]).unwrap();
    let text =
        "The tide is the rise and fall of the sea twice a day, which the moon and the sun bring about together. ";
    let reference = Text::from(text);
    let reference = Parsed::of(Side::Reference, &reference).unwrap();
    let hidden = format!("x\\iffalse {}\\fi", text.repeat(8));
    let assess = |prediction| SystemScores::assess(&scorer, &reference, &[Some(prediction)], None, |_| None);
    let board = Board {
        systems: vec!["honest".to_owned(), "sly".to_owned()],
        samples: vec![SampleScores {
            id: "p".to_owned(),
            document: "p".to_owned(),
            content: None,
            tags: BTreeMap::new(),
            reference_compilation: None,
            systems: vec![assess(text), assess(&hidden)],
        }],
        ..Board::default()
    };
    let comparison = board.compare(&scorer, &Bootstrap::default(), NonZeroUsize::MIN);
    assert_eq!(comparison.systems[0].flagged, 0);
    assert_eq!(comparison.systems[1].flagged, 1, "{:?}", board.samples[0].systems[1]);
    assert!(
        comparison
            .coverage()
            .unwrap()
            .ends_with("far too much text): 1 of sly.")
    );
    assert_eq!(values(&board, "ds")[0][0], Some(1.0));
    assert!(
        values(&board, "ds")[0][1].unwrap() < 0.1,
        "what TeX does not read scores nothing"
    );
}

#[test]
fn a_blank_prediction_of_a_blank_page_is_right() {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Page, &settings, &["ds"]).unwrap();
    let reference = Text::from(" \n");
    let reference = Parsed::of(Side::Reference, &reference).unwrap();
    let assess = |prediction| SystemScores::assess(&scorer, &reference, &[prediction], None, |_| None);
    assert_eq!((assess(Some("\n")).missing, assess(None).missing), (0, 1));
}

#[test]
fn pages_of_the_same_name_with_other_references_are_other_samples() {
    let of = |id: &str, system: &str, reference: &str| SampleResult {
        reference: Some(reference.to_owned()),
        ..result(id, Some("p1"), Kind::Page, system, "y", Some(1.0))
    };
    let board = packed(
        Kind::Page,
        vec![
            of("p1 A", "A", "x"),
            of("p1 B", "B", "x"),
            of("p1 C", "A", "z"),
            of("p1 D", "B", "z"),
        ],
    );
    let ids: Vec<&str> = board.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids, ["p1", "p1 C"]);
    assert_eq!(board.common_count(), 2);
}
