//! Tests of files that come later and join the samples that are there.

use super::*;
use crate::testing::joined;

/// Returns name, reference, system and prediction of every sample.
fn texts(state: &State) -> Vec<[String; 4]> {
    let of = |sample: &Rc<Sample>| {
        let owned = |text: Option<&str>| text.unwrap_or_default().to_owned();
        [
            sample.name.clone(),
            owned(sample.reference_latex()),
            owned(sample.system()),
            owned(sample.prediction_latex()),
        ]
    };
    state.samples.iter().map(of).collect()
}

fn is_one_dataset(state: &State) -> bool {
    let first = state.samples.iter().next().unwrap();
    state.samples.iter().all(|sample| sample.dataset == first.dataset)
}

fn two_pages() -> State {
    State::default().after(handed(&[
        ("gt/p1.tex", b"x"),
        ("gt/p2.tex", b"y"),
        ("nougat/p1.tex", b"x"),
        ("nougat/p2.tex", b"z"),
    ]))
}

#[test]
fn a_system_that_comes_later_is_compared_with_the_first() {
    let later: [&[(&str, &[u8])]; 4] = [
        &[("mathpix/p1.tex", b"u"), ("mathpix/p2.tex", b"v")],
        &[("p1.mathpix.tex", b"u"), ("p2.mathpix.tex", b"v")],
        &[("results/mathpix/p1.md", b"u"), ("results/mathpix/p2.md", b"v")],
        &[(
            "mathpix.jsonl",
            br#"{"id": "p1", "system": "mathpix", "prediction": "u"}
{"id": "p2", "system": "mathpix", "prediction": "v"}"#,
        )],
    ];
    for files in later {
        let state = joined(two_pages(), 1, files);
        let expected = [
            ["p1", "x", "nougat", "x"],
            ["p2", "y", "nougat", "z"],
            ["p1 \u{b7} mathpix", "x", "mathpix", "u"],
            ["p2 \u{b7} mathpix", "y", "mathpix", "v"],
        ];
        assert_eq!(texts(&state), expected, "{files:?}");
        assert!(is_one_dataset(&state));
        let undone = state.after(Action::History(HistoryAction::Undo));
        assert_eq!(texts(&undone), texts(&two_pages()));
    }
}

#[test]
fn a_single_text_goes_where_its_name_says() {
    let state = joined(two_pages(), 1, &[("p2.mathpix.tex", b"v")]);
    assert_eq!(
        texts(&state).last().unwrap(),
        &["p2 \u{b7} mathpix", "y", "mathpix", "v"]
    );
    // With a number after its name, a text is of another page.
    let state = joined(two_pages(), 1, &[("p2_3.tex", b"v")]);
    assert_eq!(texts(&state).last().unwrap(), &["p2_3", "v", "", ""]);
    // Two texts are a pair.
    let state = joined(two_pages(), 1, &[("p1.tex", b"a"), ("q.tex", b"b")]);
    assert_eq!(texts(&state).last().unwrap()[1..], ["a", "q.tex", "b"]);
}

#[test]
fn references_that_come_later_are_those_of_all_systems() {
    let state = State::default().after(handed(&[("nougat/p1.md", b"x"), ("mathpix/p1.md", b"y")]));
    let before = texts(&state);
    assert!(before.iter().all(|[_, reference, ..]| reference.is_empty()));
    let state = joined(state, 1, &[("p1.ref.tex", b"r")]);
    let references: Vec<String> = texts(&state).into_iter().map(|[_, reference, ..]| reference).collect();
    assert_eq!(references, ["r", "r"]);
    let completed = Notice::Joined {
        added: 0,
        completed: 2,
        replaced: 0,
    };
    assert_eq!(state.notice, Some(completed.clone()));
    assert_eq!(completed.to_string(), "2 samples completed.");
    assert_eq!(texts(&state.after(Action::History(HistoryAction::Undo))), before);
}

