//! What a rater gets, and how answers are kept.

use texlens_ratings::{Answer, Design, Filled, Response, Scale, Sheet, SheetError, Side, Study};

use crate::simulated::pairs;

fn study() -> Study {
    Design::new(Scale::Ten, 1).study(pairs(250)).unwrap()
}

#[test]
fn a_sheet_is_blind() {
    let study = study();
    let sheet = Sheet::of(&study, &study.hash(), 7).unwrap();
    assert_eq!((sheet.questions.len(), sheet.rater), (27, 7));
    let json = sheet.to_json();
    let mut without_words = sheet.clone();
    without_words.instructions.clear();
    let questions = without_words.to_json();
    for hidden in [
        "secret system",
        "page#",
        "check",
        "Check",
        "expected",
        "system",
        "score",
    ] {
        assert!(!questions.contains(hidden), "{hidden}");
    }
    assert_eq!(Sheet::read(&json).unwrap(), sheet);
    assert_eq!(Sheet::of(&study, "", 0), None);
    assert_eq!(Sheet::of(&study, "", 31), None);
    assert_eq!(Sheet::file_name(7, 30), "sheet-07.json");
    assert_eq!(Sheet::file_name(7, 100), "sheet-007.json");
}

#[test]
fn a_person_can_stop_and_go_on() {
    let study = study();
    let mut sheet = Sheet::of(&study, &study.hash(), 1).unwrap();
    assert_eq!(sheet.next_open(0), Some(1));
    sheet.set(3, Response::Rating(10), Some(2.5)).unwrap();
    sheet.set(1, Response::Rating(0), Some(f64::NAN)).unwrap();
    sheet.set(3, Response::Rating(4), None).unwrap();
    let mut sheet = Sheet::read(&sheet.to_json()).unwrap();
    let answers: Vec<(u32, &Response)> = sheet
        .answers
        .iter()
        .map(|answer| (answer.question, &answer.answer))
        .collect();
    assert_eq!(answers, [(3, &Response::Rating(4)), (1, &Response::Rating(0))]);
    assert_eq!((sheet.answered(), sheet.is_complete()), (2, false));
    assert_eq!(
        (sheet.next_open(2), sheet.next_open(0), sheet.next_open(27)),
        (Some(4), Some(2), Some(2))
    );
    for question in 1..=27 {
        sheet.set(question, Response::Rating(5), None).unwrap();
    }
    assert_eq!((sheet.is_complete(), sheet.next_open(4)), (true, None));
    sheet.clear(9);
    assert_eq!((sheet.next_open(20), sheet.answer(9)), (Some(9), None));
    assert_eq!(
        sheet.set(28, Response::Rating(5), None),
        Err(SheetError::NoQuestion(28))
    );
    assert_eq!(sheet.set(0, Response::Rating(5), None), Err(SheetError::NoQuestion(0)));
    for wrong in [Response::Rating(11), Response::Rating(-1), Response::Choice(Side::Tie)] {
        assert!(matches!(sheet.set(9, wrong, None), Err(SheetError::NotOnScale(_))));
    }
}

#[test]
fn files_that_are_no_sheets_are_refused_with_advice() {
    let study = study();
    let json = Sheet::of(&study, &study.hash(), 1).unwrap().to_json();
    for (text, told) in [
        ("".to_owned(), "not a sheet"),
        ("{}".to_owned(), "missing field"),
        (study.to_json(), "not a sheet"),
        (json.replace("texlens-rating-sheet", "other"), "its format is \"other\""),
        (json.replace("\"version\": 1", "\"version\": 2"), "version 2"),
        (json.replace("\"0-10\"", "\"choice\""), "does not fit the scale"),
        (
            json.replace("\"answers\": []", "\"answers\": [{\"question\": 1, \"answer\": 7.5}]"),
            "7.5 is not on the scale",
        ),
    ] {
        let error = Sheet::read(&text).unwrap_err().to_string();
        assert!(error.contains(told), "{told}: {error}");
    }
    for (text, told) in [
        (
            study.to_json().replace("texlens-rating-study", "x"),
            "name the study.json",
        ),
        (study.to_json().replace("\"version\": 1", "\"version\": 9"), "version 9"),
        (
            study.to_json().replace("\"scale\": \"0-10\"", "\"scale\": \"choice\""),
            "pair 1 has 1 versions",
        ),
        (
            study.to_json().replacen("\"check\": ", "\"check\": 9", 1),
            "asked about nothing",
        ),
    ] {
        let error = Study::read(&text).unwrap_err().to_string();
        assert!(error.contains(told), "{told}: {error}");
    }
    assert_eq!(Study::read(&study.to_json()).unwrap(), study);
}

#[test]
fn the_form_of_the_files() {
    let mut design = Design::new(Scale::Choice, 1);
    (design.raters, design.each, design.checks_each, design.instructions) = (1, 1, 0, "Choose.".to_owned());
    let mut pair = pairs(1).remove(0);
    pair.versions.push(pair.versions[0].clone());
    pair.versions[1].prediction = "y".to_owned();
    let study = design.study(vec![pair]).unwrap();
    let mut sheet = Sheet::of(&study, "hash", 1).unwrap();
    sheet.set(1, Response::Choice(Side::Left), Some(1.5)).unwrap();
    let expected = r#"{"format":"texlens-rating-sheet","version":1,"study":"hash","rater":1,"title":"Rating of formulas","scale":"choice","instructions":"Choose.","questions":[{"reference":"x_{1}","shown":["y","x^{1}"]}],"answers":[{"question":1,"answer":"left","seconds":1.5}]}"#;
    assert_eq!(serde_json::to_string(&sheet).unwrap(), expected);
    let filled = Filled::read(expected).unwrap();
    assert_eq!(filled, Filled::from(&sheet));
    let answer = Answer {
        question: 1,
        answer: Response::Choice(Side::Left),
        seconds: Some(1.5),
    };
    assert_eq!(filled.answers, [answer]);
    let tasks = serde_json::to_string(&study.tasks).unwrap();
    assert_eq!(tasks, r#"[[{"pair":0,"is_swapped":true}]]"#);
}
