//! Leaderboards of saved evaluations, in all their forms.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use texlens_evaluate::{Evaluation, Files, Kind, PageOf, Prediction, SampleResult, score};
use texlens_leaderboard::{Leaderboard, LeaderboardError, Fingerprint, Origin, from_evaluation, is_comparable, read};
use texlens_metrics::Settings;
use texlens_report::{Assets, to_html};

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
fn an_evaluation_without_scores_says_what_to_do() {
    assert_eq!(
        from_evaluation("x", &Evaluation::default()),
        Err(LeaderboardError::NoScores)
    );
    let error = read("x", "<p>another page</p>").unwrap_err().to_string();
    assert!(error.contains("not a texlens report"), "{error}");
}