#[test]
fn a_system_that_comes_again_replaces_its_predictions() {
    let state = joined(two_pages(), 1, &[("nougat/p1.md", b"w"), ("nougat/p2.md", b"z")]);
    let predictions: Vec<String> = texts(&state).into_iter().map(|[.., prediction]| prediction).collect();
    assert_eq!(predictions, ["w", "z"]);
    assert_eq!(state.notice.clone().unwrap().to_string(), "1 prediction replaced.");
    assert_eq!(
        texts(&state.after(Action::History(HistoryAction::Undo))),
        texts(&two_pages())
    );
}

#[test]
fn a_page_that_waits_for_the_bundled_ocr_gets_the_text_that_comes() {
    let state = State::default().after(handed(&[("p1.png", &png(60, 80)), ("p1.tex", b"x")]));
    let page = state.samples.iter().next().unwrap();
    assert_eq!(page.reading, Reading::Queued);
    let state = joined(state, 1, &[("p1.mathpix.md", b"y")]);
    assert_eq!(texts(&state), [["p1", "x", "mathpix", "y"]]);
    assert_eq!(state.samples.iter().next().unwrap().reading, Reading::Idle);
}

#[test]
fn what_is_there_is_not_added_again() {
    let files: [(&str, &[u8]); 2] = [("a.ref.tex", b"x"), ("a.pred.tex", b"y")];
    let state = joined(State::default(), 1, &files);
    let again = joined(state.clone(), 2, &files);
    assert_eq!(texts(&again), texts(&state));
    assert_eq!(again.notice, Some(Notice::There(1)));
}

#[test]
fn samples_with_other_references_are_another_dataset() {
    let state = joined(two_pages(), 1, &[("gt/p1.tex", b"other"), ("mathpix/p1.tex", b"u")]);
    assert!(!is_one_dataset(&state));
    assert_eq!(texts(&state).last().unwrap()[1..], ["other", "mathpix", "u"]);
}

#[test]
fn pages_that_come_later_make_a_document_of_their_system() {
    let pages =
        br#"{"id": "1", "kind": "page", "document": "d", "page": 1, "reference": "x", "prediction": "x", "system": "a"}
{"id": "2", "kind": "page", "document": "d", "page": 2, "reference": "z", "prediction": "u", "system": "a"}"#;
    let state = State::default().after(handed(&[("pages.jsonl", pages)]));
    let state = joined(
        state,
        1,
        &[(
            "b.jsonl",
            br#"{"id": "1", "prediction": "v", "system": "b"}
{"id": "2", "prediction": "w", "system": "b"}"#,
        )],
    );
    let documents: Vec<&Rc<Sample>> = state
        .samples
        .iter()
        .filter(|sample| sample.kind == Kind::Document)
        .collect();
    let names: Vec<&str> = documents.iter().map(|document| document.name.as_str()).collect();
    assert_eq!(names, ["d", "d \u{b7} b"]);
    assert!(is_one_dataset(&state));
    let pages: Vec<usize> = documents
        .iter()
        .map(|document| state.samples.pages(document.id).count())
        .collect();
    assert_eq!(pages, [2, 2]);
}

#[test]
fn two_texts_that_are_left_over_are_no_pair() {
    let files: [(&str, &[u8]); 3] = [("p1.mathpix.tex", b"u"), ("q.tex", b"v"), ("r.tex", b"w")];
    let state = joined(two_pages(), 1, &files);
    let later = texts(&state).split_off(2);
    let expected = [
        ["q", "v", "", ""],
        ["r", "w", "", ""],
        ["p1 \u{b7} mathpix", "x", "mathpix", "u"],
    ];
    assert_eq!(later, expected);
}

#[test]
fn a_document_that_comes_again_has_its_pages_once() {
    let files: [(&str, &[u8]); 2] = [("d.pdf", b"%PDF"), ("d.tex", b"x")];
    let state = joined(State::default(), 1, &files);
    assert_eq!(state.samples.len(), 4);
    let again = joined(state.clone(), 2, &files);
    assert_eq!(texts(&again), texts(&state));
    // A system that comes later has a document of its own, without the pages of the other.
    let later = joined(state, 3, &[("nougat/d.md", b"y")]);
    assert_eq!(later.samples.len(), 5);
    assert_eq!(texts(&later).last().unwrap(), &["d \u{b7} nougat", "x", "nougat", "y"]);
}

