//! Files of many people become one table, and nothing is lost without a word.

use texlens_ratings::{
    Attention, Design, Expected, Filled, Problem, Response, Scale, Sheet, Study, Subject, merge, merge_files,
};

use crate::simulated::pairs;

/// Returns a study with the empty sheets of its three raters.
fn small() -> (Study, Vec<Sheet>) {
    let mut design = Design::new(Scale::Ten, 2);
    (design.raters, design.each) = (3, 2);
    let study = design.study(pairs(6)).unwrap();
    let hash = study.hash();
    let sheets = (1..=3).map(|rater| Sheet::of(&study, &hash, rater).unwrap()).collect();
    (study, sheets)
}

/// Answers every question with its rater's number, and every check as expected.
fn fill(study: &Study, sheet: &mut Sheet) {
    let tasks = study.tasks_of(sheet.rater).unwrap();
    for (question, task) in (1..).zip(tasks) {
        let rating = match task.subject {
            Subject::Pair(_) => i64::from(sheet.rater),
            Subject::Check(check) => match study.checks[check].expected {
                Expected::Ratings(from, _) => from,
                Expected::Version(_) => unreachable!(),
            },
        };
        sheet
            .set(question, Response::Rating(rating), Some(f64::from(question)))
            .unwrap();
    }
}

fn check(study: &Study, rater: u32) -> u32 {
    let tasks = study.tasks_of(rater).unwrap();
    let place = tasks
        .iter()
        .position(|task| matches!(task.subject, Subject::Check(_)))
        .unwrap();
    place as u32 + 1
}

