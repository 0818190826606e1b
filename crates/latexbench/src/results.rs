//! Results of several models in the form of the paper: rates with intervals, difficulties, types of errors, judge
//! against rules, and paired differences. The paper's own rows stand beside them, marked as printed.

mod agreement;
mod difference;
mod figure;
mod label;
mod printed;
mod result;
mod tables;

pub use agreement::{Agreement, Disagreement};
pub use difference::Difference;
pub use result::{Origin, ResultRow, Results};

#[cfg(test)]
mod tests {
    use serde_json::json;
    use texlens_judge::{Endpoint, Provider};

    use super::tables::{estimated, percent};
    use super::*;
    use crate::run::BenchRun;
    use crate::score::RateName;

    /// The tables of the paper as it prints them: generation, edit, contrast with a bug and clean controls. The last value
    /// is their mean, which figure 1 shows.
    const PRINTED: [(&str, [&str; 5]); 6] = [
        (
            "GPT-5",
            [
                "78.0 [64.8, 87.2] (39/50)",
                "66.0 [52.2, 77.6] (33/50)",
                "93.3 [78.7, 98.2] (28/30)",
                "95.0 [76.4, 99.1] (19/20)",
                "83.1",
            ],
        ),
        (
            "GPT-5 Mini",
            [
                "58.0 [44.2, 70.6] (29/50)",
                "48.0 [34.8, 61.5] (24/50)",
                "83.3 [66.4, 92.7] (25/30)",
                "90.0 [69.9, 97.2] (18/20)",
                "69.8",
            ],
        ),
        (
            "Claude 4 Sonnet",
            [
                "66.0 [52.2, 77.6] (33/50)",
                "58.0 [44.2, 70.6] (29/50)",
                "86.7 [70.3, 94.7] (26/30)",
                "95.0 [76.4, 99.1] (19/20)",
                "76.4",
            ],
        ),
        (
            "Claude 4 Opus",
            [
                "72.0 [58.3, 82.5] (36/50)",
                "62.0 [48.2, 74.1] (31/50)",
                "90.0 [74.4, 96.5] (27/30)",
                "95.0 [76.4, 99.1] (19/20)",
                "79.8",
            ],
        ),
        (
            "Gemini 2.5 Flash",
            [
                "52.0 [38.5, 65.2] (26/50)",
                "44.0 [31.2, 57.7] (22/50)",
                "83.3 [66.4, 92.7] (25/30)",
                "90.0 [69.9, 97.2] (18/20)",
                "67.3",
            ],
        ),
        (
            "Gemini 2.5 Pro",
            [
                "60.0 [46.2, 72.4] (30/50)",
                "52.0 [38.5, 65.2] (26/50)",
                "86.7 [70.3, 94.7] (26/30)",
                "95.0 [76.4, 99.1] (19/20)",
                "73.4",
            ],
        ),
    ];

    /// Table 3: simple, average and hard.
    const DIFFICULTIES: [[&str; 3]; 6] = [
        ["16 / 94.1%", "14 / 82.4%", "9 / 56.3%"],
        ["12 / 70.6%", "9 / 52.9%", "8 / 50.0%"],
        ["14 / 82.4%", "11 / 64.7%", "8 / 50.0%"],
        ["15 / 88.2%", "12 / 70.6%", "9 / 56.3%"],
        ["11 / 64.7%", "8 / 47.1%", "7 / 43.8%"],
        ["13 / 76.5%", "10 / 58.8%", "7 / 43.8%"],
    ];

    #[test]
    fn every_number_of_the_paper_follows_from_its_counts() {
        let results = Results::of(&[]).unwrap();
        assert_eq!(results.rows.len(), PRINTED.len());
        for ((row, (name, printed)), difficulties) in results.rows.iter().zip(PRINTED).zip(DIFFICULTIES) {
            assert_eq!(
                (row.model.as_str(), row.origin.words().as_str()),
                (name, "printed, not measured")
            );
            for (rate, printed) in RateName::OF_OVERALL.into_iter().zip(printed) {
                let rate = row.rate(rate).unwrap();
                let recomputed = format!("{} ({}/{})", estimated(rate.share), rate.passed, rate.items);
                assert_eq!(recomputed, printed, "{name}");
            }
            assert_eq!(percent(row.overall.unwrap().value), printed[4], "{name}");
            let names = [
                RateName::GenerationSimple,
                RateName::GenerationAverage,
                RateName::GenerationHard,
            ];
            for (rate, printed) in names.into_iter().zip(difficulties) {
                let rate = row.rate(rate).unwrap();
                let recomputed = format!("{} / {}%", rate.passed, percent(rate.share.value));
                assert_eq!(recomputed, printed, "{name}");
            }
            let [simple, average, hard, all] =
                [names[0], names[1], names[2], RateName::Generation].map(|name| row.rate(name).unwrap().passed);
            assert_eq!(simple + average + hard, all, "{name}");
        }
    }