#[test]
fn predictions_of_another_dataset_are_not_replaced() {
    let state = joined(two_pages(), 1, &[("gt/p1.tex", b"other"), ("nougat/p1.tex", b"q")]);
    assert_eq!(texts(&state)[..2], texts(&two_pages())[..]);
    assert_eq!(texts(&state).last().unwrap()[1..], ["other", "nougat", "q"]);
    // Nor are those of pages of which that dataset has no reference.
    let files: [(&str, &[u8]); 2] = [("gt/p2.tex", b"other"), ("nougat/p1.tex", b"t")];
    let state = joined(two_pages(), 1, &files);
    assert_eq!(texts(&state)[..2], texts(&two_pages())[..]);
    // References of other pages say nothing of a dataset.
    let files: [(&str, &[u8]); 3] = [("gt/p3.tex", b"r"), ("mathpix/p3.tex", b"s"), ("mathpix/p1.tex", b"t")];
    let state = joined(two_pages(), 1, &files);
    assert!(texts(&state).contains(&["p1 \u{b7} mathpix", "x", "mathpix", "t"].map(str::to_owned)));
}

#[test]
fn pages_without_a_prediction_replace_none() {
    let pages =
        br#"{"id": "1", "kind": "page", "document": "d", "page": 1, "reference": "x", "prediction": "u", "system": "a"}
{"id": "2", "kind": "page", "document": "d", "page": 2, "reference": "z", "prediction": "v", "system": "a"}"#;
    let state = joined(State::default(), 1, &[("pages.jsonl", pages)]);
    let later = br#"{"id": "1", "prediction": "w", "system": "a"}
{"id": "2", "prediction": "", "system": "b"}"#;
    let state = joined(state, 2, &[("later.jsonl", later)]);
    let of_a: Vec<[String; 4]> = texts(&state)
        .into_iter()
        .filter(|[_, _, system, _]| system == "a")
        .collect();
    let predictions: Vec<&str> = of_a.iter().map(|[.., prediction]| prediction.as_str()).collect();
    assert!(
        predictions.contains(&"w") && predictions.contains(&"v"),
        "{predictions:?}"
    );
    assert!(!predictions.contains(&""), "{predictions:?}");
}

#[test]
fn images_are_not_added_again_either() {
    let image = png(60, 80);
    let files: [(&str, &[u8]); 2] = [("p1.png", &image), ("p2.png", &png(61, 80))];
    let state = joined(State::default(), 1, &files);
    let again = joined(state.clone(), 2, &files);
    assert_eq!(texts(&again), texts(&state));
    assert_eq!(again.notice, Some(Notice::There(2)));
    // Another image of the same name is another page.
    let other = joined(state, 2, &[("p1.png", &png(90, 80))]);
    assert_eq!(other.samples.len(), 3);
}

#[test]
fn a_page_number_alone_is_not_a_page_of_every_document() {
    let state = State::default().after(handed(&[
        ("gt/tides/1.tex", b"x"),
        ("gt/tides/2.tex", b"y"),
        ("nougat/tides/1.tex", b"x"),
        ("nougat/tides/2.tex", b"z"),
    ]));
    let joins = |files: &[(&str, &[u8])]| {
        let joined = joined(state.clone(), 1, files);
        texts(&joined)
            .into_iter()
            .filter(|[_, reference, system, prediction]| reference == "x" && system == "mathpix" && prediction == "u")
            .count()
    };
    assert_eq!(joins(&[("1.tex", b"u")]), 0);
    assert_eq!(joins(&[("mathpix/tides/1.tex", b"u")]), 1);
    assert_eq!(
        joins(&[("mathpix/tides/1.tex", b"u"), ("mathpix/tides/2.tex", b"v")]),
        1
    );
}