fn told(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn complete_sheets_merge_without_problems() {
    let (study, mut sheets) = small();
    sheets.iter_mut().for_each(|sheet| fill(&study, sheet));
    let texts: Vec<String> = sheets.iter().map(Sheet::to_json).collect();
    let merged = merge_files(
        &study,
        texts.iter().map(|text| ("f", text.as_str())),
        Attention::default(),
    );
    assert_eq!(told(&merged.problems), Vec::<String>::new());
    assert_eq!(merged.answers.len(), 12);
    let rater = &merged.raters[1];
    assert_eq!((rater.asked, rater.answered, rater.passed, rater.failed), (4, 4, 2, 0));
    assert_eq!(
        (rater.seconds, rater.is_excluded, rater.group.as_str()),
        (Some(3.5), false, "group 1")
    );
    let csv = merged.to_csv(&study);
    assert_eq!(csv.lines().count(), 13);
    assert!(
        csv.starts_with("id,system,rater,rating\npage#") && csv.contains(",secret system,3,3\n"),
        "{csv}"
    );
}

#[test]
fn a_failed_check_excludes_its_rater_only() {
    let (study, mut sheets) = small();
    sheets.iter_mut().for_each(|sheet| fill(&study, sheet));
    let question = check(&study, 2);
    sheets[1].set(question, Response::Rating(5), None).unwrap();
    let filled: Vec<(String, Filled)> = sheets.iter().map(|sheet| ("f".to_owned(), sheet.into())).collect();
    let merged = merge(&study, &filled, Attention::default());
    let told = told(&merged.problems);
    assert!(
        told[0].starts_with(&format!("rater 2, question {question}: the attention check expects")),
        "{told:?}"
    );
    assert!(told[0].ends_with("and the answer is 5"));
    assert_eq!(
        told[1],
        "rater 2 is excluded: 1 of 2 answered attention checks were not passed"
    );
    assert!(merged.raters[1].is_excluded);
    assert_eq!(merged.answers.len(), 8);
    assert!(merged.answers.iter().all(|given| given.rater != 2));
    for allowed in [Some(1), None] {
        let merged = merge(&study, &filled, Attention { allowed });
        assert_eq!(
            (merged.answers.len(), merged.problems.len()),
            (12, 1),
            "kept, and still told"
        );
    }
}

#[test]
fn everything_left_out_is_named() {
    let (study, sheets) = small();
    let file = |rater: u32, hash: &str, answers: &str| {
        format!(
            r#"{{"format":"texlens-rating-sheet","version":1,"study":"{hash}","rater":{rater},"answers":[{answers}]}}"#
        )
    };
    let hash = study.hash();
    let first = file(
        1,
        &hash,
        r#"{"question":1,"answer":4},{"question":99,"answer":4},{"question":2,"answer":"left"},{"question":3,"answer":11},{"question":4,"answer":null},5,{"question":-1,"answer":4}"#,
    );
    let files = [
        ("a", first.clone()),
        ("b", "{".to_owned()),
        ("c", file(1, "other", "")),
        ("d", file(4, &hash, "")),
        ("e", file(0, &hash, "")),
        ("f", sheets[1].to_json()),
    ];
    let merged = merge_files(
        &study,
        files.iter().map(|(name, text)| (*name, text.as_str())),
        Attention::default(),
    );
    let told = told(&merged.problems);
    let expected = [
        "b: the file is not a sheet",
        "a: answer 6 cannot be read",
        "a: answer 7 cannot be read",
        "a: rater 1 has no question 99",
        "a: rater 1, question 2: left is not on the scale",
        "a: rater 1, question 3: 11 is not on the scale",
        "a: rater 1, question 4: null is not on the scale",
        "c: the sheet belongs to another study",
        "d: the study has no rater 4",
        "e: the study has no rater 0",
    ];
    assert_eq!(told.len(), expected.len(), "{told:#?}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.starts_with(expected), "{told}, not {expected}");
    }
    let kept = usize::from(check(&study, 1) != 1);
    assert_eq!(merged.answers.len(), kept, "the valid answer counts");
    assert_eq!(merged.raters.len(), 3);
}

#[test]
fn of_two_files_the_more_complete_counts_and_the_other_adds() {
    let (study, sheets) = small();
    let answered = |answers: &[(u32, i64)]| {
        let mut sheet = sheets[0].clone();
        for (question, rating) in answers {
            sheet.set(*question, Response::Rating(*rating), None).unwrap();
        }
        Filled::from(&sheet)
    };
    let questions: Vec<u32> = (1..=6)
        .filter(|question| {
            matches!(
                study.tasks_of(1).unwrap()[*question as usize - 1].subject,
                Subject::Pair(_)
            )
        })
        .collect();
    let [a, b, c, d] = questions.try_into().unwrap();
    let files = [
        ("full".to_owned(), answered(&[(a, 1), (b, 2), (c, 3)])),
        ("short".to_owned(), answered(&[(b, 9), (d, 4)])),
    ];
    let merged = merge(&study, &files, Attention::default());
    let told = told(&merged.problems);
    assert_eq!(
        told[0],
        "rater 1 has several files; full counts, and short adds answers that it lacks"
    );
    assert_eq!(
        told[1],
        format!("rater 1, question {b}: the answers 2 and 9 differ; 2 counts")
    );
    assert_eq!((told.len(), merged.answers.len()), (2, 4));
    let mut ratings: Vec<String> = merged
        .to_csv(&study)
        .lines()
        .skip(1)
        .map(|line| line[line.len() - 1..].to_owned())
        .collect();
    ratings.sort();
    assert_eq!(ratings, ["1", "2", "3", "4"]);

    // Of equals, the later one counts. Within a file, too.
    let mut twice = answered(&[(a, 5)]);
    twice.answers.push(twice.answers[0].clone());
    twice.answers[1].answer = Response::Rating(6);
    let files = [("first".to_owned(), answered(&[(a, 1)])), ("second".to_owned(), twice)];
    let merged = merge(&study, &files, Attention::default());
    let csv = merged.to_csv(&study);
    assert!(csv.ends_with(",1,6\n"), "{csv}");
    assert_eq!(merged.problems.len(), 3);
}

/// A text in quotes is a field of CSV again when it is read.
#[test]
fn ids_with_commas_are_quoted() {
    let mut list = pairs(1);
    list[0].id = "a, \"b\"".to_owned();
    let mut design = Design::new(Scale::Ten, 2);
    (design.raters, design.each, design.checks_each) = (1, 1, 0);
    let study = design.study(list).unwrap();
    let mut sheet = Sheet::of(&study, &study.hash(), 1).unwrap();
    sheet.set(1, Response::Rating(3), None).unwrap();
    let merged = merge(&study, &[("f".to_owned(), (&sheet).into())], Attention::default());
    assert_eq!(
        merged.to_csv(&study),
        "id,system,rater,rating\n\"a, \"\"b\"\"\",secret system,1,3\n"
    );
}

/// `texlens correlate` reads the groups from the same file.
#[test]
fn ratings_name_the_group_if_there_are_several() {
    let mut design = Design::new(Scale::Five, 1);
    (design.raters, design.each, design.groups, design.checks_each) = (2, 1, 2, 0);
    let study = design.study(pairs(1)).unwrap();
    let files: Vec<(String, Filled)> = (1..=2)
        .map(|rater| {
            let mut sheet = Sheet::of(&study, &study.hash(), rater).unwrap();
            sheet.set(1, Response::Rating(i64::from(rater)), None).unwrap();
            (rater.to_string(), (&sheet).into())
        })
        .collect();
    let csv = merge(&study, &files, Attention::default()).to_csv(&study);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "id,system,rater,rating,group");
    assert!(
        lines[1].ends_with(",1,1,group 1") && lines[2].ends_with(",2,2,group 2"),
        "{csv}"
    );
}