    /// Makes a run of edits. Each has the verdicts of judge and rules; without one, there is no answer.
    fn run(model: &str, verdicts: &[Option<[bool; 2]>]) -> (String, BenchRun) {
        let asked = |model: &str| {
            json!({"provider": "openai", "base": "http://localhost/v1", "model": model, "left_out": [], "models": [],
                "chosen": {"max_output_tokens": null, "temperature": null, "seed": null}, "requests": 1,
                "usage": {"input": 1, "output": 1}, "is_estimated": false, "cost": null})
        };
        let finding = json!({"error_type": "Syntax Error", "range": {"start": 0, "end": 0}, "line": 1, "column": 1,
            "message": "A brace is open", "advice": "Close it"});
        let answers = verdicts.iter().enumerate().map(|(index, verdict)| {
            let id = format!("edit-{index:02}");
            match verdict {
                Some([judge, rules]) => json!({"id": id, "family": "edit", "answer": {"state": "valid", "text": "x"},
                    "rules": {"passes": rules, "findings": if *rules { json!([]) } else { json!([finding]) }},
                    "judge": {"state": "valid", "pass": judge, "error_types": ["Logical Error"], "notes": "a\nb"}, "described": null}),
                None => json!({"id": id, "family": "edit", "answer": {"state": "missing", "reason": "x"},
                    "rules": null, "judge": null, "described": null}),
            }
        });
        let run = json!({"format": BenchRun::FORMAT, "version": BenchRun::VERSION, "texlens": "0.1.0", "created": "",
            "items": "", "subject": asked(model), "judge": asked("j"), "compiled": false,
            "answers": answers.collect::<Vec<_>>()});
        (format!("runs/{model}"), serde_json::from_value(run).unwrap())
    }

    /// 4 of 10 pass by both, 3 by none, 2 by the judge alone, 1 by the rules alone: 0.7 are the same, 0.6 · 0.5 + 0.4 ·
    /// 0.5 would be by chance, so kappa is 0.4.
    #[test]
    fn judge_and_rules_are_compared_where_both_have_a_verdict() {
        let verdicts = [
            [[true, true]; 4].as_slice(),
            &[[false, false]; 3],
            &[[true, false]; 2],
            &[[false, true]],
        ];
        let verdicts = verdicts.concat().into_iter().map(Some).chain([None, None]);
        let results = Results::of(&[run("a", &verdicts.collect::<Vec<_>>())]).unwrap();
        let [by_judge, by_rules] = [0, 1].map(|row: usize| results.rows[row].rate(RateName::Edit).unwrap());
        assert_eq!((by_judge.passed, by_judge.items), (6, 12));
        assert_eq!((by_rules.passed, by_rules.items), (5, 12));
        assert_eq!((results.rows[0].without_answer, results.rows[0].overall), (2, None));
        assert_eq!(results.agreement.len(), 2, "edits, and both families together");
        for agreement in &results.agreement {
            assert_eq!((agreement.same, agreement.items), (7, 10));
            assert!((agreement.kappa.unwrap().value - 0.4).abs() < 1e-12);
        }
        let ids: Vec<&str> = results.disagreements.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["edit-07", "edit-08", "edit-09"]);
        assert_eq!(results.disagreements[0].judge_says, "Logical Error; a\nb");
        let tables = results.tables();
        let list = tables
            .iter()
            .find(|table| table.title.starts_with("Items about which"))
            .unwrap();
        assert_eq!(
            list.rows[0][3..],
            ["Pass: Logical Error; a b", "1:1: A brace is open. Close it."]
        );
        assert!(
            tables
                .iter()
                .all(|table| table.rows.iter().all(|row| row.len() == table.head.len()))
        );
    }

    #[test]
    fn models_are_compared_item_by_item_and_runs_of_one_model_are_told_apart() {
        let same = |passes: [bool; 4]| passes.map(|passes| Some([passes, passes]));
        let first = run("a", &same([true, true, true, false]));
        let second = run("b", &same([true, false, false, true]));
        let results = Results::of(&[first.clone(), second]).unwrap();
        assert_eq!(results.differences.len(), 2, "by the judge and by the rules");
        for difference in &results.differences {
            assert_eq!(
                (difference.only_first, difference.only_second, difference.items),
                (2, 1, 4)
            );
            assert_eq!(difference.comparison.difference.estimate.value, 0.25);
        }
        let mut again = first.clone();
        again.0 = "runs/again".to_owned();
        // Another judge: only the rules decide in the same way.
        if let Some(judge) = &mut again.1.judge {
            judge.endpoint = Endpoint::new(Provider::OpenAi, "http://localhost/v1", "k").unwrap();
        }
        let results = Results::of(&[first, again]).unwrap();
        assert_eq!(results.rows[2].model, "a (runs/again)");
        assert_eq!(results.differences.len(), 1);
        assert_eq!(results.differences[0].judge, None);
    }
}