#[test]
fn tags_of_a_sample_stay_when_texts_join_it() {
    let state = State::default().after(handed(&[
        (
            "set/manifest.jsonl",
            br#"{"id": "p1", "reference": "ref/p1.tex", "language": "de"}"#,
        ),
        ("set/ref/p1.tex", b"x"),
        ("set/one/p1.tex", b"y"),
    ]));
    let language = |sample: &Rc<Sample>| sample.tags.get("language").cloned();
    let later = joined(state, 1, &[("p1.mathpix.tex", b"u")]);
    assert_eq!(later.samples.len(), 2);
    assert!(
        later
            .samples
            .iter()
            .all(|sample| language(sample).as_deref() == Some("de"))
    );
}

#[test]
fn predictions_without_the_name_of_a_system_are_those_of_one() {
    let pages: [(&str, &[u8]); 4] = [
        ("p1.ref.tex", b"x"),
        ("p1.pred.tex", b"y"),
        ("p2.ref.tex", b"v"),
        ("p2.pred.tex", b"w"),
    ];
    let state = joined(State::default(), 1, &pages);
    let state = joined(state, 2, &[("p1.pred.tex", b"z"), ("p2.pred.tex", b"w")]);
    let expected = [["p1", "x", "prediction", "z"], ["p2", "v", "prediction", "w"]];
    assert_eq!(texts(&state), expected);
}

#[test]
fn a_reference_comes_in_beside_a_missing_prediction() {
    let pages = br#"{"id": "1", "kind": "page", "document": "d", "page": 1, "prediction": "u", "system": "a"}
{"id": "2", "kind": "page", "document": "d", "page": 2, "prediction": "v", "system": "a"}"#;
    let state = joined(State::default(), 1, &[("a.jsonl", pages)]);
    let later =
        br#"{"id": "1", "kind": "page", "document": "d", "page": 1, "reference": "x", "prediction": "u", "system": "a"}
{"id": "2", "kind": "page", "document": "d", "page": 2, "reference": "z"}"#;
    let state = joined(state, 2, &[("later.jsonl", later)]);
    let of = |id: &str| {
        let mut pages = state.samples.iter().filter(|sample| *sample.case == *id);
        let page = pages.next().unwrap().clone();
        assert_eq!(pages.count(), 0);
        page
    };
    assert_eq!(
        (of("1").reference_latex(), of("1").prediction_latex()),
        (Some("x"), Some("u"))
    );
    assert_eq!(
        (of("2").reference_latex(), of("2").prediction_latex()),
        (Some("z"), Some("v"))
    );
}

#[test]
fn pages_that_are_there_make_no_document() {
    let alone = br#"{"id": "1", "kind": "page", "reference": "x", "prediction": "u", "system": "a"}
{"id": "2", "kind": "page", "reference": "z", "prediction": "v", "system": "a"}"#;
    let state = joined(State::default(), 1, &[("a.jsonl", alone)]);
    let again =
        br#"{"id": "1", "kind": "page", "document": "d", "page": 1, "reference": "x", "prediction": "u", "system": "a"}
{"id": "2", "kind": "page", "document": "d", "page": 2, "reference": "z", "prediction": "v", "system": "a"}"#;
    let later = joined(state.clone(), 2, &[("a.jsonl", again)]);
    assert_eq!(texts(&later), texts(&state));
}

#[test]
fn an_import_that_goes_on_adds_what_is_missing_to_a_list_with_samples() {
    let files: [(&str, &[u8]); 2] = [("mathpix/p1.tex", b"u"), ("mathpix/p2.tex", b"v")];
    let whole = joined(two_pages(), 1, &files);
    let resumed = whole
        .clone()
        .after(Action::Import(ImportAction::Resumed { import: 1, shown: None }));
    let again = joined(resumed, 1, &files);
    assert_eq!(texts(&again), texts(&whole));
}
