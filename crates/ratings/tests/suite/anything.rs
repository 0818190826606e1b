//! No input makes the crate fail.

use proptest::prelude::*;
use proptest::sample::Index;
use texlens_evaluate::{Bootstrap, Confidence};
use texlens_ratings::{
    Attention, Design, Evidence, Filled, Predicted, Results, Scale, Sheet, Study, gather, merge_files,
};

fn study(scale: Scale, groups: usize) -> Study {
    let predicted = |number: usize, system: &str| Predicted {
        id: number.to_string(),
        system: system.to_owned(),
        reference: "x".to_owned(),
        prediction: format!("{system}{number}"),
    };
    let list: Vec<Predicted> = (0..8)
        .flat_map(|number| ["A", "B"].map(|system| predicted(number, system)))
        .collect();
    let pairs = gather(&list, scale, None, 1).unwrap().pairs;
    Design {
        raters: 4,
        each: 2,
        groups,
        ..Design::new(scale, 1)
    }
    .study(pairs)
    .unwrap()
}

/// Removes, repeats or replaces a part of a text.
fn damaged(text: &str, from: Index, to: Index, kind: u8) -> String {
    let chars: Vec<char> = text.chars().collect();
    let [a, b] = [from, to].map(|place| place.index(chars.len() + 1));
    let (a, b) = (a.min(b), a.max(b));
    let middle: String = match kind {
        0 => String::new(),
        1 => chars[a..b].iter().chain(&chars[a..b]).collect(),
        2 => "9".to_owned(),
        _ => "null".to_owned(),
    };
    chars[..a].iter().collect::<String>() + &middle + &chars[b..].iter().collect::<String>()
}

fn scale() -> impl Strategy<Value = Scale> {
    prop::sample::select(&Scale::ALL[..])
}

fn answer() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (-1..12_i64).prop_map(|rating| rating.to_string()),
        4 => prop::sample::select(vec!["\"left\"", "\"right\"", "\"tie\""]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["null", "[]", "{}", "7.5", "1e300", "\"x\""]).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damaged_files_are_refused_or_read(scale in scale(), from: Index, to: Index, kind in 0..4_u8) {
        let study = study(scale, 1);
        if let Ok(read) = Study::read(&damaged(&study.to_json(), from, to, kind)) {
            for rater in 0..=read.raters().min(10) {
                if let Some(sheet) = Sheet::of(&read, "", rater) {
                    prop_assert!(Sheet::read(&sheet.to_json()).is_ok());
                }
            }
            let _ = Results::of(&read, &merge_files(&read, [], Attention::default()), &Evidence::of(&read));
        }
        let sheet = Sheet::of(&study, &study.hash(), 1).unwrap().to_json();
        let damaged = damaged(&sheet, from, to, kind);
        let _ = Filled::read(&damaged);
        if let Ok(sheet) = Sheet::read(&damaged) {
            prop_assert!(sheet.next_open(u32::MAX).is_none_or(|question| question as usize <= sheet.questions.len()));
        }
    }

    #[test]
    fn any_answers_have_results(scale in scale(), groups in 1..3_usize, files in prop::collection::vec((0..6_u32, prop::collection::vec((0..12_u32, answer()), 0..12)), 0..6)) {
        let study = study(scale, groups);
        let hash = study.hash();
        let texts: Vec<String> = (files.iter())
            .map(|(rater, answers)| {
                let answers: Vec<String> = answers.iter().map(|(question, answer)| format!(r#"{{"question":{question},"answer":{answer}}}"#)).collect();
                format!(r#"{{"format":"texlens-rating-sheet","version":1,"study":"{hash}","rater":{rater},"answers":[{}]}}"#, answers.join(","))
            })
            .collect();
        let merged = merge_files(&study, texts.iter().map(|text| ("f", text.as_str())), Attention { allowed: None });
        let bootstrap = Bootstrap::new(100, 1, Confidence::default()).unwrap();
        let results = Results::of(&study, &merged, &Evidence { bootstrap, ..Evidence::of(&study) });
        prop_assert_eq!(results.groups[0].answers, merged.answers.len());
        prop_assert!(serde_json::to_string(&results).is_ok());
    }
}
