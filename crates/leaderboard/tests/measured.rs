//! Leaderboards of saved evaluations, in all their forms.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use texlens_evaluate::{Bootstrap, Evaluation, Files, Kind, PageOf, Prediction, Provenance, SampleResult, score};
use texlens_leaderboard::{
    Fingerprint, Leaderboard, LeaderboardError, Origin, from_evaluation, from_json, is_comparable, read,
};
use texlens_metrics::Settings;
use texlens_report::{Assets, LevelScores, to_html, to_json};

fn sample(id: &str, kind: Kind, system: &str, reference: &str, prediction: &str) -> SampleResult {
    SampleResult {
        id: id.to_owned(),
        kind,
        reference: Some(reference.to_owned()),
        prediction: Some(Prediction::given(system.to_owned(), prediction.to_owned())),
        scores: score(kind, reference, prediction, &Settings::default()).unwrap(),
        ..SampleResult::default()
    }
}

/// Two formulas and a system that has the second one wrong.
fn evaluation(system: &str, references: [&str; 2]) -> Evaluation {
    let [first, second] = references;
    Evaluation {
        title: format!("run of {system}"),
        samples: vec![
            sample("a", Kind::Formula, system, first, first),
            sample("b", Kind::Formula, system, second, "wrong"),
        ],
        ..Evaluation::default()
    }
}

fn only(boards: Result<Vec<Leaderboard>, LeaderboardError>) -> Leaderboard {
    let mut boards = boards.unwrap();
    assert_eq!(boards.len(), 1);
    boards.remove(0)
}

fn number(board: &Leaderboard, row: usize, column: &str) -> Option<f64> {
    let value = board.rows[row].values[board.column(column).unwrap()].as_ref()?;
    Some(value.number)
}

#[test]
fn an_evaluation_without_comparisons_is_calculated() {
    let board = only(from_evaluation("a.html", &evaluation("A", ["x", "y^2"])));
    assert_eq!(number(&board, 0, "exact"), Some(0.5));
    assert!(matches!(&board.origin, Origin::Measured(origin) if origin.file == "a.html"));
    assert_eq!(
        (board.protocol.unit.as_str(), board.protocol.pages.size.as_str()),
        ("formula", "2 formulas")
    );
}

#[test]
fn runs_on_the_same_references_are_comparable_whatever_their_names_and_files() {
    let one = only(from_evaluation("1", &evaluation("A", ["x", "y^2"])));
    // A report as HTML, with other names of files.
    let mut other = evaluation("B", ["x", "y^2"]);
    other.provenance.files.push(Files {
        what: "references".to_owned(),
        count: 2,
        sha256: "1".to_owned(),
    });
    let other = only(read("2", &to_html(&other, &Assets::default()).unwrap()));
    assert!(other.protocol.pages.fingerprints.contains_key(&Fingerprint::Files));
    assert!(is_comparable(&one.protocol, &other.protocol));
    let third = only(from_evaluation("3", &evaluation("A", ["x", "z"])));
    assert!(!is_comparable(&one.protocol, &third.protocol));
    // Without texts, nothing shows what the references are.
    let bare = Evaluation {
        texts_left_out: true,
        ..evaluation("A", ["x", "y^2"])
    };
    assert!(!is_comparable(
        &one.protocol,
        &only(from_evaluation("4", &bare)).protocol
    ));
}

#[test]
fn a_document_beside_its_pages_does_not_change_the_references() {
    let page = |id: &str| SampleResult {
        page_of: Some(PageOf {
            document: "book".to_owned(),
            page: 1,
        }),
        ..sample(id, Kind::Page, "A", "Some text.", "Some text.")
    };
    let pages = |samples: Vec<SampleResult>| {
        let evaluation = Evaluation {
            samples,
            ..Evaluation::default()
        };
        let boards = from_evaluation("x", &evaluation).unwrap();
        boards.into_iter().find(|board| board.protocol.unit == "page").unwrap()
    };
    let alone = pages(vec![page("p")]);
    let book = sample("book", Kind::Document, "A", "Some text.", "Some text.");
    let beside = pages(vec![book, page("p")]);
    assert_eq!(alone.protocol.pages.fingerprints, beside.protocol.pages.fingerprints);
}

#[test]
fn formulas_of_pages_are_known_by_the_references_of_the_pages() {
    let json = |reference: &str| {
        let page = sample("p", Kind::Page, "A", reference, "Some text.");
        let formula = sample("p#1", Kind::Formula, "A", "x", "y");
        // The command saves the pages as texts, and a level of their formulas.
        let texts = texlens_evaluate::texts(&Evaluation {
            samples: vec![page],
            ..Evaluation::default()
        });
        let evaluation = Evaluation {
            samples: vec![formula],
            ..Evaluation::default()
        };
        let settings = Settings::default();
        let packed = evaluation.boards().remove(0);
        let scorer = packed.scorer(&settings);
        let board = packed.unpack(&scorer);
        let comparison = board.compare(&scorer, &Bootstrap::default(), std::num::NonZeroUsize::MIN);
        let samples = board.samples;
        let level = LevelScores { comparison, samples };
        to_json("made", &Provenance::default(), &[level], None, &texts).unwrap()
    };
    let board = |reference: &str| only(from_json("x", &json(reference))).protocol;
    let one = board("A formula: $x$.");
    assert_eq!(one.unit, "formula");
    assert!(is_comparable(&one, &board("A formula: $x$.")));
    assert!(!is_comparable(&one, &board("Another text with $x$.")));
}

#[test]
fn an_evaluation_without_scores_says_what_to_do() {
    assert_eq!(
        from_evaluation("x", &Evaluation::default()),
        Err(LeaderboardError::NoScores)
    );
    let error = read("x", "<p>another page</p>").unwrap_err().to_string();
    assert!(error.contains("not a texlens report"), "{error}");
}
